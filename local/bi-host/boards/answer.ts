import * as v from 'valibot'
import type { Query } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { rangeIds } from '../wire/board'

/** A chart that a user built: its query, and how it is drawn. */
export interface SavedAnswer {
  readonly v: 1
  readonly title: string
  readonly chart: ChartKind
  readonly query: Query
}

export type ChartKind =
  | 'auto'
  | 'kpi'
  | 'line'
  | 'stacked-area'
  | 'stacked-bars'
  | 'bars'
  | 'heatmap'
  | 'treemap'
  | 'table'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
const names = v.pipe(v.array(name), v.maxLength(12))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite())])

const querySchema = v.object({
  source: name,
  measures: v.pipe(names, v.minLength(1)),
  dims: v.exactOptional(v.pipe(v.array(name), v.maxLength(4))),
  grain: v.exactOptional(v.picklist(['hour', 'day', 'week', 'month'])),
  filters: v.exactOptional(
    v.pipe(
      v.array(
        v.object({
          field: name,
          op: v.picklist(['in', 'not-in', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains']),
          values: v.pipe(v.array(value), v.minLength(1), v.maxLength(200)),
        }),
      ),
      v.maxLength(20),
    ),
  ),
  range: v.exactOptional(
    v.union([
      v.picklist(rangeIds),
      v.object({
        last: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000)),
        unit: v.picklist(['day', 'week', 'month', 'quarter', 'year']),
      }),
      v.object({ from: v.string(), to: v.string() }),
    ]),
  ),
  sort: v.exactOptional(v.object({ by: name, descending: v.exactOptional(v.boolean()) })),
  top: v.exactOptional(
    v.object({
      dim: name,
      count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
      by: name,
      other: v.exactOptional(v.boolean()),
    }),
  ),
  compare: v.exactOptional(v.literal('prior-period')),
  limit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50_000))),
})

const answerSchema = v.object({
  v: v.literal(1),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  chart: v.picklist([
    'auto',
    'kpi',
    'line',
    'stacked-area',
    'stacked-bars',
    'bars',
    'heatmap',
    'treemap',
    'table',
  ]),
  query: querySchema,
})

/** `null` for anything but a saved answer of this version. */
export function parseSavedAnswer(input: unknown): SavedAnswer | null {
  const result = v.safeParse(answerSchema, input)
  return result.success ? result.output : null
}

/**
 * The best chart for the shape of a query. Over time: a line, stacked areas for balances, stacked bars for flows. Otherwise bars for one
 * attribute, a heat map for two, a card for none, and a table for several measures.
 */
export function fittingChart(model: SemanticModel, query: Query): Exclude<ChartKind, 'auto'> {
  const dims = query.dims?.length ?? 0
  if (query.measures.length > 1 || dims > 2 || (query.grain && dims > 1)) return 'table'
  if (!query.grain) return dims === 0 ? 'kpi' : dims === 1 ? 'bars' : 'heatmap'
  if (dims === 0) return 'line'
  const { measure } = model.measure(model.source(query.source), query.measures[0] ?? '')
  return measure.kind === 'semi-additive'
    ? 'stacked-area'
    : measure.kind === 'additive'
      ? 'stacked-bars'
      : 'line'
}

export function canShow(chart: ChartKind, query: Query): boolean {
  const dims = query.dims?.length ?? 0
  const one = query.measures.length === 1
  switch (chart) {
    case 'auto':
    case 'table':
      return true
    case 'kpi':
      return one && !query.grain && dims === 0
    case 'line':
    case 'stacked-area':
    case 'stacked-bars':
      return one && query.grain !== undefined && dims <= 1
    case 'bars':
    case 'treemap':
      return one && !query.grain && dims === 1
    case 'heatmap':
      return one && !query.grain && dims === 2
  }
}
