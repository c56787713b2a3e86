import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnswerQuery } from '../../../../local/bi-host/wire/answers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../boards/sample-warehouse'

vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

/** The columns of an answer, oldest first where it has days. */
async function columnsOf(query: AnswerQuery): Promise<readonly (readonly number[])[]> {
  const reply = await runAnswer(warehouse, { version: 2, title: 'T', query, chart: { type: 'table' } })
  if (reply.kind !== 'result') throw new Error(reply.message)
  const { cells, rows } = reply.table
  const order = Array.from({ length: rows }, (_, row) => row)
  if (query.grain) order.sort((a, b) => String(cells[0]?.[a]).localeCompare(String(cells[0]?.[b])))
  return cells.map((column) => order.map((row) => Number(column[row])))
}

const [monday, sunday] = ['2026-11-09', '2026-11-15']
const week: Pick<AnswerQuery, 'range'> = { range: { kind: 'between', from: monday, to: sunday } }
const bitcoin = [{ field: 'price.asset', op: 'in', values: ['BTC'] }] as const

test('a week opens on its first day, closes on its last, and has the highest and lowest price of all of them', async () => {
  const measures = ['price.open', 'price.high', 'price.low', 'price.close']
  const [, open = [], high = [], low = [], close = []] = await columnsOf({
    measures,
    filters: bitcoin,
    grain: 'day',
    ...week,
  })
  expect(low).toHaveLength(7)
  // Else the last day's would look right as well.
  expect(low.indexOf(Math.min(...low))).toBeLessThan(6)
  const [, ...one] = await columnsOf({ measures, filters: bitcoin, grain: 'week', ...week })
  expect(one).toEqual([[open[0]], [Math.max(...high)], [Math.min(...low)], [close[6]]])
})

test('the worst low of a stablecoin over days is the lowest of them', async () => {
  const query: AnswerQuery = {
    measures: ['stable_price.deviation_low'],
    filters: [{ field: 'stable_price.token', op: 'in', values: ['USDe'] }],
    range: { kind: 'last', count: 90, unit: 'day' },
  }
  const [, low = []] = await columnsOf({ ...query, grain: 'day' })
  expect(low.length).toBeGreaterThan(80)
  expect(await columnsOf(query)).toEqual([[Math.min(...low)]])
})

test('what each provider has staked of the supply adds up to what is staked of it', async () => {
  const query: AnswerQuery = {
    measures: ['staking.staked_share'],
    filters: [{ field: 'staking.network', op: 'in', values: ['Ethereum'] }],
  }
  const [, shares = []] = await columnsOf({ ...query, attributes: ['staking.protocol'] })
  expect(shares.length).toBeGreaterThan(2)
  const [[whole] = []] = await columnsOf(query)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(whole ?? 0, 6)
})
