import ArrowUp from 'lucide-react/icons/arrow-up'
import Maximize2 from 'lucide-react/icons/maximize-2'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import Sparkles from 'lucide-react/icons/sparkles'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { trapFocus } from '../../hooks/trap-focus'
import { useMediaQuery } from '../../hooks/use-media-query'
import { useApp } from '../../hooks/use-app'
import '../../styles/research.scss'
import { conversationPage, type ResearchSubject } from './subject'
import { MessageView } from './message-view'
import RotateCw from 'lucide-react/icons/rotate-cw'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Before the first question: what can be asked, and what was asked on earlier visits. */
function Suggestions({ subject }: { readonly subject: ResearchSubject }): ReactNode {
  const { stores } = useApp()
  const storedAnswers = useStore(stores.research, (state) => state.earlierAnswers)
  const { ask, reopen } = stores.research.getState()
  const { sourceId } = subject
  const earlier = storedAnswers.filter((answer) => answer.sourceId === sourceId).slice(0, 6)
  return (
    <div className="research__start">
      <p>
        Ask about {subject.name} data. Every answer shows how your question was read and the table behind it.
      </p>
      <h3 className="research__caption">Try one of these</h3>
      <ul className="research__suggestions">
        {(suggestedQuestions[subject.datasetKey] ?? []).map((question) => (
          <li key={question}>
            <button type="button" className="research__suggestion" onClick={() => ask(sourceId, question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      {earlier.length > 0 && (
        <>
          <h3 className="research__caption">Earlier answers</h3>
          <ul className="research__suggestions">
            {earlier.map((answer) => (
              <li key={answer.id}>
                <button
                  type="button"
                  className="research__suggestion research__suggestion--earlier"
                  title="Ask again and highlight changed numbers"
                  onClick={() => reopen(answer.id)}
                >
                  <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
                  <span>{answer.questions.at(-1)}</span>
                  <time dateTime={new Date(answer.askedAt).toISOString()}>{day.format(answer.askedAt)}</time>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const none: readonly never[] = []
/** Narrower pages have no room for a board beside the panel: it lies over it. */
const besideQuery = '(min-width: 1200px)'

/** "Deep Research" beside a board: the conversation of this visit about its data, and a field for the next question. */
export default function ResearchPanel({ subject }: { readonly subject: ResearchSubject }): ReactNode {
  const { stores } = useApp()
  const { sourceId } = subject
  const messages = useStore(stores.research, (state) => state.conversations.get(sourceId)?.messages ?? none)
  const { clear, close } = stores.research.getState()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const beside = useMediaQuery(besideQuery)

  useEffect(() => field.current?.focus(), [])
  useEffect(() => (beside || panel.current === null ? undefined : trapFocus(panel.current)), [beside])
  const newest = messages.at(-1)?.id
  // The question goes to the top: its answer has all the room below.
  useEffect(() => {
    if (newest !== undefined) list.current?.lastElementChild?.scrollIntoView({ block: 'start' })
  }, [newest])

  function leave(): void {
    close()
    // On a phone it was opened from the menu.
    document.querySelector<HTMLElement>('#deep-research-control, .mobile-bar button')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      ref={panel}
      className="research"
      role={beside ? 'complementary' : 'dialog'}
      aria-modal={beside ? undefined : true}
      aria-label="Deep Research"
      onKeyDown={(event) => {
        // React's events rise from dialogs above the panel too: those close themselves.
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key === 'Escape' && inside && !event.defaultPrevented) leave()
      }}
    >
      <PanelHead
        subject={subject}
        begun={messages.length > 0}
        renew={() => {
          clear(sourceId)
          field.current?.focus()
        }}
        leave={leave}
      />
      <div className="research__body">
        {messages.length === 0 && <Suggestions subject={subject} />}
        <ol ref={list} className="research__messages" aria-label="Conversation">
          {messages.map((message, at) => (
            <MessageView key={message.id} message={message} sourceId={sourceId} first={at === 0} />
          ))}
        </ol>
      </div>
      <QuestionForm subject={subject} field={field} />
    </section>
  )
}

function PanelHead({
  subject,
  begun,
  renew,
  leave,
}: {
  readonly subject: ResearchSubject
  /** There is a conversation to begin anew. */
  readonly begun: boolean
  readonly renew: () => void
  readonly leave: () => void
}): ReactNode {
  return (
    <div className="research__head">
      <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
      <h2 className="research__title">Deep Research</h2>
      <span className="research__subject">{subject.name}</span>
      {begun && (
        <button
          type="button"
          className="control control--icon"
          aria-label="New conversation"
          title="New conversation"
          onClick={renew}
        >
          <MessageSquarePlus size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
      <Link
        className="control control--icon"
        href={conversationPage(subject)}
        aria-label="Open full page"
        title="Open full page"
      >
        <Maximize2 size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="control control--icon"
        aria-label="Close Deep Research"
        onClick={leave}
      >
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  )
}

function QuestionForm({
  subject,
  field,
}: {
  readonly subject: ResearchSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
}): ReactNode {
  const { stores } = useApp()
  const text = useStore(stores.research, (state) => state.draft)
  const { ask, write } = stores.research.getState()
  function submit(): void {
    if (text.trim() === '') return
    ask(subject.sourceId, text)
    write('')
  }
  return (
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
        maxLength={1_000}
        placeholder={`Ask about ${subject.name}…`}
        aria-label="Your question"
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      <button type="submit" className="research__send" aria-label="Ask" disabled={text.trim() === ''}>
        <ArrowUp size={18} strokeWidth={2} aria-hidden="true" />
      </button>
    </form>
  )
}

/** Suggestions for somebody who has not asked before, by the dataset's key. */
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
  lending: ['borrowed by protocol last 90 days', 'utilisation by asset', 'supplied by chain'],
  spotAnalytics: ['spot volume by exchange last 30 days', 'spot volume by asset last week'],
  derivatives: ['option open interest by expiry', 'option volume by exchange last 30 days'],
  futures: ['funding by asset last 90 days', 'open interest by exchange last 90 days'],
  staking: ['staking reward by network', 'staked value by network last year'],
  rwa: ['top 10 RWA products by growth this quarter', 'RWA value by chain last year'],
}
