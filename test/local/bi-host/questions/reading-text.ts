import type { Answer, AnswerQuery, AnswerRange, Reading } from '../../../../local/bi-host/wire/answers'
import { readFileSync } from 'node:fs'

/**
 * A query in one line, for sets: `measures; by attributes; grain; range; vs …; where …; top …; sort …; chart …`.
 * Formulas are written as their expressions, attributes without their source, filters and values in alphabetical order.
 */
export function notation(answer: Pick<Answer, 'query' | 'chart'>): string {
  const { query, chart } = answer
  const measure = (id: string): string =>
    query.formulas?.find((formula) => `formula.${formula.id}` === id)?.expression ?? id
  const parts = [
    query.measures.map(measure).join(', '),
    query.attributes?.length ? `by ${query.attributes.map(bare).join(', ')}` : '',
    query.grain ?? '',
    query.range ? rangeText(query.range) : '',
    query.compare === undefined ? '' : `vs ${query.compare}`,
    ...filters(query, measure),
    query.top === undefined
      ? ''
      : `${query.top.from ?? 'top'} ${query.top.count} ${bare(query.top.attribute)} by ${measure(query.top.by)}`,
    query.sort === undefined ? '' : `sort ${measure(query.sort.by)}${query.sort.descending ? ' desc' : ''}`,
    chart.type === 'auto' ? '' : `chart ${chart.type}`,
  ]
  return parts.filter((part) => part !== '').join('; ')
}

const bare = (id: string): string => id.slice(id.indexOf('.') + 1)

function filters(query: AnswerQuery, measure: (id: string) => string): readonly string[] {
  return (query.filters ?? [])
    .map(({ field, op, values }) => {
      const isMeasure = query.measures.includes(field)
      return `where ${isMeasure ? measure(field) : bare(field)} ${op} ${(op === 'in' || op === 'not-in' ? values.map(String).sort() : values).join(', ')}`
    })
    .sort()
}

function rangeText(range: AnswerRange): string {
  switch (range.kind) {
    case 'last':
      return `last ${range.count} ${range.unit}`
    case 'current':
      return `current ${range.unit}`
    case 'previous':
      return `previous ${range.count} ${range.unit}`
    case 'since':
      return `since ${range.from}`
    case 'between':
      return `between ${range.from} ${range.to}`
    case 'all':
      return 'all'
  }
}

/** The notation; `why …` for a question about the reason of a change, which compares with the previous period under its own title. */
export function noted(answer: Answer | null): string {
  if (answer === null) return 'refuse'
  const text = notation(answer)
  const [measure = ''] = answer.query.measures
  if (!answer.title.startsWith('Change of ') || measure.startsWith('formula.')) return text
  const parts = text
    .split('; ')
    .slice(1)
    .filter((part) => !part.startsWith('by ') && !part.startsWith('vs '))
    .map((part) => part.replace(/^between (\S+) \1$/, 'day $1'))
  return ['why ' + measure, ...parts].join('; ')
}

/** Other spellings of a range or of an optional grain. Sets refer to them as `@name`. */
const shorthands: Readonly<Record<string, string>> = {
  G: '{|day|week|month}',
  D: '{|day|week}',
  S: '{|day|week|month}',
  d1: '{last 1 day|previous 1 day}',
  d7: 'last 7 day',
  d30: 'last 30 day',
  d90: 'last 90 day',
  lw: '{last 1 week|previous 1 week}',
  w2: '{last 2 week|previous 2 week}',
  w4: '{last 4 week|previous 4 week}',
  lm: '{last 1 month|previous 1 month}',
  pm: '{last 1 month|previous 1 month}',
  m3: '{last 3 month|previous 3 month}',
  m6: '{last 6 month|previous 6 month}',
  m12: '{last 1 year|previous 12 month}',
  lq: '{previous 1 quarter|last 1 quarter}',
  ly: '{last 1 year|previous 1 year}',
  py: '{last 1 year|previous 12 month}',
  y2: '{last 2 year|previous 2 year}',
  tw: '{current week|last 1 week}',
  tq: 'current quarter',
  yr: '{current year|since 2026-01-01|between 2026-01-01 2026-12-31|between 2026-01-01 2026-11-20}',
  yd: '{previous 1 day|between 2026-11-19 2026-11-19}',
  now: '{|current day|last 1 day}',
  tc: '{|where transfer_class in Distributed}',
  eth: '{where asset in ETH|where network in Ethereum}',
  ethn: '{where asset in ETH|where network in Ethereum}',
}

/** Every reading that a template represents: `{a|b}` is either. */
function expanded(template: string): readonly string[] {
  const full = template.replaceAll(/@(\w+)/g, (_, name: string) => {
    const found = shorthands[name]
    if (found === undefined) throw new Error(`There is no shorthand @${name}.`)
    return found
  })
  return full
    .split(/\{([^{}]*)\}/)
    .map((part, at) => (at % 2 === 1 ? part.split('|') : [part]))
    .reduce<readonly string[]>(
      (begun, next) => begun.flatMap((text) => next.map((part) => text + part)),
      [''],
    )
}

const daysIn: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 90, year: 360 }
const parts =
  /^(?:by|last|current|previous|since|between|day|vs|where|top|bottom|sort|chart) |^(?:all|hour|day|week|month|quarter|year)$/

/** Equal readings get the same text: 7 days are a week, a ranking implies its order, a split by a filter's single value adds nothing. */
export function normalForm(text: string): string {
  const [measures = '', ...rest] = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const strange = rest.find((part) => !parts.test(part))
  if (strange !== undefined) throw new Error(`No part of a query: "${strange}".`)
  const single = new Set(rest.flatMap((part) => /^where ([a-z_]+) (?:in|eq) [^,]+$/.exec(part)?.[1] ?? []))
  const ranked = rest.map((part) => /^top .* by (.+)$/.exec(part)?.[1]).find((by) => by !== undefined)
  return [
    measures,
    ...rest
      .flatMap((part) => {
        const [, kind, attributes] = /^(by) (.+)$/.exec(part) ?? []
        if (kind !== undefined && attributes !== undefined && !measures.startsWith('why ')) {
          const left = attributes.split(', ').filter((name) => !single.has(name))
          return left.length === 0 ? [] : [`by ${left.join(', ')}`]
        }
        return part === `sort ${ranked} desc` ? [] : [lengthOf(valuesInOrder(part))]
      })
      .sort(),
  ].join('; ')
}

function lengthOf(part: string): string {
  const [, count, unit] = /^last (\d+) (\w+)$/.exec(part) ?? []
  if (count === undefined || unit === undefined) return part
  const days = Number(count) * (daysIn[unit] ?? 1)
  // Half years and years in weeks or days count as those in months.
  return `last ${{ 182: 180, 364: 360, 365: 360, 366: 360, 730: 720 }[days] ?? days} days`
}

function valuesInOrder(part: string): string {
  const [, field, op, values] = /^where (\S+) (in|not-in) (.+)$/.exec(part) ?? []
  if (field === undefined || values === undefined) return part
  const list = values.split(', ').sort()
  if (list.length > 1) return `where ${field} ${op} ${list.join(', ')}`
  return `where ${field} ${op === 'in' ? 'eq' : 'ne'} ${values}`
}

export type Verdict = 'right' | 'refused' | 'wrong'

/** The result for a question: `refused` includes the words not understood, `wrong` is a query that no reading expects. */
export function verdict(
  { notUnderstood }: Pick<Reading, 'notUnderstood'>,
  answer: Answer | null,
  expected: readonly string[],
): { readonly verdict: Verdict; readonly read: string } {
  const left = notUnderstood.map(({ text }) => text)
  const read = noted(answer)
  const alike = expected.flatMap(expanded).some((text) => normalForm(text) === normalForm(read))
  if ((left.length === 0 || answer === null) && alike) return { verdict: 'right', read }
  return {
    verdict: answer === null || left.length > 0 ? 'refused' : 'wrong',
    read: left.length === 0 ? read : `${read} (not understood: ${left.join(', ')})`,
  }
}

/** A question, then every correct reading in the notation of `reading-text.ts`; `refuse` if the data cannot answer it. */
export type Question = readonly [question: string, ...readings: string[]]

/**
 * The authors of holdout sets 1 to 13 had not seen the reader or the earlier sets; set 0 is by the reader's author. Sets 14 to 16 are by
 * the author of another reader, who wrote them from the list of datasets before starting on it, in the role of three analysts.
 */
interface HoldoutQuestion {
  readonly set: number
  readonly question: Question
}

/** `board` is a key of `liveboards`. The readings of a message are of the whole query after it. */
export interface Conversation {
  readonly board: string
  readonly messages: readonly Question[]
}

const linesOf = (name: string): readonly unknown[] =>
  readFileSync(new URL(`sets/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

export const holdoutQuestions = linesOf('holdout-questions') as readonly HoldoutQuestion[]
export const holdoutConversations = linesOf('holdout-conversations') as readonly (Conversation & {
  readonly set: number
})[]

/** Questions used in building and correcting the reader. They are no evidence of how well it reads. */
export const regressionQuestions = (
  linesOf('regression-questions') as readonly { readonly question: Question }[]
).map(({ question }) => question)
export const regressionConversations = linesOf('regression-conversations') as readonly Conversation[]
