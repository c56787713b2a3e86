import type { Answer } from '../contract'
import { bareWindow, leftovers, readSplit, readWords } from './compose'
import type { ComposeContext } from './compose'
import { Draft } from './draft'
import { isAttribute, readConditions, readNeeds, readNumbers, readValues } from './filters'
import { readMeasures } from './measures'
import { readTop } from './ranking'
import { isMarker } from './roles'

/**
 * A follow-up: what is said changes the answer before, the rest stays. `null` when the phrase is a question of its own:
 * it names a measure and neither adds nor replaces.
 */
export function amend(previous: Answer, context: ComposeContext): Draft | null {
  const { mentions, names } = context
  const said = (...markers: Parameters<typeof isMarker>[1][]): boolean =>
    mentions.some(({ meaning }) => isMarker(meaning, ...markers))
  const measured =
    names.some(({ role }) => role === 'measure') ||
    mentions.some(({ meaning }) => meaning.kind === 'function' || meaning.kind === 'formula')
  const first = mentions.find(({ meaning }) => meaning.kind !== 'filler')?.meaning
  const adds = said('add') || isMarker(first, 'and', 'versus')
  if (measured && !adds && !said('instead')) return null
  const draft = seeded(previous)
  const before = { grain: draft.rest.grain, range: draft.rest.range }
  delete draft.rest.range
  readWords(draft, context)
  if (draft.rest.range === undefined && before.range) draft.rest.range = before.range
  if (measured) changeMeasures(draft, context, adds)
  changeFilters(draft, context, said('add'))
  readNumbers(draft, context)
  const attributes = [...draft.attributes]
  draft.attributes.length = 0
  readSplit(draft, context)
  if (draft.attributes.length === 0 || said('add'))
    draft.attributes.unshift(...attributes.filter((id) => !draft.attributes.includes(id)))
  dropSplitByOne(draft)
  if (draft.rest.top && !draft.attributes.includes(draft.rest.top.attribute)) delete draft.rest.top
  readTop(draft, context, null)
  readConditions(draft, context, () => null)
  if (draft.chart !== 'auto' && draft.chart === previous.chart.type && shapeChanged(draft, previous))
    draft.chart = 'auto'
  readNeeds(draft, context, context.facts)
  bareWindow(draft, context)
  leftovers(draft, context)
  return draft
}

function seeded({ query, chart }: Answer): Draft {
  const draft = new Draft()
  draft.measures.push(...query.measures)
  draft.formulas.push(...(query.formulas ?? []))
  draft.attributes.push(...(query.attributes ?? []))
  draft.filters.push(...(query.filters ?? []))
  if (query.grain) draft.rest.grain = query.grain
  if (query.range) draft.rest.range = query.range
  if (query.compare) draft.rest.compare = query.compare
  if (query.top) draft.rest.top = query.top
  draft.chart = chart.type
  return draft
}

function changeMeasures(draft: Draft, context: ComposeContext, adds: boolean): void {
  const before = [...draft.measures]
  draft.measures.length = 0
  readMeasures(draft, context)
  if (adds) draft.measures.unshift(...before.filter((id) => !draft.measures.includes(id)))
  if (draft.rest.top && !draft.measures.includes(draft.rest.top.by)) {
    const [by] = draft.measures
    if (by === undefined) delete draft.rest.top
    else draft.rest.top = { ...draft.rest.top, by }
  }
  draft.filters.splice(
    0,
    draft.filters.length,
    ...draft.filters.filter(({ field }) => !before.includes(field) || draft.measures.includes(field)),
  )
}

/** A value that is named takes the place of those before it on the same attribute, or joins them. */
function changeFilters(draft: Draft, context: ComposeContext, joins: boolean): void {
  const old = [...draft.filters]
  draft.filters.length = 0
  readValues(draft, context)
  const fresh = [...draft.filters]
  const { model } = context
  const same = (a: string, b: string): boolean => {
    if (a === b || !isAttribute(model, a) || !isAttribute(model, b)) return a === b
    return model.counterpart(model.source(a.slice(0, a.indexOf('.'))), b) === a.slice(a.indexOf('.') + 1)
  }
  const kept = old.flatMap((filter) => {
    const change = fresh.find(({ field }) => same(filter.field, field))
    if (!change) return [filter]
    if (change.op === 'in' && filter.op === 'in' && joins) {
      fresh.splice(fresh.indexOf(change), 1)
      return [{ ...filter, values: [...new Set([...filter.values, ...change.values])] }]
    }
    if (change.op === 'not-in' && filter.op === 'in') {
      const rest = filter.values.filter((value) => !change.values.includes(value))
      fresh.splice(fresh.indexOf(change), 1)
      return rest.length > 0 ? [{ ...filter, values: rest }] : []
    }
    return []
  })
  draft.filters.splice(0, draft.filters.length, ...kept, ...fresh)
}

/** Held to one value there is nothing left to lay side by side. */
function dropSplitByOne(draft: Draft): void {
  const one = draft.filters
    .filter(({ op, values }) => op === 'in' && values.length === 1)
    .map(({ field }) => field)
  const kept = draft.attributes.filter((id) => !one.includes(id))
  draft.attributes.splice(0, draft.attributes.length, ...kept)
}

const shapeChanged = (draft: Draft, { query }: Answer): boolean =>
  draft.attributes.length !== (query.attributes?.length ?? 0) ||
  (draft.rest.grain === undefined) !== (query.grain === undefined)
