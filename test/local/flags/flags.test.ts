import { localEnvironmentId } from '../../../local/http/addresses'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { address, portal, readEvents, startFlagService, type EventReader, type FlagService } from './service'

const running: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of running.splice(0).toReversed()) await one.close()
})

async function start(text?: string): Promise<FlagService> {
  const service = await startFlagService(text)
  running.push(service)
  return service
}

async function events(url: string, headers?: Record<string, string>): Promise<EventReader> {
  const reader = await readEvents(url, headers)
  running.push(reader)
  return reader
}

const trader = { kind: 'user', key: 'local|trader', email: 'trader@example.com' }
const analyst = { kind: 'user', key: 'local|analyst', email: 'analyst@example.com' }
const evalx = (service: FlagService, context: unknown = analyst, query = '') =>
  `${service.origin}/sdk/evalx/${localEnvironmentId}/contexts/${address(context)}${query}`
const evaluation = (service: FlagService, context: unknown = analyst) =>
  `${service.streamOrigin}/eval/${localEnvironmentId}/${address(context)}`

interface LaunchDarklyFlag {
  readonly value: unknown
  readonly variation: number
  readonly version: number
  readonly reason?: unknown
}
async function flagsOf(url: string, init?: RequestInit) {
  return (await (await fetch(url, init)).json()) as Record<string, LaunchDarklyFlag>
}
async function healthOf(service: FlagService) {
  const reply = await fetch(`${service.origin}/health`)
  return (await reply.json()) as { status: string; flags: { count: number; problem: string | null } }
}

describe('the file', () => {
  test('is made with the committed defaults', async () => {
    const service = await start()
    const flags = await flagsOf(evalx(service))
    expect(Object.fromEntries(Object.entries(flags).map(([key, flag]) => [key, flag.value]))).toEqual({
      'miu-app-enabled': true,
      'miu-query-params-bypass': false,
      'miu-chart-interactions-enabled': true,
      'miu-deep-research-enabled': true,
      'new-feature': false,
      'UI-403': false,
    })
    expect(Object.keys(await service.read())).toHaveLength(6)
  })

  test('that exists is kept', async () => {
    const service = await start('{"own": {"value": "mine"}}')
    expect((await flagsOf(evalx(service)))['own']?.value).toBe('mine')
    expect(await readFile(service.file, 'utf8')).toBe('{"own": {"value": "mine"}}')
  })

  test('a partial write changes nothing and is named in /health until it is fixed', async () => {
    const service = await start('{"a": {"value": 1}}')
    await writeFile(service.file, '{"a": {"val')
    await vi.waitFor(async () => expect((await healthOf(service)).status).toBe('degraded'))
    expect((await healthOf(service)).flags.problem).toContain('not JSON')
    expect((await flagsOf(evalx(service)))['a']?.value).toBe(1)
    await service.save({ a: { value: 2 } })
    await vi.waitFor(async () => expect((await healthOf(service)).status).toBe('ok'))
    expect((await flagsOf(evalx(service)))['a']?.value).toBe(2)
  })

  test('broken from the start gives the defaults', async () => {
    const service = await start('nonsense')
    expect((await healthOf(service)).flags).toMatchObject({
      count: 6,
      problem: expect.stringContaining('not JSON'),
    })
  })

  test('may be replaced or be gone for a while, as editors do', async () => {
    const service = await start('{"a": {"value": 1}}')
    await rm(service.file)
    await vi.waitFor(async () => expect((await healthOf(service)).flags.problem).toContain('missing'))
    expect((await flagsOf(evalx(service)))['a']?.value).toBe(1)
    await writeFile(`${service.file}.new`, '{"a": {"value": 3}}')
    await rename(`${service.file}.new`, service.file)
    await vi.waitFor(async () => expect((await flagsOf(evalx(service)))['a']?.value).toBe(3))
  })

  test('versions increase with every change and stay for unchanged flags', async () => {
    const begun = Date.now()
    const service = await start('{"a": {"value": 1}, "b": {"value": 1}}')
    const before = await flagsOf(evalx(service))
    expect(before['a']?.version).toBeGreaterThanOrEqual(begun)
    await service.save({ a: { value: 2 }, b: { value: 1 } })
    await vi.waitFor(async () => expect((await flagsOf(evalx(service)))['a']?.value).toBe(2))
    const after = await flagsOf(evalx(service))
    expect(after['a']?.version).toBeGreaterThan(before['a']?.version ?? 0)
    expect(after['b']?.version).toBe(before['b']?.version)
  })
})

describe('LaunchDarkly evaluation', () => {
  const ruled = JSON.stringify({
    f: { value: false, rules: [{ attribute: 'email', op: 'in', values: [trader.email], value: true }] },
  })

  test('follows rules on the person, by address and by REPORT alike', async () => {
    const service = await start(ruled)
    for (const [context, value, variation] of [
      [trader, true, 1],
      [analyst, false, 0],
    ] as const) {
      const report = { method: 'REPORT', headers: { 'content-type': 'application/json' } }
      const url = `${service.origin}/sdk/evalx/${localEnvironmentId}/context`
      for (const flags of [
        await flagsOf(evalx(service, context)),
        await flagsOf(url, { ...report, body: JSON.stringify(context) }),
      ])
        expect(flags['f']).toMatchObject({ value, variation, trackEvents: false })
    }
  })

  test('gives reasons when asked', async () => {
    const service = await start(ruled)
    expect((await flagsOf(evalx(service, trader, '?withReasons=true')))['f']?.reason).toEqual({
      kind: 'RULE_MATCH',
      ruleIndex: 0,
    })
    expect((await flagsOf(evalx(service, trader)))['f']).not.toHaveProperty('reason')
  })

  test('takes a context of several thousand characters', async () => {
    const service = await start(ruled)
    const large = { ...trader, note: 'x'.repeat(6000) }
    expect((await flagsOf(evalx(service, large)))['f']?.value).toBe(true)
  })

  test('refuses an unknown environment and an unreadable context', async () => {
    const service = await start()
    expect((await fetch(evalx(service).replace(localEnvironmentId, 'other'))).status).toBe(404)
    expect((await fetch(`${service.origin}/sdk/evalx/${localEnvironmentId}/contexts/%%`)).status).toBe(400)
    expect((await fetch(`${service.origin}/sdk/goals/other`)).status).toBe(404)
  })

  test('has no goals and drops events of any type', async () => {
    const service = await start()
    expect(await (await fetch(`${service.origin}/sdk/goals/${localEnvironmentId}`)).json()).toEqual([])
    for (const [kind, type] of [
      ['bulk', 'application/json'],
      ['diagnostic', 'text/plain;charset=UTF-8'],
    ])
      expect(
        (
          await fetch(`${service.origin}/events/${kind}/${localEnvironmentId}`, {
            method: 'POST',
            headers: { 'content-type': type ?? '' },
            body: '[]',
          })
        ).status,
      ).toBe(202)
  })

  test('can be read by the portal only, and not from a cache', async () => {
    const service = await start()
    const own = await fetch(evalx(service), { headers: { origin: portal } })
    expect(own.headers.get('access-control-allow-origin')).toBe(portal)
    expect(own.headers.get('cache-control')).toBe('no-store')
    const foreign = await fetch(evalx(service), { headers: { origin: 'https://elsewhere.example' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(evalx(service), {
      method: 'OPTIONS',
      headers: { origin: portal, 'access-control-request-method': 'REPORT' },
    })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, REPORT')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-launchdarkly-user-agent')
  })

  test('fails as the fault switches say, and is counted without user names', async () => {
    const service = await start()
    service.faults.add({ service: 'flags', kind: 'status', status: 503, times: 1 })
    expect((await fetch(evalx(service))).status).toBe(503)
    expect((await fetch(evalx(service))).status).toBe(200)
    expect(service.faults.counts()).toEqual({
      flags: { [`GET /sdk/evalx/${localEnvironmentId}/contexts/*`]: 2 },
    })
  })
})

describe('LaunchDarkly stream', () => {
  test('puts everything, then patches and deletes what changed', async () => {
    const service = await start('{"a": {"value": 1}, "b": {"value": 1}}')
    const stream = await events(evaluation(service), { origin: portal })
    expect(stream.reply.headers.get('content-type')).toContain('text/event-stream')
    expect(stream.reply.headers.get('access-control-allow-origin')).toBe(portal)
    const put = await stream.next()
    const all = JSON.parse(put?.data ?? '') as Record<string, LaunchDarklyFlag>
    expect([put?.event, Object.keys(all)]).toEqual(['put', ['a', 'b']])
    await service.save({ a: { value: 2 } })
    const patch = await stream.next()
    const changed = JSON.parse(patch?.data ?? '') as LaunchDarklyFlag
    expect([patch?.event, changed]).toMatchObject(['patch', { key: 'a', value: 2 }])
    expect(changed.version).toBeGreaterThan(all['a']?.version ?? 0)
    const gone = await stream.next()
    const removed = JSON.parse(gone?.data ?? '') as LaunchDarklyFlag
    expect([gone?.event, removed]).toMatchObject(['delete', { key: 'b' }])
    expect(removed.version).toBeGreaterThan(all['b']?.version ?? 0)
  })

  test('sends a user only what changed for them', async () => {
    const service = await start('{"f": {"value": false}, "g": {"value": 1}}')
    const [ofTrader, ofAnalyst] = [
      await events(evaluation(service, trader)),
      await events(evaluation(service)),
    ]
    await Promise.all([ofTrader.next(), ofAnalyst.next()])
    await service.save({
      f: { value: false, rules: [{ attribute: 'email', op: 'in', values: [trader.email], value: true }] },
      g: { value: 2 },
    })
    expect(JSON.parse((await ofTrader.next())?.data ?? '')).toMatchObject({ key: 'f', value: true })
    expect(JSON.parse((await ofTrader.next())?.data ?? '')).toMatchObject({ key: 'g', value: 2 })
    expect(JSON.parse((await ofAnalyst.next())?.data ?? '')).toMatchObject({ key: 'g', value: 2 })
  })

  test('a partial write sends no event', async () => {
    const service = await start('{"a": {"value": 1}}')
    const stream = await events(evaluation(service))
    await stream.next()
    await writeFile(service.file, '{"a": {"value"')
    await vi.waitFor(async () => expect((await healthOf(service)).status).toBe('degraded'))
    await service.save({ a: { value: 5 } })
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ key: 'a', value: 5 })
  })

  test('saves in quick succession are all sent', async () => {
    const service = await start('{"a": {"value": 0}}')
    const stream = await events(evaluation(service))
    await stream.next()
    for (let value = 1; value <= 6; value += 1) {
      await service.save({ a: { value } })
      expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ key: 'a', value })
    }
  })

  test('pings clients that send their context in a body', async () => {
    const service = await start('{"a": {"value": 1}}')
    const stream = await events(`${service.streamOrigin}/ping/${localEnvironmentId}`)
    expect((await stream.next())?.event).toBe('ping')
    await service.save({ a: { value: 2 } })
    expect((await stream.next())?.event).toBe('ping')
  })

  test.each(['/eval/other/e30', '/ping/other', '/elsewhere'])('%s is not found', async (path) => {
    const service = await start()
    expect((await fetch(`${service.streamOrigin}${path}`)).status).toBe(404)
  })

  test('an unreadable context is refused', async () => {
    const service = await start()
    expect((await fetch(`${service.streamOrigin}/eval/${localEnvironmentId}/!!`)).status).toBe(400)
  })

  test('can be cut, and filled with garbage', async () => {
    const service = await start()
    const stream = await events(evaluation(service))
    await stream.next()
    service.faults.add({ service: 'flag-stream', kind: 'reply', body: 'event: patch\ndata: {\n\n', times: 0 })
    expect(await stream.next()).toEqual({ event: 'patch', data: '{' })
    service.faults.replace([{ service: 'flag-stream', kind: 'drop', times: 0 }])
    expect(await stream.next()).toBeNull()
    const again = await events(evaluation(service))
    expect((await again.next())?.event).toBe('put')
  })
})

describe('OFREP', () => {
  const ask = (service: FlagService, body: unknown, headers: Record<string, string> = {}, key = '') =>
    fetch(`${service.origin}/ofrep/v1/evaluate/flags${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: portal, ...headers },
      body: JSON.stringify(body),
    })
  const context = { targetingKey: trader.key, email: trader.email }
  const document = JSON.stringify({
    plain: { value: 'x' },
    ruled: { value: 1, rules: [{ attribute: 'email', op: 'in', values: [trader.email], value: 2 }] },
  })

  test('evaluates all flags and returns the stream’s URL', async () => {
    const service = await start(document)
    const reply = await ask(service, { context })
    expect(await reply.json()).toEqual({
      flags: [
        { key: 'plain', value: 'x', variant: 'default', reason: 'STATIC' },
        { key: 'ruled', value: 2, variant: 'rule-1', reason: 'TARGETING_MATCH' },
      ],
      eventStreams: [{ type: 'sse', url: `${service.streamOrigin}/ofrep/stream` }],
    })
    expect(reply.headers.get('access-control-expose-headers')).toContain('etag')
  })

  test('answers 304 until something changes for this person', async () => {
    const service = await start(document)
    const tag = (await ask(service, { context })).headers.get('etag') ?? ''
    expect((await ask(service, { context }, { 'if-none-match': tag })).status).toBe(304)
    expect(
      (await ask(service, { context: { targetingKey: 'other' } }, { 'if-none-match': tag })).status,
    ).toBe(200)
    await service.save({ plain: { value: 'y' } })
    await vi.waitFor(async () =>
      expect((await ask(service, { context }, { 'if-none-match': tag })).status).toBe(200),
    )
  })

  test('evaluates one flag, and says when there is none', async () => {
    const service = await start(document)
    expect(await (await ask(service, { context }, {}, '/ruled')).json()).toMatchObject({
      key: 'ruled',
      value: 2,
    })
    const missing = await ask(service, { context }, {}, '/other')
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { key: 'other', errorCode: 'FLAG_NOT_FOUND' },
    ])
  })

  test.each([null, {}, { context: 'me' }, { context: [] }])('%j has no context', async (body) => {
    const reply = await ask(await start(), body)
    expect([reply.status, await reply.json()]).toMatchObject([400, { errorCode: 'INVALID_CONTEXT' }])
  })

  test('its stream asks for a new evaluation on connecting and on every change', async () => {
    const service = await start('{"a": {"value": 1}}')
    const stream = await events(`${service.streamOrigin}/ofrep/stream`)
    const refetch = { event: 'message', data: '{"type":"refetchEvaluation"}' }
    expect(await stream.next()).toEqual(refetch)
    await service.save({ a: { value: 2 } })
    expect(await stream.next()).toEqual(refetch)
  })
})

describe('the page', () => {
  const flip = (service: FlagService, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${service.origin}/flags`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: new URLSearchParams(form),
    })

  test('shows every flag as a switch, under a policy without inline script', async () => {
    const service = await start()
    const reply = await fetch(`${service.origin}/flags`)
    const text = await reply.text()
    expect(text.match(/role="switch"/g)).toHaveLength(6)
    expect(text).not.toMatch(/<script(?! src="\/assets)|style="| on\w+="/)
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
    for (const [, asset] of text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      expect((await fetch(`${service.origin}${asset}`)).status).toBe(200)
  })

  test('flips a flag for everyone, in the file and on open streams', async () => {
    const service = await start()
    const stream = await events(evaluation(service))
    await stream.next()
    const reply = await flip(service, { flag: 'new-feature', action: 'on', email: '' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/flags?email=&changed=new-feature'])
    expect(JSON.parse((await stream.next())?.data ?? '')).toMatchObject({ key: 'new-feature', value: true })
    expect((await service.read())['new-feature']).toMatchObject({ value: true })
  })

  test('flips a flag for one person and resets it', async () => {
    const service = await start()
    const person = { flag: 'new-feature', email: trader.email }
    await flip(service, { ...person, action: 'on' })
    expect((await flagsOf(evalx(service, trader)))['new-feature']?.value).toBe(true)
    expect((await flagsOf(evalx(service)))['new-feature']?.value).toBe(false)
    const text = await (await fetch(`${service.origin}/flags?email=${trader.email}`)).text()
    expect(text).toContain(`Set for ${trader.email}`)
    await flip(service, { ...person, action: 'reset' })
    expect((await flagsOf(evalx(service, trader)))['new-feature']?.value).toBe(false)
  })

  test.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site', origin: portal }])(
    'refuses a form from another origin: %j',
    async (headers) => {
      const service = await start()
      expect((await flip(service, { flag: 'new-feature', action: 'on' }, headers)).status).toBe(400)
      expect((await service.read())['new-feature']).toMatchObject({ value: false })
    },
  )

  test('does not overwrite a broken file', async () => {
    const service = await start()
    await writeFile(service.file, '{"half')
    await vi.waitFor(async () => expect((await healthOf(service)).status).toBe('degraded'))
    await flip(service, { flag: 'new-feature', action: 'on', email: '' })
    expect(await readFile(service.file, 'utf8')).toBe('{"half')
    expect(await (await fetch(`${service.origin}/flags`)).text()).toContain('role="alert"')
  })
})
