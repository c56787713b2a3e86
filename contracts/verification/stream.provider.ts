import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startLocalTokenService } from './local-services'
import { streamChecks } from './stream'

const origin = 'http://localhost:4300'

/** A flag service with a stream, each part of it as a team may have written it. */
interface StreamingService {
  /** What stands in `eventStreams`. */
  readonly streams: (own: string) => unknown
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What is sent when the stream opens, and when a flag changes. */
  readonly opening: string
  readonly change: string
  /** It ends when it has said the first. */
  readonly ends: boolean
}

const keeps: StreamingService = {
  streams: (own) => [{ type: 'sse', url: `${own}/changes` }],
  status: 200,
  headers: { 'content-type': 'text/event-stream; charset=utf-8', 'access-control-allow-origin': origin },
  opening: ': welcome\n\n',
  change: 'id: 1\r\ndata: {"type":"refetchEvaluation",\r\ndata: "lastModified":1795262700}\r\n\r\n',
  ends: false,
}

/** Every row about the stream of such a service. */
async function rowsOf(service: Partial<StreamingService>, streamOrigin: string | null = null) {
  const { streams, status, headers, opening, change, ends } = { ...keeps, ...service }
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      return void response.end(JSON.stringify({ flags: [], eventStreams: streams(own) }))
    response.writeHead(status, headers).write(opening)
    if (ends) response.end()
    else open.add(response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rows = await streamChecks({
    baseUrl: own,
    origin,
    streamOrigin: streamOrigin === 'own' ? own : streamOrigin,
    announcedMs: 100,
    async changeState(_state, action) {
      if (action === 'setup') for (const response of open) response.write(change)
      return true
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
  ['a stream that ends', { ends: true }, 'stays open', /ended after \d+ ms/],
  [
    'an event with a name',
    { change: 'event: change\ndata: {"type":"refetchEvaluation"}\n\n' },
    'message',
    /"change"/,
  ],
  ['another type', { change: 'data: {"type":"refetch"}\n\n' }, 'message', /refetchEvaluation/],
  [
    'a tag as a number',
    { change: 'data: {"type":"refetchEvaluation","etag":1}\n\n' },
    'message',
    /etag as a text/,
  ],
  [
    'an event that never ends',
    { change: 'data: {"type":"refetchEvaluation"}\n' },
    'message',
    /no event within 100 ms/,
  ],
])('%s is one failed row', async (_drift, service, row, reason) => {
  const failed = (await rowsOf(service)).filter(({ passed }) => !passed)
  expect(names(failed).map((name) => name.replace(/^browser stream |: GET .*/g, ''))).toEqual([row])
  expect(failed[0]?.reasons.join('\n')).toMatch(reason)
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
  const rows = await streamChecks({
    baseUrl: service.origin,
    origin,
    streamOrigin: null,
    async changeState(state, action) {
      const change = { method: 'POST', headers: { 'content-type': 'application/json' } }
      const reply = await fetch(`${service.origin}/_pact/state`, {
        ...change,
        body: JSON.stringify({ state, action }),
      })
      states.push(`${action} ${reply.status}`)
      return reply.ok
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
  expect(states).toEqual(['setup 200', 'teardown 200'])
  expect(left).not.toContain('contract-verification')
})
