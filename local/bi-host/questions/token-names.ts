import type { Attribute, Measure, Source } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { measuresOf, parseExpression } from '../query/expression'
import type { AnswerQuery, AnswerGrain, AnswerRange, PeriodUnit } from '../wire/answers'
import { isDay } from '../model/days'
import { grainWords } from '../query/words'

/** A field of the model, as tokens name it. */
export type Field =
  | { readonly kind: 'measure'; readonly id: string; readonly source: Source; readonly measure: Measure }
  | {
      readonly kind: 'attribute'
      readonly id: string
      readonly source: Source
      readonly attribute: Attribute
    }

/** The fields a token may stand for. Empty if unknown, several if the source must be named. */
type Named = readonly Field[]

/** Name of the date token. No field has this label (a test checks it). */
export const dateLabel = 'Date'

/** The model's fields by token name, and the shortest token for each. */
export interface TokenNames {
  /**
   * `Supply`, `Lending markets::Asset class` or `stable_supply.supply`, in any case. An attribute of several sources resolves to the first
   * of `near` (source ids of the measures) that has it.
   */
  find(text: string, near: readonly string[]): Named
  /** The token of a field id, in brackets. It reads back as that id. */
  write(id: string, near: readonly string[]): string
  readonly labels: readonly string[]
}

const namesByModel = new WeakMap<SemanticModel, TokenNames>()

export function tokenNames(model: SemanticModel): TokenNames {
  const known = namesByModel.get(model) ?? makeNames(model)
  namesByModel.set(model, known)
  return known
}

function makeNames({ sources }: SemanticModel): TokenNames {
  const byLabel = new Map<string, Field[]>()
  const exact = new Map<string, Field>()
  for (const source of sources) {
    for (const field of fieldsOf(source)) {
      const label = labelOfField(field).toLowerCase()
      byLabel.set(label, [...(byLabel.get(label) ?? []), field])
      exact.set(field.id, field)
    }
  }
  const find = (text: string, near: readonly string[]): Named => {
    const wanted = text.trim().toLowerCase()
    const one = exact.get(wanted)
    if (one) return [one]
    const [before, label] = wanted.split(/\s*::\s*/)
    const all = byLabel.get(label ?? wanted) ?? []
    if (label !== undefined) return all.filter(({ source }) => source.label.toLowerCase() === before)
    if (all.length < 2 || all.some(({ kind }) => kind === 'measure')) return all
    for (const id of near) {
      const own = all.filter(({ source }) => source.id === id)
      if (own.length > 0) return own
    }
    const concepts = new Set(all.map((field) => (field.kind === 'attribute' ? field.attribute.concept : '')))
    return concepts.size === 1 ? all.slice(0, 1) : all
  }
  const write = (id: string, near: readonly string[]): string => {
    const field = exact.get(id)
    if (!field) return `[${id}]`
    const label = labelOfField(field)
    const tokens = [label, `${field.source.label}::${label}`]
    const token = tokens.find((text) => {
      const found = find(text, near)
      return found.length === 1 && found[0] === field
    })
    return `[${token ?? id}]`
  }
  return {
    find,
    write,
    labels: [...byLabel.values()].flatMap(([field]) => (field ? [labelOfField(field)] : [])),
  }
}

export function fieldsOf(source: Source): readonly Field[] {
  return [
    ...Object.entries(source.measures).map(([id, measure]): Field => ({
      kind: 'measure',
      id: `${source.id}.${id}`,
      source,
      measure,
    })),
    ...Object.entries(source.attributes).map(([id, attribute]): Field => ({
      kind: 'attribute',
      id: `${source.id}.${id}`,
      source,
      attribute,
    })),
  ]
}

export const labelOfField = (field: Field): string =>
  field.kind === 'measure' ? field.measure.label : field.attribute.label

/** Ids of the sources that a query's columns use, in order. A formula that does not parse adds none. */
export function nearSources({
  measures,
  formulas = [],
}: Pick<AnswerQuery, 'measures' | 'formulas'>): readonly string[] {
  const ids = measures.flatMap((id) => {
    const formula = formulas.find((one) => `formula.${one.id}` === id)
    return formula === undefined ? [id] : measuresIn(formula.expression)
  })
  return [...new Set(ids.map((id) => id.slice(0, Math.max(0, id.indexOf('.')))))]
}

function measuresIn(expression: string): readonly string[] {
  try {
    return measuresOf(parseExpression(expression, (label) => label))
  } catch {
    return []
  }
}

/** The expression with ids replaced by labels, or labels by ids. Unknown names stay as they are. */
export const withLabels = (names: TokenNames, expression: string): string =>
  expression.replaceAll(/\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b/g, (id) => names.write(id, []))

const units = 'day|week|month|quarter|year'
const isoDay = String.raw`\d{4}-\d{2}-\d{2}`

/** `[Date].'last 12 months'`: a range in token language. {@link readRange} is the inverse. */
export function writeRange(range: AnswerRange): string {
  switch (range.kind) {
    case 'last':
      return `last ${counted(range.count, range.unit)}`
    case 'previous':
      return `previous ${range.count === 1 ? range.unit : counted(range.count, range.unit)}`
    case 'current':
      return range.unit === 'day' ? 'today' : `this ${range.unit}`
    case 'since':
      return `since ${range.from}`
    case 'between':
      return `${range.from} to ${range.to}`
    case 'all':
      return 'all time'
  }
}

const counted = (count: number, unit: PeriodUnit): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Null if it is not a range. `last month` is the previous calendar month, `last 1 month` counts back from the last day. */
export function readRange(text: string): AnswerRange | null {
  const low = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (low === 'all time') return { kind: 'all' }
  if (low === 'today') return { kind: 'current', unit: 'day' }
  if (low === 'yesterday') return { kind: 'previous', unit: 'day', count: 1 }
  const [, kind, count, unit] =
    new RegExp(`^(last|previous|this)(?: (\\d{1,4}))? (${units})s?$`).exec(low) ?? []
  if (kind !== undefined) {
    const period = unit as PeriodUnit
    if (kind === 'this') return count === undefined ? { kind: 'current', unit: period } : null
    const length = Number(count ?? 1)
    if (length < 1 || length > 5000) return null
    return { kind: kind === 'last' && count !== undefined ? 'last' : 'previous', unit: period, count: length }
  }
  const [, from, to] = new RegExp(`^(${isoDay}) to (${isoDay})$`).exec(low) ?? []
  if (from !== undefined && to !== undefined)
    return isDay(from) && isDay(to) && from <= to ? { kind: 'between', from, to } : null
  const [, since] = new RegExp(`^since (${isoDay})$`).exec(low) ?? []
  if (since !== undefined) return isDay(since) ? { kind: 'since', from: since } : null
  return isDay(low) ? { kind: 'between', from: low, to: low } : null
}

/** `monthly` or `month`. Null for anything else. */
export function readGrain(text: string): AnswerGrain | null {
  const low = text.trim().toLowerCase()
  const found = Object.entries(grainWords).find(([grain, word]) => low === grain || low === word)
  return found ? (found[0] as AnswerGrain) : null
}
