import { describe, expect, test } from 'vitest'
import {
  messageStep,
  initialThoughtSpotFrame,
} from '../../src/adapters/dashboard-surface/thoughtspot/message-step'
import { extensions } from '../../src/adapters/dashboard-surface/thoughtspot/extensions'
import { framePath } from '../../src/adapters/dashboard-surface/thoughtspot/paths'
import { createAddress, embedded, homePath } from '../local/bi-host/frame/protocol/embedding-page'
import { sdkEnum } from '../oracle/sdk'
import type { FrameRoute } from '../../src/adapters/_shared/embedded-frame/routes'
import { readSchema, schemaProblems } from '../support/frame-schema'
import { safeParse, type GenericSchema } from 'valibot'
import { pageMessage, portalMessage } from '../../src/adapters/dashboard-surface/superset/page-messages'

interface Message {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

interface Rule {
  readonly if: { readonly properties: { readonly type: { readonly const: string } } }
  readonly then: {
    readonly properties: { readonly data: { readonly examples?: readonly Message['data'][] } }
  }
}

/** The examples in the schema itself, and its definition of each type's data. */
const rulesOf = (definition: 'fromFrame' | 'toFrame'): readonly Rule[] =>
  readSchema('thoughtspot-frame').definitions[definition]?.['allOf'] as readonly Rule[]
const examplesOf = (definition: 'fromFrame' | 'toFrame'): readonly Message[] =>
  rulesOf(definition).flatMap((rule) =>
    (rule.then.properties.data.examples ?? []).map((data) => ({
      type: rule.if.properties.type.const,
      data,
    })),
  )

/** What the portal does with a message, for a rendered dashboard and for an editor, as complete steps. */
function outcome(type: string, data: unknown): string {
  const route = { dashboardId: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02', tabId: null, chartId: null }
  const routes: readonly FrameRoute[] = [route, { ...route, editing: true }]
  const steps = routes.map((target) => {
    const begun = ['appInit', 'EmbedListenerReady', 'PinboardRendered'].reduce(
      (state, known) => messageStep(state, known, {}).state,
      initialThoughtSpotFrame(target, 'style', []),
    )
    return messageStep(begun, type, data)
  })
  return JSON.stringify(steps)
}

type Path = readonly (string | number)[]

/** Every member of a value, at any depth. */
function membersOf(value: unknown, above: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => {
    const path = [...above, Array.isArray(value) ? Number(name) : name]
    return [path, ...membersOf(below, path)]
  })
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((found, name) => (found as Record<string | number, unknown>)[name], value)

/** The same value with another value at this path. */
function replaced(value: Message['data'], path: Path, by: unknown): Message['data'] {
  const changed = structuredClone(value)
  const owner = at(changed, path.slice(0, -1)) as Record<string | number, unknown>
  owner[path.at(-1) ?? ''] = by
  return changed
}

const drifts = examplesOf('fromFrame').flatMap(({ type, data }) =>
  membersOf(data).map((path) => [type, path.join('.'), data, path] as const),
)

describe('messages from a frame of ThoughtSpot', () => {
  test.each(examplesOf('fromFrame'))('$type fits the schema and is read', ({ type, data }) => {
    expect(schemaProblems('thoughtspot-frame', 'fromFrame', { type, data })).toEqual([])
    expect(outcome(type, data)).not.toBe(outcome(type, undefined))
  })

  test.each(drifts)(
    '%s with %s of another type is rejected by the schema, and not read',
    (type, _, data, path) => {
      const other = typeof at(data, path) === 'object' ? 'of another kind' : { of: 'another kind' }
      const drifted = replaced(data, path, other)
      expect(schemaProblems('thoughtspot-frame', 'fromFrame', { type, data: drifted })).not.toEqual([])
      expect(outcome(type, drifted)).not.toBe(outcome(type, data))
    },
  )

  test('there are more than forty such drifts', () => expect(drifts.length).toBeGreaterThan(40))

  test.each(
    rulesOf('fromFrame').map(({ if: { properties }, then }) => [properties.type.const, then] as const),
  )('of %s the portal reads only fields of the schema', (type, then) => {
    const read = new Set<string>()
    const watched = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? new Proxy(value, {
            get(target, name) {
              if (typeof name === 'string' && !Array.isArray(target)) read.add(name)
              return watched(Reflect.get(target, name))
            },
          })
        : value
    for (const example of examplesOf('fromFrame'))
      if (example.type === type) outcome(type, watched(example.data))
    outcome(type, watched({}))
    const definitions = JSON.stringify(readSchema('thoughtspot-frame').definitions)
    const referred = [...JSON.stringify(then).matchAll(/#\/definitions\/(\w+)/g)].map(([, name]) => name)
    const text = JSON.stringify([
      then,
      referred.map((name) => (JSON.parse(definitions) as Record<string, unknown>)[name ?? '']),
    ])
    expect(read.size).toBeGreaterThan(0)
    expect([...read].filter((name) => !text.includes(`"${name}":`))).toEqual([])
  })

  test('a message without a request is outside the schema', () => {
    expect(schemaProblems('thoughtspot-frame', 'fromFrame', { type: 'dialog-open', data: {} })).toEqual([])
    expect(outcome('dialog-open', { liveboardId: 'x' })).toBe(outcome('dialog-open', {}))
  })
})

test('every type in the schema is the SDK’s, or a declared extension', () => {
  const typesOf = (definition: 'fromFrame' | 'toFrame'): readonly string[] =>
    rulesOf(definition).map((rule) => rule.if.properties.type.const)
  const known = new Set(Object.values(sdkEnum('EmbedEvent')))
  const own: readonly string[] = extensions.flatMap(({ kind, name }) => (kind === 'event' ? name : []))
  expect(typesOf('fromFrame').filter((type) => !known.has(type) && !own.includes(type))).toEqual([])
  const hostEvents = new Set(Object.values(sdkEnum('HostEvent')))
  const { properties } = readSchema('thoughtspot-frame').definitions['toFrame'] as unknown as {
    readonly properties: { readonly type: { readonly enum: readonly string[] } }
  }
  expect(typesOf('toFrame').filter((type) => !properties.type.enum.includes(type))).toEqual([])
  expect(properties.type.enum.filter((type) => !hostEvents.has(type))).toEqual([])
})

describe('messages from the portal to a frame of ThoughtSpot', () => {
  test.each(examplesOf('toFrame'))('$type has a handler at the embedded host', async ({ type, data }) => {
    const builder = { sourceId: null, question: null, answerId: null, pinned: null }
    const path = type === 'search' ? framePath({ builder }) : homePath.slice(1)
    const { page, frame } = await embedded({}, createAddress(`#/${path}`))
    // Some effects wait for the page's rendering, which does not exist here.
    void page.trigger(frame, type, data)
    const reply = await page.trigger(frame, 'UiPassthrough', { type: 'getAvailableUiPassthroughs' })
    const [{ value }] = reply as readonly [{ readonly value: { readonly keys: readonly string[] } }]
    expect(page.types()).not.toContain('Error')
    if (type === 'UiPassthrough')
      expect(['getAvailableUiPassthroughs', ...value.keys]).toContain(data['type'])
  })

  test.each(examplesOf('toFrame'))('$type fits the schema', (message) => {
    expect(schemaProblems('thoughtspot-frame', 'toFrame', message)).toEqual([])
  })

  test.each([
    ['an event outside the contract', { type: 'Reload', data: {} }],
    ['a path as it was before 26.8', { type: 'Navigate', data: 'embed/viz/x' }],
    ['an entry more in the history', { type: 'Navigate', data: { path: 'x', replace: false } }],
    ['a question without its sources', { type: 'search', data: { searchQuery: 'x', execute: true } }],
    [
      'a pin to nowhere',
      { type: 'UiPassthrough', data: { type: 'addVizToPinboard', parameters: { newVizName: 'x' } } },
    ],
    ['filters without values', { type: 'updateFilters', data: { filters: [{ column: 'x', oper: 'IN' }] } }],
  ])('%s is rejected', (_, message) => {
    expect(schemaProblems('thoughtspot-frame', 'toFrame', message)).not.toEqual([])
  })
})

/** A validator of the adapter, as far as this test inspects it. */
interface Node {
  readonly type: string
  readonly literal?: unknown
  readonly requirement?: RegExp | number
  readonly options?: readonly unknown[]
  readonly entries?: Readonly<Record<string, Node>>
  readonly wrapped?: Node
  readonly pipe?: readonly Node[]
}

/** The JSON Schema of what a validator of the adapter accepts; an unknown kind fails the test. */
function schemaOf(given: Node): Readonly<Record<string, unknown>> {
  if (given.pipe !== undefined)
    return Object.assign(
      {},
      ...given.pipe.map((one) => schemaOf({ ...one, pipe: undefined } as never)),
    ) as never
  switch (given.type) {
    case 'variant':
      return { anyOf: given.options?.map((one) => schemaOf(one as Node)) }
    case 'object': {
      const entries = Object.entries(given.entries ?? {})
      const properties = Object.fromEntries(entries.map(([name, one]) => [name, schemaOf(one)]))
      return { type: 'object', properties, required: Object.keys(properties) }
    }
    case 'literal':
      return { const: given.literal }
    case 'picklist':
      return { enum: given.options }
    case 'nullable':
      return { anyOf: [given.wrapped && schemaOf(given.wrapped), { type: 'null' }] }
    case 'string':
    case 'number':
    case 'integer':
      return { type: given.type }
    case 'min_value':
      return { minimum: given.requirement }
    case 'regex':
      return { pattern: given.requirement instanceof RegExp ? given.requirement.source : '' }
    default:
      throw new Error(`${given.type} is not written down yet.`)
  }
}

test.each([
  ['fromPage', pageMessage],
  ['toPage', portalMessage],
] as const)('%s of the schema is what the adapter checks', (name, validator) => {
  const { description, ...written } = readSchema('superset-page').definitions[name] ?? {}
  expect(description).toBeTypeOf('string')
  expect(written).toEqual(schemaOf(validator as unknown as Node))
})

const messages: readonly Readonly<Record<string, unknown>>[] = [
  { assay: 'start' },
  { assay: 'http', status: 404, request: 'dashboard' },
  { assay: 'hydrated', tab: null },
  { assay: 'tab', tab: 'TAB-1' },
  { assay: 'data', rows: 2, cachedAt: null, lastDay: '2026-11-20' },
  { assay: 'busy' },
  { assay: 'rendered', charts: 2, failed: 0 },
  { assay: 'height', pixels: 640 },
]

test.each(messages)(
  '$assay fits, and neither side accepts it with a member missing or of another type',
  (message) => {
    const isTaken = (one: unknown): readonly boolean[] => [
      schemaProblems('superset-page', 'fromPage', one).length === 0,
      safeParse(pageMessage as GenericSchema, one).success,
    ]
    expect(isTaken(message)).toEqual([true, true])
    for (const name of Object.keys(message)) {
      const { [name]: _away, ...without } = message
      expect([name, isTaken(without)]).toEqual([name, [false, false]])
      expect([name, isTaken({ ...message, [name]: { of: 'another kind' } })]).toEqual([name, [false, false]])
    }
  },
)

test.each([
  ['a method that Superset does not have', { switchboardAction: 'emit', method: 'reload', args: {} }],
  ['a token under another name', { switchboardAction: 'emit', method: 'guestToken', args: { token: 'x' } }],
  [
    'a theme of another name',
    { switchboardAction: 'get', messageId: '1', method: 'setThemeMode', args: { mode: 'light' } },
  ],
  ['a question without an id', { switchboardAction: 'get', method: 'getDataMask', args: {} }],
])('on the channel of Superset %s is rejected', (_, message) => {
  expect(schemaProblems('superset-page', 'toSwitchboard', message)).not.toEqual([])
})
