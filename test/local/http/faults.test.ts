import { readFileSync } from 'node:fs'
import { expect, test, describe, afterEach, vi } from 'vitest'
import fastify from 'fastify'
import {
  createFaults,
  faultKinds,
  faultServices,
  addFaults,
  withFaults,
  registerFaultControl,
  type FaultRule,
  type Faults,
} from '../../../local/http/faults'
import { defaultPorts, portVariables } from '../../../local/http/addresses'
import { people, seededPassword } from '../../../local/identity/people'
import { listen, serveApp, type ListeningService } from '../../../local/http/listen'

describe('faults', () => {
  const get = (path: string) => ({ method: 'GET', path })

  test('without rules every request passes and is counted', () => {
    const faults = createFaults()
    expect(faults.take('token-service', get('/api/token'))).toBeNull()
    expect(faults.take('token-service', get('/api/token'))).toBeNull()
    expect(faults.take('flags', { ...get('/eval/secret'), countedAs: '/eval/*' })).toBeNull()
    expect(faults.counts()).toEqual({ 'token-service': { 'GET /api/token': 2 }, flags: { 'GET /eval/*': 1 } })
    faults.clearCounts()
    expect(faults.counts()).toEqual({})
  })

  test('two thousand paths of a service are counted each, and the rest together', () => {
    const faults = createFaults()
    for (let at = 0; at < 2_500; at += 1) faults.take('portal', get(`/${at}`))
    faults.take('portal', get('/7'))
    const counts = faults.counts().portal ?? {}
    expect([Object.keys(counts).length, counts['GET /7'], counts['GET …']]).toEqual([2_001, 2, 500])
  })

  test('a rule acts on its own service, path and method only', () => {
    const faults = createFaults()
    faults.add({ service: 'token-service', kind: 'status', match: '/api/token-auth', method: 'GET' })
    expect(faults.take('token-service', get('/api/token-authenticated'))?.kind).toBe('status')
    expect(faults.take('token-service', get('/api/token'))).toBeNull()
    expect(faults.take('flags', get('/api/token-authenticated'))).toBeNull()
    expect(faults.take('token-service', { method: 'POST', path: '/api/token-authenticated' })).toBeNull()
  })

  test('an expression after a tilde chooses paths exactly', () => {
    const faults = createFaults()
    faults.add({ service: 'token-service', kind: 'drop', match: '~^/api/token$' })
    expect(faults.take('token-service', get('/api/token'))?.kind).toBe('drop')
    expect(faults.take('token-service', get('/api/token-authenticated'))).toBeNull()
  })

  test('preflights pass unless a rule names OPTIONS', () => {
    const faults = createFaults()
    faults.add({ service: 'flags', kind: 'status' })
    expect(faults.take('flags', { method: 'OPTIONS', path: '/' })).toBeNull()
    faults.replace([{ service: 'flags', kind: 'status', method: 'OPTIONS' }])
    expect(faults.take('flags', { method: 'OPTIONS', path: '/' })?.kind).toBe('status')
  })

  test('after and times choose which requests fail', () => {
    const faults = createFaults()
    faults.add({ service: 'identity', kind: 'status', after: 1, times: 2 })
    const outcomes = Array.from({ length: 5 }, () => faults.take('identity', get('/'))?.kind ?? 'pass')
    expect(outcomes).toEqual(['pass', 'status', 'status', 'pass', 'pass'])
  })

  test('rules act one after another: the first that applies wins', () => {
    const faults = createFaults()
    faults.replace([
      { service: 'token-service', kind: 'status', status: 503, times: 1 },
      { service: 'token-service', kind: 'status', status: 429, times: 1 },
    ])
    const statuses = Array.from({ length: 3 }, () => faults.take('token-service', get('/'))?.status)
    expect(statuses).toEqual([503, 429, undefined])
  })

  test('a clock rule shifts the clock and lets requests pass', () => {
    const faults = createFaults()
    faults.add({ service: 'identity', kind: 'clock', milliseconds: -600_000 })
    expect(faults.clockOffset('identity')).toBe(-600_000)
    expect(faults.clockOffset('token-service')).toBe(0)
    expect(faults.take('identity', get('/'))).toBeNull()
  })

  test('clearing takes away the rules of one service or of all', () => {
    const faults = createFaults()
    faults.replace([
      { service: 'flags', kind: 'hang' },
      { service: 'identity', kind: 'hang' },
    ])
    faults.clear('flags')
    expect(faults.rules().map(({ service }) => service)).toEqual(['identity'])
    faults.clear()
    expect(faults.rules()).toEqual([])
  })

  test('watchers are notified of added and replaced rules until they unsubscribe', () => {
    const faults = createFaults()
    const announced: FaultRule[] = []
    const stop = faults.watch((rule) => announced.push(rule))
    faults.add({ service: 'flag-stream', kind: 'drop' })
    faults.replace([{ service: 'flag-stream', kind: 'reply' }])
    stop()
    faults.add({ service: 'flag-stream', kind: 'hang' })
    expect(announced.map(({ kind }) => kind)).toEqual(['drop', 'reply'])
  })

  test('a broken expression is refused and leaves the old rules', () => {
    const faults = createFaults()
    faults.add({ service: 'flags', kind: 'hang' })
    expect(() => faults.replace([{ service: 'flags', kind: 'drop', match: '~(' }])).toThrow(SyntaxError)
    expect(faults.rules().map(({ kind }) => kind)).toEqual(['hang'])
  })
})

describe('documented faults', () => {
  const text = readFileSync('docs/local-stack.md', 'utf8')

  test.each<readonly [string, readonly string[]]>([
    ['service', faultServices],
    ['kind of fault', faultKinds],
    ['seeded person', people.map(({ email }) => email)],
    ['port variable', Object.values(portVariables)],
    ['password', [seededPassword]],
  ])('docs/local-stack.md names every %s', (_name, names) => {
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  test('docs/local-stack.md names every default port', () => {
    expect(Object.values(defaultPorts).filter((port) => !text.includes(`:${port}\``))).toEqual([])
  })
})

const running: ListeningService[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

const sample = { name: 'sample', port: 0, variable: 'ASSAY_SAMPLE_PORT' }

async function keep(service: Promise<ListeningService>) {
  running.push(await service)
  return (await service).origin
}

const starts: Record<string, (faults: Faults) => Promise<string>> = {
  'plain handler': (faults) =>
    keep(
      listen({
        ...sample,
        handler: withFaults(faults, 'identity', (_request, response) => response.end('well'), {
          countedAs: (path) => path.replace(/[^/]+$/, '*'),
          headers: () => ({ 'access-control-allow-origin': 'http://localhost:4300' }),
        }),
      }),
    ),
  'Fastify scope': async (faults) => {
    const app = fastify()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-allow-origin', 'http://localhost:4300')
    })
    addFaults(app, faults, 'identity', (path) => path.replace(/[^/]+$/, '*'))
    app.get('/*', async () => 'well')
    return keep(serveApp(app, sample))
  },
}

test('a handler that throws answers 500, and the next request is served', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const origin = await keep(
    listen({
      ...sample,
      handler: withFaults(createFaults(), 'identity', (request, response) => {
        if (request.url === '/broken')
          throw new Error(`broken on purpose\u001b[2J${'a whole answer '.repeat(9_000)}`)
        response.end('well')
      }),
    }),
  )
  const { status, headers } = await fetch(`${origin}/broken`)
  expect([status, headers.get('content-security-policy')]).toEqual([
    500,
    "default-src 'none'; frame-ancestors 'none'",
  ])
  const [[name, line]] = logged.mock.calls as [[string, string]]
  expect(name).toBe('identity:')
  expect(line).toContain('broken on purpose')
  // A log is read in a terminal, so it must not contain whole responses.
  expect(line.length).toBeLessThan(2_010)
  expect(line).not.toContain('\u001b')
  expect(await (await fetch(`${origin}/other`)).text()).toBe('well')
})

describe.each(Object.entries(starts))('%s', (_name, start) => {
  test('passes without a rule, and counts under the grouped path', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    expect(await (await fetch(`${origin}/a/one?x=1`)).text()).toBe('well')
    await fetch(`${origin}/a/two`)
    expect(faults.counts()).toEqual({ identity: { 'GET /a/*': 2 } })
  })

  test('a status fault carries its headers and those of the service', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    faults.add({ service: 'identity', kind: 'status', status: 429, headers: { 'retry-after': '7' } })
    const reply = await fetch(`${origin}/x`)
    expect(reply.status).toBe(429)
    expect(reply.headers.get('retry-after')).toBe('7')
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:4300')
    expect(await reply.text()).toContain('A fault switch makes the')
  })

  test('a reply fault returns the given response each time', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    faults.add({ service: 'identity', kind: 'reply', contentType: 'text/html', body: '<p>', repeat: 3 })
    const reply = await fetch(`${origin}/x`)
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      200,
      'text/html',
      '<p><p><p>',
    ])
  })

  test('a delay answers as usual, later', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    faults.add({ service: 'identity', kind: 'delay', milliseconds: 300 })
    const began = performance.now()
    expect(await (await fetch(`${origin}/late`)).text()).toBe('well')
    // A minimum only, because a busy machine may add any delay. A timer may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(290)
  })

  test('a drop cuts the connection', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    faults.add({ service: 'identity', kind: 'drop', times: 1 })
    await expect(fetch(`${origin}/x`)).rejects.toThrow('fetch failed')
    expect(await (await fetch(`${origin}/x`)).text()).toBe('well')
  })

  test('a hang never answers', async () => {
    const faults = createFaults()
    const origin = await start(faults)
    faults.add({ service: 'identity', kind: 'hang', times: 1 })
    const giveUp = new AbortController()
    const hung = fetch(`${origin}/x`, { signal: giveUp.signal }).then(
      () => 'answered',
      () => 'given up',
    )
    // Waits for the first request, because of two concurrent ones the second may arrive first and hang instead.
    await vi.waitFor(() => expect(faults.counts()).toEqual({ identity: { 'GET /*': 1 } }))
    expect(await (await fetch(`${origin}/x`)).text()).toBe('well')
    expect(await Promise.race([hung, Promise.resolve('waiting')])).toBe('waiting')
    giveUp.abort()
    expect(await hung).toBe('given up')
  })
})

describe('control surface', () => {
  async function control() {
    const faults = createFaults()
    const app = fastify()
    registerFaultControl(app, faults)
    return { faults, address: await keep(serveApp(app, sample)) }
  }
  const put = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${address}/_local/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('PUT replaces the rules, GET returns them, DELETE removes them', async () => {
    const { faults, address } = await control()
    const rule = { service: 'flags', kind: 'status', status: 500, times: 2 }
    expect(await (await put(address, rule)).json()).toEqual({ rules: [rule] })
    expect((await put(address, [rule, { service: 'portal', kind: 'hang' }])).status).toBe(200)
    expect(await (await fetch(`${address}/_local/faults`)).json()).toEqual({ rules: faults.rules() })
    expect(faults.rules()).toHaveLength(2)
    await fetch(`${address}/_local/faults`, { method: 'DELETE' })
    expect(faults.rules()).toEqual([])
  })

  test.each([
    [{ service: 'nobody', kind: 'status' }, '0.service'],
    [{ service: 'flags', kind: 'explode' }, '0.kind'],
    [{ service: 'flags', kind: 'status', status: 99 }, '0.status'],
    [{ service: 'flags', kind: 'status', match: '~(' }, '0.match'],
    [{ service: 'flags', kind: 'status', tiems: 1 }, '0.tiems'],
  ])('refuses %j and says where it is wrong', async (rule, path) => {
    const { faults, address } = await control()
    const reply = await put(address, rule)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({ error: expect.stringContaining(path) })
    expect(faults.rules()).toEqual([])
  })

  test('counts can be read and reset', async () => {
    const { faults, address } = await control()
    faults.take('bi-host', { method: 'GET', path: '/' })
    expect(await (await fetch(`${address}/_local/counts`)).json()).toEqual({
      counts: { 'bi-host': { 'GET /': 1 } },
    })
    await fetch(`${address}/_local/counts`, { method: 'DELETE' })
    expect(faults.counts()).toEqual({})
  })

  test('a page of any other origin is refused, even one of this machine', async () => {
    const { faults, address } = await control()
    const rule = { service: 'flags', kind: 'hang' }
    for (const origin of ['https://portal.example', 'null', 'http://localhost:4300', 'http://127.0.0.1:4301'])
      expect((await put(address, rule, { origin })).status).toBe(403)
    // An image request from another site's page has no Origin header, but Sec-Fetch-Site.
    const counts = await fetch(`${address}/_local/counts`, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(counts.status).toBe(403)
    expect(faults.rules()).toEqual([])
    expect((await put(address, rule, { origin: new URL(address).origin })).status).toBe(200)
  })
})
