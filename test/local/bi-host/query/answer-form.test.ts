import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openForm } from '../../../../local/bi-host/query/answer-form'
import type { Answer } from '../../../../local/bi-host/wire/answers'

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

test('whatever was kept, opening it gives something sound or nothing', () => {
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
