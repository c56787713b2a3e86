import type { Attribute, Measure, Source } from '../model/source'
import type { SemanticModel } from '../model/semantic-model'
import { measuresOf, parseExpression } from '../query/expression'
import type { AnswerQuery } from '../wire/answers'

/** A field of the model, as a token names it. */
export type Field =
  | { readonly kind: 'measure'; readonly id: string; readonly source: Source; readonly measure: Measure }
  | {
      readonly kind: 'attribute'
      readonly id: string
      readonly source: Source
      readonly attribute: Attribute
    }

/** The fields a token may mean: none where it is unknown, several where it has to say which source it is of. */
export type Named = readonly Field[]

/** What the token of time is called: no field has this label (a test). */
export const dateLabel = 'Date'

/** The fields of a model by what tokens call them, and the shortest token of each. */
export interface TokenNames {
  /**
   * `Supply`, `Lending markets::Asset class` or `stable_supply.supply`, in any case. An attribute that several sources have is
   * that of the first of `near` (source ids of the measures) that has it.
   */
  find(text: string, near: readonly string[]): Named
  /** The token of a field id, in brackets; read back, it is that id. */
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

/** Ids of the sources that the columns of a query rest on, in their order. A formula that cannot be read rests on none. */
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

/** The same expression with labels for ids, or ids for labels; what is not known stands as it is. */
export const withLabels = (names: TokenNames, expression: string): string =>
  expression.replaceAll(/\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b/g, (id) => names.write(id, []))
