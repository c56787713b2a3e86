import type { ComposeContext } from './compose'
import { type Draft, type MeasureContext, saidAt } from './draft'
import { isAttribute } from './filters'
import { isMarker, type Named } from './roles'
import { attributeFor } from './splits'
import { sizeOf, usualThing } from './vocabulary'
import type { SemanticModel, SourceFacts } from '../../model/semantic-model'
import { declaredValues } from '../../model/declarations'
import { addDays } from '../../model/days'
import { dayOfWeek } from './days-said'

/** What is known of a thing and nobody adds up: said beside a figure it is shown beside it. */
const details: ReadonlySet<string> = new Set([
  'stablecoin backing',
  'attestation',
  'rwa access',
  'rwa redemption',
  'nav frequency',
  'nav date',
])

/** "Issuer of PYUSD", "redemption terms by product", "rwa chains": what something is, where no figure of it is asked for. */
export function readLookedUp(draft: Draft, context: ComposeContext): void {
  const { names, model } = context
  const guessed = [...draft.assumed].some((key) => key.startsWith('measure:'))
  for (const named of names) {
    if (named.role !== 'context' || draft.used.has(named.place)) continue
    if (named.senses.some(({ kind }) => kind !== 'attribute') || besideItsValue(named, names)) continue
    const id = attributeFor(draft, context, named.place)
    if (id === null || !isAttribute(model, id) || draft.attributes.includes(id)) continue
    const source = id.slice(0, id.indexOf('.'))
    const [first] = Object.keys(model.source(source).attributes)
    const detail = details.has(model.attribute(model.source(source), id).attribute.concept)
    if (id === (usualThing[source] ?? `${source}.${first ?? ''}`) || !(guessed || detail)) continue
    if (draft.attributes.length > 2 || draft.filters.some(({ field }) => field === id)) continue
    draft.used.add(named.place)
    draft.attributes.push(id)
    // "When was the last reserve report" asks for the date, not for days.
    if (guessed && context.mentions.some(({ meaning }) => isMarker(meaning, 'days-when')))
      delete draft.rest.grain
    const size = sizeOf[source]
    if (guessed && size !== undefined && draft.measures.length === 1) draft.measures.splice(0, 1, size)
  }
}

/** "Chain Ethereum": the noun says of what kind the name beside it is. */
const besideItsValue = ({ place, senses }: Named, names: readonly Named[]): boolean =>
  names.some(
    (other) =>
      Math.abs(other.place - place) === 1 &&
      other.senses.some(
        (sense) =>
          sense.kind === 'value' && senses.some((own) => own.kind === 'attribute' && own.id === sense.id),
      ),
  )

/** "USDT vs the rest", "stables vs everything else": each of its kind, beside the one that was named. */
export function besideTheRest(draft: Draft, { mentions, names, model }: ComposeContext): void {
  const place = mentions.findIndex(({ meaning }) => isMarker(meaning, 'rest'))
  if (place < 0) return
  const said = draft.filters.filter(
    ({ field, op }) =>
      op === 'in' &&
      isAttribute(model, field) &&
      names.some(
        (other) =>
          other.place < place && other.senses.some((sense) => sense.kind === 'value' && sense.id === field),
      ),
  )
  // "Binance spot volume vs everyone else": every other of those who trade.
  const first = (field: string): boolean => {
    const source = field.slice(0, field.indexOf('.'))
    return Object.keys(model.source(source).attributes)[0] === field.slice(source.length + 1)
  }
  const one = said.find(({ field }) => first(field)) ?? said.at(-1)
  const at = one ? draft.filters.indexOf(one) : -1
  const [filter] = at < 0 ? [] : draft.filters.splice(at, 1)
  if (!filter) return void draft.unknown.add(place)
  draft.used.add(place)
  if (!draft.attributes.includes(filter.field)) draft.attributes.push(filter.field)
}

/** The things that such kinds are of. */
const thingsOf: Readonly<Record<string, string>> = {
  'rwa.asset_class': 'rwa.product',
  'price.sector': 'price.asset',
  'stable_supply.backing': 'stable_supply.token',
}

/** "The minimum of each treasury product", "yields of the treasury products": of every one that is of that kind. */
export function eachOfKind(draft: Draft, { mentions, names, textOf }: ComposeContext): void {
  for (const { place, role, senses, plural } of names) {
    if (role !== 'value' || !draft.used.has(place)) continue
    const sense = senses.find(({ kind, source }) => kind === 'value' && draft.sources().includes(source))
    const thing = sense?.kind === 'value' ? thingsOf[sense.id] : undefined
    if (thing === undefined || draft.attributes.includes(thing)) continue
    const mention = mentions[place]
    const listed =
      plural &&
      mention !== undefined &&
      /(?:products|funds|tokens)$/i.test(textOf(mention).text) &&
      names.some((named) => {
        const said = mentions[named.place]
        return (
          said !== undefined &&
          /^(?:\w+ )?(?:yields|fees|minimums|rates|returns|apys|charges|costs)$/i.test(textOf(said).text)
        )
      })
    if (listed || isMarker(mentions[place - 1]?.meaning, 'by', 'per')) draft.attributes.unshift(thing)
  }
}

/** What a measure cannot do without and nobody said: the usual value, or one line for each of a few. */
export function readNeeds(
  draft: Draft,
  { model, mentions, names }: MeasureContext,
  facts: (source: string) => SourceFacts,
): void {
  atDelta(draft)
  for (const id of draft.sources().flatMap((source) => needed(draft, model, source))) {
    const dot = id.indexOf('.')
    const source = model.source(id.slice(0, dot))
    const held = draft.filters.some(
      ({ field, op, values }) =>
        model.counterpart(source, field) === id.slice(dot + 1) &&
        (op === 'in' || op === 'eq') &&
        values.length === 1,
    )
    const split = draft.attributes.some(
      (attribute) => model.counterpart(source, attribute) === id.slice(dot + 1),
    )
    if (held || split) continue
    const { attribute } = model.attribute(source, id)
    const values = facts(source.id).values[id.slice(dot + 1)] ?? []
    // A market is known by its protocol, chain and asset: those of it that are named.
    const places = id === 'lending.market' && draft.filters.some(({ field }) => field.startsWith('lending.'))
    if (places && draft.attributes.length < 3) draft.attributes.push(id)
    if (places || heldElsewhere(draft, names, id, values)) continue
    if (attribute.kind === 'number') {
      const said = mentions.flatMap(({ meaning }, at) => {
        if (meaning.kind !== 'window' || draft.used.has(at)) return []
        draft.used.add(at)
        return [meaning.count * tenorDays[meaning.unit]]
      })
      if (said.length === 0) {
        draft.assumed.add(`filter:${draft.filters.length}`)
        draft.assumptions.push(`${attribute.label} of 30 days.`)
      }
      // "1w against 1m": side by side.
      if (said.length > 1) draft.attributes.push(id)
      if (said.length > 1) draft.filters.push({ field: id, op: 'in', values: said })
      else draft.filters.push({ field: id, op: 'eq', values: [said[0] ?? 30] })
    } else if (values.includes('ATM')) {
      draft.assumed.add(`filter:${draft.filters.length}`)
      draft.assumptions.push('At the money.')
      draft.filters.push({ field: id, op: 'in', values: ['ATM'] })
    } else if (values.length > 0 && values.length <= mostSplit && draft.attributes.length < 2) {
      draft.attributes.push(id)
      draft.assumed.add(`attribute:${id}`)
      draft.assumptions.push(
        `Split by ${attribute.label.toLowerCase()}: one number for all of them would mean nothing.`,
      )
    }
  }
}

/** "10-delta put IV": a volatility at a delta is a point of the smile, not the one at the money. */
function atDelta(draft: Draft): void {
  const field = 'option_surface.delta'
  const wing = draft.filters.some(
    (filter) => filter.field === field && filter.op === 'in' && !filter.values.includes('ATM'),
  )
  if (!wing && !draft.attributes.includes(field)) return
  draft.measures.forEach((id, at) => {
    if (id === 'option_surface.atm') draft.measures[at] = 'option_surface.iv'
  })
}

/** Tenors are said in months and kept in days. */
const tenorDays = { day: 1, week: 7, month: 30, quarter: 90, year: 360 } as const

/** A number for each of so many can be shown side by side. */
const mostSplit = 9

/** "Staked coins of ether" are those of its network: a name that means both holds what is needed. */
function heldElsewhere(draft: Draft, names: readonly Named[], id: string, known: readonly string[]): boolean {
  const source = id.slice(0, id.indexOf('.'))
  for (const [at, { field, op, values }] of draft.filters.entries()) {
    if (op !== 'in' || !field.startsWith(`${source}.`)) continue
    const found = values.map((value) => {
      const named = names.find(({ senses }) =>
        senses.some((sense) => sense.kind === 'value' && sense.id === field && sense.value === value),
      )
      const sense = named?.senses.find((other) => other.kind === 'value' && other.id === id)
      return sense?.kind === 'value' ? sense.value : calledAs(String(value), known)
    })
    const same = found.filter((value) => value !== null)
    if (same.length < values.length) continue
    draft.filters[at] = { field: id, op: 'in', values: same }
    const split = draft.attributes.indexOf(field)
    if (split >= 0) draft.attributes[split] = id
    return true
  }
  return false
}

/** ETH goes by the name of its network. */
function calledAs(value: string, known: readonly string[]): string | null {
  const names = [
    value,
    ...(declaredValues.find((one) => one.concept === 'asset' && one.value === value)?.words ?? []),
  ].map((name) => name.toLowerCase())
  return known.find((other) => names.some((name) => other.toLowerCase().startsWith(name))) ?? null
}

function needed(draft: Draft, model: SemanticModel, sourceId: string): readonly string[] {
  const source = model.source(sourceId)
  const expressions = draft.measures.map((id) => draft.expressionOf(id))
  return [
    ...new Set(
      Object.entries(source.measures)
        .filter(([id]) => expressions.some((text) => new RegExp(`\\b${sourceId}\\.${id}\\b`).test(text)))
        .flatMap(([, measure]) => (measure.requires ?? []).map((need) => `${sourceId}.${need}`)),
    ),
  ]
}

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
