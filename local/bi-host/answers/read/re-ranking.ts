import type { SemanticModel } from '../../model/semantic-model'
import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import type { Direction } from './meaning'
import { isFlow } from './working'
import { isMarker } from './roles'

/** "By exchange" after "only CME" asks for all of them again; "whole term structure" after one tenor too. */
export function opensSplit(draft: Draft, { query }: Answer): void {
  const before = query.filters ?? []
  const kept = draft.filters.filter(
    (filter) =>
      !(
        draft.attributes.includes(filter.field) &&
        filter.values.length === 1 &&
        (filter.op === 'in' || filter.op === 'eq') &&
        before.includes(filter)
      ),
  )
  draft.filters.splice(0, draft.filters.length, ...kept)
}

/** "And the losers?" after the winners: the same ranking from the other end. */
export function turnedOver(draft: Draft, model: SemanticModel, direction: Direction): boolean {
  const { top } = draft.rest
  const [id] = draft.measures
  if (!top || id === undefined) return false
  if (!/^(?:growth|change)\(/.test(draft.expressionOf(id)) && !isFlow(model, id)) return false
  const { from: _from, ...rest } = top
  draft.rest.top = { ...rest, by: id, ...(direction === 'down' ? { from: 'bottom' as const } : {}) }
  return true
}

/** "And the lowest?" after a top five: five of them, from the other end. */
export function rankedAgain(draft: Draft, { query }: Answer, { mentions, textOf }: ComposeContext): void {
  const { top } = draft.rest
  const said = mentions.find(({ meaning }) => meaning.kind === 'top')?.meaning
  const one = mentions.some(
    (mention) => isMarker(mention.meaning, 'which', 'place') || /^which/i.test(textOf(mention).text),
  )
  if (!top || !query.top || said?.kind !== 'top' || said.count !== null || one) return
  draft.rest.top = { ...top, count: query.top.count }
  draft.assumed.delete('top')
}

/** "Rest as other": what is not among the first is one thing; the first five where nobody said how many. */
export function withOthers(draft: Draft, { mentions }: ComposeContext): void {
  if (!mentions.some(({ meaning }) => isMarker(meaning, 'other'))) return
  const [attribute] = draft.attributes
  const [by] = draft.measures
  if (draft.rest.top) draft.rest.top = { ...draft.rest.top, other: true }
  else if (attribute !== undefined && by !== undefined) {
    draft.rest.top = { attribute, count: 5, by, other: true }
    draft.assumed.add('top')
    draft.assumptions.push('The first five, and the rest as one.')
  }
}
