import { operators } from './keywords'
import { low, textAt, type Candidate } from './meaning'
import { periodAt } from './moments'
import { amountAt, currencyAt, type Amount, type Word } from './words'

/** What is a part of a whole by its name, in percent. */
const parts: readonly (readonly [text: string, percent: number])[] = [
  ['three quarters', 75],
  ['two thirds', 200 / 3],
  ['a quarter', 25],
  ['one quarter', 25],
  ['a third', 100 / 3],
  ['one third', 100 / 3],
  ['a fifth', 20],
  ['a tenth', 10],
  ['one half', 50],
  ['a half', 50],
  ['half', 50],
]

/** "More than half", "at least a third of": of a billion it would be an amount, over a quarter a stretch of time. */
export function partAt(words: readonly Word[], at: number): Amount | null {
  const found = parts.find(([text]) => textAt(words, at, [text]) > 0)
  if (!found) return null
  const length = found[0].split(' ').length
  const stretch =
    /quarters?$/.test(found[0]) && /^(?:over|under|last|past|within|for)$/.test(low(words, at - 1))
  const whole = found[0] === 'half' && (amountAt(words, at) !== null || periodAt(words, at) !== null)
  return !whole && (!stretch || low(words, at + length) === 'of')
    ? { value: Math.round(found[1] * 100) / 100, unit: 'percent', length }
    : null
}

/** "Less than 50m" counts millions; "over 12m" is a year. */
const inMillions = (low: string, operator: string, count: number): boolean =>
  /^[$€£]?\d+m$/.test(low) && (operator !== 'over' || count > 36)

/** "Over 1bn", "between 2 and 5", "went negative", "at least half". */
export function conditionAt(words: readonly Word[], at: number): Candidate | null {
  if (low(words, at) === 'between') {
    const first = amountAt(words, at + 1)
    const joint = at + 1 + (first?.length ?? 0)
    const second = first && ['and', 'to', '&'].includes(low(words, joint)) ? amountAt(words, joint + 1) : null
    if (!first || !second) return null
    return {
      length: 2 + first.length + second.length,
      meaning: {
        kind: 'condition',
        op: 'between',
        values: [first.value, second.value],
        unit: second.unit ?? first.unit,
      },
    }
  }
  for (const [text, op] of [
    ['negative', 'lt'],
    ['positive', 'gt'],
  ] as const) {
    const verb = ['is', 'are', 'was', 'were', 'went', 'turned', 'has', 'stays', 'net'].includes(
      low(words, at),
    )
      ? 1
      : 0
    if (low(words, at + verb) === text)
      return { length: verb + 1, meaning: { kind: 'condition', op, values: [0], unit: null } }
  }
  for (const [text, op] of operators) {
    const length = textAt(words, at, [text])
    if (length === 0) continue
    const amount = partAt(words, at + length) ?? amountAt(words, at + length)
    // "over 30 days" is a stretch of time.
    const period = periodAt(words, at + length)
    if (
      !amount ||
      (period && amount.unit === null && !inMillions(low(words, at + length), text, period.value.count))
    )
      return null
    const counted = length + amount.length
    return {
      length: counted + currencyAt(words, at + counted),
      meaning: { kind: 'condition', op, values: [amount.value], unit: amount.unit },
    }
  }
  return null
}
