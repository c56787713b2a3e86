import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startLocalTokenService } from './local-services'
import { stateChanges, streamChecks, type StateChange } from './stream'

const origin = 'http://localhost:4300'

/** A flag service with a stream, with variants of each part as a team might write it. */
interface StreamingService {
  /** Value of `eventStreams`. */
  readonly streams: (own: string) => unknown
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Texts sent when the stream opens, and when a flag changes. */
  readonly opening: string
  readonly change: string
  /** When the stream ends, if it does. */
  readonly ends: 'on opening' | 'on a change' | null
  /** Whether the response with the flags is cut off. */
  readonly isCut: boolean
  /** Results of state changes. */
  readonly states: Partial<Record<'setup' | 'teardown', StateChange>>
  readonly announcedMs?: number
  readonly deadlineMs?: number
}

const keeps: StreamingService = {
  streams: (own) => [{ type: 'sse', url: `${own}/changes` }],
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'access-control-allow-origin': origin },
  opening: ': welcome\n\n',
  change: 'id: 1\r\ndata: {"type":"refetchEvaluation",\r\ndata: "lastModified":1795262700}\r\n\r\n',
  ends: null,
  isCut: false,
  states: {},
}

/** All rows about the stream of such a service. */
async function rowsOf(service: Partial<StreamingService>, streamOrigin: string | null = null) {
  const { streams, status, headers, opening, change, ends, isCut, states, announcedMs, deadlineMs } = {
    ...keeps,
    ...service,
  }
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.method === 'POST' && isCut) {
      response.writeHead(200, { 'content-length': '1000' }).write('{')
      return void setImmediate(() => response.destroy())
    }
    if (request.method === 'POST')
      return void response.end(JSON.stringify({ flags: [], eventStreams: streams(own) }))
    response.writeHead(status, headers).write(opening)
    if (ends === 'on opening') response.end()
    else open.add(response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rows = await streamChecks({
    baseUrl: own,
    origin,
    streamOrigin: streamOrigin === 'own' ? own : streamOrigin,
    ...(announcedMs !== undefined && { announcedMs }),
    ...(deadlineMs !== undefined && { deadlineMs }),
    async changeState(_state, action) {
      for (const response of action === 'setup' ? open : []) {
        if (ends === 'on a change') response.end()
        else response.write(change)
      }
      return states[action] ?? 'changed'
    },
  })
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
  return rows
}

const names = (rows: Awaited<ReturnType<typeof rowsOf>>): readonly string[] =>
  rows.map(({ description }) => description)

test('a service with a stream meets every row, one without has none', async () => {
  const rows = await rowsOf({}, 'own')
  expect(rows.filter(({ passed, reasons }) => !passed || reasons.length > 0)).toEqual([])
  expect(names(rows)).toEqual([
    'browser stream address: GET /changes',
    'browser stream answer: GET /changes',
    'browser stream origin: GET /changes',
    'browser stream stays open: GET /changes',
    'browser stream message: GET /changes',
  ])
  const endpoint = await rowsOf({ streams: () => [{ type: 'sse', endpoint: { requestUri: '/changes' } }] })
  expect(endpoint.every(({ passed }) => passed)).toBe(true)
  expect(await rowsOf({ streams: () => [] })).toEqual([])
  expect(await rowsOf({ streams: () => undefined })).toEqual([])
})

test.each<[drift: string, service: Partial<StreamingService>, row: string, reason: RegExp]>([
  [
    'an address without a host',
    { streams: () => [{ type: 'sse', url: '/changes' }] },
    'address',
    /no address/,
  ],
  ['another status', { status: 503 }, 'answer', /answered with 503/],
  [
    'JSON in place of events',
    { headers: { ...keeps.headers, 'content-type': 'application/json' } },
    'answer',
    /of type application\/json/,
  ],
  [
    'no CORS',
    { headers: { 'content-type': 'text/event-stream' } },
    'origin',
    /no Access-Control-Allow-Origin/,
  ],
  ['a stream that ends', { ends: 'on opening' }, 'stays open', /ended after \d+ ms/],
  ['a stream that ends when a flag changes', { ends: 'on a change' }, 'message', /ended after \d+ ms/],
  [
    'an event with a name',
    { change: 'event: change\ndata: {"type":"refetchEvaluation"}\n\n', announcedMs: 1_000 },
    'message',
    /"change"/,
  ],
  [
    'another type',
    { change: 'data: {"type":"refetch"}\n\n', announcedMs: 1_000 },
    'message',
    /refetchEvaluation/,
  ],
  [
    'a tag as a number',
    { change: 'data: {"type":"refetchEvaluation","etag":1}\n\n', announcedMs: 1_000 },
    'message',
    /etag as a text/,
  ],
  [
    'an event that never ends',
    { change: 'data: {"type":"refetchEvaluation"}\n', announcedMs: 100 },
    'message',
    /no event within 100 ms/,
  ],
  [
    'no word of a change, for longer than an answer may take to begin',
    { change: ': nothing\n\n', announcedMs: 1_500, deadlineMs: 1_000 },
    'message',
    /no event within 1500 ms/,
  ],
  [
    'a state that cannot be brought about',
    { states: { setup: { problem: 'setup was answered with 500' } } },
    'message',
    /setup was answered with 500/,
  ],
  [
    'a state that cannot be undone',
    { states: { teardown: { problem: 'teardown: no answer' } } },
    'message',
    /teardown: no answer/,
  ],
])('%s is one failed row', async (_drift, service, row, reason) => {
  const failed = (await rowsOf(service)).filter(({ passed }) => !passed)
  expect(names(failed).map((name) => name.replace(/^browser stream |: GET .*/g, ''))).toEqual([row])
  expect(failed[0]?.reasons.join('\n')).toMatch(reason)
})

test('an answer that breaks off names no stream, and a service without that state is only listened to', async () => {
  expect(await rowsOf({ isCut: true })).toEqual([])
  const rows = await rowsOf({ states: { setup: 'unsupported' } })
  expect(rows.every(({ passed }) => passed)).toBe(true)
})

test.each([
  [200, 'changed'],
  [404, 'unsupported'],
  [501, 'unsupported'],
  [401, { problem: 'setup of "a flag" was answered with 401' }],
  [500, { problem: 'setup of "a flag" was answered with 500' }],
])('a state that is answered with %i is %j', async (status, change) => {
  const server = createServer((_request, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const stateUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await stateChanges({ stateUrl, verificationId: 'one' })('a flag', 'setup')).toEqual(change)
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
})

test('a stream on an origin that the portal does not follow is refused, and of another kind passed over', async () => {
  const [elsewhere, ...more] = await rowsOf({}, 'https://flags.example.com')
  expect(elsewhere?.reasons.join('')).toMatch(
    /on http:\/\/127.* follows streams on https:\/\/flags\.example\.com/,
  )
  expect(more).toEqual([])
  const [other] = await rowsOf({ streams: (own) => [{ type: 'websocket', url: own }] })
  expect([other?.passed, other?.reasons.join('')]).toEqual([
    true,
    expect.stringContaining('follows no stream'),
  ])
})

test('the embedded service announces a change that the state brings about', async () => {
  const service = await startLocalTokenService()
  const states: string[] = []
  const changed = stateChanges({ stateUrl: `${service.origin}/_pact/state`, verificationId: 'one' })
  const rows = await streamChecks({
    baseUrl: service.origin,
    origin,
    streamOrigin: null,
    async changeState(state, action) {
      const change = await changed(state, action)
      states.push(`${action}: ${JSON.stringify(change)}`)
      return change
    },
  })
  const flags = await fetch(`${service.origin}/ofrep/v1/evaluate/flags`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"context":{"targetingKey":"anonymous"}}',
  })
  const left = await flags.text()
  await service.close()
  expect(rows.map(({ passed }) => passed)).toEqual([true, true, true, true, true])
  expect(rows.at(-1)?.reasons).toEqual([])
  expect(states).toEqual(['setup: "changed"', 'teardown: "changed"'])
  expect(left).not.toContain('contract-verification')
})
