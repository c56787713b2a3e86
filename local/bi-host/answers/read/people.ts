import type { ComposeContext } from './compose'
import type { Draft } from './draft'

/** Those who hold something, by any noun; how many they are is a figure, who they are is not in the data. */
export const people =
  /^(?:(?:token |share|stake|stock)?holders?|investors?|owners?|buyers?|clients?|customers?|subscribers?|wallets?|addresses|accounts?|participants?|users?|whales?)$/i
const sized = /^(?:biggest|largest|top|leading|richest|greatest|wealthiest|smallest)\b/i
const holds = /^(?:holds?|owns?|bought|buys?|invested|invests?|hold|own)$/i

/** "Who are the biggest investors in it", "top holders", "who holds BUIDL": nobody here has a name. */
export function readPeople(draft: Draft, { mentions, names, textOf }: ComposeContext): void {
  // "Who are they", after how many they are.
  const asks =
    /^(?:and |so |but |ok )*who(?:'s| is| are| were| was)? (?:they|it|those|these|them|that|the people|all of them)\b/i
  const counted = draft.measures.some((id) => /^(?:rwa\.holders|onchain\.active_addresses)$/.test(id))
  if (counted && asks.test(mentions.map((mention) => textOf(mention).text).join(' '))) {
    const at = mentions.findIndex((mention) => /^who/i.test(textOf(mention).text))
    draft.unknown.add(at)
    return
  }
  if (!draft.sources().some((source) => /^(?:rwa|stable_supply)$/.test(source))) return
  const text = (place: number): string => {
    const mention = mentions[place]
    return mention ? textOf(mention).text : ''
  }
  for (const { place } of names) {
    let lead = place - 1
    while (mentions[lead]?.meaning.kind === 'filler') lead -= 1
    if (mentions[lead]?.meaning.kind === 'top' && sized.test(text(lead)) && people.test(text(place)))
      draft.unknown.add(place)
  }
  const who = mentions.findIndex((_, place) => /^who(?:se)?$/i.test(text(place)))
  const asked = who >= 0 && who < 2 && holds.test(text(who + 1))
  if (asked && !mentions.some(({ meaning }) => meaning.kind === 'top')) draft.unknown.add(who + 1)
}
