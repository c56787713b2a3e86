import { MatchersV3 } from '@pact-foundation/pact'
import { expect } from 'vitest'
import { fixedClock } from '../../src/adapters/clock/fixed-clock'
import { flagEvaluationRoutes, type OfrepOptions } from '../../src/adapters/flag-source/ofrep/client'
import { ofrepFlagSource } from '../../src/adapters/flag-source/ofrep/ofrep-flag-source'
import { memoryJournal } from '../../src/adapters/journal/memory-journal'
import { defaultFlagValues, flagKeys } from '../../src/core/kernel/flag-table'
import type { FlagUserContext } from '../../src/core/ports/flag-source'
import { retryAfter, signInPage, type Contract, type ContractRequest, type Expected } from './contract'
import { flagEvaluationStates as states } from '../../local/provider-states/provider-states'

const { arrayContaining, boolean, eachLike, regex, string } = MatchersV3
const custom = { hasBypassAccess: false, userAgent: 'Mozilla/5.0', timestamp: '2026-11-20T08:00:00.000Z' }
const visitor: FlagUserContext = { kind: 'user', key: 'anonymous', anonymous: true, custom }
const person: FlagUserContext = {
  kind: 'user',
  key: 'analyst@example.com',
  email: 'analyst@example.com',
  name: 'Ada Winter',
  anonymous: false,
  custom,
}

const streamHost = 'https://flags.example.com'
const streamAddress = `${streamHost}/stream`
const tag = '"flags-1"'

function asking(
  { key, ...attributes }: FlagUserContext,
  headers: Readonly<Record<string, Expected>> = {},
): ContractRequest {
  return {
    ...flagEvaluationRoutes.evaluate,
    headers: { 'Content-Type': 'application/json', ...headers },
    json: { context: { targetingKey: key, ...attributes } },
  }
}

/** The flag source of a page at this service, with an empty cache and streams that open but stay silent. */
function pageAt(host: string, send?: typeof fetch) {
  const clock = fixedClock(0)
  const opened: string[] = []
  const options: OfrepOptions = {
    host,
    streamHost,
    clock,
    journal: memoryJournal(),
    page: {
      visibilityState: 'visible',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    storage: () => {
      throw new Error('Storage is blocked.')
    },
    openStream(address) {
      opened.push(address)
      return { readyState: 0, close: () => undefined, addEventListener: () => undefined }
    },
    ...(send !== undefined && { fetch: send }),
  }
  return { source: ofrepFlagSource(options), clock, opened }
}

async function statusFor(host: string) {
  const { source } = pageAt(host)
  const status = await source.start({ session: 'visitor', context: visitor })
  source.dispose()
  return status
}

/** The opposite of every flag's default, so that a default does not pass for an evaluated value. */
const otherwise = Object.fromEntries(Object.entries(defaultFlagValues).map(([key, value]) => [key, !value]))
/** Every flag of the portal, among possible others. */
const everyFlag = arrayContaining(...flagKeys.map((key) => ({ key, value: boolean(otherwise[key]) })))
const someFlag = eachLike({ key: string('miu-app-enabled') })

export const flagEvaluationContract: Contract = (add) => {
  for (const part of [evaluations, extras, partialEvaluations, failures]) part(add)
}

const evaluations: Contract = (add) => {
  for (const [whose, context] of [
    ['a visitor', visitor],
    ['a signed-in person', person],
  ] as const) {
    add(
      `the flags of ${whose}`,
      {
        given: states.atWork,
        request: asking(context),
        response: { status: 200, json: { flags: someFlag } },
      },
      async (baseUrl) => {
        const { source, opened } = pageAt(baseUrl)
        expect(await source.start({ session: whose, context })).toEqual({ kind: 'live' })
        expect(opened).toEqual([])
        source.dispose()
      },
    )
  }
  add(
    'the flags, with a value for each that the portal asks for',
    {
      given: states.defined,
      mayNotRun: true,
      request: asking(visitor),
      response: { status: 200, json: { flags: everyFlag } },
    },
    async (baseUrl) => {
      const { source } = pageAt(baseUrl)
      await source.start({ session: 'visitor', context: visitor })
      expect(source.all()).toEqual(otherwise)
      source.dispose()
    },
  )
}

/** Unchanged flags (304), and one flag that cannot be evaluated. */
const partialEvaluations: Contract = (add) => {
  add(
    'the flags once more, when nothing has changed',
    {
      given: states.unchanged,
      mayNotRun: true,
      parameters: { targetingKey: person.key, email: person.key },
      request: asking(person, { 'If-None-Match': { example: tag, fromState: 'tag' } }),
      response: { status: 304 },
    },
    async (baseUrl) => {
      let asked = 0
      let answered = (_status: number): void => undefined
      const again = new Promise<number>((resolve) => (answered = resolve))
      const { source, clock } = pageAt(baseUrl, async (address, init) => {
        asked += 1
        if (asked === 1) {
          const flags = [{ key: 'new-feature', value: true }]
          return new Response(JSON.stringify({ flags }), { headers: { etag: tag } })
        }
        const reply = await fetch(address, init)
        answered(reply.status)
        return reply
      })
      await source.start({ session: 'person', context: person })
      clock.advance(60_000)
      expect(await again).toBe(304)
      expect([source.status(), source.all()['new-feature']]).toEqual([{ kind: 'live' }, true])
      source.dispose()
    },
  )

  add(
    'the flags, when one of them cannot be evaluated',
    {
      given: states.oneCannotBeEvaluated,
      mayNotRun: true,
      request: asking(visitor),
      response: {
        status: 200,
        json: {
          flags: [
            { key: string('miu-app-enabled'), value: boolean(true) },
            { key: string('miu-deep-research-enabled') },
          ],
        },
      },
    },
    async (baseUrl) => {
      const { source, opened } = pageAt(baseUrl)
      expect(await source.start({ session: 'visitor', context: visitor })).toEqual({ kind: 'live' })
      expect([source.all()['miu-app-enabled'], source.all()['miu-deep-research-enabled']]).toEqual([
        true,
        true,
      ])
      expect(opened).toEqual([])
      source.dispose()
    },
  )
}

/** Optional features of a service. */
const extras: Contract = (add) => {
  add(
    'the flags, with the stream of their changes',
    {
      given: states.streaming,
      mayNotRun: true,
      request: asking(visitor),
      response: {
        status: 200,
        json: {
          flags: someFlag,
          eventStreams: eachLike({ type: regex('^sse$', 'sse'), url: regex('^https?://.+$', streamAddress) }),
        },
      },
    },
    async (baseUrl) => {
      const { source, opened } = pageAt(baseUrl)
      expect(await source.start({ session: 'visitor', context: visitor })).toEqual({ kind: 'live' })
      expect(opened).toEqual([streamAddress])
      source.dispose()
    },
  )

  add(
    'the flags, with a tag to ask for them again',
    {
      given: states.tagged,
      mayNotRun: true,
      request: asking(visitor),
      response: {
        status: 200,
        headers: { ETag: { example: tag, pattern: '^(W/)?"[^"]*"$' } },
        json: { flags: someFlag },
      },
    },
    async (baseUrl) => {
      const tags: (string | null)[] = []
      const { source, clock } = pageAt(baseUrl, async (address, init) => {
        tags.push(new Headers(init?.headers).get('if-none-match'))
        return tags.length === 1 ? fetch(address, init) : new Response(null, { status: 304 })
      })
      await source.start({ session: 'visitor', context: visitor })
      clock.advance(60_000)
      expect(tags).toEqual([null, tag])
      source.dispose()
    },
  )

  add(
    'the flags while they are asked for too often',
    {
      request: asking(visitor),
      response: { status: 429, headers: { 'Retry-After': retryAfter } },
    },
    async (baseUrl) => {
      let asked = 0
      const { source, clock } = pageAt(baseUrl, async (address, init) => {
        asked += 1
        return asked === 1 ? fetch(address, init) : Response.json({ flags: [] })
      })
      await source.start({ session: 'visitor', context: visitor })
      clock.advance(6_999)
      expect(asked).toBe(1)
      clock.advance(1)
      expect(asked).toBe(2)
      source.dispose()
    },
  )
}

/** The portal's own cases. */
const failures: Contract = (add) => {
  add(
    'the flags, with a stream that is named by its endpoint in place of an address',
    {
      request: asking(visitor),
      response: {
        status: 200,
        json: {
          flags: someFlag,
          eventStreams: [{ type: 'sse', endpoint: { origin: streamHost, requestUri: '/stream' } }],
        },
      },
    },
    async (baseUrl) => {
      const { source, opened } = pageAt(baseUrl)
      expect(await source.start({ session: 'visitor', context: visitor })).toEqual({ kind: 'live' })
      expect(opened).toEqual([streamAddress])
      source.dispose()
    },
  )

  for (const [description, response, reason] of [
    ['the flags for a portal that may not have them', { status: 403 }, 'refused'],
    ['the flags for a portal without the key that the flag service wants', { status: 401 }, 'refused'],
    ['the flags while the flag service is out of order', { status: 503 }, 'unreachable'],
    [
      'the flags while something in between answers with a page',
      { status: 200, text: signInPage },
      'malformed',
    ],
  ] as const)
    add(description, { request: asking(visitor), response }, async (baseUrl) => {
      expect(await statusFor(baseUrl)).toEqual({ kind: 'defaults', reason })
    })
}
