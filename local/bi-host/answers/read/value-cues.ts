import type { SemanticModel } from '../../model/semantic-model'
import { idleNames } from './idle-names'
import type { Sense } from './lexicon'
import { saidAt } from './measure-context'
import type { MeasureContext } from './measure-context'
import type { Mention } from './mentions'
import type { Named } from './roles'

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
