import { record } from '../../../core/kernel/json'
import { fail, type Result } from '../../../core/kernel/result'
import type { ResearchAssistant, ResearchFailure } from '../../../core/ports/research-assistant'
import type { TokenSource } from '../../../core/ports/token-source'
import { exchange, type ExchangeOptions } from '../../_shared/http/exchange'
import type * as Wire from './conversation-replies'

/** GraphQL operations the portal uses, all on one path. The pact is checked against this table. */
export const researchAssistantRoutes = {
  CreateConversation: { method: 'POST', path: '/prism/', root: 'ConvAssist__createConversation' },
  SendMessage: { method: 'POST', path: '/prism/', root: 'ConvAssist__sendMessage' },
} as const

type Operation = keyof typeof researchAssistantRoutes

export interface ThoughtSpotAssistantOptions extends ExchangeOptions {
  /** Origin of the BI host. */
  readonly baseUrl: string
  readonly tokens: Pick<TokenSource, 'token' | 'drop'>
  /** The cluster's, an IANA name. */
  readonly timeZone: string
}

/** Null if the chunk fails to load; the next question tries again. */
const wire = (): Promise<typeof Wire | null> => import('./conversation-replies').catch(() => null)

/** In ms: an answer of the assistant may take a while. */
const answerDeadline = 60_000

/** ThoughtSpot's conversational assistant over its GraphQL endpoint. GraphQL errors with HTTP 200 are failures if there is no data. */
export function thoughtSpotResearchAssistant(options: ThoughtSpotAssistantOptions): ResearchAssistant {
  function reported<Value>(result: Result<Value, ResearchFailure>): Result<Value, ResearchFailure> {
    if (!result.ok && result.failure.kind === 'assistant-malformed') {
      options.drift?.(result.failure.path || 'body')
    }
    if (!result.ok && result.failure.kind === 'assistant-rejected') options.drift?.('errors')
    return result
  }

  return {
    async open(worksheetId) {
      if (worksheetId === '') return fail({ kind: 'source-missing' })
      const known = await wire()
      if (known === null) return fail({ kind: 'assistant-unreachable' })
      const data = await send(options, 'CreateConversation', known.createConversationDocument, {
        initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId } } },
        userInfo: { tenantUrl: `${options.baseUrl}/prism` },
      })
      return reported(data.ok ? known.readConversation(data.value, worksheetId) : data)
    },
    async ask(conversation, message, stopped) {
      const known = await wire()
      if (known === null) return fail({ kind: 'assistant-unreachable' })
      const givenUp = new AbortController()
      void stopped?.then(() => givenUp.abort())
      const nlsData = { worksheetId: conversation.sourceId, questionType: 'ANSWER_SPEC_GENERATION' }
      const params = {
        convId: conversation.id,
        headers: [],
        msg: {
          msgId: message.id,
          type: 'USER_COMMAND',
          data: { userCmdData: { cmdText: message.text, nlsData } },
        },
      }
      const data = await send(options, 'SendMessage', known.sendMessageDocument, params, givenUp.signal)
      return reported(
        data.ok ? known.readReply(data.value, conversation.id, options.drift, options.timeZone) : data,
      )
    },
  }
}

/** Sends a message. If the token has expired meanwhile (401), the message was not read and is sent once more, with a new token. */
async function send(...message: Parameters<typeof attempt>): Promise<Result<unknown, ResearchFailure>> {
  const first = await attempt(...message)
  return !first.ok && first.failure.kind === 'assistant-refused' && first.failure.status === 401
    ? attempt(...message)
    : first
}

async function attempt(
  options: ThoughtSpotAssistantOptions,
  operationName: Operation,
  query: string,
  params: unknown,
  signal: AbortSignal | null = null,
): Promise<Result<unknown, ResearchFailure>> {
  const token = await options.tokens.token()
  if (!token.ok) return fail({ kind: 'assistant-token' })
  const route = researchAssistantRoutes[operationName]
  const reply = await exchange(
    `${options.baseUrl}${route.path}?op=${operationName}`,
    {
      method: route.method,
      signal,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token.value.value}`,
        'content-type': 'application/json;charset=UTF-8',
        'x-requested-by': 'ThoughtSpot',
      },
      body: JSON.stringify({ operationName, query, variables: { params } }),
    },
    { deadlineMs: answerDeadline, ...options },
  )
  if (!reply.ok) {
    switch (reply.failure.kind) {
      case 'timeout':
        return fail({ kind: 'assistant-timeout' })
      case 'unreachable':
        return fail({ kind: 'assistant-unreachable' })
      case 'too-long':
        return fail({ kind: 'assistant-malformed', path: '' })
    }
  }
  const { status, text } = reply.value
  if (status === 401) options.tokens.drop(token.value.value)
  if (status === 429 || status >= 500) return fail({ kind: 'assistant-unavailable', status })
  // Some servers reply with 400 to a document that they do not understand, others with 200.
  if (status === 400) return fail({ kind: 'assistant-rejected' })
  if (status !== 200) return fail({ kind: 'assistant-refused', status })
  return dataOf(text, route.root, options.drift)
}

/** The root field of a GraphQL reply. Errors beside it concern parts of it, such as its table: the parser decides whether it needs them. */
function dataOf(
  body: string,
  root: string,
  drift: ExchangeOptions['drift'],
): Result<unknown, ResearchFailure> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return fail({ kind: 'assistant-malformed', path: '' })
  }
  const { data: fields, errors } = record(parsed)
  const hasErrors = Array.isArray(errors) && errors.length > 0
  const data = record(fields)[root]
  if (data === undefined || data === null)
    return fail(
      hasErrors ? { kind: 'assistant-rejected' } : { kind: 'assistant-malformed', path: `data.${root}` },
    )
  if (hasErrors) drift?.('errors')
  return { ok: true, value: data }
}
