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
