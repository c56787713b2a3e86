import type { Draft } from './draft'
import { isAttribute } from './filters'
import type { MeasureContext } from './measure-context'
import { isMarker } from './roles'

/** `stable_supply.chain = "Ethereum" or "Base"`: what the search bar writes for an answer made by hand. */
export function explicitFilters(draft: Draft, context: MeasureContext): void {
  const { mentions, names, model } = context
  severalNumbers(draft, context)
  mentions.forEach(({ meaning }, place) => {
    if (
      meaning.kind !== 'field' ||
      !isMarker(mentions[place + 1]?.meaning, 'equals') ||
      !isAttribute(model, meaning.id)
    )
      return
    const op = isMarker(mentions[place - 1]?.meaning, 'without') ? 'not-in' : 'in'
    const values: string[] = []
    for (let at = place + 2; at < mentions.length; at += 1) {
      const said = mentions[at]?.meaning
      const named = names.find((candidate) => candidate.place === at)
      const sense = named?.senses.find(
        (candidate) => candidate.kind === 'value' && candidate.id === meaning.id,
      )
      if (sense?.kind === 'value') values.push(sense.value)
      else if (isMarker(said, 'and')) continue
      else break
      draft.used.add(at)
    }
    if (values.length === 0) return
    draft.used.add(place)
    draft.filters.push({ field: meaning.id, op, values })
  })
}

/** `hourly.weekday = 6 or 7`: the first of them is read as a condition. */
function severalNumbers(draft: Draft, { mentions, model }: MeasureContext): void {
  mentions.forEach(({ meaning }, place) => {
    const first = mentions[place + 1]?.meaning
    if (
      meaning.kind !== 'field' ||
      first?.kind !== 'condition' ||
      first.op !== 'eq' ||
      !isAttribute(model, meaning.id)
    )
      return
    const values = [...first.values]
    const places = [place, place + 1]
    for (let at = place + 2; isMarker(mentions[at]?.meaning, 'and'); at += 2) {
      const next = mentions[at + 1]?.meaning
      if (next?.kind !== 'amount') break
      values.push(next.value)
      places.push(at + 1)
    }
    if (values.length < 2) return
    for (const at of places) draft.used.add(at)
    draft.filters.push({ field: meaning.id, op: 'in', values })
  })
}

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
