import { describe, expect, test } from 'vitest'
import { timings } from '../../../src/core/kernel/limits'
import type { TokenSourceFailure } from '../../../src/core/ports/token-source'
import {
  brokerStep,
  failureAtRest,
  newBroker,
  type BrokerEvent,
} from '../../../src/core/tokens/token-broker-step'

const given = (value: string, at = 0): BrokerEvent => ({ kind: 'given', value, at })
const refused = (value: string, at: number, known = false): BrokerEvent => ({
  kind: 'refused',
  value,
  known,
  at,
  serving: false,
})
const failed = (failure: TokenSourceFailure, serving = false): BrokerEvent => ({
  kind: 'call-failed',
  session: 'ada',
  failure,
  at: 1_000,
  serving,
})

function after(...events: readonly BrokerEvent[]) {
  let step = brokerStep(newBroker('ada'), { kind: 'called' })
  for (const event of events) step = brokerStep(step.state, event)
  return step
}

describe('a call that failed', () => {
  test('is reported, and answered alike until its rest is over, for its own session', () => {
    const { state, effects } = after(failed({ kind: 'token-timeout' }))
    expect(effects).toEqual([{ kind: 'report', failure: { kind: 'token-timeout' } }])
    const end = 1_000 + timings.tokenFailureRest
    expect(failureAtRest(state, 'ada', end - 1)).toEqual({ kind: 'token-timeout' })
    expect(failureAtRest(state, 'ada', end)).toBeNull()
    expect(failureAtRest(state, 'grace', end - 1)).toBeNull()
    expect(failureAtRest(brokerStep(state, { kind: 'called' }).state, 'ada', end - 1)).toBeNull()
  })

  test('is made again after a while where the old token still serves', () => {
    const { effects } = after(failed({ kind: 'token-unreachable' }, true))
    expect(effects).toContainEqual({ kind: 'renew-after', milliseconds: timings.tokenRenewAgain })
  })

  test('rests for as long as the service asked for, of which less is left each time', () => {
    const { state } = after(failed({ kind: 'token-unavailable', status: 429, retryAfter: 9_000 }))
    expect(failureAtRest(state, 'ada', 4_000)).toMatchObject({ retryAfter: 6_000 })
  })
})

describe('another try', () => {
  const busy: TokenSourceFailure = { kind: 'token-unavailable', status: 429, retryAfter: 9_000 }
  test.each<[TokenSourceFailure, boolean, boolean]>([
    [{ kind: 'token-timeout' }, true, true],
    [{ kind: 'token-unreachable' }, true, true],
    [{ kind: 'token-identity-away' }, true, true],
    [{ kind: 'token-refused', status: 403 }, false, true],
    [{ kind: 'token-unavailable', status: 503, retryAfter: null }, false, true],
    [busy, false, false],
  ])('after %j: by itself %j, by a person %j', (failure, byItself, byPerson) => {
    const isFree = (kind: 'revalidated' | 'retried'): boolean =>
      after(failed(failure), { kind }).state.rest === null
    expect(isFree('revalidated')).toBe(byItself)
    expect(isFree('retried')).toBe(byPerson)
  })
})

describe('a BI host that refuses', () => {
  const soon = timings.tokenRefusedAtOnce - 1

  test('one token does not get that one again', () => {
    expect(after(given('a'), refused('a', soon)).effects).toEqual([{ kind: 'reject', value: 'a' }])
  })

  test('three in a row as soon as they are given gets no more for a while', () => {
    const twice = [given('a'), refused('a', soon), given('b'), refused('b', soon)]
    expect(after(...twice).state.rest).toBeNull()
    const { state, effects } = after(...twice, given('c'), refused('c', soon))
    expect(effects.map(({ kind }) => kind)).toEqual(['report', 'reject'])
    expect(failureAtRest(state, 'ada', soon)).toEqual({ kind: 'token-rejected' })
  })

  test.each<[string, readonly BrokerEvent[]]>([
    ['one of them late', [given('b'), refused('b', timings.tokenRefusedAtOnce)]],
    ['one of them twice', [refused('a', soon, true)]],
    ['one that was not given last', [refused('x', soon)]],
    ['and a person asks for another try', [given('b'), refused('b', soon), { kind: 'retried' }]],
    [
      'and another person comes',
      [given('b'), refused('b', soon), { kind: 'person-changed', person: 'grace' }],
    ],
  ])('is not counted out: %s', (_name, between) => {
    const { state } = after(given('a'), refused('a', soon), ...between, given('c'), refused('c', soon))
    expect(state.rest).toBeNull()
  })
})

describe('a token whose end is seen coming', () => {
  const late = timings.tokenRefusedAtOnce
  const ageing = (value: string | undefined, at: number): BrokerEvent => ({ kind: 'ageing', value, at })

  test('is renewed, whether it is named or not', () => {
    expect(after(given('a'), ageing('a', late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
    expect(after(given('a'), ageing(undefined, late)).effects).toEqual([{ kind: 'expire-soon', value: 'a' }])
  })

  test('is left alone where there is a newer one, or none', () => {
    expect(after(given('b'), ageing('a', late)).effects).toEqual([])
    expect(after(given('a'), ageing('a', late - 1)).effects).toEqual([])
    expect(after(ageing(undefined, late)).effects).toEqual([])
  })
})
