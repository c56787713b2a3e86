import type { SemanticModel } from '../model/semantic-model'
import type { Answer, AnswerFilter, Chip, ChipTarget, NotUnderstood, Reading } from '../wire/answers'
import { functionNamed, callsOf } from '../query/expression'
import { isMeasure, type AnswerMeasure, type Resolved } from '../query/resolve'
import { capital, chartWords, conditionWords, grainWords, rangeLabel, spanWords } from '../query/words'
import type { Source } from '../model/source'

/** Example questions that work, each with the source it needs: for the empty page and for refusals. */
const all = [
  { source: 'stable_supply', question: 'stablecoin supply by chain, last 90 days, stacked area' },
  { source: 'price', question: 'BTC and ETH 30-day volatility against funding' },
  { source: 'rwa', question: 'top 10 RWA products by growth this quarter' },
  { source: 'trading', question: 'top 5 exchanges by open interest' },
  { source: 'etf', question: 'ETF net flow by issuer, weekly, this year' },
  { source: 'lending', question: 'borrow APY of USDC by protocol, last 30 days' },
  { source: 'staking', question: 'staking APR by network' },
  { source: 'funding', question: 'funding of BTC by exchange, last 30 days' },
  { source: 'onchain', question: 'MVRV of Bitcoin since May 2025' },
  { source: 'market_cap', question: 'market cap by asset, last 90 days' },
  { source: 'stable_supply', question: 'net issuance of USDT and USDC by week' },
  { source: 'stable_supply', question: 'top 5 stablecoins by supply' },
  { source: 'stable_price', question: 'peg deviation of USDe, last 90 days' },
  { source: 'price', question: 'BTC vs ETH price, last 6 months' },
  { source: 'trading', question: 'spot volume by exchange by month' },
  { source: 'rwa', question: 'RWA value by asset class as a donut' },
  { source: 'etf', question: 'top 3 ETFs by AUM' },
  { source: 'lending', question: 'utilization by protocol' },
  { source: 'staking', question: 'validators by network' },
  { source: 'funding', question: 'compare funding on Binance and Bybit' },
  { source: 'futures_term', question: 'futures open interest by exchange' },
  { source: 'onchain', question: 'active addresses of Ethereum by month' },
  { source: 'options', question: 'put/call ratio of BTC, last 6 months' },
  { source: 'exchange_liquidations', question: 'liquidations by exchange, weekly' },
] as const

export const examplesFor = (sources: readonly Source[]): readonly string[] =>
  all.filter(({ source }) => sources.some(({ id }) => id === source)).map(({ question }) => question)

/**
 * Refuses a question until every word is understood, replaced or left out: what was understood becomes chips, and the question without the
 * other words is the first suggestion. `read` reads another phrase with the same reader.
 */
export function unsettled(reading: Reading, read: (phrase: string) => Reading): Reading {
  const { phrase, notUnderstood, refusal } = reading
  if (notUnderstood.length === 0) return reading
  const rest = notUnderstood.toReversed().reduce(withoutWord, phrase)
  const settled = rest === '' ? null : read(rest)
  const whole = settled !== null && settled.answer !== null && settled.notUnderstood.length === 0
  // With one unsettled word, its nearest words also make whole questions. Those that share nothing with the question are not offered.
  const [only, ...others] = notUnderstood
  const instead = (near: string): string => `${phrase.slice(0, only?.start)}${near}${phrase.slice(only?.end)}`
  const fits = (near: string): boolean => {
    const { answer, notUnderstood: left } = read(instead(near))
    return answer !== null && left.length === 0
  }
  const nearest = only?.suggestions ?? []
  const fitting = others.length > 0 ? [] : nearest.filter(fits)
  const unfit = others.length === 0 && whole ? nearest.filter((near) => !fitting.includes(near)) : []
  return {
    ...reading,
    answer: null,
    amended: false,
    assumptions: [],
    chips: whole ? settled.chips : reading.chips,
    notUnderstood: notUnderstood.map((word) => {
      const without = withoutWord(phrase, word)
      const offered = unfit.length > 0 ? { suggestions: fitting, unfit } : {}
      return { ...word, ...offered, ...(without !== '' && { without }) }
    }),
    refusal: {
      message: refusal?.message ?? null,
      suggestions: [
        ...new Set([
          ...(whole ? [rest] : []),
          ...fitting.map(instead),
          ...unfit.flatMap((near) => read(near).refusal?.suggestions.slice(0, 1) ?? []),
          ...(refusal?.suggestions ?? []),
        ]),
      ].slice(0, 3),
    },
  }
}

const joint = /^\s*(?:,|and\b|or\b|vs\b)\s*/i
const leads = /(?:(?:^|[\s,]+)(?:in|on|at|by|for|of|from|to|with|and|or|per|via|vs|the|an?))*[\s,]*$/i

/** The phrase without a word and its connectives: without the country, "by country and chain" becomes "by chain". */
function withoutWord(phrase: string, { start, end }: Pick<NotUnderstood, 'start' | 'end'>): string {
  const after = phrase.slice(end)
  const given = phrase.slice(0, start)
  const before = joint.test(after) ? given : given.replace(leads, '')
  return `${before} ${after.replace(joint, '')}`
    .replaceAll(/\s+(?=[\s,;.?!])/g, '')
    .replace(/^(?:[\s,;.?!]+|(?:of|for|and|or)\s)+/i, '')
    .trim()
}

/** The reading of an answer, in the order of a sentence. `assumed` names the parts that the user did not ask for. */
export function chipsOf(
  model: SemanticModel,
  resolved: Resolved,
  chart: Answer['chart'],
  assumed: ReadonlySet<string> = new Set(),
): readonly Chip[] {
  const { query, measures, attributes } = resolved
  const drafts: readonly Draft[] = [
    ...measures.map((measure): Draft => {
      const target = { part: 'measure', id: measure.id } as const
      return [measure.formula ? 'formula' : 'measure', measure.label, target, detailOf(query, measure)]
    }),
    ...attributes.map(({ id, label }): Draft => {
      return ['attribute', `by ${label}`, { part: 'attribute', id }, unsplit(resolved, id)]
    }),
    ...(query.filters ?? []).map((filter, index) => filterDraft(model, resolved, filter, index)),
    ...shapeDrafts(resolved, chart),
  ]
  return drafts.map(([kind, label, target, detail]) => {
    const unasked = target.part === 'range' && query.range === undefined
    const chip = { kind, label, assumed: unasked || assumed.has(keyOf(target)), target }
    return detail === undefined ? chip : { ...chip, detail }
  })
}

/** A chip before it is known whether the user asked for it. */
type Draft = readonly [kind: Chip['kind'], label: string, target: ChipTarget, detail?: string | undefined]

const labelOf = ({ measures, hidden, attributes }: Resolved, id: string): string =>
  [...measures, ...hidden, ...attributes].find((known) => known.id === id)?.label ?? id

function filterDraft(model: SemanticModel, resolved: Resolved, filter: AnswerFilter, index: number): Draft {
  const { field, op, values } = filter
  const target = { part: 'filter', index } as const
  if (isMeasure(model, field)) {
    const measure = [...resolved.measures, ...resolved.hidden].find(({ id }) => id === field)
    const condition = conditionWords(filter, measure?.format ?? null)
    return ['parameter', `${labelOf(resolved, field)} ${condition}`, target]
  }
  const source = model.source(field.slice(0, Math.max(0, field.indexOf('.'))))
  const { attribute } = model.attribute(source, field)
  // A single value is labeled like one chosen from a list.
  const named = op === 'eq' ? values.join(', ') : conditionWords(filter, null)
  return ['attribute', `${attribute.label}: ${named}`, target]
}

/** Chips for ranking, range, interval, comparison, order, limit and chart type. */
function shapeDrafts(resolved: Resolved, chart: Answer['chart']): readonly Draft[] {
  const { query, range, span, grain } = resolved
  const { top, compare, sort, limit } = query
  const label = (id: string): string => labelOf(resolved, id)
  const drafts: Draft[] = []
  if (top !== undefined) {
    const end = top.from === 'bottom' ? 'Bottom' : 'Top'
    const what = `${end} ${top.count} ${label(top.attribute).toLowerCase()} by ${label(top.by)}`
    drafts.push(['set', what, { part: 'top' }])
  }
  if (usesRange(resolved)) {
    const days = range.kind === 'all' ? 'All days of the data' : spanWords(span)
    drafts.push(['date', rangeLabel(range), { part: 'range' }, days])
  }
  if (grain !== undefined) drafts.push(['date', capital(grainWords[grain]), { part: 'grain' }])
  if (compare !== undefined) {
    const against = compare === 'year-ago' ? 'Against a year ago' : 'Against the period before'
    drafts.push(['date', against, { part: 'compare' }])
  }
  if (sort !== undefined) {
    const by = sort.by === 'date' ? 'date' : label(sort.by)
    drafts.push(['other', `Sorted by ${by}${sort.descending ? ', largest first' : ''}`, { part: 'sort' }])
  }
  if (limit !== undefined) drafts.push(['other', `${limit} rows`, { part: 'limit' }])
  if (chart.type !== 'auto')
    drafts.push(['other', capital(chartWords[chart.type].replace(/^as /, '')), { part: 'chart' }])
  return drafts
}

/** Key of a target, for lookup in the assumed ones. */
function keyOf(target: ChipTarget): string {
  if (target.part === 'filter') return `filter:${target.index}`
  return 'id' in target ? `${target.part}:${target.id}` : target.part
}

/** Balances without an interval are read at the end of the range, so only that day matters. */
export const usesRange = ({ query, grain, measures }: Resolved): boolean =>
  query.range !== undefined ||
  grain !== undefined ||
  query.compare !== undefined ||
  measures.some((measure) => measure.compares || (!measure.formula && !isReadAtEnd(measure)))

/** Whether the measure's value is that of the last day, however many there are. */
export const isReadAtEnd = ({ adds, formula, base }: AnswerMeasure): boolean =>
  !formula && (adds === 'balance' || isOfLastDay(base))

export const isOfLastDay = ({ measure }: Pick<AnswerMeasure['base'], 'measure'>): boolean =>
  measure.kind === 'semi-additive' || (measure.kind === 'ratio' && measure.over === 'last-day')

function detailOf(query: Answer['query'], measure: AnswerMeasure): string {
  if (!measure.formula) return `${measure.base.measure.unit}. ${measure.base.measure.definition}`
  const formula = query.formulas?.find(({ id }) => `formula.${id}` === measure.id)
  const used = [...new Set(callsOf(measure.expression).map(({ name }) => functionNamed(name).description))]
  return [
    formula?.expression ?? '',
    ...used,
    `${measure.base.measure.label}: ${measure.base.measure.definition}`,
  ].join('. ')
}

/** Which measures an attribute does not split. */
function unsplit(resolved: Resolved, id: string): string | undefined {
  const attribute = resolved.attributes.find((known) => known.id === id)
  const whole = resolved.measures.filter(({ base }) => attribute?.in.get(base.source.id) === null)
  return whole.length === 0
    ? undefined
    : `${whole.map(({ label }) => label).join(', ')} is not available by ${attribute?.label.toLowerCase() ?? 'that'}. The same value is repeated in every row.`
}
