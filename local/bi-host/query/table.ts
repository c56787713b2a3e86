import { percentChange } from './statistics'
import * as formats from '../model/formats'
import { QueryProblem } from '../model/source'
import type { Warehouse } from '../warehouse/warehouse'
import { compileAnswer, type CompileContext } from './compile'
import type { NumberFormat } from '../wire/board'
import type { AnswerColumn, AnswerTable, MeasureTrust } from '../wire/answers'
import { fitFormat } from './formula-sql'
import { isMeasure, resolve, type Resolved, type AnswerMeasure } from './resolve'
import { splitBy } from './series-data'
import { earlierWords } from './words'
import { callsOf, isLonger, looksBack, functionNamed } from './expression'

/** Row limit of an answer: more can be neither read nor drawn. */
export const rowCap = 10_000

/** Runs a resolved query. The names of a "top" are found by a query before it. */
export async function tableOf(
  warehouse: Warehouse,
  resolved: Resolved,
  signal?: AbortSignal,
): Promise<AnswerTable> {
  const limit = Math.min(resolved.query.limit ?? rowCap, rowCap)
  const keep = await topNames(warehouse, resolved, signal)
  if (keep?.names.length === 0) return emptyTable(resolved)
  const context: CompileContext = {
    model: warehouse.model,
    facts: (source) => warehouse.facts(source),
    limit,
    ...(keep ? { keep } : {}),
  }
  const { sql, values } = compileAnswer(resolved, context)
  const columns = await warehouse.statement(sql, values, signal)
  return readTable(resolved, columns, limit)
}

/** The query with column formats fitted to the values in the table. */
export const withFittedFormats = (resolved: Resolved, { columns }: AnswerTable): Resolved => ({
  ...resolved,
  measures: resolved.measures.map((measure) => ({
    ...measure,
    format: columns.find(({ id }) => id === measure.id)?.format ?? measure.format,
  })),
})

const emptyTable = (resolved: Resolved): AnswerTable => readTable(resolved, {}, rowCap)

async function topNames(
  warehouse: Warehouse,
  { query }: Resolved,
  signal: AbortSignal | undefined,
): Promise<CompileContext['keep'] | null> {
  const { top } = query
  if (!top) return null
  if (!query.attributes?.includes(top.attribute) || !query.measures.includes(top.by))
    throw new QueryProblem('"Top" takes an attribute and a measure of the answer.')
  if (!Number.isInteger(top.count) || top.count < 1 || top.count > 100)
    throw new QueryProblem('"Top" takes a count from 1 to 100.')
  const { formulas } = query
  const onMeasures = (query.filters ?? []).filter(
    ({ field }) => field !== top.by && isMeasure(warehouse.model, field),
  )
  const alone = {
    measures: [top.by],
    ...(formulas ? { formulas } : {}),
    ...(onMeasures.length > 0 ? { filters: onMeasures } : {}),
  }
  // The ranking measure may be in a source that does not have a filter's attribute. That filter then does not apply.
  const { sources } = resolve(warehouse.model, alone, warehouse.asOf)
  const conditions = (query.filters ?? []).filter(
    (filter) =>
      onMeasures.includes(filter) ||
      (!isMeasure(warehouse.model, filter.field) &&
        sources.some((source) => warehouse.model.counterpart(source, filter.field) !== null)),
  )
  const ranking = resolve(
    warehouse.model,
    {
      ...alone,
      attributes: [top.attribute],
      ...(query.range ? { range: query.range } : {}),
      ...(conditions.length > 0 ? { filters: conditions } : {}),
      ...(query.compare ? { compare: query.compare } : {}),
      sort: { by: top.by, descending: top.from !== 'bottom' },
    },
    warehouse.asOf,
  )
  // Beside "Other", a flow ranks by its daily absolute values, as on the dashboards.
  const [ranked] = ranking.measures
  const moves = top.other === true && !ranked?.formula && ranking.bases[0]?.measure.kind === 'additive'
  const { sql, values } = compileAnswer(
    moves ? { ...ranking, grain: 'day', query: { ...ranking.query, grain: 'day' } } : ranking,
    { model: warehouse.model, facts: (source) => warehouse.facts(source), limit: moves ? 1_000_000 : 500 },
  )
  const statement = moves
    ? `select a0, sum(abs(v0)) as v0 from (${sql}) group by a0 order by v0 desc nulls last, a0 limit 500`
    : sql
  const { a0 = [], v0 = [] } = await warehouse.statement(statement, values, signal)
  const names = a0
    .filter((_, row) => v0[row] !== null)
    .map(String)
    .filter((name) => name !== 'Unknown' && name !== 'Other')
  return {
    attribute: top.attribute,
    names: names.slice(0, top.count),
    // Numbers and days have no "Other".
    other: top.other === true && top.from !== 'bottom' && ranking.attributes[0]?.kind === 'text',
  }
}

type Columns = Awaited<ReturnType<Warehouse['statement']>>

function readTable(resolved: Resolved, columns: Columns, limit: number): AnswerTable {
  const { grain, attributes, measures, query } = resolved
  const count = Object.values(columns)[0]?.length ?? 0
  const rows = Math.min(count, limit)
  const take = (name: string): readonly (string | number | null)[] =>
    (columns[name] ?? [])
      .slice(0, rows)
      .map((value) => (typeof value === 'number' && !Number.isFinite(value) ? null : value))
  const heads: AnswerColumn[] = []
  const cells: (readonly (string | number | null)[])[] = []
  const add = (head: AnswerColumn, values: readonly (string | number | null)[]): void => {
    heads.push(head)
    cells.push(values)
  }
  if (grain !== undefined) {
    const text = (value: string | number | null): string =>
      typeof value === 'number' ? new Date(value * 86_400_000).toISOString().slice(0, 10) : String(value)
    add({ id: 'date', label: 'Date', role: 'date' }, take('d').map(text))
  }
  attributes.forEach(({ id, label }, at) => add({ id, label, role: 'attribute' }, take(`a${at}`)))
  const formatAt = (at: number): NumberFormat => {
    const { formula = false, format = { kind: 'number' } as const } = measures[at] ?? {}
    return formula ? fitFormat(format, [...take(`v${at}`), ...take(`p${at}`)]) : format
  }
  measures.forEach((measure, at) => {
    const { id, label, better } = measure
    const format = formatAt(at)
    add({ id, label, role: 'measure', format, better, splitBy: splitBy(resolved, measure) }, take(`v${at}`))
  })
  if (query.compare !== undefined) {
    measures.forEach(({ id, label, better }, at) => {
      const format = formatAt(at)
      const [now, prior] = [take(`v${at}`), take(`p${at}`)]
      add(
        { id: `${id}:prior`, label: `${label}, ${earlierWords(query.compare)}`, role: 'prior', format },
        prior,
      )
      if (grain !== undefined) return
      const inPoints = format.kind === 'percent' || format.kind === 'bps'
      const written = (size: number | null) =>
        format.kind === 'percent'
          ? formats.gap(size, format)
          : { value: size, format: inPoints ? { ...format, signed: true } : formats.percentChange }
      add(
        {
          id: `${id}:change`,
          label: `${label}, change`,
          role: 'change',
          better,
          format: written(null).format,
        },
        now.map((value, row) => written(changeOf(value, prior[row], inPoints)).value),
      )
    })
  }
  return { columns: heads, cells, rows, truncated: count > limit }
}

function changeOf(
  now: string | number | null,
  prior: string | number | null | undefined,
  inPoints: boolean,
): number | null {
  if (typeof now !== 'number' || typeof prior !== 'number') return null
  return inPoints ? now - prior : percentChange(now, prior)
}

/** Definitions for an answer's numbers: its calculations first, then the measures they are based on. */
export function figuresOf(warehouse: Warehouse, resolved: Resolved): readonly MeasureTrust[] {
  const sourced = ({
    source,
  }: Resolved['bases'][number]): Pick<MeasureTrust, 'source' | 'lastDay' | 'status'> => ({
    lastDay: warehouse.facts(source.id).lastDay,
    source: warehouse.origin(source.id).source,
    status: warehouse.origin(source.id).status,
  })
  return [
    ...resolved.measures
      .filter(({ formula }) => formula)
      .map((measure) => ({
        id: measure.id,
        label: measure.label,
        ...aboutFormula(resolved, measure),
        ...sourced(measure.base),
      })),
    ...resolved.bases.map((base) => ({
      id: base.id,
      label: base.measure.label,
      unit: base.measure.unit,
      definition: base.measure.definition,
      ...sourced(base),
    })),
  ]
}

const units: Partial<Record<NumberFormat['kind'], string>> = {
  usd: 'US dollars',
  price: 'US dollars',
  percent: 'Percent',
  bps: 'Basis points',
  pp: 'Percentage points',
  index: 'Index',
  days: 'Days',
}

const unitOf = ({ kind, suffix }: NumberFormat): string => units[kind] ?? suffix ?? ''

export const aboutFormula = (
  resolved: Resolved,
  measure: AnswerMeasure,
): Pick<MeasureTrust, 'unit' | 'definition'> => ({
  unit: unitOf(measure.format),
  definition: workingOf(resolved, measure),
})

/** How a formula is computed, with the labels of its measures. */
function workingOf({ query, bases, grain }: Resolved, { id, expression }: AnswerMeasure): string {
  const text = query.formulas?.find((formula) => `formula.${formula.id}` === id)?.expression ?? ''
  const labels = new Map(bases.map((base) => [base.id, base.measure.label]))
  // Match whole ids: price.close is also the end of stable_price.close.
  const named = text.replaceAll(/[a-z_]\w*\.\w+/g, (id) => labels.get(id) ?? id)
  const used = new Set(callsOf(expression).map(({ name }) => functionNamed(name).description))
  return [
    `Calculated: ${named.replaceAll(/[[\]]/g, '')}.`,
    ...used,
    ...(grain !== undefined && isLonger(grain) && looksBack(expression)
      ? [`Read by day; each ${grain} shows its last day.`]
      : []),
  ].join(' ')
}
