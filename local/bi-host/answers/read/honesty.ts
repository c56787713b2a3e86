import type { ComposeContext } from './compose'
import { countingAt } from './counted'
import type { Draft } from './draft'
import { saidAt } from './measure-context'
import { people } from './people'

/** Words about what nobody knows yet. */
export const ahead =
  /^(?:will|would|should|predict\w*|forecast\w*|expect\w*|project(?:ed|ion|ions)|outlook|next\b.*|coming\b.*|tomorrow)$/i
/** People of whom the data have numbers at most, and no names. */
export const persons = /^(?:investors?|holders?|owners?|shareholders?|buyers?|sellers?|wallets?)$/i
const asks =
  /^(?:how|who|whom|whose|what|which|where|when|does|do|did|is|are|was|were|has|have|had|can|could|will|should)$/i

/**
 * Whether what was not understood is what the question is about, so that the rest would answer another one: the noun of a measure
 * ("NFT volume"), the subject of a question without a measure, what nobody knows yet, or a question put to what was shown.
 */
export function asksElse(
  { mentions, textOf, names }: ComposeContext,
  draft: Draft,
  followsOn: boolean,
): boolean {
  const unknown = (place: number): boolean =>
    (mentions[place]?.meaning.kind === 'unknown' && !draft.explained.has(place)) || draft.unknown.has(place)
  const places = [...mentions.keys()].filter(unknown)
  if (places.length === 0) return false
  const text = (place: number): string => saidAt({ mentions, textOf }, place)
  if (places.some((place) => ahead.test(text(place)) || people.test(text(place)))) return true
  // "Who holds it": nobody here has a name.
  if (places.some((place) => /^who(?:se)?$/i.test(text(place - 1)))) return true
  // "Who founded Ondo", "which wallets sold": the verb of the question is not known.
  if (/^(?:who|which|what)$/i.test(text(0)) && places.some((place) => place <= 2)) return true
  // "How many traders", "number of contracts": what is counted is not known, or nothing counts it.
  const counts = countingAt({ mentions, textOf })
  if (counts !== null) return true
  // "Volume on BitMEX", "price in euros": where or in what it is meant, and without it the answer is another.
  if (
    places.some(
      (place) =>
        mentions[place]?.meaning.kind === 'unknown' &&
        /^(?:in|on|at|by|per|via|through|from|of|for)$/i.test(text(place - 1)),
    )
  )
    return true
  // "How many shares does Goldman hold", "who are the biggest investors": of whom nothing is known.
  if (places.some((place) => /^(?:holds?|held|owns?|owned|buys?|bought|sells?|sold)$/i.test(text(place + 1))))
    return true
  if (/^who\b/i.test(text(0)) && places.some((place) => persons.test(text(place)))) return true
  if ([...draft.assumed].some((key) => key.startsWith('measure:'))) return true
  if (
    followsOn &&
    [...mentions.keys()].slice(0, 2).some((place) => asks.test(text(place).split(' ')[0] ?? ''))
  )
    return true
  // "Hedge fund holdings": the words between belong to the noun as well.
  const beside = (place: number): number =>
    !unknown(place - 1) &&
    (mentions[place - 1]?.meaning.kind === 'function' ||
      names.some(({ place: at, role }) => at === place - 1 && (role === 'context' || role === 'value')))
      ? beside(place - 1)
      : place - 1
  return names.some(
    ({ role, place }) =>
      (role === 'measure' || role === 'rank') && unknown(beside(place)) && draft.used.has(place),
  )
}
