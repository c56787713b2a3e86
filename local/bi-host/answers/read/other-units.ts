import type { Draft } from './draft'
import type { MeasureContext } from './measure-context'
import { isMarker } from './roles'
import { functionOf } from './working'

const inPercent =
  /^(?:(?:in|as|into) )?(?:a )?(?:%|percent|pct|percentages?|percentage terms|percent terms|relative terms)$/i

/** "And in percent?" after a change, "in dollars" after a growth or a share: the same said otherwise. True when it was. */
export function otherUnit(draft: Draft, { mentions, model, textOf }: MeasureContext): boolean {
  const place = mentions.findIndex(
    (mention) =>
      isMarker(mention.meaning, 'dollars') ||
      (mention.meaning.kind === 'function' &&
        mention.meaning.name === 'share' &&
        inPercent.test(textOf(mention).text)),
  )
  const meaning = mentions[place]?.meaning
  if (!meaning) return false
  const money = isMarker(meaning, 'dollars')
  let done = false
  draft.measures.forEach((id, at) => {
    const [, name, base] =
      /^(change|growth|share)\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    // Prices side by side have no parts: how far each went.
    if (!money && id === 'price.close') {
      draft.measures[at] = functionOf(draft, model, { name: 'growth', count: 0, base: id, usual: true })
      delete draft.rest.grain
      done = true
    }
    if (base === undefined) return
    const usual = base === 'price.close'
    if (!money && name === 'change')
      draft.measures[at] = functionOf(draft, model, { name: 'growth', count: 0, base, usual })
    else if (money && name === 'growth')
      draft.measures[at] = functionOf(draft, model, { name: 'change', count: 0, base, usual: false })
    else if (money && name === 'share') draft.measures[at] = base
    // A growth or a share is in percent already.
    else if (money) return
    done = true
  })
  if (done) draft.used.add(place)
  return done
}

/** "Drop the average", "without the running total": what was made of a figure goes, and the figure stays. True when it did. */
export function unworked(draft: Draft, { mentions, names, textOf }: MeasureContext): boolean {
  const lead = mentions.findIndex(({ meaning }) => isMarker(meaning, 'without'))
  const place = mentions.findIndex(
    ({ meaning }, at) => at > lead && (meaning.kind === 'function' || isMarker(meaning, 'total')),
  )
  const mention = mentions[place]
  if (lead < 0 || !mention || names.length > 0) return false
  const said =
    mention.meaning.kind === 'function'
      ? mention.meaning.name
      : /^(?:average|avg|mean)$/i.test(textOf(mention).text)
        ? 'moving_average'
        : null
  const found = draft.measures.flatMap((id) => {
    const [, name, base] = /^([a-z_]+)\(([a-z_]+\.[a-z0-9_]+)(?:, \d+)?\)$/.exec(draft.expressionOf(id)) ?? []
    return name === said && base !== undefined ? [{ id, base }] : []
  })
  for (const { id, base } of found) {
    const at = draft.measures.indexOf(id)
    if (draft.measures.includes(base)) draft.measures.splice(at, 1)
    else draft.measures[at] = base
  }
  if (found.length > 0) draft.used.add(place).add(lead)
  return found.length > 0
}
