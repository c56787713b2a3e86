import { isoOf, millisecondsPerDay } from '../days'
import { type Rows, rowsOf } from '../rows'
import { factClocks } from '../schema'
import type { Frame } from '../world'

export interface Edition {
  readonly scale: number
  readonly version: string
  readonly generatorVersion: number
}

/** One line of provenance per fact table: all from the generator until a refresh replaces a table. */
export function sourceRows(frame: Frame, made: readonly Rows[], edition: Edition): Rows {
  const rows = rowsOf('dim_source')
  const end = (frame.origin + frame.to) * millisecondsPerDay
  for (const { name, clock, provisionalUntil, note } of factClocks) {
    const entities =
      made.find((candidate) => candidate.table === name)?.columns.find(({ column }) => column.role === 'key')
        ?.words.length ?? 1
    rows.add({
      table_name: name,
      source: `Sample generator v${edition.generatorVersion} (not market data)`,
      licence: 'MIT, part of this repository',
      as_of_ts: end,
      fetched_at: end,
      status: 'sample',
      covered_n: Math.max(1, entities),
      covered_of: Math.max(1, entities),
      method_version: 1,
      clock,
      provisional_until: provisionalUntil,
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
