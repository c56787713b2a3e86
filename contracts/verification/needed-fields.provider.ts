import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { MatchersV3 } from '@pact-foundation/pact'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { startNativeVerifier } from './native'
import { contracts } from '../interactions/all'
import type { AddInteraction, ContractResponse } from '../interactions/contract'
import { callNamed } from '../interactions/operations'
import { pactFileName, pactFolder, readPact, type Pact } from '../interactions/pact-file'
import { exampleDashboardId } from '../../local/provider-states/provider-states'

/*
 * Checks that the contract is exactly as strict as the portal. Every adapter runs through every interaction with a response made from the
 * interaction. Removing any member must change the adapter's result, or the contract requires more than is needed. Every member that the
 * adapter reads must be in an interaction, or it depends on what is not in the contract.
 */

type Played = Parameters<AddInteraction>

function playedWith(define: (typeof contracts)[string]): readonly Played[] {
  const played: Played[] = []
  define((...one) => void played.push(one))
  return played
}

/** The one response to every request. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

let answer: Answer
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answer.status, answer.headers).end(answer.text))
})
const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
})

/** Turns an `arrayContaining` matcher into its elements. */
const variantsOf = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'variants' in value ? value.variants : value

/** The minimal response that meets the interaction. */
function leastOf({ status, headers = {}, json, text }: ContractResponse): Answer {
  const plain = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : value.example,
  ])
  const type = text?.type ?? (json === undefined ? undefined : 'application/json')
  return {
    status,
    headers: { ...Object.fromEntries(plain), ...(type !== undefined && { 'content-type': type }) },
    text: text?.example ?? (json === undefined ? '' : JSON.stringify(MatchersV3.reify(json), variantsOf)),
  }
}

const refusal = v.union([
  v.object({ ok: v.literal(false), failure: v.object({ kind: v.string() }) }),
  v.object({ kind: v.literal('defaults') }),
])

/** The adapter's failure for the current response; null if it accepted it. */
let refused: string | null = null
// A failed assertion's message is trimmed to the expected members, so the whole result is recorded here, during the comparison.
expect.addEqualityTesters([
  (made) => {
    if (v.is(refusal, made)) refused ??= 'ok' in made ? made.failure.kind : made.kind
    return undefined
  },
])

/** The adapter's result for this response: `as agreed` if it is that of the interaction, else its failure. */
async function madeOf([, , drive]: Played, given: Answer): Promise<string> {
  answer = given
  refused = null
  const late = wait(10_000, undefined, { ref: false }).then(() => 'no outcome in time')
  const made = drive(origin()).then(
    () => 'as agreed',
    () => refused ?? 'another value',
  )
  return Promise.race([made, late])
}

const makesTheSame = async (one: Played, given: Answer): Promise<boolean> =>
  (await madeOf(one, given)) === 'as agreed'

type Path = readonly string[]

/** Paths of all members of all objects in the value, including those in arrays. */
function members(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key]
    return [...(Array.isArray(value) ? [] : [here]), ...members(inner, here)]
  })
}

/** A copy without that member or row. */
function without(value: unknown, [key = '', ...rest]: Path): unknown {
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, at) => String(at) !== key)
      : value.map((one, at) => (String(at) === key ? without(one, rest) : one))
  const { [key]: inner, ...others } = value as Readonly<Record<string, unknown>>
  return rest.length === 0 ? others : { ...others, [key]: without(inner, rest) }
}

const isIn = (row: Path, path: Path): boolean => row.every((key, at) => path[at] === key)

async function filtered(
  paths: readonly Path[],
  keeps: (path: Path) => Promise<boolean>,
): Promise<readonly Path[]> {
  const found: Path[] = []
  for (const path of paths) if (await keeps(path)) found.push(path)
  return found
}

const pathText = (path: Path): string => path.map((key) => (/^\d+$/.test(key) ? '*' : key)).join('.')

/** Records every member that is read, or only tested for existence, whether it exists or not. */
function watched(value: unknown, looked: Set<string>, path: Path = []): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver)
      if (typeof key === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(key)) || key === 'then')
        return inner
      if (!Array.isArray(target)) looked.add(pathText([...path, key]))
      return watched(inner, looked, [...path, key])
    },
    has(target, key) {
      if (typeof key === 'string' && !Array.isArray(target)) looked.add(pathText([...path, key]))
      return Reflect.has(target, key)
    },
    getOwnPropertyDescriptor(target, key) {
      if (typeof key === 'string' && !Array.isArray(target)) looked.add(pathText([...path, key]))
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
}

/** The call of an interaction. */
const named = ([, { request }]: Played): string => callNamed(request.method, request.path, request.json)

/** A copy with another value at that member. */
const replaced = (value: unknown, [key = '', ...rest]: Path, by: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one, at) => (String(at) === key ? replaced(one, rest, by) : one))
    : {
        ...(value as object),
        [key]: rest.length === 0 ? by : replaced((value as Readonly<Record<string, unknown>>)[key], rest, by),
      }

/** Responses with one defect each: in status, media type, character set, format, or one of the members. */
function* spoils(least: Answer): Generator<readonly [what: string, answer: Answer]> {
  for (const status of [302, 400, 401, 403, 404, 409, 413, 429, 500, 503])
    yield [`status ${status}`, { ...least, status, text: '' }]
  const type = least.headers['content-type']
  if (type === undefined) return
  const typed = (given: string): Answer => ({
    ...least,
    headers: { ...least.headers, 'content-type': given },
  })
  yield ['a page', { ...typed('text/html'), text: '<!doctype html><title>Sign in</title>' }]
  yield ['windows-1252', typed(`${type}; charset=windows-1252`)]
  yield ['nothing', { ...least, text: '' }]
  yield ['half of it', { ...least, text: least.text.slice(0, least.text.length / 2) }]
  if (type !== 'application/json') return
  for (const whole of [null, [], {}, 'text', 7])
    yield [`${JSON.stringify(whole)} for it`, { ...least, text: JSON.stringify(whole) }]
  const body: unknown = JSON.parse(least.text)
  for (const path of members(body))
    for (const by of [null, '', 'text', -1, true, [], {}, [null]])
      yield [
        `${JSON.stringify(by)} for ${pathText(path)}`,
        { ...least, text: JSON.stringify(replaced(body, path, by)) },
      ]
}

describe.each(Object.entries(contracts))('%s', (_provider, define) => {
  const played = playedWith(define)
  const answers = played.map((one) => [one, leastOf(one[1].response)] as const)

  test('every interaction is passed by a provider that says no more than it asks for', async () => {
    const failing: string[] = []
    for (const [one, least] of answers) if (!(await makesTheSame(one, least))) failing.push(one[0])
    expect(failing).toEqual([])
  })

  test('the portal needs every member and every header that an interaction asks for', async () => {
    const idle: string[] = []
    for (const [one, least] of answers) {
      for (const name of Object.keys(least.headers).filter((header) => header !== 'content-type')) {
        const { [name]: _, ...headers } = least.headers
        if (await makesTheSame(one, { ...least, headers })) idle.push(`${one[0]}: ${name}`)
      }
      if (one[1].response.json === undefined) continue
      const body: unknown = JSON.parse(least.text)
      const leavesOut = async (path: Path): Promise<boolean> =>
        makesTheSame(one, { ...least, text: JSON.stringify(without(body, path)) })
      const paths = members(body)
      const unneeded = await filtered(paths, leavesOut)
      for (const path of unneeded) {
        // A row that the portal leaves out because of one of its members.
        const row = path.slice(0, -1)
        const isLeftOut =
          /^\d+$/.test(row.at(-1) ?? '') &&
          paths.some((other) => isIn(row, other) && !unneeded.includes(other)) &&
          (await leavesOut(row))
        if (!isLeftOut) idle.push(`${one[0]}: ${pathText(path)}`)
      }
    }
    expect(idle).toEqual([])
  })

  test('an adapter looks at nothing that stands in no interaction', async () => {
    const parse = JSON.parse.bind(JSON)
    const looked = new Set<string>()
    const agreed = new Set<string>()
    for (const [one, least] of answers) {
      if (one[1].response.json === undefined) continue
      for (const path of members(parse(least.text))) agreed.add(pathText(path))
      const spy = vi.spyOn(JSON, 'parse').mockImplementation((text) => {
        const value: unknown = parse(text)
        return text === least.text ? watched(value, looked) : value
      })
      await makesTheSame(one, least)
      spy.mockRestore()
    }
    expect([...looked].filter((path) => !agreed.has(path)).toSorted()).toEqual([])
  })

  test('whatever makes the portal refuse an answer is shown by an interaction with the same call', async () => {
    const shown = new Map<string, Set<string>>()
    /** The first cause of each failure of each call. */
    const unshown = new Map<string, string>()
    for (const [one] of answers) {
      const call = named(one)
      const seen = shown.get(call) ?? new Set(['as agreed', 'another value'])
      shown.set(call, seen)
      for (const [other, answer] of answers) if (named(other) === call) seen.add(await madeOf(one, answer))
    }
    for (const [one, least] of answers.filter(([[, { response }]]) => response.status < 300))
      for (const [what, spoiled] of spoils(least)) {
        const made = await madeOf(one, spoiled)
        const failure = `${named(one)} is ${made}`
        if (!shown.get(named(one))?.has(made) && !unshown.has(failure)) unshown.set(failure, what)
      }
    expect(Object.fromEntries(unshown)).toEqual({})
  })
})

async function refuses(one: Played, given: Answer): Promise<boolean> {
  await makesTheSame(one, given)
  return refused !== null
}

/** Interactions that Pact's own verifier accepts, each for the response with its number. */
async function metBy(pact: Pact, given: readonly Answer[]): Promise<readonly string[]> {
  const states = createServer((request, response) => {
    void text(request).then((body) => {
      const { params } = JSON.parse(body) as { readonly params: { readonly number: number } }
      answer = given[params.number] ?? answer
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ dashboardId: exampleDashboardId }))
    })
  })
  await new Promise<void>((resolve) => void states.listen(0, '127.0.0.1', resolve))
  const native = startNativeVerifier()
  try {
    const stateUrl = `http://127.0.0.1:${(states.address() as AddressInfo).port}/`
    const results = await native.run(pact, { baseUrl: origin(), stateUrl })
    const names = pact.interactions.map(({ description }) => description)
    return names.filter((name) => results?.get(name)?.passed !== false)
  } finally {
    await native.close()
    states.closeAllConnections()
    await new Promise((resolve) => void states.close(resolve))
  }
}

test.each(Object.entries(contracts))(
  'no %s is verified with a body that the portal refuses',
  async (provider, define) => {
    const pact = readPact(`${pactFolder}/${pactFileName(provider)}`)
    const answers: Answer[] = []
    const interactions: Pact['interactions'][number][] = []
    for (const one of playedWith(define)) {
      const agreed = pact.interactions.find(({ description }) => description === one[0])
      const least = leastOf(one[1].response)
      if (agreed === undefined || (await refuses(one, least))) continue
      for (const [what, other] of spoils(least)) {
        // Redirects and character sets are not in a pact: the browser checks cover them.
        if (!/^(""|\{\}|null|nothing|half|a page)/.test(what) || !(await refuses(one, other))) continue
        const providerStates = [{ name: 'the answer', params: { number: answers.push(other) - 1 } }]
        interactions.push({
          ...agreed,
          description: `${one[0]}: ${what} (${answers.length})`,
          providerStates,
        })
      }
    }
    expect(answers.length).toBeGreaterThan(2)
    expect(await metBy({ ...pact, interactions }, answers)).toEqual([])
  },
  60_000,
)
