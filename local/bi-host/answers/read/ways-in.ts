import type { Draft } from './draft'
import { saidAt } from './measure-context'
import type { MeasureContext } from './measure-context'

/** "I can start with 100 dollars": what there is to spend, so that no more is asked for. */
export function readBudget(draft: Draft, context: MeasureContext): void {
  if (!draft.measures.includes('rwa.minimum')) return
  const asked = context.mentions.some((_, place) => /\bcan\b.* (?:with|for)$/i.test(saidAt(context, place)))
  const one = draft.filters.some(({ field }) => field === 'rwa.product')
  // Which of them that are is what is asked.
  if (asked && !one && draft.attributes.length === 0) draft.attributes.push('rwa.product')
  context.mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'amount' || draft.used.has(place)) return
    if (!/ (?:with|for)$/i.test(saidAt(context, place - 1))) return
    draft.used.add(place)
    draft.filters.push({ field: 'rwa.minimum', op: 'le', values: [meaning.value] })
  })
}
