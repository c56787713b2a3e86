import type { AnswerGrain } from '../../wire/answers'
import { low, smooths, unitOf, type Found } from './moments'
import type { Word } from './words'

const adverbs: ReadonlyMap<string, AnswerGrain> = new Map(
  Object.entries({
    hourly: 'hour',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    quarterly: 'quarter',
    yearly: 'year',
    annual: 'year',
    annually: 'year',
  } as const),
)

/** "weekly", "by month", "per quarter", "each day", "day by day". */
export function grainAt(words: readonly Word[], at: number): Found<AnswerGrain> | null {
  // A quoted "Weekly" is a name.
  const adverb = words[at]?.quoted === true ? undefined : adverbs.get(low(words, at))
  if (adverb) return { value: adverb, length: 1 }
  const unit = (place: number): AnswerGrain | null => {
    const word = words[place]
    if (!word || word.quoted) return null
    return word.stem === 'hour' && low(words, place + 1) !== 'of'
      ? 'hour'
      : word.stem === 'day' && low(words, place + 1) === 'of'
        ? null
        : unitOf(word)
  }
  // "In each quarter".
  if (/^(?:in|for|of|during)$/.test(low(words, at)) && /^(?:each|every)$/.test(low(words, at + 1))) {
    const grain = unit(at + 2)
    if (grain) return { value: grain, length: 3 }
  }
  const typical = typicalAt(words, at)
  if (typical > 0) {
    const grain = unit(at + typical)
    return grain ? { value: grain, length: typical + 1 } : null
  }
  if (['by', 'per', 'each', 'every', 'a'].includes(low(words, at))) {
    // "How much changes hands a day".
    const counts = [1, 2, 3, 4].some((back) => isCounted(words, at - back))
    const last = at > 0 && at + 2 === words.length
    const counted = counts || (last && !smooths(words, at))
    if (low(words, at) === 'a' && !counted) return null
    const grain = unit(at + 1)
    return grain ? { value: grain, length: 2 } : null
  }
  if (['by', 'per', 'into', 'across'].includes(low(words, at - 1))) {
    const grain = unit(at)
    if (grain) return { value: grain, length: 1 }
  }
  // "At the end of each quarter", "quarter-ends": as it stood by then.
  const ends = /^(?:at |as of |by |on )?(?:the )?(?:end|close) of (?:each|every|the (?:last )?few) /
  const ahead = [0, 1, 2, 3, 4, 5, 6].map((step) => low(words, at + step))
  const led = ends.exec(`${ahead.join(' ')} `)?.[0]
  if (led !== undefined && /^(?:at|as|by|on|the|end|close)$/.test(low(words, at))) {
    const length = led.trim().split(' ').length
    const grain = unit(at + length)
    if (grain) return { value: grain, length: length + 1 }
  }
  const ended = unit(at)
  if (ended && ended !== 'hour' && low(words, at + 1) === 'ends') return { value: ended, length: 2 }
  const [first, last] = [unit(at), unit(at + 2)]
  return first && first === last && ['by', 'to'].includes(low(words, at + 1))
    ? { value: first, length: 3 }
    : null
}

/** "On a typical day", "in an average week": by that interval. */
function typicalAt(words: readonly Word[], at: number): number {
  const lead = /^(?:on|in|during|for|per)$/.test(low(words, at)) ? 1 : 0
  const article = /^(?:an?|the)$/.test(low(words, at + lead)) ? 1 : 0
  return /^(?:typical|average|normal|usual)$/.test(low(words, at + lead + article)) && lead + article > 0
    ? lead + article + 1
    : 0
}

/** "50 million a day": after an amount it says per what. */
const isCounted = (words: readonly Word[], at: number): boolean =>
  /^(?:[$€£]?\d[\d.,]*[a-z]{0,3}|thousand|million|billion|trillion|dollars|usd|times|much|lot)$/.test(
    low(words, at),
  )
