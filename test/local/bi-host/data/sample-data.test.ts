import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tables } from '../../../../local/bi-host/data/schema'
import { existence } from './existence'
import { identities } from './identities'
import { fundAndChainRanges } from './ranges/funds-and-chains'
import { futuresRanges } from './ranges/futures'
import { optionRanges } from './ranges/options'
import { priceRanges } from './ranges/prices'
import { stablecoinRanges } from './ranges/stablecoins'
import { type OpenSample, openSample } from './sample-database'

/** Made once for every test; generous, since this file may be the first to ask. */
let sample: OpenSample
beforeAll(async () => {
  sample = await openSample()
}, 120_000)
afterAll(() => sample.close())

const ranges = [...priceRanges, ...futuresRanges, ...optionRanges, ...stablecoinRanges, ...fundAndChainRanges]

describe('identities', () => {
  it.each(identities)('$rule', async ({ sql }) => {
    const { checked, broken } = await sample.numbers(sql)
    expect(checked).toBeGreaterThan(0)
    expect(broken).toBe(0)
  })
})

describe('rows that may and must exist', () => {
  it.each(existence)('$rule', async ({ sql }) => {
    const { checked, broken } = await sample.numbers(sql)
    expect(checked).toBeGreaterThan(0)
    expect(broken).toBe(0)
  })
})

describe('plausible ranges', () => {
  it.each(ranges)('$name: $low to $high', async ({ sql, low, high }) => {
    const { value } = await sample.numbers(sql)
    expect(value).toBeGreaterThanOrEqual(low)
    expect(value).toBeLessThanOrEqual(high)
  })
})

describe('the file as a whole', () => {
  it('has every table of the schema, with rows, and about 1.7 million in all', async () => {
    const stored = await sample.rows('SELECT table_name FROM duckdb_tables() ORDER BY table_name')
    expect(stored.map((row) => row['table_name'])).toEqual(tables.map(({ name }) => name).toSorted())
    for (const { name } of tables) {
      const { rows } = await sample.numbers(`SELECT count(*) AS rows FROM ${name}`)
      expect(rows, name).toBeGreaterThan(0)
    }
    expect(sample.sample.rows).toBeGreaterThan(1_500_000)
    expect(sample.sample.rows).toBeLessThan(1_900_000)
  })

  it('holds only finite numbers', async () => {
    for (const { name, columns } of tables) {
      const doubles = columns.filter(({ type }) => type === 'double')
      if (doubles.length === 0) continue
      const broken = doubles.map((column) => `count(*) FILTER (NOT isfinite("${column.name}"))`)
      const { value } = await sample.numbers(`SELECT ${broken.join(' + ')} AS value FROM ${name}`)
      expect(value, name).toBe(0)
    }
  })

  it('has one row per grain', async () => {
    for (const { name, columns, kind } of tables) {
      if (kind !== 'fact') continue
      const grain = columns
        .filter(({ role }) => role === 'key' || role === 'time')
        .map((column) => column.name)
      const keys = grain.filter((column) => !(name === 'f_etf_daily' && column === 'ticker'))
      const { value } = await sample.numbers(
        `SELECT count(*) AS value FROM (SELECT ${keys.join(', ')} FROM ${name} GROUP BY ALL HAVING count(*) > 1)`,
      )
      expect(value, name).toBe(0)
    }
  })

  it('lies in the order of time, so that a date range reads few blocks', async () => {
    for (const { name, timeColumn } of tables) {
      if (timeColumn === null) continue
      const { value } = await sample.numbers(
        `SELECT count(*) AS value FROM (SELECT ${timeColumn} < lag(${timeColumn}) OVER (ORDER BY rowid) AS back FROM ${name}) WHERE back`,
      )
      expect(value, name).toBe(0)
    }
  })

  it('says what it is', async () => {
    const rows = await sample.rows('SELECT key, value FROM meta')
    const meta = Object.fromEntries(rows.map((row) => [row['key'], row['value']]))
    expect(meta).toMatchObject({
      label: 'Sample data',
      as_of: '2026-11-20',
      first_day: '2023-11-21',
      version: sample.sample.dataVersion,
    })
    const { facts } = await sample.numbers('SELECT count(*) AS facts FROM dim_source')
    expect(facts).toBe(tables.filter(({ kind }) => kind === 'fact').length)
  })
})

describe('one event table explains the jumps', () => {
  it('names every day on which a price moves by more than 8 robust deviations', async () => {
    const { value } = await sample.numbers(`
      WITH moves AS (
        SELECT date, asset, ln(close / lag(close) OVER (PARTITION BY asset ORDER BY date)) AS r FROM f_price_daily
      ), middles AS (SELECT asset, median(r) AS m, mad(r) * 1.4826 AS s FROM moves GROUP BY asset)
      SELECT count(*) AS value FROM moves JOIN middles USING (asset)
      WHERE abs(r - m) > 8 * s AND date NOT IN (SELECT date FROM f_event WHERE kind = 'shock')`)
    expect(value).toBe(0)
  })

  it('shows each shock on every board', async () => {
    const shocks = await sample.rows(`
      SELECT s.date,
        (SELECT close / open - 1 FROM f_price_daily p WHERE p.date = s.date AND asset = 'BTC') AS price,
        (SELECT sum(open_interest_coins) FILTER (date = s.date) / sum(open_interest_coins) FILTER (date = s.date - 1) - 1
          FROM f_cex_daily WHERE asset = 'BTC' AND market_type = 'Perpetual') AS interest,
        (SELECT avg(rate_bps) FROM f_funding_8h f WHERE f.date = s.date + 1) AS funding,
        (SELECT iv_pct FROM f_option_surface o WHERE o.date = s.date AND asset = 'BTC' AND tenor_days = 7 AND delta = 'ATM')
          - (SELECT iv_pct FROM f_option_surface o WHERE o.date = s.date AND asset = 'BTC' AND tenor_days = 180 AND delta = 'ATM') AS inverted,
        (SELECT sum(amount_usd) FROM f_liquidations l WHERE l.date = s.date) AS seized,
        (SELECT sum(net_flow_usd) FROM f_etf_daily e WHERE underlying = 'BTC' AND e.date > s.date AND e.date <= s.date + 3) AS fund_flow
      FROM f_event s WHERE kind = 'shock' ORDER BY s.date`)
    expect(shocks).toHaveLength(3)
    for (const shock of shocks) {
      expect(Number(shock['price'])).toBeLessThan(-0.07)
      expect(Number(shock['interest'])).toBeLessThan(-0.1)
      expect(Number(shock['funding'])).toBeLessThan(0)
      expect(Number(shock['inverted'])).toBeGreaterThan(5)
      expect(Number(shock['seized'])).toBeGreaterThan(50e6)
      expect(Number(shock['fund_flow'])).toBeLessThan(0)
    }
  })
})

describe('names', () => {
  it('says GRAM at the end, keeps the entity and remembers TON', async () => {
    const [today] = await sample.rows(
      "SELECT asset, count(*)::INT AS days FROM f_price_daily WHERE entity_id = 'asset:ton' GROUP BY ALL",
    )
    expect(today).toEqual({ asset: 'GRAM', days: 1096 })
    const history = await sample.rows(
      "SELECT symbol, valid_from::VARCHAR AS since, valid_to::VARCHAR AS until FROM dim_symbol_history WHERE entity_id = 'asset:ton' ORDER BY valid_from",
    )
    expect(history).toEqual([
      { symbol: 'TON', since: '2021-08-26', until: '2026-06-29' },
      { symbol: 'GRAM', since: '2026-06-30', until: null },
    ])
    const { chains } = await sample.numbers("SELECT count(*) AS chains FROM dim_chain WHERE chain = 'TON'")
    expect(chains).toBe(1)
  })

  it('keeps the tickers BTC and ETH apart from the coins', async () => {
    const funds = await sample.rows(
      "SELECT entity_id, fund FROM dim_fund WHERE ticker IN ('BTC', 'ETH') ORDER BY ticker",
    )
    expect(funds).toEqual([
      { entity_id: 'fund:BTC', fund: 'BTC (Grayscale Mini)' },
      { entity_id: 'fund:ETH', fund: 'ETH (Grayscale Mini)' },
    ])
  })
})
