import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { tokenServiceStates as states } from '../../local/provider-states/states'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'
import { exitCodeOf, textReport } from './report'
import { failedIn, keeps, pactFile, realToken, verified } from './token-service-stage'
import { verify } from './verify'

describe('a provider that keeps to the contract', () => {
  test('is verified, each interaction in its state, with the real token where the contract has the valid one', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken })
    await plain.close()
    expect(textReport(verification)).toMatch(/7 interactions: 7 verified, 0 failed, 0 pending, 0 not run$/)
    const setups = plain.states.filter((body) => body.includes('"setup"'))
    expect(setups.toSorted()).toEqual(
      Object.values(states)
        .map((state) => JSON.stringify({ action: 'setup', params: {}, state }))
        .toSorted(),
    )
    expect(plain.states).toHaveLength(14)
    const sent = plain.requests.filter(({ line }) => line === 'GET /api/token-authenticated')
    expect(sent.filter(({ authorization }) => authorization === `Bearer ${realToken}`)).toHaveLength(2)
    expect(sent).toHaveLength(3)
  })
})

const change =
  (matches: (request: IncomingMessage, state: string) => boolean, edit: (reply: PlainReply) => PlainReply) =>
  (request: IncomingMessage, state: string): PlainReply => {
    const reply = keeps(request, state)
    return matches(request, state) ? edit(reply) : reply
  }
const isAt = (path: string) => (request: IncomingMessage) => request.url === path
const isIn = (wanted: string) => (_request: IncomingMessage, state: string) => state === wanted
const anonymous = 'a BI token for nobody in particular'

const drifts: readonly (readonly [
  drift: string,
  failing: readonly string[],
  answer: PlainProviderOptions['answer'],
])[] = [
  [
    'another path for the anonymous token',
    [
      anonymous,
      'a BI token while something in between answers with a page',
      'a BI token while the token service is out of order',
      'a BI token while too many are asked for',
    ],
    change(isAt('/api/token'), () => ({ status: 404 })),
  ],
  [
    'a token in JSON',
    [anonymous],
    change(isIn(states.atWork), () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"token":"BI0123456789.abc"}',
    })),
  ],
  [
    'a token with a line end',
    [anonymous],
    change(isIn(states.atWork), (reply) => ({ ...reply, body: `${reply.body}\n` })),
  ],
  ['an empty token', [anonymous], change(isIn(states.atWork), (reply) => ({ ...reply, body: '' }))],
  [
    'a token in quotes',
    [anonymous],
    change(isIn(states.atWork), (reply) => ({ ...reply, body: `"${reply.body}"` })),
  ],
  [
    'a created token',
    ['a BI token for the signed-in person'],
    change(isIn(states.validAccessToken), (reply) => ({ ...reply, status: 201 })),
  ],
  [
    '403 for a bad access token',
    ['a BI token with an access token that is not valid'],
    change(isIn(states.refusedAccessToken), () => ({ status: 403 })),
  ],
  [
    '401 for somebody without the right',
    ['a BI token for a person who may not have one'],
    change(isIn(states.notAllowed), () => ({ status: 401 })),
  ],
  [
    'no Retry-After',
    ['a BI token while too many are asked for'],
    change(isIn(states.askedTooOften), ({ status }) => ({ status })),
  ],
  [
    'a Retry-After in words',
    ['a BI token while too many are asked for'],
    change(isIn(states.askedTooOften), ({ status }) => ({ status, headers: { 'retry-after': 'soon' } })),
  ],
  [
    '500 where 503 was said',
    ['a BI token while the token service is out of order'],
    change(isIn(states.outOfOrder), () => ({ status: 500 })),
  ],
]

describe('a provider that drifts', () => {
  test.each(drifts)('%s', async (_name, failing, answer) => {
    const verification = await verified({ answer })
    expect(failedIn(verification).toSorted()).toEqual(failing.toSorted())
    expect(exitCodeOf(verification)).toBe(1)
    for (const { outcome, reasons } of verification.interactions) {
      expect(reasons.length > 0).toBe(outcome === 'failed')
    }
  })

  test('a Retry-After with a date is as good', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString()
    const answer = change(isIn(states.askedTooOften), ({ status }) => ({
      status,
      headers: { 'retry-after': date },
    }))
    expect(failedIn(await verified({ answer }))).toEqual([])
  })
})

describe('states', () => {
  test('that nobody knows there fail the run, though the reply would have been right', async () => {
    const verification = await verified({ stateStatus: (state) => (state === states.atWork ? 404 : 200) })
    expect(failedIn(verification)).toEqual(['a BI token for nobody in particular'])
    expect(textReport(verification)).toContain(`setup of "${states.atWork}" was answered with 404`)
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('whose handler fails, fail the run', async () => {
    const verification = await verified({ stateStatus: (state) => (state === states.outOfOrder ? 500 : 200) })
    expect(failedIn(verification)).toEqual(['a BI token while the token service is out of order'])
  })

  test('that cannot be brought about are not run, and the exit code says so', async () => {
    const verification = await verified({
      stateStatus: (state) => (state === states.pageInBetween ? 501 : 200),
    })
    expect(failedIn(verification)).toEqual([])
    expect(textReport(verification)).toContain('6 verified, 0 failed, 0 pending, 1 not run')
    expect(exitCodeOf(verification)).toBe(2)
  })

  test('at another address', async () => {
    const elsewhere = await startPlainProvider({ answer: () => ({ status: 200 }) })
    const verification = await verified(
      { stateStatus: () => 404 },
      { stateUrl: `${elsewhere.origin}/_pact/state` },
    )
    await elsewhere.close()
    expect(elsewhere.states).toHaveLength(14)
    // Nobody told the provider itself, which goes on as if nothing were the matter.
    expect(failedIn(verification)).toHaveLength(4)
  })
})

describe('a provider that is not there', () => {
  test('is one clear sentence and no riddles', async () => {
    const plain = await startPlainProvider({ answer: keeps })
    await plain.close()
    const verification = await verify({ pactFile, baseUrl: plain.origin, token: realToken })
    expect(verification.problem).toMatch(/cannot be reached: .*ECONNREFUSED/)
    expect(verification.interactions.every(({ outcome }) => outcome === 'not-run')).toBe(true)
    expect(exitCodeOf(verification)).toBe(1)
  })

  test('or is there and unwell', async () => {
    const verification = await verified({}, { healthPath: '/health' })
    expect(verification.problem).toMatch(/\/health answered 404$/)
    expect(exitCodeOf(verification)).toBe(1)
  })
})
