import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FieldsReply } from '../../wire/answers'
import { liveboards } from '../../wire/liveboards'
import { createAnswerHost, pinViz, saveViz } from '../host/calls'
import { requestAction, useLook, useStore, useUi } from '../parts/context'
import { Select } from '../parts/form'
import { PageMessage } from '../parts/page-message'
import type { AssistantControls } from '../protocol/page-events'
import type { Frame } from '../protocol/frame'
import type { ConversationRoute } from '../protocol/routes'
import type { ViewOptions } from '../protocol/view-options'
import { Icon } from '../parts/icon'
import { ConversationBegin, ConversationField, ConversationMessage } from './conversation-message'
import {
  createConversation,
  createConversations,
  type Conversation,
  type Conversations,
  announceConversation,
  createConversationStorage,
  saveConversation,
  resumeConversation,
  type ConversationStorage,
} from './conversation'
import { createConversationHost } from './conversation-host'

const unanswered = { error: 'Nothing has been answered yet.' }
const sources = Object.values(liveboards).map(({ worksheetId, title }) => ({ worksheetId, title }))

/** A conversation with the assistant: questions with their answers, readings and follow-ups. */
export function ConversationPage({ route }: { readonly route: ConversationRoute }) {
  const { words } = useLook()
  const { frame } = useUi()
  const [stored] = useState(() => createConversationStorage())
  const [worksheetId, setWorksheetId] = useState(() => beginning(route, stored))
  const [conversations] = useState(() =>
    createConversations(route, (about) => {
      const host = createConversationHost(frame)
      const conversation = createConversation(host, about, () => crypto.randomUUID())
      saveConversation(conversation, about, stored)
      return conversation
    }),
  )
  const source = sources.find((one) => one.worksheetId === worksheetId)
  if (source === undefined)
    return (
      <PageMessage
        sign="missing"
        title="Dataset not found"
        text={`There is no data for this conversation in ${words('spotter.name')}.`}
      />
    )
  return (
    <ConversationView
      key={worksheetId}
      worksheetId={worksheetId}
      title={source.title}
      conversations={conversations}
      stored={stored}
      choose={(chosen) => {
        stored.choose(route.worksheetId, chosen)
        setWorksheetId(chosen)
      }}
    />
  )
}

/** The source that was selected before a reload. A question in the address keeps its own source. */
function beginning({ worksheetId, question }: ConversationRoute, stored: ConversationStorage): string {
  const chosen = question === '' ? stored.chosenOn(worksheetId) : worksheetId
  return sources.some((source) => source.worksheetId === chosen) ? chosen : worksheetId
}

interface ConversationProps {
  readonly worksheetId: string
  readonly title: string
  readonly conversations: Conversations
  readonly stored: ConversationStorage
  readonly choose: (worksheetId: string) => void
}

function ConversationView({ worksheetId, title, conversations, stored, choose }: ConversationProps) {
  const { frame } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options.conversation)
  const conversation = conversations.about(worksheetId)
  const messages = useStore(conversation.state, (state) => state.messages)
  const convId = useStore(conversation.state, (state) => state.convId)
  const fields = useFields(worksheetId)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => announceConversation(frame, conversation), [frame, conversation])
  useEffect(() => frame.attachAssistant(controlsOf(conversation, frame)), [frame, conversation])
  const resuming = useBeginning(conversation, conversations, stored, worksheetId)

  const count = messages.length
  // Scroll the question to the top, so that its answer has all the room below.
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: 'start' }), [count])

  return (
    <div class="conv">
      <h1 class="visually-hidden">{words('spotter.name')}</h1>
      <div class="conv-head">
        <Source options={options} worksheetId={worksheetId} title={title} choose={choose} />
        {count === 0 ? null : (
          <button type="button" class="text-button conv-new" onClick={() => conversation.reset()}>
            New conversation
          </button>
        )}
      </div>
      <div class="conv-body">
        <div class="conv-column">
          {resuming ? <div class="bone" style={{ height: '240px' }} aria-busy="true" /> : null}
          {count === 0 && !resuming ? (
            <ConversationBegin
              title={title}
              fields={fields}
              options={options}
              ask={(asked) => void conversation.ask(asked)}
              mention={(name) => conversation.write(mentioned(conversation.state.get().draft, name))}
            />
          ) : null}
          <ol ref={list} class="conv-turns" aria-label="Conversation">
            {messages.map((message, at) => (
              <ConversationMessage
                key={message.id}
                message={message}
                convId={convId ?? ''}
                last={at === count - 1}
                conversation={conversation}
              />
            ))}
          </ol>
        </div>
      </div>
      <div class="conv-foot">
        <div class="conv-column">
          <ConversationField conversation={conversation} />
          {options.limitations ? <p class="conv-limits">{words('spotter.limitations')}</p> : null}
        </div>
      </div>
    </div>
  )
}

/** Conversation operations for the embedding page. */
function controlsOf(conversation: Conversation, frame: Frame): AssistantControls {
  const last = () =>
    conversation.state.get().messages.findLast(({ outcome }) => outcome.kind === 'answered')?.id
  return {
    ask: (asked, execute) => (execute ? void conversation.ask(asked) : conversation.write(asked)),
    reset: () => conversation.reset(),
    editLast: (asked) => void conversation.editLast(asked),
    deleteLast: () => conversation.deleteLast(),
    tileAction: (actionId, messageId = last()) => requestAction(actionId, messageId),
    async pin(messageId = last() ?? '', to) {
      const { convId } = conversation.state.get()
      return convId === null ? unanswered : pinViz(frame, convId, messageId, to)
    },
    async save(messageId = last() ?? '', name) {
      const { convId } = conversation.state.get()
      return convId === null ? unanswered : saveViz(frame, convId, messageId, name)
    },
  }
}

/** Restores the conversation after a reload, then asks the question in the address. Returns whether it is still restoring. */
function useBeginning(
  conversation: Conversation,
  conversations: Conversations,
  stored: ConversationStorage,
  worksheetId: string,
): boolean {
  const { frame } = useUi()
  const [resuming, setResuming] = useState(
    () => conversation.state.get().messages.length === 0 && stored.of(worksheetId) !== null,
  )
  useEffect(() => {
    const controller = new AbortController()
    const question = conversations.takeQuestion(worksheetId)
    const begin = async (): Promise<void> => {
      const host = createConversationHost(frame)
      await resumeConversation(
        conversation,
        { worksheetId, question },
        { stored, host, signal: controller.signal },
      )
      setResuming(false)
      const there = conversation.state.get().messages.some((message) => message.question === question.trim())
      if (!there) await conversation.ask(question)
    }
    // Aborted when the page goes away.
    begin().catch(() => undefined)
    return () => {
      controller.abort()
      conversation.stop()
    }
  }, [frame, conversation, conversations, stored, worksheetId])
  return resuming
}

/** The subject of the conversation, with a picker if there are several. */
function Source({
  options,
  worksheetId,
  title,
  choose,
}: Pick<ConversationProps, 'worksheetId' | 'title' | 'choose'> & {
  readonly options: ViewOptions['conversation']
}) {
  if (options.sourceHidden) return null
  if (options.sourceFixed) return <p class="conv-source">{title}</p>
  return (
    <label class="conv-source">
      <span class="visually-hidden">Data source</span>
      <Select
        value={worksheetId}
        of={sources.map((source) => ({ id: source.worksheetId, label: source.title }))}
        change={choose}
      />
      <Icon name="chevron-down" size={14} />
    </label>
  )
}

function mentioned(draft: string, name: string): string {
  return `${draft.trimEnd()} ${name.toLowerCase()} `.trimStart()
}

/** Available data, once loaded. If loading fails, the conversation works without it. */
function useFields(worksheetId: string): FieldsReply | null {
  const { frame } = useUi()
  const host = useMemo(() => createAnswerHost(frame), [frame])
  const [fields, setFields] = useState<FieldsReply | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    host('GetAnswerFields', { worksheetId }, controller.signal).then(
      (reply) => setFields(reply.ok ? reply.value : null),
      () => undefined,
    )
    return () => controller.abort()
  }, [host, worksheetId])
  return fields
}
