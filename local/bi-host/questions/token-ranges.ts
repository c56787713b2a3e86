import { isDay } from '../model/days'
import type { AnswerGrain, AnswerRange, PeriodUnit } from '../wire/answers'
import { grainWords } from '../query/words'

const units = 'day|week|month|quarter|year'
const isoDay = String.raw`\d{4}-\d{2}-\d{2}`

/** `[Date].'last 12 months'`: a range in token language. {@link readRange} is the inverse. */
export function writeRange(range: AnswerRange): string {
  switch (range.kind) {
    case 'last':
      return `last ${counted(range.count, range.unit)}`
    case 'previous':
      return `previous ${range.count === 1 ? range.unit : counted(range.count, range.unit)}`
    case 'current':
      return range.unit === 'day' ? 'today' : `this ${range.unit}`
    case 'since':
      return `since ${range.from}`
    case 'between':
      return `${range.from} to ${range.to}`
    case 'all':
      return 'all time'
  }
}

const counted = (count: number, unit: PeriodUnit): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Null if it is not a range. `last month` is the previous calendar month, `last 1 month` counts back from the last day. */
export function readRange(text: string): AnswerRange | null {
  const low = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (low === 'all time') return { kind: 'all' }
  if (low === 'today') return { kind: 'current', unit: 'day' }
  if (low === 'yesterday') return { kind: 'previous', unit: 'day', count: 1 }
  const [, kind, count, unit] =
    new RegExp(`^(last|previous|this)(?: (\\d{1,4}))? (${units})s?$`).exec(low) ?? []
  if (kind !== undefined) {
    const period = unit as PeriodUnit
    if (kind === 'this') return count === undefined ? { kind: 'current', unit: period } : null
    const length = Number(count ?? 1)
    if (length < 1 || length > 5000) return null
    return { kind: kind === 'last' && count !== undefined ? 'last' : 'previous', unit: period, count: length }
  }
  const [, from, to] = new RegExp(`^(${isoDay}) to (${isoDay})$`).exec(low) ?? []
  if (from !== undefined && to !== undefined)
    return isDay(from) && isDay(to) && from <= to ? { kind: 'between', from, to } : null
  const [, since] = new RegExp(`^since (${isoDay})$`).exec(low) ?? []
  if (since !== undefined) return isDay(since) ? { kind: 'since', from: since } : null
  return isDay(low) ? { kind: 'between', from: low, to: low } : null
}

/** `monthly` or `month`. Null for anything else. */
export function readGrain(text: string): AnswerGrain | null {
  const low = text.trim().toLowerCase()
  const found = Object.entries(grainWords).find(([grain, word]) => low === grain || low === word)
  return found ? (found[0] as AnswerGrain) : null
}
