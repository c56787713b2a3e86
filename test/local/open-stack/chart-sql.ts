import type { MadeChart } from '../../../local/open-stack/superset/made-boards'

export interface ChartQuery {
  readonly sql: string
  /** Columns that say which row it is; the metrics come after them. */
  readonly keys: number
}

/** What a chart asks of its dataset, as Superset puts it: metrics by what they are split by, of the chart's own conditions. */
export function chartQuery({ dataset, asked, chart }: MadeChart, from?: string): ChartQuery {
  const split = [asked.by, asked.across === 'day' ? undefined : asked.across].filter(
    (column) => column !== undefined,
  )
  const interval = `cast(cast(date_trunc('${chart.grain ?? 'day'}', day) as date) as varchar)`
  const groups = [
    ...(asked.hasDays ? [interval] : []),
    ...split.map((column) => `cast(${column} as varchar)`),
  ]
  const where = [
    ...asked.where.map(
      ({ column, values }) =>
        `cast(${column} as varchar) in (${values.map((value) => `'${value}'`).join(', ')})`,
    ),
    ...(asked.hasDays && from !== undefined ? [`day >= date '${from}'`] : []),
  ]
  const metrics = asked.metrics.map(
    (name) => dataset.metrics.find((metric) => metric.name === name)?.expression,
  )
  const parts = [
    `select ${[...groups, ...metrics].join(', ')} from (${dataset.sql}) v`,
    where.length === 0 ? '' : ` where ${where.join(' and ')}`,
    groups.length === 0 ? '' : ` group by ${groups.map((_, at) => at + 1).join(', ')}`,
  ]
  return { sql: parts.join(''), keys: groups.length }
}
