import type { NumberFormat } from '../wire/board'
import type { Warehouse } from '../warehouse/warehouse'
import type { MeasureTrust } from '../wire/answers'
import { callsOf, isLonger, looksBack } from './expression'
import { functionNamed } from './functions'
import type { AnswerMeasure, Resolved } from './resolve'

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
