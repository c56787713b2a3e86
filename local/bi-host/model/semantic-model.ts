import { type Attribute, type Measure, type Source, QueryProblem } from './source'

/** Facts about a source from the data file, read once when it is opened. */
export interface SourceFacts {
  readonly firstDay: string
  readonly lastDay: string
  /** Distinct values per text attribute, most rows first. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

export interface SemanticModel {
  readonly sources: readonly Source[]
  source(id: string): Source
  /** Attribute of a source by bare or qualified id. Throws QueryProblem. */
  attribute(source: Source, field: string): { readonly id: string; readonly attribute: Attribute }
  measure(source: Source, field: string): { readonly id: string; readonly measure: Measure }
  /**
   * The attribute of `source` that corresponds to a field of any source: the same field, one with the same concept, or (for external
   * fields) one with that label. `null` if the source has none.
   */
  counterpart(source: Source, field: string): string | null
  /** Whether a field names any attribute of the model. */
  knows(field: string): boolean
}

const idShape = /^[a-z][a-z0-9_]*$/

/** Validates the sources (ids, carry units) once, so that the compiler may write them into SQL. */
export function createModel(sources: readonly Source[]): SemanticModel {
  const byId = new Map(sources.map((source) => [source.id, source]))
  if (byId.size !== sources.length) throw new Error('Two sources of the model share an id.')
  for (const source of sources) checkSource(source)

  const findSource = (id: string): Source => {
    const found = byId.get(id)
    if (!found) throw new QueryProblem(`There is no source called "${id}".`)
    return found
  }
  const bare = (source: Source, field: string): string =>
    field.startsWith(`${source.id}.`) ? field.slice(source.id.length + 1) : field

  const conceptOf = (field: string): string | null => {
    const dot = field.indexOf('.')
    if (dot > 0) {
      const attributes = byId.get(field.slice(0, dot))?.attributes
      return attributes && own(attributes, field.slice(dot + 1))
        ? (attributes[field.slice(dot + 1)]?.concept ?? null)
        : null
    }
    const wanted = field.toLowerCase()
    for (const source of sources) {
      for (const [id, attribute] of Object.entries(source.attributes)) {
        if (id === wanted || attribute.label.toLowerCase() === wanted) return attribute.concept
      }
    }
    return null
  }

  return {
    sources,
    source: findSource,
    attribute(source, field) {
      const id = bare(source, field)
      const attribute = own(source.attributes, id) ? source.attributes[id] : undefined
      if (!attribute) throw new QueryProblem(`${source.label} cannot be split or filtered by "${field}".`)
      return { id, attribute }
    },
    measure(source, field) {
      const id = bare(source, field)
      const measure = own(source.measures, id) ? source.measures[id] : undefined
      if (!measure) throw new QueryProblem(`${source.label} has no measure called "${field}".`)
      return { id, measure }
    },
    counterpart(source, field) {
      const id = bare(source, field)
      if (own(source.attributes, id)) return id
      const concept = conceptOf(field)
      if (concept === null) return null
      return (
        Object.keys(source.attributes).find((name) => source.attributes[name]?.concept === concept) ?? null
      )
    },
    knows: (field) => conceptOf(field) !== null,
  }
}

function own(record: object, key: string): boolean {
  return Object.prototype.hasOwnProperty.call(record, key)
}

function checkSource(source: Source): void {
  const names = [...Object.keys(source.measures), ...Object.keys(source.attributes)]
  for (const id of [source.id, ...names]) {
    if (!idShape.test(id)) throw new Error(`"${id}" in source ${source.id} is not a plain lower-case id.`)
  }
  if (new Set([...names, 'date']).size !== names.length + 1) {
    throw new Error(`Source ${source.id} uses one id twice, or the id "date".`)
  }
  if (
    source.date.kind === 'timestamp' &&
    Object.values(source.measures).some(({ kind }) => kind === 'semi-additive')
  ) {
    throw new Error(`Source ${source.id} has balances by time of day; a balance is read once a day.`)
  }
  if (source.carry && !own(source.attributes, source.carry.unit)) {
    throw new Error(
      `Source ${source.id} carries by "${source.carry.unit}", which is not one of its attributes.`,
    )
  }
  if (source.carry && (source.carry.days < 1 || source.carry.days > 4)) {
    throw new Error(`Source ${source.id} may carry a value forward 1 to 4 days.`)
  }
}
