import type { Grain } from '../wire/board'
import { daysBetween } from '../model/days'
import {
  type Query,
  type QueryFilter,
  type Range,
  type ResultSet,
  partsOf,
  type Measure,
} from '../model/source'
import type { TileContext } from './definition'

/** One measure over time, split by an attribute, with rows on shared dates. */
export interface Panel {
  readonly dates: readonly string[]
  readonly keys: readonly string[]
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
  /** Both parts of a ratio, to aggregate it again over days or keys. For a sum, the values themselves and no bottom. */
  readonly top: Readonly<Record<string, readonly (number | null)[]>>
  readonly bottom: Readonly<Record<string, readonly (number | null)[]>> | null
  readonly measure: Measure
  /** Stands for measure and filters in the key of a figure. */
  readonly meaning: string
  /** The same for one value of the split attribute. */
  readonly meaningOf: (key: string) => string
}

export interface PanelRequest {
  /** Qualified: `stable_supply.supply`. */
  readonly measure: string
  /** Attribute to split by. Absent: one key, the empty string. */
  readonly by?: string
  readonly grain?: Grain
  readonly range: Range
  readonly where?: readonly QueryFilter[]
  readonly top?: { readonly count: number; readonly other?: boolean; readonly by?: string }
}

export async function readPanel(context: TileContext, request: PanelRequest): Promise<Panel> {
  const [source = '', measureId = ''] = request.measure.split('.')
  const { measure } = context.model.measure(context.model.source(source), measureId)
  const query: Query = {
    source,
    measures: [measureId],
    grain: request.grain ?? 'day',
    range: request.range,
    ...(request.by === undefined ? {} : { dims: [request.by] }),
    ...(request.where === undefined ? {} : { filters: request.where }),
    ...(request.top && request.by !== undefined
      ? {
          top: {
            dim: request.by,
            count: request.top.count,
            by: request.top.by ?? measureId,
            ...(request.top.other === undefined ? {} : { other: request.top.other }),
          },
        }
      : {}),
  }
  const { columns } = await context.run(query)
  const grid = gridOf(columns['date'] ?? [], request.by === undefined ? null : (columns[request.by] ?? []))
  const ratio = partsOf(measure).bottom !== null
  const values = grid.spread(columns[measureId])
  const filters = [...(request.where ?? []), ...context.filtersOf(source, request.where ?? [])]
  return {
    dates: grid.dates,
    keys: ordered(values, measure, context.facts(source).values[request.by ?? ''] ?? []),
    values,
    top: ratio ? grid.spread(columns[`${measureId}:top`]) : values,
    bottom: ratio ? grid.spread(columns[`${measureId}:bottom`]) : null,
    measure,
    meaning: meaningOf(request.measure, filters),
    // A name that is in the panel has passed the filters on its field, so they add nothing to what its number means.
    meaningOf: (key) =>
      meaningOf(
        request.measure,
        request.by === undefined
          ? filters
          : [
              ...filters.filter(({ field }) => field !== request.by),
              { field: request.by, op: 'eq', values: [key] },
            ],
      ),
  }
}

type Column = ResultSet['columns'][string]

/** Pivots rows (ordered by date) to one list per name, on shared dates. */
function gridOf(
  dateColumn: Column,
  names: Column | null,
): {
  readonly dates: readonly string[]
  spread(column: Column | undefined): Record<string, (number | null)[]>
} {
  const dates: string[] = []
  const positions: number[] = []
  for (const date of dateColumn) {
    if (date !== dates.at(-1)) dates.push(String(date))
    positions.push(dates.length - 1)
  }
  return {
    dates,
    spread(column) {
      const lists = new Map<string, (number | null)[]>()
      for (let row = 0; row < positions.length; row += 1) {
        const name = names === null ? '' : String(names[row])
        let list = lists.get(name)
        if (!list) {
          list = Array.from({ length: dates.length }, () => null)
          lists.set(name, list)
        }
        const value = column?.[row]
        if (typeof value === 'number' && Number.isFinite(value)) list[positions[row] ?? 0] = value
      }
      return Object.fromEntries(lists)
    },
  }
}

/**
 * Largest first (balances and rates by latest value, volumes by sum), "Other" last. Signed flows keep the order of the data, so that no
 * window changes it.
 */
function ordered(
  values: Readonly<Record<string, readonly (number | null)[]>>,
  { kind, format }: Measure,
  known: readonly string[],
): string[] {
  const isFlow = kind === 'additive'
  const weight = (key: string): number => {
    if (isFlow && format.signed === true && known.includes(key)) return -known.indexOf(key)
    const list = values[key] ?? []
    return isFlow
      ? list.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)
      : (list.findLast((value) => value !== null) ?? 0)
  }
  const weights = new Map(Object.keys(values).map((key) => [key, weight(key)]))
  return Object.keys(values).sort((a, b) => {
    if (a === 'Other' || b === 'Other') return a === b ? 0 : a === 'Other' ? 1 : -1
    return (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || a.localeCompare(b)
  })
}

/** History of a card: a year for its percentile, after two months for rolling sums. One range for all cards, so they share queries. */
export const cardHistory = { last: 460, unit: 'day' } as const

export const only = (panel: Panel): readonly (number | null)[] => panel.values[''] ?? []

/** One series of another panel on these dates. For missing dates, its latest value that is at most `days` old. */
export function aligned(dates: readonly string[], other: Panel, key = '', days = 4): (number | null)[] {
  const values = other.values[key] ?? []
  let row = -1
  return dates.map((date) => {
    while (row + 1 < other.dates.length && (other.dates[row + 1] ?? '') <= date) row += 1
    for (let back = row; back >= 0 && daysBetween(other.dates[back] ?? date, date) <= days; back -= 1) {
      const value = values[back] ?? null
      if (value !== null) return value
    }
    return null
  })
}

/** Aggregates a panel over the `length` points ending at each point: flows as sums, ratios as weighted ratios. */
export function rolling(panel: Panel, key: string, length: number): (number | null)[] {
  const top = panel.top[key] ?? []
  const bottom = panel.bottom?.[key]
  const scale = partsOf(panel.measure).scale
  return top.map((_, end) => {
    if (end + 1 < length) return null
    const sum = (list: readonly (number | null)[]): number => {
      let total = 0
      for (let row = end + 1 - length; row <= end; row += 1) total += list[row] ?? 0
      return total
    }
    if (!bottom) return sum(top)
    const below = sum(bottom)
    return below === 0 ? null : (scale * sum(top)) / below
  })
}

/** Sum of all keys at each point (balances and flows only). */
export function totalOf(panel: Panel): (number | null)[] {
  return panel.dates.map((_, row) => {
    const found = panel.keys.map((key) => panel.values[key]?.[row] ?? null).filter((value) => value !== null)
    return found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0)
  })
}

/** Key of a number's meaning, independent of filter order. An `in` filter with one value equals `eq`. */
export function meaningOf(measure: string, filters: readonly QueryFilter[]): string {
  const conditions = filters.map(({ field, op, values }) =>
    JSON.stringify([field, op === 'in' && values.length === 1 ? 'eq' : op, values]),
  )
  return conditions.length === 0 ? measure : `${measure}[${conditions.sort().join(',')}]`
}

/** The last value as a figure, on which all tiles that show it must agree. */
export function lastFigure(
  meaning: string,
  { dates, values }: { readonly dates: readonly string[]; readonly values: readonly (number | null)[] },
): Readonly<Record<string, number>> {
  const last = values.at(-1)
  return typeof last === 'number' ? { [figureAt(meaning, dates.at(-1) ?? '')]: last } : {}
}

/** Keys of figures. */
export const figureAt = (meaning: string, day: string): string => `${meaning} at ${day}`
export const figureOver = (meaning: string, from: string, to: string): string =>
  `${meaning} over ${from}..${to}`
