import type { Grain } from '../wire/board'
import type { Source } from './source'

/** Pieces of SQL about days; `t` is the source's own relation. Weeks start on Monday. */
export const dayOf = (source: Source): string =>
  source.date.kind === 'day' ? `t.${source.date.column}` : `cast(t.${source.date.column} as date)`

export const within = (source: Source, from: string, to: string): string =>
  source.date.kind === 'day'
    ? `t.${source.date.column} between cast(${from} as date) and cast(${to} as date)`
    : `t.${source.date.column} >= cast(${from} as date) and t.${source.date.column} < cast(${to} as date) + 1`

export const interval = (source: Source, grain: Grain): string =>
  grain === 'hour' ? `date_trunc('hour', t.${source.date.column})` : truncated(dayOf(source), grain)

export const truncated = (day: string, grain: Grain): string =>
  grain === 'hour' || grain === 'day' ? day : `cast(date_trunc('${grain}', ${day}) as date)`

export const lastDay = (day: string, grain: Grain, to: string): string =>
  ({
    hour: day,
    day,
    week: `least(cast(date_trunc('week', ${day}) as date) + 6, cast(${to} as date))`,
    month: `least(last_day(${day}), cast(${to} as date))`,
    quarter: `least(cast(date_trunc('quarter', ${day}) + interval 3 month as date) - 1, cast(${to} as date))`,
    year: `least(cast(date_trunc('year', ${day}) + interval 1 year as date) - 1, cast(${to} as date))`,
  })[grain]
