import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryResearchAssistant } from '../../../src/adapters/research-assistant/memory-research-assistant'
import { thoughtSpotResearchAssistant } from '../../../src/adapters/research-assistant/thoughtspot/thoughtspot-graphql-research-assistant'
import type { ResearchAssistant, ResearchFailure } from '../../../src/core/ports/research-assistant'
import {
  fullAnswer,
  researchAssistantSuite,
  type AssistantTrouble,
  type AssistantWorld,
} from '../../conformance/research-assistant.suite'
import { conforms, rejects, type Candidate } from '../../conformance/suite'
import { answerOnTheWire } from './answer-on-the-wire'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  readConversation,
  readReply,
} from '../../../src/adapters/research-assistant/thoughtspot/conversation-replies'

const known = { question: 'supply by chain', answer: fullAnswer }

const failures: Readonly<Record<AssistantTrouble, ResearchFailure>> = {
  rejected: { kind: 'assistant-rejected' },
  refused: { kind: 'assistant-refused', status: 403 },
  unavailable: { kind: 'assistant-unavailable', status: 503 },
  unreachable: { kind: 'assistant-unreachable' },
}

const memory: Candidate<AssistantWorld> = {
  name: 'memory',
  claims: undefined,
  make() {
    const assistant = memoryResearchAssistant(new Map([[known.question, fullAnswer]]))
    let sent = 0
    return {
      assistant: {
        open: (worksheetId) => assistant.open(worksheetId),
        ask(...message) {
          sent += 1
          return assistant.ask(...message)
        },
      },
      sent: () => sent,
      known,
      next: (trouble) => assistant.failNext(failures[trouble]),
      received: () => assistant.asked.map(({ messageId, text }) => ({ id: messageId, text })),
    }
  },
}

interface WireWorld extends AssistantWorld {
  readonly server: Server
  /** The contract breaks that the adapter has reported. */
  readonly drifts: readonly string[]
}

interface Sent {
  readonly operationName: string
  readonly variables: {
    readonly params: {
      readonly msg?: {
        readonly msgId: string
        readonly data: { readonly userCmdData: { readonly cmdText: string } }
      }
    }
  }
}

/** A GraphQL endpoint that returns what it is told to, with these errors; real HTTP between it and the adapter. */
async function wireWorld(errors?: readonly object[]): Promise<WireWorld> {
  const drifts: string[] = []
  let trouble: AssistantTrouble | undefined
  let conversations = 0
  let sent = 0
  const received: { id: string; text: string }[] = []
  const reply = (sent: Sent): unknown => {
    const message = sent.variables.params.msg
    if (message === undefined) {
      conversations += 1
      return { ConvAssist__createConversation: { convId: `conversation-${conversations}`, initialCtx: null } }
    }
    const text = message.data.userCmdData.cmdText
    received.push({ id: message.msgId, text })
    return {
      ConvAssist__sendMessage: answerOnTheWire(
        message.msgId,
        text === known.question ? fullAnswer : `I did not understand "${text}".`,
      ),
    }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if ((JSON.parse(body) as Sent).variables.params.msg !== undefined) sent += 1
      const now = trouble
      trouble = undefined
      response.setHeader('content-type', 'application/json')
      if (now === 'refused') return response.writeHead(403).end('{}')
      if (now === 'unavailable') return response.writeHead(503).end('busy')
      if (now === 'unreachable') return request.socket.destroy()
      if (now === 'rejected')
        return response.end(JSON.stringify({ data: null, errors: [{ message: 'no such field' }] }))
      return response.end(JSON.stringify({ data: reply(JSON.parse(body) as Sent), errors }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    server,
    drifts,
    known,
    next: (given) => {
      trouble = given
    },
    received: () => received,
    sent: () => sent,
    assistant: thoughtSpotResearchAssistant({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeZone: 'UTC',
      tokens: {
        token: async () => ({ ok: true, value: { value: 'token', serverTime: null } }),
        drop: () => undefined,
      },
      drift: (path) => drifts.push(path),
    }),
  }
}

const endWire = ({ server }: WireWorld): Promise<void> => {
  server.closeAllConnections()
  return new Promise((resolve) => void server.close(() => resolve()))
}

conforms(researchAssistantSuite, memory)
conforms(researchAssistantSuite, {
  name: 'ThoughtSpot GraphQL',
  claims: undefined,
  make: () => wireWorld(),
  dispose: endWire,
})

it('returns the answer of a partly failed reply, and reports the failure', async () => {
  const world = await wireWorld([{ message: 'Could not load data', path: ['ConvAssist__sendMessage'] }])
  const opened = await world.assistant.open('w')
  if (!opened.ok) throw new Error(opened.failure.kind)
  const reply = await world.assistant.ask(opened.value, { id: 'm-1', text: known.question })
  expect(reply).toMatchObject({ ok: true, value: { answer: fullAnswer } })
  expect(world.drifts).toEqual(['errors', 'errors'])
  await endWire(world)
})

const broken = (
  name: string,
  breaks: string,
  change: (assistant: ResearchAssistant) => Partial<ResearchAssistant>,
) => ({
  ...memory,
  name,
  breaks,
  async make() {
    const world = await memory.make()
    return { ...world, assistant: { ...world.assistant, ...change(world.assistant) } }
  },
})

rejects(researchAssistantSuite, [
  broken(
    'opens conversations without a worksheet',
    'opens no conversation without a worksheet',
    (assistant) => ({
      open: (worksheetId) => assistant.open(worksheetId === '' ? 'default' : worksheetId),
    }),
  ),
  broken('drops the reasoning', 'returns every field of the first suggestion', (assistant) => ({
    async ask(conversation, message) {
      const reply = await assistant.ask(conversation, message)
      if (!reply.ok) return reply
      const answer = {
        ...reply.value.answer,
        reasoning: { assumptions: [], clarifications: [], interpretation: '' },
      }
      return { ok: true, value: { ...reply.value, answer } }
    },
  })),
  broken('trims the text', 'sends the text unchanged, once, with the given id', (assistant) => ({
    ask: (conversation, message) => assistant.ask(conversation, { ...message, text: message.text.trim() }),
  })),
  broken('retries', 'never retries by itself', (assistant) => ({
    async ask(conversation, message) {
      const reply = await assistant.ask(conversation, message)
      if (reply.ok || reply.failure.kind !== 'assistant-unavailable') return reply
      await assistant.ask(conversation, message)
      return reply
    },
  })),
  broken('resends a refused message', 'does not resend a refused message', (assistant) => ({
    async ask(conversation, message) {
      const reply = await assistant.ask(conversation, message)
      const refused = !reply.ok && reply.failure.kind === 'assistant-refused'
      if (refused) await assistant.ask(conversation, message)
      return reply
    },
  })),
])

it('reads a conversation by its id only, whatever else the vendor returns', () => {
  for (const initialCtx of [undefined, null, 7, { tsAnsCtx: { sessionId: 4 } }]) {
    expect(readConversation({ convId: 'c', initialCtx }, 'w')).toEqual({
      ok: true,
      value: { id: 'c', sourceId: 'w' },
    })
  }
})

it('reads absent lists and nulls as empty, not as a broken reply', () => {
  const bare = { sessionId: 's', genNo: 0, stateKey: { transactionId: 't', generationNumber: 0 } }
  const reply = readReply(
    {
      responses: [{ msgId: 'm', data: { asstRespData: { nlsAnsData: { sageQuerySuggestions: [bare] } } } }],
    },
    'c',
  )
  expect(reply).toMatchObject({
    ok: true,
    value: {
      answer: { tokens: [], table: [], visualization: null, sqlQuery: null, cached: false },
    },
  })
})

it.each([
  [{ responses: [] }, 'responses.0'],
  [
    { responses: [{ msgId: 'm', data: {} }] },
    'responses.0.data.asstRespData.nlsAnsData.sageQuerySuggestions.0',
  ],
  [{ responses: [{ msgId: 7, data: {} }] }, 'responses.0.msgId'],
  [null, ''],
])('reports the path where %j breaks the contract, and nothing of its content', (data, path) => {
  expect(readReply(data, 'c')).toEqual({ ok: false, failure: { kind: 'assistant-malformed', path } })
})

it('never throws, whatever the reply', () => {
  fc.assert(
    fc.property(fc.anything(), (data) => {
      const reply = readReply(data, 'c')
      return reply.ok || reply.failure.kind.startsWith('assistant-')
    }),
  )
})

const messageWith = (columns: readonly { readonly type: string; readonly dataValue: unknown }[]) => {
  const columnDataLite = columns.map(({ type, dataValue }, at) => ({
    columnId: `c${at}`,
    columnName: `c${at}`,
    columnDataType: type,
    dataValue,
  }))
  const stateKey = { transactionId: 't', generationNumber: 0 }
  const found = { sessionId: 's', genNo: 0, stateKey, tableData: { columnDataLite } }
  const data = { asstRespData: { nlsAnsData: { sageQuerySuggestions: [found] } } }
  return { responses: [{ msgId: 'm', data }] }
}

const replyWith = (columns: Parameters<typeof messageWith>[0]) => {
  const drifts: string[] = []
  const reply = readReply(messageWith(columns), 'c', (path) => drifts.push(path))
  return { values: reply.ok && reply.value.answer.table.map(({ values }) => values), drifts }
}

it('reads the values of a column as a list or as its JSON text', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(cell), (values) => {
      const dataValue = JSON.stringify(values)
      const list: unknown = JSON.parse(dataValue)
      const read = replyWith([
        { type: 'VARCHAR', dataValue: list },
        { type: 'VARCHAR', dataValue },
      ])
      expect(read).toEqual({ values: [list, list], drifts: [] })
    }),
  )
})

it('reads a day as text or in seconds since the epoch, and a number as a day only in a column of dates', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const seconds = Date.parse(iso) / 1_000
      const dataValue = [iso, seconds, { v: { s: seconds } }]
      expect(
        replyWith([
          { type: 'DATE', dataValue },
          { type: 'DOUBLE', dataValue: [seconds] },
        ]),
      ).toEqual({
        values: [[iso, iso, iso], [seconds]],
        drifts: [],
      })
    }),
  )
  expect(replyWith([{ type: 'DATE_TIME', dataValue: '[{"v":{"s":1795183200}}]' }]).values).toEqual([
    ['2026-11-20T14:00:00Z'],
  ])
})

it('reads days and times in the cluster’s time zone', async () => {
  const at = (moment: string): number => Date.parse(moment) / 1_000
  const dataValue = [at('2025-12-31T18:15:00Z'), { v: { s: at('2026-01-01T04:15:00Z') } }, '2026-01-01']
  const assistant = thoughtSpotResearchAssistant({
    baseUrl: 'http://bi.example',
    timeZone: 'Asia/Kathmandu',
    tokens: {
      token: async () => ({ ok: true, value: { value: 'token', serverTime: null } }),
      drop: () => undefined,
    },
    fetch: async () =>
      Response.json({ data: { ConvAssist__sendMessage: messageWith([{ type: 'DATE_TIME', dataValue }]) } }),
  })
  const reply = await assistant.ask({ id: 'c', sourceId: 'w' }, { id: 'm', text: known.question })
  expect(reply.ok && reply.value.answer.table.map(({ values }) => values)).toEqual([
    ['2026-01-01', '2026-01-01T10:00:00+05:45', '2026-01-01'],
  ])
})

it('reports values of any other form once, and reads the others of the table', () => {
  const path = 'tableData.columnDataLite.*.dataValue'
  const odd = [7, {}, 'no JSON', '{"a":1}'].map((dataValue) => ({ type: 'DOUBLE', dataValue }))
  expect(replyWith([...odd, { type: 'DOUBLE', dataValue: [1] }])).toEqual({
    values: [[], [], [], [], [1]],
    drifts: [path],
  })
  expect(replyWith([{ type: 'DATE', dataValue: [1e15, { v: 7 }, '2026-11-20'] }])).toEqual({
    values: [[null, null, '2026-11-20']],
    drifts: [path],
  })
  expect(replyWith([{ type: 'DOUBLE', dataValue: null }])).toEqual({ values: [[]], drifts: [] })
})
