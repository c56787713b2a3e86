import type { Sense } from './lexicon'
import { isMarker, type Meaning, saidAt, type MeasureContext } from './draft'
import type { Mention } from './mentions'
import type { SemanticModel } from '../../model/semantic-model'
import type { Named } from './roles'

export const has = (senses: readonly Sense[], kind: Sense['kind']): boolean =>
  senses.some((sense) => sense.kind === kind)

/** "Strike with the most put open interest". */
export function withMost(mentions: readonly Mention[], place: number): boolean {
  let at = place + 2
  while (mentions[at]?.meaning.kind === 'filler') at += 1
  return isMarker(mentions[place + 1]?.meaning, 'with') && mentions[at]?.meaning.kind === 'top'
}

/** "Hour by weekday", after what is measured. */
export function crossedBy(mentions: readonly Mention[], place: number): boolean {
  const next = mentions[place + 2]?.meaning
  const measured = mentions
    .slice(0, place)
    .some(({ meaning }) => meaning.kind === 'name' && has(meaning.senses, 'measure'))
  return (
    measured &&
    isMarker(mentions[place + 1]?.meaning, 'by') &&
    next?.kind === 'name' &&
    has(next.senses, 'attribute') &&
    !has(next.senses, 'measure')
  )
}

/** "USDT minus USDC supply": one less another, which is no leaving out. */
export function lessOf(senses: readonly Sense[], mentions: readonly Mention[], place: number): boolean {
  const before = mentions[place - 2]?.meaning
  // "T-bill rate minus USDC supply APY": whose it is.
  const next = mentions[place + 1]?.meaning
  if (
    isMarker(mentions[place - 1]?.meaning, 'minus') &&
    next?.kind === 'name' &&
    has(next.senses, 'measure') &&
    mentions
      .slice(0, place - 1)
      .some(({ meaning }) => meaning.kind === 'name' && has(meaning.senses, 'measure'))
  )
    return true
  return (
    isMarker(mentions[place - 1]?.meaning, 'minus') &&
    before?.kind === 'name' &&
    before.senses.some(
      (sense) =>
        sense.kind === 'value' && senses.some((other) => other.kind === 'value' && other.id === sense.id),
    )
  )
}

/** "With issuer", "with the date of its reserve report": nothing but small words between. */
export function withIt(mentions: readonly Mention[], place: number): boolean {
  let at = place - 1
  while (mentions[at]?.meaning.kind === 'filler') at -= 1
  const next = mentions[place + 1]?.meaning
  return (
    isMarker(mentions[at]?.meaning, 'with') &&
    at > 0 &&
    next?.kind !== 'name' &&
    next?.kind !== 'condition' &&
    next?.kind !== 'range' &&
    next?.kind !== 'top' &&
    !isMarker(next, 'equals')
  )
}

/** "Redemptions as % of supply": a word for something else elsewhere, measured where the other measure is. */
export function measuresThere(
  senses: readonly Sense[],
  mentions: readonly Mention[],
  place: number,
): boolean {
  const of = (list: readonly Sense[], kind: Sense['kind']): readonly string[] =>
    list.flatMap((sense) => (sense.kind === kind ? [sense.source] : []))
  const [things, measured] = [of(senses, 'attribute'), of(senses, 'measure')]
  const other = mentions.filter(
    ({ meaning }, at) =>
      at !== place &&
      meaning.kind === 'name' &&
      has(meaning.senses, 'measure') &&
      !has(meaning.senses, 'attribute'),
  )
  return (
    other.length > 0 &&
    other.every(({ meaning }) => {
      const there = meaning.kind === 'name' ? of(meaning.senses, 'measure') : []
      return (
        there.some((source) => measured.includes(source)) && !there.some((source) => things.includes(source))
      )
    })
  )
}

/** "Biggest fund": a noun that counts its own things. */
export const countsItself = (senses: readonly Sense[]): boolean =>
  senses.some(
    (sense) =>
      sense.kind === 'attribute' &&
      senses.some(({ kind, source }) => kind === 'measure' && source === sense.source),
  ) && senses.every((sense) => sense.kind !== 'measure' || sense.id === 'etf.funds')

export const measuredElse = (mentions: readonly Mention[], place: number): boolean =>
  mentions.some(
    ({ meaning }, at) => at !== place && meaning.kind === 'name' && has(meaning.senses, 'measure'),
  )

/** "By stablecoins bridged in": the noun of a subject says whose measure it is. */
export const ofNext = (senses: readonly Sense[], next: Meaning | undefined): boolean =>
  next?.kind === 'name' &&
  has(next.senses, 'measure') &&
  !has(next.senses, 'attribute') &&
  senses.some(
    ({ kind, source }) =>
      kind === 'source' && next.senses.some((sense) => sense.kind === 'measure' && sense.source === source),
  )

type ValueSense = Extract<Sense, { kind: 'value' }>

/** Whether a name is that of a coin. */
export const isCoin = (senses: readonly Sense[], model: SemanticModel): boolean =>
  senses.some(
    (sense) =>
      sense.kind === 'value' &&
      model.attribute(model.source(sense.source), sense.id).attribute.concept === 'asset',
  )

/** "SOL supply": a ticker is the coin, and its network only where something is on it. */
export function isTicker(context: MeasureContext, { place, senses }: Named, source: string): boolean {
  const said = (at: number): string => saidAt(context, at).toLowerCase()
  return (
    senses.some(
      (sense) =>
        sense.kind === 'value' &&
        sense.source === source &&
        sense.value.toLowerCase() === said(place) &&
        isCoin([sense], context.model),
    ) && !/^(?:on|in|onto|into|to|from)$/.test(said(place - 1))
  )
}

/** Verbs, and what everything here is about: "is the market greedy". */
export const idleNames =
  /^(?:traded|trades|trading|closed|open|opened|everyone|everybody|assets|(?:the )?(?:crypto )?markets?)$/i

/** "Is everyone scared": a word that nothing hangs on, where it is no value of what is asked about. */
export const saysNothing = (mention: Mention | undefined, textOf: MeasureContext['textOf']): boolean =>
  mention !== undefined && idleNames.test(textOf(mention).text)

/** "Tether USDT": two names of one thing, side by side. */
export function saidTwice(
  { place, senses }: Named,
  names: readonly Named[],
  sources: readonly string[],
): ValueSense | null {
  const beside = names.filter((other) => Math.abs(other.place - place) === 1)
  const both = senses.filter(
    (sense): sense is ValueSense =>
      sense.kind === 'value' &&
      sources.includes(sense.source) &&
      beside.some((other) =>
        other.senses.some(
          (found) => found.kind === 'value' && found.id === sense.id && found.value === sense.value,
        ),
      ),
  )
  return both[0] ?? null
}

/** An attribute by its own name, somewhere else in the question. */
export const asksFor = (names: readonly Named[], place: number, id: string): boolean =>
  names.some(
    (named) =>
      named.place !== place && named.senses.some((sense) => sense.kind === 'attribute' && sense.id === id),
  )

/**
 * A value, or a word for something else elsewhere that is nothing but a value here ("market cap of stablecoins"), or that stands
 * beside another value of its kind ("DEX against CEX volume").
 */
export function isValue(
  { role, senses, plural, place }: Named,
  sources: readonly string[],
  { names, mentions, textOf }: MeasureContext,
): boolean {
  if (role === 'value' || role === 'excluded') return true
  const own = senses.filter(({ source }) => sources.includes(source))
  const values = own.filter((sense): sense is ValueSense => sense.kind === 'value')
  if (role !== 'context' || values.length === 0) return false
  if (values.length === own.length) return true
  // "CEX spot volume": one of them by its own name, whatever all of them are called.
  const text = saidAt({ mentions, textOf }, place).toLowerCase()
  if (!plural && values.some(({ value }) => value.toLowerCase() === text)) return true
  return names.some(
    (other) =>
      other.role === 'value' &&
      other.senses.some(
        (sense) =>
          sense.kind === 'value' && values.some(({ id, value }) => id === sense.id && value !== sense.value),
      ),
  )
}
