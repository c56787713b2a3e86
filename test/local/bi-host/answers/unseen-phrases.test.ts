import { expect, test } from 'vitest'
import { sources } from '../../../../local/bi-host/model/sources'
import { notation } from './notation'
import { unseenPhrases } from './unseen-phrases'

const measures = new Set(
  sources.flatMap(({ id, measures: own }) => Object.keys(own).map((name) => `${id}.${name}`)),
)

test('the unseen questions are forty or more, and expect only measures that the model has', () => {
  expect(unseenPhrases.length).toBeGreaterThanOrEqual(40)
  const expected = unseenPhrases.flatMap(([, ...readings]) =>
    readings.filter((reading) => reading !== 'refuse'),
  )
  const named = expected.flatMap((reading) => reading.match(/\b[a-z_]+\.[a-z_]+\b/g) ?? [])
  expect(named.filter((name) => !measures.has(name))).toEqual([])
})

test('an expected query is written as it would be noted down', () => {
  const text = notation({
    query: {
      measures: ['formula.f', 'rwa.value'],
      attributes: ['rwa.product'],
      grain: 'month',
      range: { kind: 'previous', unit: 'quarter', count: 1 },
      filters: [{ field: 'rwa.issuer', op: 'in', values: ['Ondo', 'Circle'] }],
      top: { attribute: 'rwa.product', count: 3, by: 'formula.f', from: 'bottom' },
      compare: 'year-ago',
      formulas: [{ id: 'f', label: 'Growth', expression: 'growth(rwa.value)' }],
    },
    chart: { type: 'line' },
  })
  expect(text).toBe(
    'growth(rwa.value), rwa.value; by product; month; previous 1 quarter; vs year-ago; where issuer in Circle, Ondo; bottom 3 product by growth(rwa.value); chart line',
  )
})
