import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { saidAt } from './measure-context'
import { isAttribute } from './filters'

/** Another subject has no use for what only the one before had. */
export function leaveBehind(draft: Draft, { model }: ComposeContext): void {
  // Puts over calls are of both.
  if (draft.measures.some((id) => id.startsWith('options.put_call'))) {
    draft.attributes.splice(
      0,
      draft.attributes.length,
      ...draft.attributes.filter((id) => !id.endsWith('.option_type')),
    )
    draft.filters.splice(
      0,
      draft.filters.length,
      ...draft.filters.filter(({ field }) => !field.endsWith('.option_type')),
    )
  }
  const known = (id: string): boolean =>
    !isAttribute(model, id) ||
    draft.sources().some((source) => model.counterpart(model.source(source), id) !== null)
  draft.attributes.splice(0, draft.attributes.length, ...draft.attributes.filter((id) => known(id)))
  draft.filters.splice(0, draft.filters.length, ...draft.filters.filter(({ field }) => known(field)))
  if (draft.rest.top && !known(draft.rest.top.attribute)) delete draft.rest.top
}

/** "Assets instead", where it changes nothing: what was named was not understood. */
export function nothingChanged(draft: Draft, previous: Answer, { names }: ComposeContext): void {
  const same =
    JSON.stringify(draft.query()) === JSON.stringify(previous.query) && draft.chart === previous.chart.type
  if (same && draft.unknown.size === 0)
    for (const { place, role } of names) if (role === 'context') draft.unknown.add(place)
}

/** "What discount do their tokens trade at": the things of those that are shown, which names no others. */
export function ofThose(draft: Draft, context: ComposeContext): void {
  const things = /^(?:tokens?|coins?|assets?|products?|funds?|liquid tokens?|shares?)$/i
  for (const { place, role } of context.names)
    if (
      role === 'context' &&
      /^(?:their|its)$/i.test(saidAt(context, place - 1)) &&
      things.test(saidAt(context, place))
    )
      draft.used.add(place)
}
