import { low, textAt } from './meaning'
import type { Candidate } from './meaning'
import { unitOf } from './moments'
import type { Word } from './words'

const versus = [
  'compared with',
  'compared to',
  'relative to',
  'versus',
  'vs',
  'v',
  'against',
  'over',
  'than',
  'on',
]

/** "vs previous period", "year over year", "compared with a year ago", "month over month". */
export function compareAt(words: readonly Word[], at: number): Candidate | null {
  const yearly = textAt(words, at, ['year over year', 'year on year', 'yoy'])
  if (yearly > 0) return { length: yearly, meaning: { kind: 'compare', compare: 'year-ago' } }
  const steps = [
    ['month', ['month over month', 'month on month', 'mom']],
    ['week', ['week over week', 'week on week', 'wow']],
    ['quarter', ['quarter over quarter', 'quarter on quarter', 'qoq']],
    ['day', ['day over day', 'day on day', 'dod']],
  ] as const
  for (const [grain, texts] of steps) {
    const length = textAt(words, at, texts)
    if (length > 0) return { length, meaning: { kind: 'step', grain } }
  }
  const lead = textAt(words, at, versus)
  const ago = textAt(words, at + lead, [
    'the same time last year',
    'same period last year',
    'a year ago',
    'one year ago',
    'a year earlier',
    'a year before',
    'the year before',
  ])
  if (ago > 0) return { length: lead + ago, meaning: { kind: 'compare', compare: 'year-ago' } }
  if (lead === 0) return null
  const the = low(words, at + lead) === 'the' ? 1 : 0
  if (
    textAt(words, at + lead + the, ['last year']) > 0 &&
    lead > 0 &&
    !['over', 'on'].includes(low(words, at))
  )
    return { length: lead + the + 2, meaning: { kind: 'compare', compare: 'year-ago' } }
  const calendar = textAt(words, at + lead + the, ['last', 'previous', 'prior'])
  const unit = calendar > 0 ? unitOf(words[at + lead + the + calendar]) : null
  if (unit !== null && !['over', 'on', 'than'].includes(low(words, at)))
    return {
      length: lead + the + calendar + 1,
      meaning: { kind: 'compare', compare: 'previous-period', unit },
    }
  const before = textAt(words, at + lead + the, ['previous', 'prior', 'preceding'])
  const period = textAt(words, at + lead + the + before, [
    'period',
    'quarter',
    'month',
    'week',
    'year',
    'interval',
  ])
  const earlier = textAt(words, at + lead + the, [
    'period before',
    'month before',
    'quarter before',
    'week before',
  ])
  if (earlier > 0)
    return { length: lead + the + earlier, meaning: { kind: 'compare', compare: 'previous-period' } }
  return before > 0 && period > 0
    ? { length: lead + the + before + period, meaning: { kind: 'compare', compare: 'previous-period' } }
    : null
}
