import ArrowUp from 'lucide-react/icons/arrow-up'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useStore } from 'zustand'
import { maxQuestionLength } from '../../../core/kernel/limits'
import { localDayAt } from '../../hooks/dates'
import { isForInputMethod } from '../../hooks/keys'
import { useApp } from '../../hooks/use-app'
import '../../styles/research.scss'
import { MessageView, waitingTexts } from './message-view'
import type { ResearchSubject } from './subject'

const none: readonly never[] = []

interface ConversationProps {
  readonly subject: ResearchSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
}

const useMessages = (sourceId: string) =>
  useStore(useApp().stores.research, (state) => state.conversations.get(sourceId)?.messages ?? none)

/** The conversation about a source, and a field for the next question: in the panel beside a board, and on its own page. */
export function ConversationView({ subject, field }: ConversationProps): ReactNode {
  const { stores } = useApp()
  const { sourceId } = subject
  const messages = useMessages(sourceId)
  const list = useRef<HTMLOListElement>(null)
  const newest = messages.at(-1)?.id
  const outcome = messages.at(-1)?.outcome.kind
  // Scrolls the question to the top, so that its answer has all the space below.
  useEffect(() => {
    if (newest !== undefined) list.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [newest])
  const focused = useRef<Element | null>(null)
  // A pressed suggestion, Stop, Retry or Ask may disappear or become disabled, and keys would no longer reach the panel.
  useEffect(() => {
    const { current: at } = focused
    const { activeElement, body } = document
    const gone = at !== null && (!at.isConnected || at.matches(':disabled'))
    if (gone && (activeElement === body || activeElement === at)) list.current?.focus({ preventScroll: true })
  })
  return (
    // Records which element inside has the focus.
    <div className="research__conversation" onFocus={({ target }) => void (focused.current = target)}>
      <div className="research__body">
        {messages.length === 0 && <Suggestions subject={subject} />}
        <EarlierAnswers subject={subject} />
        <ol ref={list} className="research__messages" aria-label="Conversation" tabIndex={-1}>
          {messages.map((message, at) => (
            <MessageView
              key={message.id}
              message={message}
              sourceId={sourceId}
              first={at === 0}
              edit={() => {
                stores.research.getState().bring(message.question)
                field.current?.focus()
              }}
            />
          ))}
        </ol>
        <output className="visually-hidden">{outcome !== undefined && waitingTexts[outcome]}</output>
      </div>
      <QuestionForm subject={subject} field={field} />
    </div>
  )
}

/** Starts a new conversation. Shown once something has been asked. */
export function NewConversation({ subject, field }: ConversationProps): ReactNode {
  const { stores } = useApp()
  const hasMessages = useMessages(subject.sourceId).length > 0
  if (!hasMessages) return null
  return (
    <button
      type="button"
      className="control control--icon"
      aria-label="New conversation"
      title="New conversation"
      onClick={() => {
        stores.research.getState().clear(subject.sourceId)
        field.current?.focus()
      }}
    >
      <MessageSquarePlus size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}

/** Suggestions before the first question. */
function Suggestions({ subject }: { readonly subject: ResearchSubject }): ReactNode {
  const { stores } = useApp()
  return (
    <div className="research__start">
      <p>Ask about {subject.about}. Every answer shows how your question was read and the table behind it.</p>
      <h3 className="research__caption">Try one of these</h3>
      <ul className="research__suggestions">
        {(suggestedQuestions[subject.datasetKey] ?? []).map((question) => (
          <li key={question}>
            <button
              type="button"
              className="research__suggestion"
              onClick={() => stores.research.getState().ask(subject.sourceId, question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Questions from before, in this conversation or on earlier visits, that are not on screen. Each asks its questions again. */
function EarlierAnswers({ subject }: Pick<ConversationProps, 'subject'>): ReactNode {
  const { stores, useCases } = useApp()
  const { sourceId } = subject
  const storedAnswers = useStore(stores.research, (state) => state.earlierAnswers)
  const messages = useMessages(sourceId)
  const [showsAll, setShowsAll] = useState(false)
  const all = storedAnswers.filter(
    (answer) => answer.sourceId === sourceId && messages.every(({ id }) => id !== answer.id),
  )
  if (all.length === 0) return null
  const earlier = showsAll ? all : all.slice(0, 6)
  async function clear(): Promise<void> {
    const restore = await useCases.forgetAnswers(sourceId)
    stores.notices.getState().raise({
      tone: 'success',
      text: `Earlier answers about ${subject.name} were cleared.`,
      action: { label: 'Undo', run: restore },
    })
  }
  async function reopen(id: string): Promise<void> {
    const restore = await useCases.clearResearch(sourceId)
    stores.research.getState().reopen(id)
    if (messages.length === 0) return
    stores.notices.getState().raise({
      tone: 'success',
      text: 'Your conversation was replaced by an earlier answer.',
      action: { label: 'Undo', run: restore },
    })
  }
  const list = (
    <>
      <ul className="research__suggestions" aria-label="Earlier answers">
        {earlier.map((answer) => (
          <li key={answer.id}>
            <button
              type="button"
              className="research__suggestion research__suggestion--earlier"
              title={`Ask ${answer.questions.length > 1 ? `${answer.questions.length} questions ` : ''}again and highlight changed numbers`}
              onClick={() => void reopen(answer.id)}
            >
              <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
              <span>{answer.questions.at(-1)}</span>
              <time dateTime={new Date(answer.askedAt).toISOString()}>{localDayAt(answer.askedAt)}</time>
            </button>
          </li>
        ))}
      </ul>
      {earlier.length < all.length && (
        <button
          type="button"
          className="text-button text-button--quiet"
          onClick={() => setShowsAll(true)}
        >{`Show all ${all.length}`}</button>
      )}
      <button type="button" className="text-button text-button--quiet" onClick={() => void clear()}>
        Clear earlier answers
      </button>
    </>
  )
  return messages.length === 0 ? (
    <div className="research__start">
      <h3 className="research__caption">Earlier answers</h3>
      {list}
    </div>
  ) : (
    <details className="research__history">
      <summary>Earlier answers</summary>
      {list}
    </details>
  )
}

function QuestionForm({ subject, field }: ConversationProps): ReactNode {
  const { stores } = useApp()
  const text = useStore(stores.research, (state) => state.draft)
  const { ask, write } = stores.research.getState()
  useDraft()
  const note = useId()
  const length = text.trim().length
  const tooLong = length > maxQuestionLength
  function submit(): void {
    if (text.trim() === '' || tooLong) return
    ask(subject.sourceId, text)
    stores.research.setState(({ typedBefore = '' }) => ({ draft: typedBefore, typedBefore: '' }))
  }
  return (
    <>
      <output className="research__limit" id={note}>
        {tooLong &&
          `A question can have ${formatCount(maxQuestionLength)} characters. This one has ${formatCount(length)}: shorten it.`}
      </output>
      <form
        className="research__form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <textarea
          ref={field}
          className="research__field"
          rows={1}
          value={text}
          // More than allowed, so that pasted text is not cut off silently and the user can shorten it.
          maxLength={10 * maxQuestionLength}
          aria-invalid={tooLong}
          aria-describedby={note}
          placeholder={`Ask about ${subject.about}…`}
          aria-label="Your question"
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isForInputMethod(event.nativeEvent)) return
            event.preventDefault()
            submit()
          }}
        />
        <button
          type="submit"
          className="research__send"
          aria-label="Ask"
          disabled={text.trim() === '' || tooLong}
        >
          <ArrowUp size={18} strokeWidth={2} aria-hidden="true" />
        </button>
      </form>
    </>
  )
}

const formatCount = (count: number): string => count.toLocaleString('en-US')

/**
 * Stores the draft as it is typed, while it is known whose it is, so that neither a reload nor the end of the session loses it. Text
 * already in the field, such as a link's question, is not overwritten: the stored draft returns once that has been asked.
 */
function useDraft(): void {
  const { stores, useCases } = useApp()
  useEffect(() => {
    const { getState } = stores.research
    void useCases.researchDraft().then((stored) => {
      const { draft, write } = getState()
      if (draft === '') return write(stored)
      if (stored !== '' && stored !== draft) stores.research.setState({ typedBefore: stored })
      void useCases.rememberResearchDraft(draft)
    })
    return stores.research.subscribe(({ draft }, before) => {
      if (draft !== before.draft) void useCases.rememberResearchDraft(draft)
    })
  }, [stores, useCases])
}

/** Suggested first questions, by the dataset's key. */
const suggestedQuestions: Readonly<Record<string, readonly string[]>> = {
  home: [
    'market cap by asset last 90 days',
    'top 5 assets by price growth last 30 days',
    'ETF net flow by week',
  ],
  stablecoins: [
    'stablecoin supply by chain last 90 days',
    'net issuance by stablecoin last 30 days',
    'supply of USDC on Solana by month',
  ],
  globalCryptoMarket: ['volume by exchange last 30 days', 'open interest by asset last 90 days'],
  bitcoin: ['bitcoin price last year', 'bitcoin 30-day volatility last year'],
  ethereum: ['ether price last year', 'ethereum staked share by month'],
  etf: ['net flow by fund last 30 days', 'assets by sponsor', 'net flow by week this year'],
  lending: ['borrowed by protocol last 90 days', 'utilization by asset', 'supplied by chain'],
  spotAnalytics: ['spot volume by exchange last 30 days', 'spot volume by asset last week'],
  derivatives: ['option open interest by expiry', 'option volume by exchange last 30 days'],
  futures: ['funding by asset last 90 days', 'open interest by exchange last 90 days'],
  staking: ['staking reward by network', 'staked value by network last year'],
  rwa: ['top 10 RWA products by growth this quarter', 'RWA value by chain last year'],
}
