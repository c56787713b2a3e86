import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { meanCorrelation } from '../../../../local/bi-host/boards/calculations/prices'
import { constantMaturity } from '../../../../local/bi-host/boards/library/futures-carry'
import { compounded } from '../../../../local/bi-host/boards/library/home'
import { type Panel, aligned, rolling } from '../../../../local/bi-host/boards/panel'
import { streak } from '../../../../local/bi-host/boards/tiles/kpi'
import { openForm } from '../../../../local/bi-host/query/answer-form'
import {
  correlation,
  drawdown,
  logReturns,
  movingMean,
  percentChange,
  percentileOfLast,
  quantile,
  realisedVolatility,
  robustScore,
} from '../../../../local/bi-host/query/statistics'
import type { Answer } from '../../../../local/bi-host/wire/answers'

describe('statistics', () => {
  const panel = (parts: Pick<Panel, 'dates' | 'values'> & Partial<Panel>): Panel => ({
    keys: Object.keys(parts.values),
    top: parts.values,
    bottom: null,
    meaning: 'test',
    meaningOf: (key) => `test of ${key}`,
    measure: {
      kind: 'additive',
      sql: 'x',
      label: 'x',
      format: { kind: 'number' },
      unit: 'x',
      definition: 'x',
    },
    ...parts,
  })

  describe('statistics', () => {
    test('realised volatility is the sample deviation of log returns over a year of 365 days', () => {
      // Log returns alternate between +1% and -1%: the deviation of 30 of them is sqrt(30/29) x 1%.
      const prices = Array.from({ length: 40 }, (_, day) => 100 * Math.exp(day % 2 === 0 ? 0 : 0.01))
      const values = realisedVolatility(prices, 30)
      expect(values.slice(0, 30).every((value) => value === null)).toBe(true)
      expect(values[30]).toBeCloseTo(Math.sqrt(30 / 29) * 0.01 * Math.sqrt(365) * 100, 10)
    })
    test('the percentile is the share of the last year at or below today', () => {
      const year = Array.from({ length: 365 }, (_, day) => day)
      expect(percentileOfLast([...year.slice(1), 0])).toBeCloseTo(100 / 365, 10)
      expect(percentileOfLast(year)).toBe(100)
      expect(percentileOfLast(Array.from({ length: 400 }, (_, day) => -day))).toBeCloseTo(100 / 365, 10)
      expect(percentileOfLast(year.slice(0, 179))).toBeNull()
      expect(percentileOfLast([...year, null])).toBeNull()
    })
    test('a percent change needs a positive base and does not go across zero', () => {
      expect([
        percentChange(110, 100),
        percentChange(1, 0),
        percentChange(1, -5),
        percentChange(-5, 10),
        percentChange(0, 10),
        percentChange(null, 1),
        percentChange(1, null),
      ]).toEqual([expect.closeTo(10, 10), null, null, null, -100, null, null])
    })
    test('a drawdown is never above zero and zero at a new peak', () => {
      expect(drawdown([10, 20, 15, null, 30])).toEqual([0, 0, -25, null, 0])
      fc.assert(
        fc.property(fc.array(fc.double({ min: 1, max: 1e6, noNaN: true })), (prices) => {
          expect(drawdown(prices).every((value) => value !== null && value <= 0 && value > -100)).toBe(true)
        }),
      )
    })
    test('a moving mean is the mean of its window, however it is computed', () => {
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 60 }),
          fc.integer({ min: 1, max: 12 }),
          (values, length) => {
            const means = movingMean(values, length)
            for (const [row, found] of means.entries()) {
              const window = values.slice(row + 1 - length, row + 1)
              if (row + 1 < length) expect(found).toBeNull()
              else expect(found).toBeCloseTo(window.reduce((sum, value) => sum + value, 0) / length, 8)
            }
          },
        ),
      )
    })
    test('correlation is one with itself, minus one with its mirror, nothing for too few', () => {
      const values = Array.from({ length: 80 }, (_, day) => Math.sin(day))
      expect(correlation(values, values)).toBeCloseTo(1, 10)
      expect(
        correlation(
          values,
          values.map((value) => -value),
        ),
      ).toBeCloseTo(-1, 10)
      expect(correlation(values.slice(0, 59), values.slice(0, 59))).toBeNull()
    })
    test('the mean of all pairs at once is the mean of the pairs one by one', () => {
      const closes = (seed: number): number[] => {
        let price = 100
        return Array.from({ length: 50 }, (_, day) => (price *= 1 + Math.sin(day * seed) / 50))
      }
      const values = { a: closes(1.1), b: closes(1.3), c: closes(2.7) }
      const all = panel({ dates: Array.from({ length: 50 }, (_, day) => String(day)), values })
      const returns = Object.values(values).map((list) => logReturns(list).slice(-30))
      const pairs = [
        [0, 1],
        [0, 2],
        [1, 2],
      ].map(([a = 0, b = 0]) => correlation(returns[a] ?? [], returns[b] ?? [], 10) ?? 0)
      expect(meanCorrelation(all, 30, 1)[0]).toBeCloseTo(pairs.reduce((sum, value) => sum + value, 0) / 3, 10)
    })
    test('quantiles lie between their neighbours', () => {
      expect([quantile([1, 2, 3, 4], 0.5), quantile([5], 0.9), quantile([], 0.5)]).toEqual([2.5, 5, null])
    })
    test('a robust score is not moved by one earlier extreme', () => {
      const calm = Array.from({ length: 90 }, (_, day) => Math.sin(day))
      const score = robustScore([...calm, 5]) ?? 0
      expect(score).toBeGreaterThan(2)
      expect(robustScore([...calm.slice(1), 1000, 5]) ?? 0).toBeGreaterThan(score * 0.9)
      expect(robustScore([1, 2, 3])).toBeNull()
    })
    test('a streak counts days of one sign', () => {
      const of = (daily: readonly (number | null)[]) => streak({ dates: [], values: [], daily })
      expect([of([1, -1, -2, -3]), of([1]), of([-1, null, 2, 3]), of([1, 0]), of([])]).toEqual([
        '3 days out',
        '1 day in',
        '2 days in',
        undefined,
        undefined,
      ])
    })
    test('5.00% paid daily is 5.13% a year', () => {
      expect(compounded(5)).toBeCloseTo(5.127, 3)
    })
  })

  describe('constant maturity', () => {
    const contract = (days: number, premium: number) => ({ expiry: `${days}`, days, premium })
    test('interpolates the premium before it is annualised', () => {
      const curve = [contract(30, 1), contract(60, 2)]
      const log = (Math.log(1.01) + Math.log(1.02)) / 2
      expect(constantMaturity(curve, 45)).toBeCloseTo(((Math.exp(log) - 1) * 36_500) / 45, 10)
      expect(constantMaturity(curve, 60)).toBeCloseTo((2 * 365) / 60, 10)
    })
    test('has no value beyond the first and the last expiry', () => {
      expect([
        constantMaturity([contract(30, 1), contract(60, 2)], 90),
        constantMaturity([contract(30, 1)], 10),
        constantMaturity([], 30),
      ]).toEqual([null, null, null])
    })
  })

  describe('panels', () => {
    test('sums and weighted ratios are added up over rows', () => {
      const flows = panel({ dates: ['1', '2', '3'], values: { a: [1, null, 3] } })
      expect(rolling(flows, 'a', 2)).toEqual([null, 1, 3])
      const ratio = panel({
        dates: ['1', '2'],
        values: { a: [1, 3] },
        top: { a: [1, 9] },
        bottom: { a: [1, 3] },
        measure: { ...flows.measure, kind: 'ratio', top: 'x', bottom: 'y', over: 'interval', scale: 10 },
      })
      expect(rolling(ratio, 'a', 2)).toEqual([null, 25])
    })
    test('another series is carried over a few days and not longer', () => {
      const other = panel({ dates: ['2026-11-13', '2026-11-20'], values: { '': [1, 2] } })
      expect(aligned(['2026-11-12', '2026-11-14', '2026-11-17', '2026-11-18', '2026-11-20'], other)).toEqual([
        null,
        1,
        1,
        null,
        2,
      ])
    })
  })
})

describe('the form of an answer', () => {
  const whole: Answer = {
    version: 2,
    title: 'Supply by chain',
    query: {
      measures: ['stable_supply.supply', 'formula.g'],
      attributes: ['stable_supply.chain'],
      grain: 'week',
      range: { kind: 'last', count: 1, unit: 'year' },
      filters: [{ field: 'stable_supply.token', op: 'in', values: ['USDC'] }],
      top: { attribute: 'stable_supply.chain', count: 5, by: 'stable_supply.supply', other: true },
      compare: 'year-ago',
      formulas: [{ id: 'g', label: 'Growth', expression: 'growth(stable_supply.supply)' }],
    },
    chart: { type: 'line', options: { logScale: true } },
  }

  test('an answer of this version opens as it is', () => {
    expect(openForm(JSON.parse(JSON.stringify(whole)))).toEqual({ answer: whole, problems: [] })
  })

  test('an answer of the first version opens: its bare ids get their source, its ranges their new names', () => {
    const old = {
      v: 1,
      title: 'Net issuance by week',
      chart: 'stacked-bars',
      query: {
        source: 'stable_supply',
        measures: ['net_issuance'],
        dims: ['token'],
        grain: 'week',
        filters: [{ field: 'chain', op: 'in', values: ['Ethereum'] }],
        range: { last: 1, unit: 'year' },
        top: { dim: 'token', count: 3, by: 'net_issuance' },
        sort: { by: 'date' },
      },
    }
    expect(openForm(old)).toEqual({
      answer: {
        version: 2,
        title: 'Net issuance by week',
        chart: { type: 'stacked-bars' },
        query: {
          measures: ['stable_supply.net_issuance'],
          attributes: ['stable_supply.token'],
          grain: 'week',
          filters: [{ field: 'stable_supply.chain', op: 'in', values: ['Ethereum'] }],
          range: { kind: 'last', count: 1, unit: 'year' },
          top: { attribute: 'stable_supply.token', count: 3, by: 'stable_supply.net_issuance', other: true },
          sort: { by: 'date' },
        },
      },
      problems: [],
    })
    expect(
      openForm({ ...old, query: { ...old.query, range: '90D', compare: 'prior-period' } }).answer?.query,
    ).toMatchObject({
      range: { kind: 'last', count: 90, unit: 'day' },
      compare: 'previous-period',
    })
  })

  test('a damaged answer opens with what is whole, and says what is not', () => {
    const { answer, problems } = openForm({
      ...whole,
      title: 7,
      chart: { type: 'hologram' },
      query: {
        ...whole.query,
        range: { kind: 'between', from: 'May', to: '2026-01-01' },
        filters: [{ field: 'stable_supply.token', op: 'in', values: [] }, ...(whole.query.filters ?? [])],
      },
    })
    expect(problems).toEqual([
      'The first filter could not be read and is left out.',
      'The range of days could not be read and is left out.',
      'The chart type could not be read and is left out.',
      'The title could not be read and is left out.',
    ])
    expect(answer?.query.filters).toEqual(whole.query.filters)
    expect(answer?.query.grain).toBe('week')
    expect(answer?.query.range).toBeUndefined()
    expect(answer?.chart.type).toBe('auto')
  })

  test('one of a later version opens with a warning; one without a measure does not open', () => {
    expect(openForm({ ...whole, version: 3 })).toMatchObject({
      answer: whole,
      problems: ['It was saved by a newer version (3). Newer settings are left out.'],
    })
    expect(openForm({ ...whole, query: {} }).answer).toBeNull()
    expect(openForm('x').problems).toEqual(['The saved chart cannot be read.'])
  })

  test('opening any stored answer gives a valid answer or none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue({ maxDepth: 4 }),
          fc.record({ v: fc.constant(1), query: fc.jsonValue() }),
          fc.record({
            version: fc.constant(2),
            query: fc.record({ measures: fc.jsonValue(), filters: fc.jsonValue(), range: fc.jsonValue() }),
          }),
        ),
        (parsed) => {
          const { answer, problems } = openForm(parsed)
          if (answer) expect(openForm(answer)).toEqual({ answer, problems: [] })
          else expect(problems.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 400 },
    )
  })
})
