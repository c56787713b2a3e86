import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import type { Meaning } from './meaning'
import { isMarker } from './roles'

/** The attribute that a name stands for in the sources of the answer. */
export function attributeFor(draft: Draft, { names, model }: ComposeContext, place: number): string | null {
  const senses =
    names.find((named) => named.place === place)?.senses.filter((sense) => sense.kind === 'attribute') ?? []
  for (const source of draft.sources()) {
    const own = senses.find((sense) => sense.source === source)
    if (own) return own.id
  }
  for (const source of draft.sources()) {
    for (const sense of senses) {
      const id = model.counterpart(model.source(source), sense.id)
      if (id !== null) return `${source}.${id}`
    }
  }
  return null
}

/** "top 10 X by Y", "which X has the highest Y", "largest X". */
export function readTop(draft: Draft, context: ComposeContext, rank: string | null): void {
  const { mentions, names } = context
  const place = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const meaning = mentions[place]?.meaning
  if (meaning?.kind !== 'top') return
  const explicit = mentions.slice(place + 1, place + 2).find((mention) => mention.meaning.kind === 'field')
  // The largest fall is the smallest growth.
  const falls = mentions.some(
    (mention) => mention.meaning.kind === 'function' && mention.meaning.way === 'down',
  )
  const from = falls && meaning.from === 'top' ? 'bottom' : meaning.from
  const head =
    names.find((named) => named.place > place && named.role === 'head') ??
    names.find((named) => named.role === 'head') ??
    names.find((named) => named.role === 'split')
  // "exchange with the most volume": what stands before "with" is what is asked for.
  const led = names.find(
    (named) => named.place < place && isMarker(mentions[named.place + 1]?.meaning, 'with'),
  )
  const asked = mentions.some((mention) => isMarker(mention.meaning, 'which')) || led?.plural === false
  const coins = mentions.some((mention) => namesCoins(mention.meaning)) ? 'price.asset' : null
  const attribute =
    explicit?.meaning.kind === 'field' && draft.attributes.includes(explicit.meaning.id)
      ? explicit.meaning.id
      : head
        ? attributeFor(draft, context, head.place)
        : (draft.attributes[0] ??
          (led && attributeFor(draft, context, led.place)) ??
          coins ??
          pluralSubject(draft, context))
  const by = rank ?? draft.measures[0]
  if (attribute === null || by === undefined) return void draft.unknown.add(place)
  draft.used.add(place)
  if (!draft.attributes.includes(attribute)) draft.attributes.push(attribute)
  draft.addMeasure(by)
  const one = asked && head?.plural !== true
  const count = Math.min(meaning.count ?? (one ? 1 : 10), 100)
  if (meaning.count === null && !one) {
    draft.assumed.add('top')
    draft.assumptions.push(`${count} of them.`)
  }
  const other = mentions.some((mention) => isMarker(mention.meaning, 'other'))
  draft.rest.top = {
    attribute,
    count,
    by,
    ...(from === 'bottom' ? { from: 'bottom' as const } : {}),
    ...(other ? { other: true } : {}),
  }
}

/** "top gainers": the word itself says that coins are meant. */
const namesCoins = (meaning: Meaning): boolean =>
  meaning.kind === 'function' && meaning.way !== undefined && meaning.usual !== null

/** "highest staking yields": several of what the source is about, unless one of them was named. */
function pluralSubject(draft: Draft, { names, model }: ComposeContext): string | null {
  const measure = draft.measures[0] ?? ''
  const plural = names.some(
    (named) =>
      named.plural &&
      named.role === 'measure' &&
      named.senses.some((sense) => sense.kind === 'measure' && sense.id === measure),
  )
  const source = draft.sources()[0]
  const [first] = plural && source !== undefined ? Object.keys(model.source(source).attributes) : []
  const id = first === undefined ? null : `${source}.${first}`
  return id !== null && draft.filters.every(({ field }) => field !== id) ? id : null
}
