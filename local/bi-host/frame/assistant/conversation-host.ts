import type { Suggestion } from '../../wire/answering'
import { callOperation, type HostAnswer, type BoardProblem } from '../host/calls'
import type { Frame } from '../protocol/frame'
import { narrowingOf } from '../protocol/state'
import { asFields, asList, asText } from '../protocol/read'

/** The part of an answer's words that this view shows. Saved conversations store this shape. */
export interface AnswerWords extends Pick<Suggestion, 'title' | 'description' | 'tokens' | 'formulaInfo'> {
  readonly llmReasoning: {
    readonly assumptions: readonly string[]
    readonly clarifications: readonly string[]
    readonly interpretation: string
  }
  readonly ambiguousPhrases: readonly { readonly phrase: string; readonly candidates: readonly string[] }[]
}

export type HostResult<Value> =
  | { readonly ok: true; readonly value: Value }
  /** A sentence for the user. `unread`: the question as a whole was not understood. */
  | { readonly ok: false; readonly text: string; readonly unread?: true }

/** The host's API for conversations. All calls reject only on abort. */
export interface ConversationHost {
  /** Resolves to the id of a new conversation. */
  open(worksheetId: string, signal: AbortSignal): Promise<HostResult<string>>
  ask(message: SentMessage, signal: AbortSignal): Promise<HostResult<AnswerWords>>
  /** Message ids of a conversation. `gone`: it does not exist, or belongs to another user. */
  messages(
    convId: string,
    signal: AbortSignal,
  ): Promise<
    { readonly ok: true; readonly ids: readonly string[] } | { readonly ok: false; readonly gone: boolean }
  >
}

export interface SentMessage {
  readonly convId: string
  readonly worksheetId: string
  /** A UUID. */
  readonly id: string
  readonly text: string
  /** Ids of the messages it follows: those still shown that were answered. */
  readonly after: readonly string[]
}

const createDocument = `mutation CreateConversation($params: Input_convassist_CreateConversationRequest) {
  ConvAssist__createConversation(request: $params) { convId }
}`

const sendDocument = `query SendMessage($params: Input_convassist_SendMessageRequest) {
  ConvAssist__sendMessage(request: $params) {
    responses { data {
      asstRespData { nlsAnsData { sageQuerySuggestions {
        title description tokens
        llmReasoning { assumptions clarifications interpretation }
        formulaInfo { name expression }
        ambiguousTokens { token { token } alternativeTokens { token } }
      } } }
      errorData { errCode errTxt }
    } }
  }
}`

export function createConversationHost(frame: Frame): ConversationHost {
  async function call(
    operation: string,
    query: string,
    params: object,
    signal: AbortSignal,
  ): Promise<HostResult<unknown>> {
    const reply: HostAnswer<unknown> = await callOperation(
      frame,
      operation,
      { operationName: operation, query, variables: { params } },
      signal,
    )
    if (!reply.ok) return { ok: false, text: problemText(reply.problem) }
    const body = asFields(reply.value)
    const [error] = asList(body['errors']) ?? []
    if (error !== undefined) return { ok: false, text: asText(asFields(error)['message']) ?? broken }
    return { ok: true, value: Object.values(asFields(body['data']))[0] }
  }
  return {
    async open(worksheetId, signal) {
      const reply = await call(
        'CreateConversation',
        createDocument,
        {
          initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId } } },
          userInfo: { tenantUrl: `${location.origin}/prism` },
        },
        signal,
      )
      if (!reply.ok) return reply
      const convId = asText(asFields(reply.value)['convId'])
      return convId === undefined ? { ok: false, text: broken } : { ok: true, value: convId }
    },
    async ask({ convId, worksheetId, id, text, after }, signal) {
      const narrowing = narrowingOf(frame.state.get())
      const nlsData = { worksheetId, questionType: 'ANSWER_SPEC_GENERATION' }
      const data = { userCmdData: { cmdText: text, nlsData } }
      const msg = { msgId: id, afterMsgIds: after, ...narrowing, type: 'USER_COMMAND', data }
      const reply = await call('SendMessage', sendDocument, { convId, headers: [], msg }, signal)
      return reply.ok ? wordsOf(reply.value) : reply
    },
    async messages(convId, signal) {
      const reply = await callOperation<{ readonly messageIds: readonly string[] }>(
        frame,
        'GetConversation',
        { convId },
        signal,
      )
      if (reply.ok) return { ok: true, ids: reply.value.messageIds }
      return { ok: false, gone: reply.problem.kind === 'not-found' || reply.problem.kind === 'forbidden' }
    },
  }
}

/** Parses the host's own reply without validating it further. */
function wordsOf(value: unknown): HostResult<AnswerWords> {
  const [response] = asList(asFields(value)['responses']) ?? []
  const data = asFields(asFields(response)['data'])
  const answer = asFields(asFields(data['asstRespData'])['nlsAnsData'])
  const [suggestion] = asList(answer['sageQuerySuggestions']) ?? []
  if (suggestion === undefined) {
    const { errCode, errTxt } = asFields(data['errorData'])
    const unread = errCode === 'NOT_UNDERSTOOD' ? ({ unread: true } as const) : {}
    return { ok: false, text: asText(errTxt) ?? broken, ...unread }
  }
  const { llmReasoning, ambiguousTokens, ...rest } = suggestion as Suggestion
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')
  return {
    ok: true,
    value: {
      ...rest,
      llmReasoning: {
        assumptions: lines(llmReasoning.assumptions),
        clarifications: lines(llmReasoning.clarifications),
        interpretation: llmReasoning.interpretation,
      },
      ambiguousPhrases: ambiguousTokens.map(({ token, alternativeTokens }) => ({
        phrase: token.token,
        candidates: alternativeTokens.map((one) => one.token),
      })),
    },
  }
}

const broken = 'The analytics service isn’t responding. Try again in a moment.'

function problemText({ kind }: BoardProblem): string {
  switch (kind) {
    case 'forbidden':
      return 'Your account doesn’t have access to this data.'
    case 'signed-out':
      return 'Your session has ended. Log in again to continue.'
    case 'timeout':
      return 'The answer took too long.'
    case 'not-found':
    case 'unavailable':
      return broken
  }
}
