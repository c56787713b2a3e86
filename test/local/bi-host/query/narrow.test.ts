import { expect, test } from 'vitest'
import type { Answer, Narrowing } from '../../../../local/bi-host/wire/answers'
import { narrowed } from '../../../../local/bi-host/query/narrow'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'

const model = createModel(sources)
const asOf = '2026-11-20'
const supply: Answer = {
  version: 2,
  title: 'Supply',
  query: { measures: ['stable_supply.supply'], attributes: ['stable_supply.chain'] },
  chart: { type: 'auto' },
}
const queryOf = (narrow: Narrowing, answer = supply) => narrowed(model, asOf, answer, narrow).query
const tron = [{ field: 'stable_supply.chain', op: 'in' as const, values: ['Tron'] }]

test.each(['stable_supply.chain', 'Chain', 'chain'])('a filter finds its column as %s', (column) => {
  const filters = [{ column, op: 'in' as const, values: ['Tron'] }]
  expect(queryOf({ filters }).filters).toEqual(tron)
})

test('a column that the sources of the answer have not got is left out, and so is what is no column', () => {
  const of = (column: string) => queryOf({ filters: [{ column, op: 'in', values: ['BTC'] }] })
  for (const column of ['etf.issuer', 'No such thing', '__proto__']) expect(of(column)).toEqual(supply.query)
})

test('what the answer says itself wins, and nothing set changes nothing', () => {
  const own: Answer = {
    ...supply,
    query: { ...supply.query, filters: tron, range: { kind: 'last', count: 7, unit: 'day' } },
  }
  const filters = [{ column: 'Chain', op: 'in' as const, values: ['Ethereum'] }]
  expect(queryOf({ filters, range: 'ALL' }, own)).toEqual(own.query)
  expect(narrowed(model, asOf, supply)).toEqual(supply)
})

test.each([
  ['30D', { kind: 'last', count: 30, unit: 'day' }],
  ['1Y', { kind: 'last', count: 1, unit: 'year' }],
  ['ALL', { kind: 'all' }],
] as const)('the time range %s holds where the answer names none', (range, wanted) => {
  expect(queryOf({ range }).range).toEqual(wanted)
})

test('what the answer says of an attribute wins in whichever of its sources it says it', () => {
  const own: Answer = {
    ...supply,
    query: {
      measures: ['trading.volume', 'price.close'],
      filters: [{ field: 'price.asset', op: 'in', values: ['BTC'] }],
    },
  }
  expect(queryOf({ filters: [{ column: 'trading.asset', op: 'in', values: ['ETH'] }] }, own)).toEqual(
    own.query,
  )
})
