import { failure } from '../assistant/suggestion'
import * as v from 'valibot'
import { narrowingSchema } from '../query/resolve'
import type { Person } from '../wire/bi-token'
import { liveboards } from '../wire/liveboards'
import { bearerOf, personOf } from './access'
import type { Host } from './host'
import type { Operation } from './routes/boards'
import type { Answered, Answering } from '../wire/answering'
import { askedBefore, type Conversation, type ConversationStore } from '../assistant/conversations'
import { DocumentProblem, pick, rootOf, selectionOf, type VendorOperation } from './document'

export interface Assistant {
  readonly conversations: ConversationStore
  readonly answer: Answering
  /** Timeout for an answer, in milliseconds. */
  readonly deadlineMs?: number
}

const answerDeadline = 20_000
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

const createParams = v.strictObject({
  initialCtx: v.strictObject({
    type: v.literal('TS_WORKSHEET'),
    tsWorksheetCtx: v.strictObject({ worksheet: v.strictObject({ worksheetId: id }) }),
  }),
  userInfo: v.strictObject({ tenantUrl: v.pipe(v.string(), v.url(), v.endsWith('/prism')) }),
})

const sendParams = v.strictObject({
  convId: id,
  headers: v.array(v.unknown()),
  msg: v.strictObject({
    msgId: v.pipe(v.string(), v.uuid()),
    /** Our extension: the earlier messages to read this one after. Absent (as in the vendor's clients): all of them. */
    afterMsgIds: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(200))),
    /** Our extension: runtime filters and parameters of the view the question is asked in. */
    narrow: v.exactOptional(narrowingSchema),
    type: v.literal('USER_COMMAND'),
    data: v.strictObject({
      userCmdData: v.strictObject({
        cmdText: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
        nlsData: v.strictObject({ worksheetId: id, questionType: v.literal('ANSWER_SPEC_GENERATION') }),
      }),
    }),
  }),
})

/** The part of the host that conversations use. */
type AssistantHost = Pick<Host, 'tokens' | 'report'>

/** The document or its variables ask for something impossible. Answered as GraphQL errors with HTTP 200. */
class Rejection extends Error {
  override readonly name = 'Rejection'
}

/** The vendor's assistant for signed-in users: stores each user's conversations and answers questions with `assistant.answer`. */
export function conversationOperations(
  assistant: Assistant,
): Readonly<Record<string, Operation<AssistantHost>>> {
  return {
    CreateConversation: operation('CreateConversation', createParams, async (params, person) => {
      const { worksheetId } = params.initialCtx.tsWorksheetCtx.worksheet
      const worksheet = worksheetOf(worksheetId)
      const made = await assistant.conversations.open({ owner: person.subject, worksheetId })
      return {
        convId: made.id,
        initialCtx: { type: 'TS_ANSWER', tsAnsCtx: { ...contextOf(made, 0), worksheet } },
      }
    }),
    SendMessage: operation('SendMessage', sendParams, (params, person, host) =>
      reply(assistant, params, person, host),
    ),
  }
}

function operation<Params extends v.GenericSchema>(
  name: VendorOperation,
  params: Params,
  run: (params: v.InferOutput<Params>, person: Person, host: AssistantHost) => Promise<unknown>,
): Operation<AssistantHost> {
  const bodySchema = v.object({
    operationName: v.literal(name),
    query: v.pipe(v.string(), v.maxLength(20_000)),
    variables: v.object({ params }),
  })
  const root = rootOf(name)
  return async (host, request) => {
    const person = personOf(await bearerOf(request, host.tokens))
    try {
      const body = v.safeParse(bodySchema, request.body)
      if (!body.success) {
        const [issue] = body.issues
        throw new Rejection(`Variable "${v.getDotPath(issue) ?? 'body'}" is not as it should be.`)
      }
      const selection = selectionOf(name, body.output.query)
      const data = await run(body.output.variables.params, person, host)
      return { data: { [root]: pick(data, selection) } }
    } catch (error) {
      if (!(error instanceof Rejection) && !(error instanceof DocumentProblem)) throw error
      return { data: null, errors: [{ message: error.message, path: [root] }] }
    }
  }
}

async function reply(
  assistant: Assistant,
  params: v.InferOutput<typeof sendParams>,
  person: Person,
  host: AssistantHost,
): Promise<unknown> {
  const { convId, msg } = params
  const { cmdText, nlsData } = msg.data.userCmdData
  const before = assistant.conversations.get(convId)
  if (before === undefined || before.owner !== person.subject) {
    throw new Rejection('There is no such conversation, or it is not yours.')
  }
  if (nlsData.worksheetId !== before.worksheetId) {
    throw new Rejection('The conversation is about another worksheet.')
  }
  const conversation = await assistant.conversations.add(convId, {
    id: msg.msgId,
    text: cmdText,
    ...(msg.afterMsgIds === undefined ? {} : { after: msg.afterMsgIds }),
    ...(msg.narrow === undefined ? {} : { narrow: msg.narrow }),
  })
  if (conversation === null) throw new Rejection('The conversation is full. Open a new one.')
  const position = conversation.messages.findIndex(({ id: known }) => known === msg.msgId)
  const message = conversation.messages[position]
  const asked = message === undefined ? [] : askedBefore(conversation, message)
  const answered = await withTimeout(assistant, host, cmdText, {
    conversationId: convId,
    worksheet: named(before.worksheetId),
    asked,
    person: person.subject,
    narrow: message?.narrow,
  })
  const context = contextOf(conversation, position + 1)
  return {
    responses: [
      {
        timestamp: Date.now(),
        type: 'ASST_RESPONSE',
        msgId: msg.msgId,
        data: dataOf(answered, conversation, context, asked.includes(cmdText)),
      },
    ],
    prevCtx: context,
  }
}

/** A timeout or a fault is answered as a message from the assistant, not as an error page. */
async function withTimeout(
  { answer, deadlineMs = answerDeadline }: Assistant,
  host: AssistantHost,
  question: string,
  about: Omit<Parameters<Answering>[1], 'signal'>,
): Promise<Answered> {
  const signal = AbortSignal.timeout(deadlineMs)
  const late = new Promise<Answered>((resolve) => {
    const text = 'The answer took too long to compute.'
    signal.addEventListener('abort', () => resolve(failure('TIMEOUT', text)), { once: true })
  })
  try {
    return await Promise.race([answer(question, { ...about, signal }), late])
  } catch (error) {
    const reference = crypto.randomUUID().slice(0, 8)
    host.report(reference, error)
    return failure('INTERNAL', `The assistant could not answer this question (reference ${reference}).`)
  }
}

type Context = ReturnType<typeof contextOf>

function dataOf(answered: Answered, { worksheetId }: Conversation, context: Context, cached: boolean) {
  if ('failure' in answered) return { asstRespData: null, errorData: answered.failure }
  const { suggestion } = answered
  return {
    asstRespData: {
      tool: 'TS_NLS',
      asstRespText: suggestion.llmReasoning.interpretation,
      nlsAnsData: { sageQuerySuggestions: [{ ...suggestion, ...context, worksheetId, cached }] },
    },
    errorData: null,
  }
}

function contextOf({ sessionId }: Conversation, genNo: number) {
  return { sessionId, genNo, stateKey: { transactionId: sessionId, generationNumber: genNo } }
}

function worksheetOf(worksheetId: string) {
  const { name } = named(worksheetId)
  return { worksheetId, worksheetName: name }
}

function named(worksheetId: string): { readonly id: string; readonly name: string } {
  const board = Object.values(liveboards).find((one) => one.worksheetId === worksheetId)
  if (board === undefined) throw new Rejection('There is no such worksheet.')
  return { id: worksheetId, name: board.title }
}
