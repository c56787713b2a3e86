import type { MadeChart } from '../../../local/open-stack/superset/made-boards'

export interface ChartQuery {
  readonly sql: string
  /** Number of columns that identify a row. The metrics come after them. */
  readonly keys: number
}

/** A chart's query on its dataset, as Superset would build it: metrics by their groups, under the chart's own conditions. */
export function chartQuery({ dataset, asked, chart }: MadeChart, from?: string): ChartQuery {
  const split = [asked.by, asked.across === 'day' ? undefined : asked.across].filter(
    (column) => column !== undefined,
  )
  const interval = `cast(cast(date_trunc('${chart.grain ?? 'day'}', day) as date) as varchar)`
  const groups = [
    ...(asked.hasDays ? [interval] : []),
    ...split.map((column) => `cast(${column} as varchar)`),
  ]
  const metrics = asked.metrics.map(
    (name) => dataset.metrics.find((metric) => metric.name === name)?.expression,
  )
  const parts = [
    `select ${[...groups, ...metrics].join(', ')} from (${dataset.sql}) v`,
    conditionsOf(asked, from),
    groups.length === 0 ? '' : ` group by ${groups.map((_, at) => at + 1).join(', ')}`,
  ]
  return { sql: parts.join(''), keys: groups.length }
}

function conditionsOf({ where, hasDays }: MadeChart['asked'], from?: string): string {
  const conditions = [
    ...where.map(
      ({ column, values }) =>
        `cast(${column} as varchar) in (${values.map((value) => `'${value}'`).join(', ')})`,
    ),
    ...(hasDays && from !== undefined ? [`day >= date '${from}'`] : []),
  ]
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

/** The largest names by the measure that ranks them, over the whole range, limited as in Superset. One more than the limit, if there is one. */
export function namesQuery({ dataset, asked, chart }: MadeChart, from?: string): string {
  const measure = dataset.metrics.find(({ name }) => name === (asked.rank ?? asked.metrics[0]))?.expression
  return `select cast(${asked.by} as varchar) from (${dataset.sql}) v${conditionsOf(asked, from)} group by 1 order by ${measure} desc nulls last limit ${(chart.top ?? 60) + 1}`
}
