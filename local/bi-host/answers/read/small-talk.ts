import { listed, type Word } from './words'
import { atWorst } from './ranking'
import { textAt } from './draft'

/** Words together that ask nothing: what is shown is the latest anyhow, and one picture it is as well. */
const idle = [
  ...listed(`
  at the moment, at this moment, as of now, as of right now, as of this moment, as we speak, at present`),
  ...['at what', 'at which'].flatMap((at) => ['point', 'level', 'price'].map((noun) => `${at} ${noun}`)),
  ...listed(`
  for now, for the moment, these days, nowadays, side by side, next to each other, in one chart,
  on one chart, in the same chart, on the same chart, on one axis, in one picture, out there, if possible,
  by the way, btw, rn, for me, real quick, in general, on average, incl stables, incl stablecoins,
  including stables, including stablecoins, inclusive of stablecoins, with stablecoins included, open to,
  available to, size of, the size of, of the two, the two, between the two, between them, any day,
  in the system, across the system, in the whole system`),
  ...atWorst,
  ...listed(`
  any days, list them, name them, show them, backed by, backed with, collateralised by, go back, going back,
  look back, looking back`),
  ...['zoom out', 'zoom', 'stretch', 'extend', 'widen', 'lengthen', 'shorten', 'pull back', 'expand'].flatMap(
    (verb) => ['', ' it', ' that', ' this'].flatMap((what) => [`${verb}${what} to`, `${verb}${what} over`]),
  ),
  'zoom out',
  'collateralized by',
]

/** What says that something new is asked. */
const openers = [
  ...listed(`
  something else, something different, something new, something completely different,
  something totally different, something unrelated`),
  ...['new', 'different', 'another', 'next', 'other', 'separate', 'unrelated'].flatMap((which) =>
    ['question', 'topic', 'subject', 'thing', 'one', 'theme', 'query'].map((noun) => `${which} ${noun}`),
  ),
  ...listed(`
  change of topic, change of subject, changing topic, changing the subject, switching topic,
  switching topics, on another note, on a different note, start over, starting over, from scratch,
  forget that, forget all that, never mind that, nevermind, never mind, moving on`),
]

const longestFirst = (texts: readonly string[]): readonly string[] =>
  texts.toSorted((a, b) => b.length - a.length)
const idleTexts = longestFirst(idle)
const openerTexts = longestFirst(openers)

const lead =
  /^(?:ok|okay|now|so|and|well|right|alright|a|an|then|thanks|thank|you|great|cool|let's|lets|to|on|for)$/

/** Where "something else: …", "ok, new question" ends; 0 where nothing of the kind is said. */
function openerEnd(words: readonly Word[]): number {
  let at = 0
  while (at < 3 && lead.test(words[at]?.low ?? '')) at += 1
  const length = textAt(words, at, openerTexts)
  const end = at + length
  // "Another one" alone is no question, and "another topic by month" none of its own.
  return length > 0 && end < words.length && (words[end]?.apart === true || length > 1) ? end : 0
}

/** "Something else: hash rate": nothing goes on from what was asked before. */
export const opensAnew = (words: readonly Word[]): boolean => openerEnd(words) > 0

const opensOrder = (words: readonly Word[], at: number): boolean =>
  words.slice(0, at).every(({ low }) => /^(?:ok|okay|now|and|then|please|can|could|you)$/.test(low)) &&
  (/^(?:the|a|an|it|that|them|these|both|in|on|up|btc|eth)$/.test(words[at + 1]?.low ?? '') ||
    words.slice(at + 2).some(({ low }) => /^(?:beside|alongside|next)$/.test(low)))

/** Whom it is left to: "you" says nothing, "stakers" whose it is. */
function keepsAt(words: readonly Word[], at: number): number {
  const whom = words[at]?.low ?? ''
  if (/^(?:you|me|us|them|one|someone|people)$/.test(whom)) return 2
  return /^(?:stakers?|depositors?|lenders?|restakers?|savers?|delegators?)$/.test(whom) ? 1 : 0
}

/** What tokens are backed by. */
const whatBacks =
  /^(?:gold|treasury|treasuries|bills?|bonds?|credit|equity|equities|stocks?|assets?|dollars?|usd|cash|repo)$/

/** "No sorry", "no wait". */
const takesBack = /^(?:sorry|wait)$/

/** How many words from here say nothing. */
export function idleAt(words: readonly Word[], at: number): number {
  const end = openerEnd(words)
  if (at < end) return end - at
  const found = textAt(words, at, idleTexts)
  if (found > 0) return found
  // "No, Arbitrum instead" takes back what was asked, and leaves nothing out.
  if (at === 0 && /^(?:no|nope|nah)$/.test(words[0]?.low ?? '') && words.length > 1)
    if (words[1]?.apart === true || words.at(-1)?.low === 'instead' || takesBack.test(words[1]?.low ?? ''))
      return takesBack.test(words[1]?.low ?? '') ? 2 : 1
  // "Average size instead": of what was shown.
  const [mean, size] = [words[at]?.low ?? '', words[at + 1]?.low]
  const ends = words[at + 2] === undefined || words[at + 2]?.low === 'instead'
  if (at < 2 && ends && size === 'size' && /^(?:average|avg|mean)$/.test(mean)) return 2
  // "Held by ether funds" says whose, and lays nothing out.
  if (/^(?:held|owned|managed|run|operated)$/.test(words[at]?.low ?? '') && words[at + 1]?.low === 'by')
    if (
      [at + 2, at + 3].some((place) => words[place] !== undefined && words[place].stem !== words[place].low)
    )
      return 2
  // "Put the price next to it".
  if (words[at]?.low === 'put' && opensOrder(words, at)) return 1
  // "Gold backed" is what backs it, and no name of an issuer.
  if (words[at]?.low === 'backed' && whatBacks.test(words[at - 1]?.low ?? '')) return 1
  // "Leaves you the most": what is left to somebody, and nothing that flows out.
  const kept = /^(?:leaves?|leaving|left)$/.test(words[at]?.low ?? '') ? keepsAt(words, at + 1) : 0
  if (kept > 0) return kept
  // "New BTC mined": what is mined is new.
  if (
    words[at]?.low === 'new' &&
    words.slice(at + 1).some(({ low }) => /^(?:mined|minted|issued|created|produced|printed)$/.test(low))
  )
    return 1
  // "ATM" ends a question about anything but options: at the moment.
  const moment = words[at]?.low === 'atm' && at === words.length - 1
  return moment &&
    !words.some(({ low }) => /^(?:i?vols?|option|options|implied|skew|volatility|delta|strike)$/.test(low))
    ? 1
    : 0
}
