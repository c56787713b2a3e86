import type { AnswerGrain, AnswerQuery, FieldsReply, FieldView, SourceView } from '../../wire/answers'

/** What may be chosen, with quick ways to look things up. */
export interface Catalog {
  readonly reply: FieldsReply
  field(id: string): FieldView | undefined
  sourceOf(id: string): SourceView | undefined
  /** The name of anything a query can hold: a field, a formula, the date. */
  label(id: string, query?: AnswerQuery): string
  /** One field, or the same thing in two sources. */
  same(id: string, other: string): boolean
  /** Intervals that every source of the query can be read by; days when there is none yet. */
  grains(query: AnswerQuery): readonly AnswerGrain[]
  /** Whether an attribute says something about what the query measures. */
  splits(attribute: FieldView, query: AnswerQuery): boolean
}

export function createCatalog(reply: FieldsReply): Catalog {
  const fields = new Map<string, { readonly field: FieldView; readonly source: SourceView }>()
  for (const source of reply.sources)
    for (const field of [...source.measures, ...source.attributes]) fields.set(field.id, { field, source })

  const sourcesOf = (query: AnswerQuery): readonly SourceView[] => {
    const ids = [...query.measures, ...(query.attributes ?? [])]
    const texts = (query.formulas ?? []).map((formula) => formula.expression)
    return reply.sources.filter(
      (source) =>
        ids.some((id) => fields.get(id)?.source === source) ||
        texts.some((text) => text.includes(`${source.id}.`)),
    )
  }

  return {
    reply,
    field: (id) => fields.get(id)?.field,
    sourceOf: (id) => fields.get(id)?.source,
    label(id, query) {
      if (id === 'date') return 'Date'
      const formula = query?.formulas?.find((candidate) => `formula.${candidate.id}` === id)
      return formula?.label ?? fields.get(id)?.field.label ?? id
    },
    same(id, other) {
      const concept = fields.get(id)?.field.concept
      return id === other || (concept !== undefined && concept === fields.get(other)?.field.concept)
    },
    grains(query) {
      const sources = sourcesOf(query)
      const all: readonly AnswerGrain[] = sources[0]?.grains ?? ['day', 'week', 'month', 'quarter', 'year']
      return all.filter((grain) => sources.every((source) => source.grains.includes(grain)))
    },
    splits(attribute, query) {
      const sources = sourcesOf({ ...query, attributes: [] })
      if (sources.length === 0) return true
      return sources.some((source) =>
        source.attributes.some(
          (other) =>
            other.id === attribute.id ||
            (attribute.concept !== undefined && other.concept === attribute.concept),
        ),
      )
    },
  }
}
