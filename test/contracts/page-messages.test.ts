import { safeParse, type GenericSchema } from 'valibot'
import { expect, test } from 'vitest'
import { pageMessage, portalMessage } from '../../src/adapters/dashboard-surface/superset/page-messages'
import { readSchema, schemaProblems } from '../support/frame-schema'

/** A validator of the adapter as far as it is looked at here. */
interface Node {
  readonly type: string
  readonly literal?: unknown
  readonly requirement?: RegExp | number
  readonly options?: readonly unknown[]
  readonly entries?: Readonly<Record<string, Node>>
  readonly wrapped?: Node
  readonly pipe?: readonly Node[]
}

/** The JSON Schema of what a validator of the adapter takes; what it does not know stops the test. */
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
  '$assay fits, and with any member away or of another kind neither side takes it',
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
])('on the channel of Superset %s is refused', (_, message) => {
  expect(schemaProblems('superset-page', 'toSwitchboard', message)).not.toEqual([])
})
