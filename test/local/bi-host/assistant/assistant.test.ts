import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Answering } from '../../../../local/bi-host/wire/answering'
import { conversationOperations } from '../../../../local/bi-host/server/conversation-operations'
import { openConversations } from '../../../../local/bi-host/assistant/conversations'
import { fixedAnswers, fixedQuestions } from '../../../../local/bi-host/assistant/fixed-answers'
import { createBiTokens, type BiBearer } from '../../../../local/bi-host/wire/bi-token'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { answerProblems } from '../../../../local/bi-host/warehouse/problem'
import { boardDataRoutes } from '../../../../local/bi-host/server/routes/boards'
import {
  createConversationDocument,
  sendMessageDocument,
} from '../../../../src/adapters/research-assistant/thoughtspot/conversation-documents'
import { readAnswerHandle } from '../../../../src/adapters/_shared/thoughtspot/ids'
import {
  readConversation,
  readReply,
} from '../../../../src/adapters/research-assistant/thoughtspot/conversation-replies'

const ada: BiBearer = { kind: 'person', subject: 'local|ada', email: 'ada@example.com', name: 'Ada' }
const zoe: BiBearer = { kind: 'person', subject: 'local|zoe', email: 'zoe@example.com', name: 'Zoë' }
const { worksheetId } = liveboards.stablecoins
const [question = ''] = fixedQuestions

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-assistant-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Sent {
  readonly operationName?: string
  readonly query?: string
  readonly params?: unknown
}

/** The assistant's routes of the host, with a function that sends requests as a given user. */
async function started(options: { readonly answer?: Answering; readonly deadlineMs?: number } = {}) {
  const tokens = await createBiTokens({ lifetimeSeconds: 60 })
  const conversations = await openConversations(folder)
  onTestFinished(() => conversations.close())
  const reported: unknown[] = []
  const app = fastify()
  answerProblems(app, () => undefined)
  const host = { tokens, report: (_reference: string, error: unknown) => reported.push(error) }
  const operations = conversationOperations({ conversations, answer: fixedAnswers, ...options })
  boardDataRoutes(app, host, operations)

  async function post(op: string, bearer: BiBearer | null, sent: Sent = {}) {
    const token = bearer === null ? 'nobody-signed-this' : await tokens.issue(bearer)
    const { operationName = op, query, params } = sent
    const reply = await app.inject({
      method: 'POST',
      url: `/prism/?op=${op}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { operationName, query, variables: { params } },
    })
    const body = reply.json<{ data: Record<string, unknown> | null; errors?: { message: string }[] }>()
    return {
      status: reply.statusCode,
      data: Object.values(body.data ?? {})[0],
      error: body.errors?.[0]?.message,
    }
  }
  const open = (bearer: BiBearer | null, worksheet: string = worksheetId, sent: Sent = {}) =>
    post('CreateConversation', bearer, {
      query: createConversationDocument,
      params: {
        initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId: worksheet } } },
        userInfo: { tenantUrl: 'http://127.0.0.1:4301/prism' },
      },
      ...sent,
    })
  const ask = (bearer: BiBearer | null, convId: string, cmdText = question, sent: Sent = {}) =>
    post('SendMessage', bearer, {
      query: sendMessageDocument,
      params: {
        convId,
        headers: [],
        msg: {
          msgId: crypto.randomUUID(),
          type: 'USER_COMMAND',
          data: {
            userCmdData: { cmdText, nlsData: { worksheetId, questionType: 'ANSWER_SPEC_GENERATION' } },
          },
        },
      },
      ...sent,
    })
  async function opened(bearer: BiBearer): Promise<string> {
    const read = readConversation((await open(bearer)).data, worksheetId)
    if (!read.ok) throw new Error('no conversation was opened')
    return read.value.id
  }
  return { open, ask, opened, reported, conversations, close: () => conversations.close() }
}

describe('a conversation', () => {
  test('is opened about a worksheet, and answers in order', async () => {
    const { open, ask, opened } = await started()
    const begun = (await open(ada)).data
    expect(readConversation(begun, worksheetId)).toMatchObject({ ok: true, value: { sourceId: worksheetId } })
    expect(begun).toMatchObject({
      initialCtx: { tsAnsCtx: { genNo: 0, worksheet: { worksheetId, worksheetName: 'Stablecoins' } } },
    })
    const id = await opened(ada)
    const replies = [
      readReply((await ask(ada, id)).data, 'c'),
      readReply((await ask(ada, id, `  ${question.toUpperCase()}? `)).data, 'c'),
      readReply((await ask(ada, id)).data, 'c'),
    ]
    const answers = replies.map((reply) => (reply.ok ? reply.value.answer : null))
    const ids = replies.map((reply) => (reply.ok ? readAnswerHandle(reply.value.handle) : null))
    expect(ids.map((one) => one?.genNo)).toEqual(['1', '2', '3'])
    expect(answers.map((answer) => answer?.cached)).toEqual([false, false, true])
    expect(new Set(ids.map((one) => one?.sessionId)).size).toBe(1)
    expect(answers[0]).toMatchObject({ title: 'Share of stablecoin supply by chain', sourceId: worksheetId })
    expect(answers[0]?.table.map(({ values }) => values.length)).toEqual([5, 5])
  })

  test('belongs to its owner alone and needs a signed-in user', async () => {
    const { open, ask, opened } = await started()
    const id = await opened(ada)
    expect(await ask(zoe, id)).toMatchObject({ status: 200, error: expect.stringMatching(/not yours/) })
    expect((await open({ kind: 'anonymous' })).status).toBe(403)
    expect((await ask({ kind: 'anonymous' }, id)).status).toBe(403)
    expect((await open(null)).status).toBe(401)
  })

  test('survives a restart, with its questions', async () => {
    const before = await started()
    const id = await before.opened(ada)
    await before.ask(ada, id)
    await before.close()
    const reply = readReply((await (await started()).ask(ada, id, question)).data, 'c')
    expect(reply).toMatchObject({ ok: true, value: { answer: { cached: true } } })
    expect(reply.ok && readAnswerHandle(reply.value.handle)?.genNo).toBe('2')
  })

  test('the hundred and first replaces the oldest of the same user only', async () => {
    const { opened, conversations } = await started()
    const [oldest, other] = [await opened(ada), await opened(zoe)]
    for (let count = 0; count < 99; count += 1) await opened(ada)
    expect(conversations.get(oldest)).toBeDefined()
    await opened(ada)
    expect([conversations.get(oldest), conversations.get(other)?.owner]).toEqual([undefined, 'local|zoe'])
  })

  test('keeps both of two concurrent messages, and is full at two hundred', async () => {
    const { opened, conversations } = await started()
    const id = await opened(ada)
    const add = (number: number) => conversations.add(id, { id: `message-${number}`, text: 'and?' })
    const added = await Promise.all(Array.from({ length: 201 }, (_, number) => add(number)))
    expect(added.filter((one) => one === null)).toHaveLength(1)
    expect(conversations.get(id)?.messages).toHaveLength(200)
    // A message with an existing id does not count against the limit.
    expect((await add(7))?.messages).toHaveLength(200)
  })
})

describe('a GraphQL error with status 200', () => {
  test('is returned for an unknown worksheet or conversation', async () => {
    const { open, ask } = await started()
    expect(await open(ada, 'elsewhere')).toEqual({
      status: 200,
      data: undefined,
      error: 'There is no such worksheet.',
    })
    expect((await ask(ada, 'elsewhere')).error).toMatch(/no such conversation/)
  })

  test.each([
    [
      'a field that is not there',
      createConversationDocument.replace('convId', 'conversationId'),
      /Cannot query field "conversationId"/,
    ],
    ['fields of a leaf', createConversationDocument.replace('convId', 'convId { id }'), /must not have/],
    [
      'no fields of an object',
      'mutation CreateConversation($params: P) { ConvAssist__createConversation(request: $params) { initialCtx } }',
      /must have/,
    ],
    [
      'another root',
      createConversationDocument.replace('ConvAssist__', ''),
      /no mutation CreateConversation/,
    ],
    ['half a document', createConversationDocument.slice(0, 60), /Syntax Error/],
    ['another operation', sendMessageDocument, /no mutation CreateConversation/],
  ])('%s', async (_what, query, message) => {
    const { open } = await started()
    const { operationName, params } = { operationName: 'CreateConversation', params: opening }
    expect(await open(ada, worksheetId, { operationName, query, params })).toMatchObject({
      status: 200,
      error: expect.stringMatching(message),
    })
  })

  test('is returned for invalid variables, named by their path', async () => {
    const { open } = await started()
    const { error } = await open(ada, worksheetId, {
      query: createConversationDocument,
      params: { ...opening, initialCtx: { type: 'TS_ANSWER' } },
    })
    expect(error).toBe('Variable "variables.params.initialCtx.type" is not as it should be.')
  })
})

const opening = {
  initialCtx: { type: 'TS_WORKSHEET', tsWorksheetCtx: { worksheet: { worksheetId } } },
  userInfo: { tenantUrl: 'http://127.0.0.1:4301/prism' },
}

describe('an explanation in place of an answer', () => {
  test('is given for a question that it does not understand, with one that it does', async () => {
    const { ask, opened } = await started()
    expect(readReply((await ask(ada, await opened(ada), 'weather in Lisbon')).data, 'c')).toEqual({
      ok: false,
      failure: {
        kind: 'assistant-error',
        code: 'NOT_UNDERSTOOD',
        tool: 'SEARCH',
        text: `I did not understand "weather in Lisbon". Try "${question}".`,
      },
    })
  })

  test('is given for an answer that takes too long, which is aborted', async () => {
    let stopped = false
    const never: Answering = (_question, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (stopped = true)))
    const { ask, opened } = await started({ answer: never, deadlineMs: 20 })
    expect(readReply((await ask(ada, await opened(ada))).data, 'c')).toMatchObject({
      failure: { kind: 'assistant-error', code: 'TIMEOUT', text: 'The answer took too long to compute.' },
    })
    expect(stopped).toBe(true)
  })

  test('is given for an internal error, with a reference and without the error’s text', async () => {
    const { ask, opened, reported } = await started({
      answer: () => Promise.reject(new Error('secret detail')),
    })
    const reply = readReply((await ask(ada, await opened(ada))).data, 'c')
    expect(reply).toMatchObject({ failure: { kind: 'assistant-error', code: 'INTERNAL' } })
    expect(JSON.stringify(reply)).toMatch(/reference [0-9a-f]{8}/)
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(reported).toHaveLength(1)
  })

  test('earlier questions are passed along with the next one', async () => {
    const messages: unknown[] = []
    const { ask, opened } = await started({
      answer: (asked, context) => {
        messages.push([asked, context.asked, context.worksheet.name, context.person])
        return fixedAnswers(asked, context)
      },
    })
    const id = await opened(ada)
    await ask(ada, id, 'first')
    await ask(ada, id, 'second')
    expect(messages).toEqual([
      ['first', [], 'Stablecoins', 'local|ada'],
      ['second', ['first'], 'Stablecoins', 'local|ada'],
    ])
  })
})
