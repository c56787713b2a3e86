import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute } from './filters'
import { isMarker, type Named } from './roles'
import { attributeFor } from './splits'
import { sizeOf } from './trade-words'
import { usualThing } from './vocabulary'
import type { SemanticModel, SourceFacts } from '../../model/semantic-model'
import type { MeasureContext } from './measure-context'
import { declaredValues } from '../../model/declarations'

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
