import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SampleDatabase } from '../../../../local/bi-host/data/build'
import { tables } from '../../../../local/bi-host/data/rows'
import { madeSampleData } from '../../../../local/cli/build'
import { type Identity, identities } from './identities'
import { futuresRanges, optionRanges } from './ranges/derivatives'
import { fundAndChainRanges, priceRanges, stablecoinRanges } from './ranges/markets'

const none = (name: string, from: string, broken: string): Identity => ({
  rule: name,
  sql: `SELECT count(*) AS checked, count(*) FILTER (WHERE ${broken}) AS broken FROM ${from}`,
})

/** Rows that must exist, and rows that must not. */
const existence: readonly Identity[] = [
  none('no price before the listing', 'f_price_daily JOIN dim_asset USING (entity_id)', 'date < listed_on'),
  none(
    'every asset has a price on every day from its listing',
    '(SELECT entity_id, listed_on, count(*) n FROM f_price_daily JOIN dim_asset USING (entity_id) GROUP BY ALL)',
    "n <> date_diff('day', listed_on, DATE '2026-11-20') + 1",
  ),
  none(
    'no volume, funding, liquidation or sentiment before the listing',
    `(SELECT date, entity_id FROM f_cex_daily UNION ALL SELECT date, entity_id FROM f_funding_8h UNION ALL SELECT date, entity_id FROM f_liq_cex UNION ALL SELECT date, entity_id FROM f_sentiment_daily) JOIN dim_asset USING (entity_id)`,
    'date < listed_on',
  ),
  none(
    'no close of a coin is a round number of three digits',
    'f_price_daily',
    'abs(close / 10 ** (floor(log10(close)) - 2) - round(close / 10 ** (floor(log10(close)) - 2))) < 1e-9 AND date >= (SELECT max(date) - 1 FROM f_price_daily)',
  ),
  none('HYPE starts on 29 November 2024', "f_price_daily WHERE asset = 'HYPE'", "date < DATE '2024-11-29'"),
  none(
    'no token before its launch or on a chain that did not exist',
    'f_stable_supply s JOIN dim_stablecoin t USING (entity_id) JOIN dim_chain c ON c.chain = s.chain',
    's.date < t.launched OR s.date < c.launched',
  ),
  none(
    'USDT reaches TON in April 2024 and Aptos in October 2024',
    "f_stable_supply WHERE token = 'USDT'",
    "(chain = 'TON' AND date < DATE '2024-04-19') OR (chain = 'Aptos' AND date < DATE '2024-10-28') OR (chain = 'Plasma' AND date < DATE '2025-09-25')",
  ),
  none(
    'no transfer to or from a chain without supply',
    'f_stable_bridge b LEFT JOIN f_stable_supply f ON f.date = b.date AND f.token = b.token AND f.chain = b.from_chain LEFT JOIN f_stable_supply t ON t.date = b.date AND t.token = b.token AND t.chain = b.to_chain',
    'f.chain IS NULL OR t.chain IS NULL OR from_chain = to_chain OR amount_usd <= 0 OR transfers < 1',
  ),
  none(
    'every token has a price on its days',
    '(SELECT DISTINCT date, entity_id FROM f_stable_supply) LEFT JOIN f_stable_price USING (date, entity_id)',
    'price IS NULL',
  ),
  none('no fund row before its listing', 'f_etf_daily JOIN dim_fund USING (entity_id)', 'date < listed_on'),
  none(
    'fund rows on every trading day and on no other',
    `(SELECT d.date, is_us_trading_day, fund.entity_id, e.holdings FROM dim_date d CROSS JOIN dim_fund fund LEFT JOIN f_etf_daily e ON e.date = d.date AND e.entity_id = fund.entity_id WHERE d.date >= fund.listed_on)`,
    'is_us_trading_day <> (holdings IS NOT NULL)',
  ),
  none(
    'CME: no weekend before round-the-clock trading, every open day after its start',
    `(SELECT d.date, is_cme_day, f.volume_usd FROM dim_date d LEFT JOIN f_cex_daily f ON f.date = d.date AND f.exchange = 'CME' AND f.asset = 'BTC')`,
    'is_cme_day <> (volume_usd IS NOT NULL)',
  ),
  none(
    'CME trade dates are business days, other venues trade on the UTC day',
    'f_cex_daily JOIN dim_date USING (date)',
    "(exchange = 'CME' AND (isodow(trade_date) > 5 OR trade_date <> cme_trade_date)) OR (exchange <> 'CME' AND trade_date <> date)",
  ),
  none('no product before its launch', 'f_rwa_daily JOIN dim_product USING (entity_id)', 'date < launched'),
  none(
    'products without a yield have none, the others have one',
    'f_rwa_daily',
    "(asset_class IN ('Gold', 'Equities', 'Repo')) AND yield_pct IS NOT NULL OR (asset_class = 'Treasuries' AND yield_pct IS NULL)",
  ),
  none(
    'options expire in the future, on a Friday',
    'f_option_daily',
    'expiry <= date OR isodow(expiry) <> 5 OR days_to_expiry <= 0',
  ),
  none(
    'wrapped and staked tokens lend only where they exist',
    "f_lending_daily WHERE asset IN ('wstETH', 'weETH', 'cbBTC')",
    "chain IN ('Solana', 'BNB Chain', 'Avalanche', 'Polygon')",
  ),
  none(
    'validators stand on the Native row alone',
    'f_staking_daily',
    "(protocol = 'Native') <> (validators IS NOT NULL)",
  ),
  none(
    'Cosmos is priced with ATOM and TON with GRAM',
    "f_staking_daily WHERE network IN ('Cosmos Hub', 'TON')",
    "asset <> CASE network WHEN 'TON' THEN 'GRAM' ELSE 'ATOM' END",
  ),
  none(
    'exactly one perpetual row a day for each venue and coin',
    "(SELECT date, exchange, asset, count(*) n FROM f_cex_daily WHERE market_type = 'Perpetual' GROUP BY ALL)",
    'n <> 1',
  ),
]

/** Runs a query that returns one row of numbers. */
type NumbersOf = (sql: string) => Promise<Readonly<Record<string, number>>>

interface OpenSample {
  readonly sample: SampleDatabase
  readonly numbers: NumbersOf
  readonly rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly close: () => Promise<void>
}

/** The sample data, opened read-only as the host does. */
async function openSample(): Promise<OpenSample> {
  const sample = await madeSampleData()
  const instance = await DuckDBInstance.create(sample.path, { access_mode: 'READ_ONLY', threads: '2' })
  const connection = await instance.connect()
  return {
    sample,
    numbers: async (sql) => {
      const [first, ...rest] = await rowsOf(connection, sql)
      if (first === undefined || rest.length > 0) throw new Error(`Not one row: ${sql}`)
      return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, Number(value)]))
    },
    rows: (sql) => rowsOf(connection, sql),
    close: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function rowsOf(
  connection: DuckDBConnection,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJS()
}

/** Opened once for all tests. The timeout is long, because this file may be the first to need the sample data. */
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

  it('describes itself', async () => {
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
  it('end with GRAM, keep the entity and remember TON', async () => {
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

  it('keep the tickers BTC and ETH apart from the coins', async () => {
    const funds = await sample.rows(
      "SELECT entity_id, fund FROM dim_fund WHERE ticker IN ('BTC', 'ETH') ORDER BY ticker",
    )
    expect(funds).toEqual([
      { entity_id: 'fund:BTC', fund: 'BTC (Grayscale Mini)' },
      { entity_id: 'fund:ETH', fund: 'ETH (Grayscale Mini)' },
    ])
  })
})
