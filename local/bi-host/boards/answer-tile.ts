import { numberOf } from '../query/statistics'
import type { BarsData, PartsData, TableCell, TableColumn, TableData } from '../wire/board'
import type { Query } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { canShow, fittingChart, type SavedAnswer } from './answer'
import { grid } from './calculations/grid'
import { treemap } from './calculations/whole'
import type { TileDefinition } from './definition'
import { kpi, ago } from './tiles/kpi'
import { series } from './tiles/series'
import { bars, barsData, matrix, parts, rows, type Bar, type Calculation, type Made } from './tiles/shapes'
import { sum } from './calculations/breakdown'
import { formatNumber } from '../rendering/format'

const mostSeries = 12
const drawnSeries = 8
const maxBars = 60

/** A saved answer as a tile. Throws QueryProblem if the model does not have its source or its measure. */
export function answerTile(model: SemanticModel, id: string, answer: SavedAnswer): TileDefinition {
  const { query, title } = answer
  const chart =
    answer.chart !== 'auto' && canShow(answer.chart, query) ? answer.chart : fittingChart(model, query)
  const measure = `${query.source}.${query.measures[0] ?? ''}`
  const where = query.filters ?? []
  const size = [chart === 'kpi' ? 15 : chart === 'table' ? 60 : 30, chart === 'kpi' ? 168 : 360] as const
  const text = { size, ...subtitleOf(model, answer) }
  const [first = '', second = ''] = query.dims ?? []
  switch (chart) {
    case 'kpi':
      return {
        ...kpi(id, title, measure, { ...text, where, changes: [ago(1, 'absolute', 'vs day before')] }),
        span: size[0],
        height: size[1],
      }
    case 'line':
    case 'stacked-area':
    case 'stacked-bars':
      return series(id, title, measure, {
        ...text,
        shape: chart,
        where,
        ...(query.range === undefined ? {} : { range: query.range }),
        ...(query.grain === undefined ? {} : { grain: query.grain }),
        ...(first === '' ? {} : { by: first, ...seriesLimit(query, chart) }),
      })
    case 'bars':
      return bars(id, title, byName(measure, query), {
        ...text,
        crossFilterField: `${query.source}.${first}`,
      })
    case 'treemap':
      return parts(id, title, treemapOf(measure, query, first), {
        ...text,
        crossFilterField: `${query.source}.${first}`,
      })
    case 'heatmap':
      return matrix(
        id,
        title,
        grid(measure, {
          rows: first,
          columns: second,
          rowHeading: labelOf(model, query, first),
          columnHeading: labelOf(model, query, second),
          range: query.range ?? '90D',
          where,
        }),
        text,
      )
    case 'table':
      return rows(id, title, plainTable(measure, query), text)
  }
}

const labelOf = (model: SemanticModel, query: Query, field: string): string =>
  model.attribute(model.source(query.source), field).attribute.label

function subtitleOf(model: SemanticModel, { query }: SavedAnswer): { readonly subtitle: string } {
  const source = model.source(query.source)
  const measures = query.measures.map((id) => model.measure(source, id).measure.label)
  const dims = (query.dims ?? []).map(
    (field) => `by ${model.attribute(source, field).attribute.label.toLowerCase()}`,
  )
  const filters = (query.filters ?? []).map(({ values }) => values.join(', '))
  return {
    subtitle: [measures.join(', '), ...dims, ...(query.grain ? [`by ${query.grain}`] : []), ...filters].join(
      ', ',
    ),
  }
}

/** Keeps the largest. Sums add the rest up as "Other", lines drop it. */
function seriesLimit(
  query: Query,
  chart: 'line' | 'stacked-area' | 'stacked-bars',
): { readonly top?: number; readonly most?: number } {
  const count = Math.min(query.top?.count ?? drawnSeries, mostSeries)
  return chart === 'line' ? { most: count } : { top: count }
}

function byName(measure: string, query: Query): Calculation<Made<BarsData>> {
  return {
    measure,
    build: async (context) => {
      const { columns } = await context.run(query)
      const [dim = ''] = query.dims ?? []
      const [id = ''] = query.measures
      const { measure: about } = context.model.measure(context.model.source(query.source), id)
      const all = (columns[dim] ?? []).map((key, row) => ({
        key: String(key),
        value: numberOf(columns[id]?.[row]),
      }))
      const list = about.kind === 'ratio' ? all.slice(0, maxBars) : largestBars(all)
      const data = barsData(list, about.format, { name: about.label })
      return {
        data,
        summary: `${about.label}: ${list
          .slice(0, 4)
          .map(({ key, value }) => `${key} ${formatNumber(value, about.format)}`)
          .join(', ')}.`,
      }
    },
  }
}

/** Keeps the largest gains and losses. The rest becomes one bar, so that the bars add up. */
function largestBars(all: readonly Bar[]): readonly Bar[] {
  const ranked = all.toSorted((one, other) => Math.abs(other.value ?? 0) - Math.abs(one.value ?? 0))
  const rest = ranked.slice(maxBars - 1)
  return rest.length < 2
    ? all
    : [...ranked.slice(0, maxBars - 1), { key: 'Other', value: sum(rest.map(({ value }) => value)) }]
}

const treemapOf = (measure: string, query: Query, by: string): Calculation<Made<PartsData>> =>
  treemap(measure, {
    by,
    totalLabel: 'in all',
    where: query.filters ?? [],
    ...(query.range === undefined ? {} : { range: query.range }),
  })

function plainTable(measure: string, query: Query): Calculation<Made<TableData>> {
  return {
    measure,
    build: async (context) => {
      const {
        columns,
        rows: count,
        truncated,
      } = await context.run({ ...query, limit: Math.min(query.limit ?? 500, 500) })
      const source = context.model.source(query.source)
      const texts = [...(query.grain ? ['date'] : []), ...(query.dims ?? [])]
      const heads: TableColumn[] = [
        ...texts.map((key) => ({
          key,
          label: key === 'date' ? 'Date' : context.model.attribute(source, key).attribute.label,
          kind: 'text' as const,
        })),
        ...query.measures.map((key) => {
          const { measure: about } = context.model.measure(source, key)
          return { key, label: about.label, kind: 'number' as const, format: about.format }
        }),
      ]
      const cells = heads.map(({ key, kind }): readonly TableCell[] =>
        (columns[key] ?? []).map((cell) => (kind === 'text' ? String(cell) : numberOf(cell))),
      )
      return {
        data: { columns: heads, cells },
        summary: `Table of ${count} rows${truncated ? ', the first of more' : ''}: ${heads.map(({ label }) => label).join(', ')}.`,
      }
    },
  }
}
