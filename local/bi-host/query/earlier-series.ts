import type { Series } from '../wire/board'
import type { AnswerTable, ChartType } from '../wire/answers'
import type { Resolved } from './resolve'
import { earlierWords } from './words'

/** A line and what it is compared with: more than so many pairs cannot be followed. */
const mostPairs = 4

/** What each line is compared with, drawn more quietly beside it; nothing where that could not be read. */
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
  if (split ? type !== 'line' || series.length > mostPairs : stacked.has(type)) return []
  const when = earlierWords(query.compare)
  return measures.flatMap(({ id }) => {
    const at = table.columns.findIndex((column) => column.id === `${id}:prior`)
    const head = table.columns[at]
    if (!head) return []
    const own = (name: string): Series | undefined =>
      series.find(({ key }) => key === `${id}:${name}` || (key === name && measures.length === 1))
    // In the order of the lines they stand beside.
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

/** Said where the picture has no room for what was asked to be compared. */
export function notCompared({ query }: Resolved): readonly string[] {
  return query.compare === undefined
    ? []
    : [
        `The chart leaves out ${query.compare === 'year-ago' ? 'the values of a year ago' : 'the period before'}; the table has it.`,
      ]
}
