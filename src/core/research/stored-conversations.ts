import type { AnswerSuggestion, AssistantReply, Conversation } from '../ports/research-assistant'
import type { ResearchConversation, ResearchMessage } from './conversation'
import { isRecord, parsed, record } from '../kernel/json'
import { rowCount } from './changed-numbers'
import { isColumn, isEarlierAnswer } from './earlier-answers'

/** Per conversation. The oldest messages are dropped. */
const maxMessages = 30
/** The same for the rows of all tables, which would fill the tab's storage. */
const maxRows = 20_000
const version = 1

/**
 * Serializes the conversations for a reload of this tab. A question in flight or queued is stored as stopped, and the next one opens
 * another conversation.
 */
export function writeConversations(conversations: ReadonlyMap<string, ResearchConversation>): string {
  const begun = [...conversations.values()].filter(({ messages }) => messages.length > 0)
  return JSON.stringify({
    version,
    conversations: begun.map(({ sourceId, opened, sending, unanswered, messages }) => ({
      sourceId,
      opened: sending === null && unanswered === null ? opened : null,
      messages: newest(messages).map((message) => settled(message)),
    })),
  })
}

/** At least the last message. */
function newest(messages: readonly ResearchMessage[]): readonly ResearchMessage[] {
  const recent = messages.slice(-maxMessages)
  let rows = 0
  const dropped = recent.findLastIndex(({ outcome }) => {
    rows += outcome.kind === 'answered' ? rowCount(outcome.reply.answer.table) : 0
    return rows > maxRows
  })
  return recent.slice(Math.min(dropped + 1, recent.length - 1))
}

function settled(message: ResearchMessage): ResearchMessage {
  const { kind } = message.outcome
  return kind === 'waiting' || kind === 'asking' ? { ...message, outcome: { kind: 'stopped' } } : message
}

/** Parses the stored text. Skips invalid messages; returns an empty map for an unknown format. */
export function readConversations(text: string | null): ReadonlyMap<string, ResearchConversation> {
  const found = new Map<string, ResearchConversation>()
  const { version: given, conversations } = record(parsed(text))
  if (given !== version || !Array.isArray(conversations)) return found
  for (const stored of conversations as readonly unknown[]) {
    if (!isRecord(stored) || typeof stored['sourceId'] !== 'string' || !Array.isArray(stored['messages']))
      continue
    const { sourceId, opened } = stored
    const messages = stored['messages'].filter(isMessage)
    if (messages.length > 0)
      found.set(sourceId, {
        sourceId,
        messages,
        opened: isConversation(opened) ? opened : null,
        sending: null,
        unanswered: null,
      })
  }
  return found
}

function isMessage(value: unknown): value is ResearchMessage {
  if (!isRecord(value) || !areTexts(value['id'], value['question'])) return false
  const { outcome, before } = value
  return (before === null || isEarlierAnswer(before)) && isRecord(outcome) && isOutcome(outcome)
}

function isOutcome({ kind, reply, conversation, failure }: Readonly<Record<string, unknown>>): boolean {
  if (kind === 'answered') return isReply(reply) && isConversation(conversation)
  return kind === 'stopped' || (kind === 'failed' && isFailure(failure))
}

/** Only failures with the members that their screen text needs are restored. */
function isFailure(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { kind, text, status, path } = value
  switch (kind) {
    case 'assistant-error':
      return areTexts(text)
    case 'assistant-refused':
    case 'assistant-unavailable':
      return typeof status === 'number'
    case 'assistant-malformed':
      return areTexts(path)
    case 'source-missing':
    case 'not-supported':
    case 'assistant-rejected':
    case 'assistant-unreachable':
    case 'assistant-timeout':
    case 'assistant-token':
      return true
    default:
      return false
  }
}

const isConversation = (value: unknown): value is Conversation =>
  isRecord(value) && areTexts(value['id'], value['sourceId'])

const isReply = (value: unknown): value is AssistantReply =>
  isRecord(value) && areTexts(value['handle']) && isAnswer(value['answer'])

function isAnswer(value: unknown): value is AnswerSuggestion {
  if (!isRecord(value) || !isRecord(value['reasoning'])) return false
  const { tokens, query, title, description, formulas, reasoning, ambiguities, subQueries, table } = value
  const { assumptions, clarifications, interpretation } = reasoning
  return (
    areTexts(query, title, description, interpretation) &&
    [tokens, assumptions, clarifications].every(isTexts) &&
    isListOf(formulas, ({ name, expression }) => areTexts(name, expression)) &&
    isListOf(ambiguities, ({ phrase, candidates }) => areTexts(phrase) && isTexts(candidates)) &&
    isListOf(subQueries, ({ tokens: inner, name }) => isTexts(inner) && isTextOrNull(name)) &&
    [value['sqlQuery'], value['warningType'], value['sourceId']].every(isTextOrNull) &&
    (value['visualization'] === null || isPicture(value['visualization'])) &&
    Array.isArray(table) &&
    table.every(isColumn)
  )
}

function isPicture(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { chartType, displayMode, axes, columns } = value
  const known = isListOf(axes, ({ x, y, color }) => [x, y, color].every(isTexts))
  return areTexts(chartType, displayMode) && known && isTexts(columns)
}

const areTexts = (...values: readonly unknown[]): boolean =>
  values.every((value) => typeof value === 'string')
const isTexts = (value: unknown): boolean => Array.isArray(value) && areTexts(...(value as unknown[]))
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'
const isListOf = (value: unknown, is: (one: Readonly<Record<string, unknown>>) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isRecord(one) && is(one))
