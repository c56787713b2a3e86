import { isRecord } from '../../http/is-record'
import * as v from 'valibot'
import { rangeIds } from '../wire/board'
import { isDay } from '../model/days'
import type { Answer, AnswerFilter, AnswerQuery, ChartType } from '../wire/answers'
import { rangeOfBoard } from './range'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(130))
const day = v.pipe(v.string(), v.check(isDay, 'a day like 2026-11-20'))
const unit = v.picklist(['day', 'week', 'month', 'quarter', 'year'])
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5000))
const value = v.union([v.pipe(v.string(), v.maxLength(200)), v.pipe(v.number(), v.finite())])

export const filterValues = v.pipe(v.array(value), v.minLength(1), v.maxLength(200))

const range = v.variant('kind', [
  v.object({ kind: v.literal('last'), count, unit }),
  v.object({ kind: v.literal('current'), unit }),
  v.object({ kind: v.literal('previous'), count, unit }),
  v.object({ kind: v.literal('since'), from: day }),
  v.object({ kind: v.literal('between'), from: day, to: day }),
  v.object({ kind: v.literal('all') }),
])
const filter = v.object({
  field: name,
  op: v.picklist(['in', 'not-in', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'contains']),
  values: filterValues,
})
const formula = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,59}$/)),
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  expression: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
})
const top = v.object({
  attribute: name,
  count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  by: name,
  from: v.exactOptional(v.picklist(['top', 'bottom'])),
  other: v.exactOptional(v.boolean()),
})
const sort = v.object({ by: name, descending: v.exactOptional(v.boolean()) })
const grain = v.picklist(['hour', 'day', 'week', 'month', 'quarter', 'year'])
const compare = v.picklist(['previous-period', 'year-ago'])
const limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))
const measures = v.pipe(v.array(name), v.minLength(1), v.maxLength(8))
const attributes = v.pipe(v.array(name), v.maxLength(3))

const query = v.object({
  measures,
  attributes: v.exactOptional(attributes),
  grain: v.exactOptional(grain),
  range: v.exactOptional(range),
  filters: v.exactOptional(v.pipe(v.array(filter), v.maxLength(20))),
  sort: v.exactOptional(sort),
  top: v.exactOptional(top),
  compare: v.exactOptional(compare),
  formulas: v.exactOptional(v.pipe(v.array(formula), v.maxLength(12))),
  limit: v.exactOptional(limit),
})
const chartType = v.picklist([
  'auto',
  'kpi',
  'line',
  'area',
  'stacked-area',
  'area-100',
  'bars',
  'stacked-bars',
  'bars-line',
  'donut',
  'treemap',
  'heatmap',
  'scatter',
  'table',
])
const options = v.object({
  logScale: v.exactOptional(v.boolean()),
  rightAxis: v.exactOptional(v.pipe(v.array(name), v.maxLength(8))),
})
const title = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** An answer of the current version, as sent in requests. */
export const answerSchema = v.object({
  version: v.literal(2),
  title,
  query,
  chart: v.object({ type: chartType, options: v.exactOptional(options) }),
})

/** What could be restored of a saved answer, and what was lost, in sentences. */
export interface OpenedForm {
  /** `null` if not even a measure is left. */
  readonly answer: Answer | null
  readonly problems: readonly string[]
}

/** Opens an answer of any version. Damaged parts are left out and reported. Never throws. */
export function openForm(input: unknown): OpenedForm {
  const whole = v.safeParse(answerSchema, input)
  if (whole.success) return { answer: whole.output, problems: [] }
  if (!isRecord(input)) return { answer: null, problems: ['The saved chart cannot be read.'] }
  const { version } = input
  const problems: string[] = []
  if (input['v'] === 1) return salvage(fromFirstVersion(input), problems)
  if (typeof version === 'number' && version > 2)
    problems.push(`It was saved by a newer version (${version}). Newer settings are left out.`)
  return salvage(input, problems)
}

/** Version 1 had one source and bare ids. Nothing writes it any more. */
function fromFirstVersion(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const old = isRecord(input['query']) ? input['query'] : {}
  const { source, dims, filters, range: days, top: largest, sort: order, ...same } = old
  const full = (id: unknown): unknown =>
    typeof source !== 'string' || typeof id !== 'string' || /^date$|\./.test(id) ? id : `${source}.${id}`
  const each = (value: unknown, change: (item: unknown) => unknown): unknown =>
    Array.isArray(value) ? value.map(change) : value
  const about = (value: unknown, key: string): unknown =>
    isRecord(value) ? { ...value, [key]: full(value[key]) } : value
  return {
    title: input['title'],
    chart: { type: input['chart'] },
    query: {
      ...same,
      measures: each(same['measures'], full),
      attributes: each(dims, full),
      filters: each(filters, (item) => about(item, 'field')),
      range: newRange(days),
      top: isRecord(largest)
        ? {
            ...largest,
            by: full(largest['by']),
            attribute: full(largest['dim']),
            other: largest['other'] !== false,
          }
        : largest,
      sort: about(order, 'by'),
      compare: same['compare'] === 'prior-period' ? 'previous-period' : same['compare'],
    },
  }
}

function newRange(old: unknown): unknown {
  const named = rangeIds.find((id) => id === old)
  if (named !== undefined) return rangeOfBoard(named)
  if (!isRecord(old)) return old
  return 'last' in old ? { kind: 'last', count: old['last'], unit: old['unit'] } : { kind: 'between', ...old }
}

/** Keeps every valid part. */
function salvage(input: Readonly<Record<string, unknown>>, before: readonly string[]): OpenedForm {
  const problems = [...before]
  const raw = isRecord(input['query']) ? input['query'] : {}
  const part = <Schema extends v.GenericSchema>(
    schema: Schema,
    from: unknown,
    what: string,
  ): v.InferOutput<Schema> | undefined => {
    if (from === undefined) return undefined
    const parsed = v.safeParse(schema, from)
    if (parsed.success) return parsed.output
    problems.push(`${what} could not be read and is left out.`)
    return undefined
  }
  const items = <Schema extends v.GenericSchema>(
    schema: Schema,
    from: unknown,
    what: string,
  ): v.InferOutput<Schema>[] => {
    if (from === undefined) return []
    if (!Array.isArray(from)) {
      problems.push(`The ${what}s could not be read and are left out.`)
      return []
    }
    return from.slice(0, 20).flatMap((item: unknown, at) => {
      const parsed = v.safeParse(schema, item)
      if (parsed.success) return [parsed.output]
      problems.push(`The ${ordinal(at)} ${what} could not be read and is left out.`)
      return []
    })
  }
  const readMeasures = items(name, raw['measures'], 'measure').slice(0, 8)
  const readAttributes = items(name, raw['attributes'], 'attribute').slice(0, 3)
  const filters: readonly AnswerFilter[] = items(filter, raw['filters'], 'filter')
  const formulas = items(formula, raw['formulas'], 'formula').slice(0, 12)
  const readTop = part(top, raw['top'], 'The choice of the largest')
  const readSort = part(sort, raw['sort'], 'The order')
  const readRange = part(range, raw['range'], 'The range of days')
  const readGrain = part(grain, raw['grain'], 'The interval')
  const readCompare = part(compare, raw['compare'], 'The comparison')
  const readLimit = part(limit, raw['limit'], 'The number of rows')
  const rawChart = isRecord(input['chart']) ? input['chart'] : {}
  const type: ChartType | 'auto' = part(chartType, rawChart['type'], 'The chart type') ?? 'auto'
  const readOptions = part(options, rawChart['options'], 'The look of the chart')
  const readTitle = part(title, input['title'], 'The title') ?? 'Untitled answer'
  if (readMeasures.length === 0) return { answer: null, problems: [...problems, 'It names no measure.'] }
  const made: AnswerQuery = {
    measures: readMeasures,
    ...(readAttributes.length > 0 ? { attributes: readAttributes } : {}),
    ...(readGrain ? { grain: readGrain } : {}),
    ...(readRange ? { range: readRange } : {}),
    ...(filters.length > 0 ? { filters } : {}),
    ...(readSort ? { sort: readSort } : {}),
    ...(readTop ? { top: readTop } : {}),
    ...(readCompare ? { compare: readCompare } : {}),
    ...(formulas.length > 0 ? { formulas } : {}),
    ...(readLimit ? { limit: readLimit } : {}),
  }
  return {
    answer: {
      version: 2,
      title: readTitle,
      query: made,
      chart: { type, ...(readOptions ? { options: readOptions } : {}) },
    },
    problems,
  }
}

const ordinal = (at: number): string => ['first', 'second', 'third'][at] ?? `${at + 1}th`
