import { addDays } from '../../model/days'
import type { ComposeContext } from './compose'
import { dayOfWeek } from './days-said'
import type { Draft } from './draft'
import { saidAt } from './measure-context'
import { isMarker } from './roles'

/** The coins beside Bitcoin, in one word. */
export const altcoinWords = ['altcoin', 'altcoins', 'alts', 'alt coins', 'alt coin']

/** "Altcoin volume": of every coin but Bitcoin. Of market caps the stablecoins are left out as well. */
export function readAltcoins(draft: Draft, { mentions, textOf, model, names }: ComposeContext): void {
  const place = mentions.findIndex((mention) => altcoinWords.includes(textOf(mention).text.toLowerCase()))
  if (place < 0) return
  draft.measures.forEach((id, at) => {
    if (id === 'market_cap.cap' && model.sources.some((source) => source.id === 'price'))
      draft.measures[at] = 'price.cap'
  })
  for (const sourceId of draft.sources()) {
    const found = Object.entries(model.source(sourceId).attributes).find(
      ([, { concept }]) => concept === 'asset',
    )
    if (!found) continue
    const field = `${sourceId}.${found[0]}`
    const own = names.some(
      ({ role, senses }) =>
        role === 'value' && senses.some((sense) => sense.kind === 'value' && sense.id === field),
    )
    draft.used.add(place)
    // "Bitcoin vs altcoins" is of all of them, side by side.
    if (own) {
      const kept = draft.filters.filter((filter) => filter.field !== field)
      draft.filters.splice(0, draft.filters.length, ...kept)
      if (!draft.attributes.includes(field)) draft.attributes.push(field)
      return
    }
    draft.filters.push({ field, op: 'not-in', values: ['BTC'] })
    draft.assumptions.push('Altcoins: every coin but BTC.')
    return
  }
}

/** "Derivatives": every market but spot. "Spot vs derivatives" is of all of them, side by side. */
export function readDerivatives(draft: Draft, { mentions, textOf, names }: ComposeContext): void {
  const place = mentions.findIndex((mention) => /^derivatives?$/i.test(textOf(mention).text))
  if (place < 0 || !draft.sources().includes('trading')) return
  const field = 'trading.market_type'
  draft.used.add(place)
  const spot = draft.filters.findIndex((filter) => filter.field === field)
  if (spot >= 0 && names.some(({ role }) => role === 'value')) {
    draft.filters.splice(spot, 1)
    if (!draft.attributes.includes(field)) draft.attributes.push(field)
    return
  }
  draft.filters.push({ field, op: 'not-in', values: ['Spot'] })
  draft.assumptions.push('Derivatives: every market but spot.')
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
function daysSaid(text: string): readonly number[] {
  const low = text.toLowerCase()
  if (/^weekends?$/.test(low)) return [6, 7]
  if (/^(?:weekdays?|working days|business days)$/.test(low)) return [1, 2, 3, 4, 5]
  const day = days.indexOf(low.replace(/s$/, ''))
  return day < 0 ? [] : [day + 1]
}

/** "ETF volume on Friday": the last one. */
function onTheDay(
  draft: Draft,
  { mentions, textOf, asOf }: Pick<ComposeContext, 'mentions' | 'textOf' | 'asOf'>,
): void {
  mentions.forEach((mention, place) => {
    const day = days.indexOf(textOf(mention).text.toLowerCase())
    if (day < 0 || draft.rest.range || !/^on$/i.test(saidAt({ mentions, textOf }, place - 1))) return
    const back = (dayOfWeek(asOf) - day - 1 + 7) % 7
    const date = addDays(asOf, -back)
    draft.rest.range = { kind: 'between', from: date, to: date }
    draft.used.add(place)
  })
}

/** "Volume at weekends", "on Mondays": those days of the week; "weekend vs weekdays": all of them, side by side. */
export function readWeekdays(draft: Draft, { mentions, textOf, names, asOf }: ComposeContext): void {
  if (!draft.sources().includes('hourly')) return onTheDay(draft, { mentions, textOf, asOf })
  const field = 'hourly.weekday'
  const versus = mentions.some(({ meaning }) => isMarker(meaning, 'versus'))
  const values: number[] = []
  mentions.forEach((mention, place) => {
    const split = names.some(
      (named) => named.place === place && (named.role === 'split' || named.role === 'head'),
    )
    const led = /^(?:on|at|during|only|just)$/i.test(saidAt({ mentions, textOf }, place - 1))
    const text = textOf(mention).text
    const said = daysSaid(text)
    if (said.length === 0 || (/^weekdays?$/i.test(text) && !led && !versus) || (split && !versus)) return
    draft.used.add(place)
    // "Except weekends": the other days.
    const left = isMarker(mentions[place - 1]?.meaning, 'without', 'minus')
    values.push(...(left ? [1, 2, 3, 4, 5, 6, 7].filter((day) => !said.includes(day)) : said))
  })
  if (values.length === 0) return
  if (versus) {
    if (!draft.attributes.includes(field)) draft.attributes.push(field)
    if (values.length === 7) return
  }
  const kept = draft.filters.filter((filter) => filter.field !== field)
  const days = [...new Set(values)]
  const op = days.length > 1 ? 'in' : 'eq'
  draft.filters.splice(0, draft.filters.length, ...kept, { field, op, values: days })
  const at = draft.attributes.indexOf(field)
  if (!versus && at >= 0) draft.attributes.splice(at, 1)
}
