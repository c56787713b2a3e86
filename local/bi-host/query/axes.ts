import type { ScatterData, SeriesData, TileData, Series } from '../wire/board'
import type { ChartAxes, ChartType, AnswerGrain, AnswerTable } from '../wire/answers'
import type { Resolved } from './resolve'
import { addDays, intervalEnd, weekdayOf } from '../model/days'
import { earlierWords } from './words'

/** Whether intervals are missing because a condition on their numbers, or a ranking, removed them. */
export function leavesIntervalsOut({ query, grain, measures, hidden }: Resolved): boolean {
  if (grain === undefined) return false
  const conditions = (query.filters ?? []).some(({ field }) =>
    [...measures, ...hidden].some(({ id }) => id === field),
  )
  return conditions || (query.limit !== undefined && query.sort !== undefined && query.sort.by !== 'date')
}

/** Up to this many bars are labeled one by one. */
const maxLabeledBars = 12
/** An axis with more positions than this is unreadable. */
const maxPositions = 5000

/**
 * The dates of a time axis. If a condition removed some, every date between the first and the last, so that the gap is visible. A handful
 * of bars stand side by side instead, each labeled.
 */
export function axisDates(resolved: Resolved, dates: readonly string[], bars: boolean): readonly string[] {
  const { grain } = resolved
  const [first, last] = [dates[0], dates.at(-1)]
  if (grain === undefined || first === undefined || last === undefined || !leavesIntervalsOut(resolved))
    return dates
  if (bars && dates.length <= maxLabeledBars) return dates
  const known = new Set(dates)
  const weekdays = grain === 'day' && resolved.sources.every(({ tradingDays }) => tradingDays === true)
  const all: string[] = []
  for (let date = first; date <= last; date = next(date, grain)) {
    if (all.length === maxPositions) return dates
    if (known.has(date) || !weekdays || weekdayOf(date) < 5) all.push(date)
  }
  return all
}

const next = (date: string, grain: AnswerGrain): string =>
  grain === 'hour'
    ? `${new Date(Date.parse(date) + 3_600_000).toISOString().slice(0, 19)}Z`
    : addDays(intervalEnd(date, grain), 1)

/** Chart types that can have a second value axis. */
export const hasTwoSides = (type: ChartType): boolean => type === 'line' || type === 'bars-line'

const canBeLog = (type: ChartType): boolean => type === 'line' || type === 'area' || type === 'scatter'

/** Whether a log scale can show all values of the left axis, or of both axes of a scatter plot. */
export function isAboveZero(data: Pick<SeriesData, 'series'> | Pick<ScatterData, 'points'>): boolean {
  if ('points' in data) return data.points.every(({ x, y }) => x > 0 && y > 0)
  return data.series
    .filter(({ axis }) => axis !== 'right')
    .every(({ values }) => values.every((value) => value === null || value > 0))
}

/** The axis options for the chart as drawn. */
export function axesOf({ measures }: Resolved, type: ChartType, data: TileData | null): ChartAxes {
  const overTime = data?.kind === 'series' ? data : null
  const cloud = data?.kind === 'scatter' ? data : null
  const drawn = overTime ?? cloud
  const logReason =
    drawn === null || !canBeLog(type)
      ? 'Only lines, areas and scatter plots have one.'
      : isAboveZero(drawn)
        ? ''
        : 'Needs numbers above zero.'
  return {
    log: overTime?.logScale === true || cloud?.x.logScale === true,
    logReason,
    sides:
      overTime === null || !hasTwoSides(type)
        ? []
        : measures.slice(1).map(({ id, label }) => ({
            id,
            label,
            side: overTime.series.some(({ key, axis }) => key.startsWith(`${id}:`) && axis === 'right')
              ? 'right'
              : 'left',
          })),
  }
}

/** More pairs of a line and its comparison than this are unreadable. */
const maxPairs = 4

/** The comparison line of each line, drawn more quietly. None where it would be unreadable. */
export function earlierSeries(
  { measures, attributes, query }: Resolved,
  table: AnswerTable,
  drawn: {
    readonly type: ChartType
    readonly dates: readonly string[]
    readonly series: readonly Series[]
    readonly right: ReadonlySet<string>
  },
): readonly Series[] {
  const { type, dates, series, right } = drawn
  if (query.compare === undefined) return []
  const split = attributes.length > 0
  if (split ? type !== 'line' || series.length > maxPairs : stacked.has(type)) return []
  const when = earlierWords(query.compare)
  return measures.flatMap(({ id }) => {
    const at = table.columns.findIndex((column) => column.id === `${id}:prior`)
    const head = table.columns[at]
    if (!head) return []
    const own = (name: string): Series | undefined =>
      series.find(({ key }) => key === `${id}:${name}` || (key === name && measures.length === 1))
    // In the order of the lines they belong to.
    const names = split ? [...new Set(table.cells[1]?.map(String))].filter((name) => own(name)) : ['']
    const positionOf = (name: string): number => series.findIndex((line) => line === own(name))
    return names
      .toSorted((one, other) => positionOf(one) - positionOf(other))
      .map((name) => {
        const beside = own(name)
        const byDate = new Map(
          table.cells[0]?.flatMap((date, row) =>
            !split || String(table.cells[1]?.[row]) === name ? [[date, table.cells[at]?.[row]] as const] : [],
          ),
        )
        return {
          key: split ? `${head.id}:${name}` : head.id,
          label: beside && split ? `${beside.label}, ${when}` : head.label,
          colorKey: beside && split ? beside.colorKey : head.label,
          values: dates.map((date) => {
            const value = byDate.get(date)
            return typeof value === 'number' ? value : null
          }),
          as: 'line' as const,
          dashed: true,
          ...(right.has(id) ? { axis: 'right' as const } : {}),
        }
      })
  })
}

const stacked: ReadonlySet<ChartType> = new Set(['stacked-area', 'area-100', 'stacked-bars'])

/** Note for charts that have no room for the comparison. */
export function notCompared({ query }: Resolved): readonly string[] {
  return query.compare === undefined
    ? []
    : [
        `The chart leaves out ${query.compare === 'year-ago' ? 'the values of a year ago' : 'the period before'}; the table has it.`,
      ]
}
