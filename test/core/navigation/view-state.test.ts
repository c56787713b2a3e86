import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  narrowingDifference,
  fieldNames,
  fieldOf,
  applyNarrowing,
  namedRanges,
  noNarrowing,
  sameNarrowing,
  timeRange,
  type FieldName,
  type Narrowing,
} from '../../../src/core/kernel/narrowing'
import { knownPath } from '../../../src/core/kernel/portal-path'
import {
  pathWithQuestion,
  readViewState,
  viewAddress,
  type ViewState,
} from '../../../src/core/navigation/view-state'

const dashboard = knownPath('/datasets/stablecoins')
const plain: ViewState = { dashboard, tab: null, chart: null, view: null, narrowing: noNarrowing }
const queryOf = (address: string): string => address.split('?')[1] ?? ''
const read = (search: string): ViewState => {
  const { newer: _, ...state } = readViewState(dashboard, search)
  return state
}

const anyDay = fc
  .date({ min: new Date('2009-01-03'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const anyRange = fc.oneof(
  fc.constantFrom(...namedRanges),
  fc.tuple(anyDay, anyDay).map((days) => timeRange(days.toSorted().join('..'))),
)
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
const anyValue = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.constantFrom(',', '\\', '\\,', 'a,b', ' ', '+', '%2C', '&=#?', 'Ethereum', '__proto__', '\u00e9'),
  )
  .filter((value) => value.length <= 100 && !unseen.test(value))
const anyNarrowing = fc.record({
  range: fc.option(anyRange),
  filters: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...fieldNames), fc.uniqueArray(anyValue, { maxLength: 5 })), {
      selector: ([field]) => field,
      maxLength: 3,
    })
    .map((entries): Narrowing['filters'] => Object.fromEntries(entries)),
})
const anyId = fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/))
const anyView = fc.record({
  dashboard: fc.constant(dashboard),
  tab: anyId,
  chart: anyId,
  view: anyId,
  narrowing: anyNarrowing,
})

describe('the link of a view', () => {
  test('is read back as the same view state, whatever it contains', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { address, leftOut } = viewAddress(view)
        expect(leftOut).toEqual([])
        expect(read(queryOf(address))).toEqual(view)
      }),
    )
  })

  test('means the same when it was encoded twice', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const again = new URLSearchParams(queryOf(viewAddress(view).address)).toString()
        expect(read(again)).toEqual(view)
      }),
    )
  })

  test('with a repeated field has the values of both; of two tabs or ranges it uses neither', () => {
    expect(read('?chain=Tron&range=30d&chain=Base,Tron').narrowing).toEqual({
      range: '30d',
      filters: { chain: ['Tron', 'Base'] },
    })
    expect(read('?tab=pegs&range=30d&tab=supply&range=90d')).toEqual(plain)
  })

  test('is short, readable, and the same for the same view', () => {
    const view: ViewState = {
      ...plain,
      narrowing: { range: '30d', filters: { stablecoin: ['USDT'], chain: ['Ethereum', 'BNB Chain'] } },
    }
    const written = '/datasets/stablecoins?range=30d&chain=Ethereum,BNB+Chain&stablecoin=USDT'
    expect(viewAddress(view).address).toBe(written)
    const otherOrder = { chain: ['Ethereum', 'BNB Chain'], stablecoin: ['USDT'] }
    expect(viewAddress({ ...view, narrowing: { range: '30d', filters: otherOrder } }).address).toBe(written)
    expect(viewAddress(plain).address).toBe(dashboard)
  })

  test('keeps foreign parameters unchanged, and replaces the old view state', () => {
    const { address } = viewAddress({ ...plain, tab: 'pegs' }, '?utm=a%20b&range=1y&tab=supply&x')
    expect(address).toBe('/datasets/stablecoins?utm=a%20b&x&tab=pegs')
  })

  test('leaves out, by name, what no URL can hold', () => {
    const long = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(90, 'x'))
    const filters = { asset: ['BTC'], chain: long, network: ['\u202e'], exchange: ['Deribit'] }
    const { address, leftOut } = viewAddress({ ...plain, narrowing: { range: null, filters } })
    expect(leftOut).toEqual(['chain', 'network'])
    expect(address).toBe('/datasets/stablecoins?asset=BTC&exchange=Deribit')
  })
})

describe('a given link', () => {
  test.each([
    ['by version 1', 'tab=supply&view=my-view', { ...plain, tab: 'supply', view: 'my-view' }],
    [
      'by version 1, with a long id',
      'tab=0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10',
      { ...plain, tab: '0b4f8a52-1d2c-4e8e-9a65-6f8f6d3b2a10' },
    ],
    [
      'by version 2',
      'tab=pegs&chart=supply&view=v1&range=2026-01-01..2026-03-31&chain=Tron',
      {
        ...plain,
        tab: 'pegs',
        chart: 'supply',
        view: 'v1',
        narrowing: { range: '2026-01-01..2026-03-31', filters: { chain: ['Tron'] } },
      },
    ],
    [
      'by hand',
      'chain=ethereum,,tron,ethereum',
      { ...plain, narrowing: { range: null, filters: { chain: ['ethereum', 'tron'] } } },
    ],
    [
      'to set a filter free',
      'transfer=',
      { ...plain, narrowing: { range: null, filters: { transfer: [] } } },
    ],
  ] as const)('%s opens', (_, search, view) => {
    expect(readViewState(dashboard, search)).toEqual({ ...view, newer: false })
    expect(readViewState(dashboard, `?${search}`)).toEqual({ ...view, newer: false })
  })

  test('by a later portal is reported as such, and opens as far as it is understood', () => {
    const later = readViewState(dashboard, 'v=3&range=30d&compare=last-year')
    expect(later).toMatchObject({ newer: true, narrowing: { range: '30d', filters: {} } })
  })

  test.each([
    '__proto__=x&constructor=y&toString=z',
    'tab=../../evil&view=javascript:alert(1)&chart=%00',
    'range=30D&range=all',
    'range=2026-03-31..2026-01-01',
    'range=2026-13-01..2026-14-01',
    'range=2026-02-01..2026-02-31',
    'chain=%E2%80%AEevil',
    'chain=%FF&%FF=chain',
    `chain=${'x'.repeat(100_000)}`,
    'code=1&state=2&error=3&error_description=4&iss=5&preview=6',
  ])('with malicious content is ignored: %s', (search) => {
    expect(readViewState(dashboard, search)).toEqual({ ...plain, newer: false })
    expect(Object.getPrototypeOf(read(search).narrowing.filters)).toBe(Object.prototype)
  })

  test('may be any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (search) => {
        const view = read(search)
        expect(read(queryOf(viewAddress(view).address))).toEqual(view)
      }),
    )
  })
})

describe('fields', () => {
  test('never share a name with the identity provider’s parameters or the preview', () => {
    const taken = ['code', 'state', 'error', 'error_description', 'iss', 'session_state', 'scope', 'preview']
    expect(
      fieldNames.filter((field) => [...taken, 'tab', 'chart', 'view', 'range', 'v'].includes(field)),
    ).toEqual([])
  })

  test.each([
    ['Chain', 'chain'],
    ['rwa_class', 'asset-class'],
    ['Fund sponsor', 'sponsor'],
    ['Spot volume on', 'exchange'],
    ['Amount', null],
    ['__proto__', null],
  ] as const)('%s is %s', (name, field) => expect(fieldOf(name)).toBe(field))
})

test('a dashboard’s own filters and the differences from them add up to the filters in force', () => {
  const whole = (narrowing: Narrowing): Narrowing => ({ ...narrowing, range: narrowing.range ?? '90d' })
  fc.assert(
    fc.property(anyNarrowing, anyNarrowing, (one, other) => {
      const [own, now] = [whole(one), whole(other)]
      const difference = narrowingDifference(own, now)
      const empty = (field: FieldName): boolean => (now.filters[field] ?? []).length === 0
      const again = applyNarrowing(own, difference)
      for (const field of fieldNames)
        expect([...(again.filters[field] ?? [])].toSorted()).toEqual(
          empty(field) ? [] : [...(now.filters[field] ?? [])].toSorted(),
        )
      expect(again.range).toBe(now.range)
      expect(sameNarrowing(narrowingDifference(own, again), difference)).toBe(true)
    }),
  )
})

test('the address of a question that was cut inside a character has the rest of it', () => {
  expect(pathWithQuestion('/chart-builder', '', 'supply 😀'.slice(0, -1))).toBe('/chart-builder#q=supply+')
  expect(pathWithQuestion('/chart-builder', 'source=w', '\ud83d')).toBe('/chart-builder?source=w')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (question, end) => {
      const cut = question.slice(0, end)
      const address = pathWithQuestion('/chart-builder', '', cut)
      const whole = /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
      expect(new URLSearchParams(address.split('#')[1]).get('q') ?? '').toBe(whole)
    }),
  )
})
