import { isoOf, millisecondsPerDay } from '../days'
import { type Rows, rowsOf } from '../rows'
import { tables } from '../schema'
import type { Frame } from '../world'

/** Clock of each table and when a live source would become final; other tables follow the UTC day. */
const clocks: Readonly<
  Record<string, readonly [clock: string, provisionalUntil: string, note: string | null]>
> = {
  f_funding_8h: ['Settlement stamp', 'Final at once', null],
  f_futures_term: [
    'Snapshot at 00:00 UTC after the day',
    'Final',
    'CME is carried over days on which it is closed.',
  ],
  f_option_surface: ['Snapshot at 00:00 UTC after the day', 'Final', null],
  f_option_daily: ['Snapshot at 00:00 UTC after the day', 'Final', null],
  f_option_strike: ['Snapshot at 00:00 UTC after the day', 'Final', 'Deribit, next quarterly expiry only.'],
  f_stable_supply: ['UTC day end, usually 1 to 6 h later', '48 h after the day', null],
  f_stable_bridge: ['UTC day end, usually 1 to 6 h later', '48 h after the day', null],
  f_etf_daily: [
    'NYSE trade date, same evening to next morning',
    'Next trading day 12:00 UTC, when all funds have reported',
    null,
  ],
  f_lending_daily: ['Last block of the UTC day', '24 h after the day', 'Rewards are left out.'],
  f_liquidations: ['Last block of the UTC day', '24 h after the day', 'Complete on-chain events.'],
  f_liq_cex: ['UTC day end', 'Final', 'A floor: public feeds are throttled.'],
  f_staking_daily: ['Last epoch of the UTC day', '24 h after the day', null],
  f_rwa_daily: ['Last NAV date per product', 'Next NAV', 'NAV dates differ by product: show their age.'],
  f_onchain_daily: [
    'UTC day end, 10 minutes to 2 h later',
    '24 h; entity measures always',
    'Exchange balances are estimates, revised backwards.',
  ],
  f_fear_greed_daily: ['Vendor stamp', 'Final', null],
  f_rates: ['Last business day, carried over weekends and holidays', 'Final', null],
}

export interface Edition {
  readonly scale: number
  readonly version: string
  readonly generatorVersion: number
}

/** One line of provenance per fact table: all from the generator until a refresh replaces a table. */
export function sourceRows(frame: Frame, made: readonly Rows[], edition: Edition): Rows {
  const rows = rowsOf('dim_source')
  const end = (frame.origin + frame.to) * millisecondsPerDay
  for (const table of tables.filter(({ kind }) => kind === 'fact')) {
    const entities =
      made
        .find((candidate) => candidate.table === table.name)
        ?.columns.find(({ column }) => column.role === 'key')?.words.length ?? 1
    const [clock, provisional, note] = clocks[table.name] ?? ['UTC day end', '1 h after the day', null]
    rows.add({
      table_name: table.name,
      source: `Sample generator v${edition.generatorVersion} (not market data)`,
      licence: 'MIT, part of this repository',
      as_of_ts: end,
      fetched_at: end,
      status: 'sample',
      covered_n: Math.max(1, entities),
      covered_of: Math.max(1, entities),
      method_version: 1,
      clock,
      provisional_until: provisional,
      restated_at: null,
      restated_rows: null,
      restated_max_rel: null,
      note,
    })
  }
  return rows.finish()
}

export function metaRows(frame: Frame, edition: Edition): Rows {
  const rows = rowsOf('meta')
  const facts = {
    dataset: 'Assay sample data',
    label: 'Sample data',
    seed: frame.seed,
    as_of: isoOf(frame.origin + frame.to - 1),
    first_day: isoOf(frame.origin + frame.from),
    version: edition.version,
    generator_version: String(edition.generatorVersion),
    scale: String(edition.scale),
  }
  for (const [name, value] of Object.entries(facts)) rows.add({ key: name, value })
  return rows.finish()
}
