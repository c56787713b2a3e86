import type { Answer } from '../contract'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'
import { measureLabel } from './working'

/** "Drop issuance again": what was shown of it goes. */
export function takeAway(draft: Draft, { names }: ComposeContext, dropped: ReadonlySet<number>): void {
  for (const { place, senses } of names) {
    if (!dropped.has(place)) continue
    const kept = draft.measures.filter(
      (id) => !senses.some((sense) => sense.kind === 'measure' && sense.id === id),
    )
    draft.measures.splice(0, draft.measures.length, ...kept)
    draft.used.add(place)
  }
}

/** "And the difference", after two measures: the first less the second. */
export function takeOne(draft: Draft, { mentions, model, textOf }: ComposeContext): boolean {
  const place = mentions.findIndex(
    (mention) =>
      isMarker(mention.meaning, 'gap') ||
      (mention.meaning.kind === 'function' && /^(?:difference|spread|gap)$/i.test(textOf(mention).text)),
  )
  const [first, second, third] = draft.measures
  if (place < 0 || first === undefined || second === undefined || third !== undefined) return false
  const name = `${measureLabel(draft, model, first)} less ${measureLabel(draft, model, second).toLowerCase()}`
  const id = draft.formula(`${draft.expressionOf(first)} - ${draft.expressionOf(second)}`, name)
  draft.measures.splice(0, 2, ...(isMarker(mentions[0]?.meaning, 'and', 'add') ? [first, second, id] : [id]))
  draft.used.add(place)
  return true
}

const windowed = /^(moving_average|moving_sum|volatility)\((.+), (\d+)\)$/

/** "Make it 200", "200 days instead": the same over so many days. */
export function lengthen(draft: Draft, { query }: Answer, { mentions }: ComposeContext): boolean {
  const place = mentions.findIndex(
    ({ meaning }) => meaning.kind === 'amount' || (meaning.kind === 'window' && meaning.unit === 'day'),
  )
  const meaning = mentions[place]?.meaning
  const count = meaning?.kind === 'amount' ? meaning.value : meaning?.kind === 'window' ? meaning.count : 0
  const instead = mentions.some((mention) => isMarker(mention.meaning, 'instead'))
  const plain = mentions.every(({ meaning: other }) =>
    ['amount', 'window', 'filler', 'marker', 'function'].includes(other.kind),
  )
  const named = mentions.flatMap(({ meaning: other }) => (other.kind === 'function' ? [other.name] : []))
  if (!instead || !plain || !Number.isInteger(count) || count < 2 || count > 1000) return false
  let done = false
  query.measures.forEach((id, at) => {
    const [, name, inner] = windowed.exec(draft.expressionOf(id)) ?? []
    if (name === undefined || inner === undefined || (named.length > 0 && !named.some((one) => one === name)))
      return
    const label = draft.formulas.find((formula) => `formula.${formula.id}` === id)?.label ?? inner
    draft.measures[at] = draft.formula(
      `${name}(${inner}, ${count})`,
      label.replace(/\d+-day/, `${count}-day`),
    )
    done = true
  })
  if (!done) return false
  draft.used.add(place)
  mentions.forEach((mention, at) => {
    if (mention.meaning.kind === 'function') draft.used.add(at)
  })
  return true
}

/** "Only 6 months": another stretch than before. */
export function otherStretch(draft: Draft, { mentions }: ComposeContext): void {
  if (mentions.some(({ meaning }, place) => meaning.kind === 'window' && !draft.used.has(place)))
    delete draft.rest.range
}
