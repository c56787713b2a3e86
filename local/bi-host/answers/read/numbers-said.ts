import type { Draft } from './draft'
import type { MeasureContext } from './measure-context'

/** "7-day tenor", "tenor 30", "strike 100000": a number beside an attribute of numbers. */
export function readNumbers(draft: Draft, { mentions, names, model }: MeasureContext): void {
  const sources = draft.sources()
  for (const { place, senses } of names) {
    const sense = senses.find(
      (candidate) => candidate.kind === 'attribute' && sources.includes(candidate.source),
    )
    if (sense?.kind !== 'attribute') continue
    const dot = sense.id.indexOf('.')
    const { attribute } = model.attribute(model.source(sense.id.slice(0, dot)), sense.id)
    if (attribute.kind !== 'number') continue
    for (const at of [place - 1, place + 1, place + 2]) {
      const meaning = mentions[at]?.meaning
      const value =
        meaning?.kind === 'amount'
          ? meaning.value
          : meaning?.kind === 'window' && meaning.unit === 'day'
            ? meaning.count
            : null
      if (value === null || draft.used.has(at)) continue
      draft.used.add(at)
      draft.used.add(place)
      draft.filters.push({ field: sense.id, op: 'eq', values: [value] })
      break
    }
  }
}
