import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isAttribute } from './filters'
import { isMarker } from './roles'
import type { Named } from './roles'
import { attributeFor } from './splits'
import { sizeOf } from './trade-words'
import { usualThing } from './vocabulary'

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
