import { expect, test, describe } from 'vitest'
import { createFaults, type FaultRule, faultKinds, faultServices } from '../../../local/http/faults'
import { readFileSync } from 'node:fs'
import { defaultPorts, portVariables } from '../../../local/http/addresses'
import { people, seededPassword } from '../../../local/identity/people'

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
