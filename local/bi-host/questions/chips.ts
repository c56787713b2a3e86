import type { SemanticModel } from '../model/semantic-model'
import type { Answer, Chip, ChipTarget } from '../wire/answers'
import { functionNamed } from '../query/functions'
import { callsOf } from '../query/expression'
import { isMeasure, type AnswerMeasure, type Resolved } from '../query/resolve'
import { capital, chartWords, conditionWords, grainWords, rangeLabel, spanWords } from '../query/words'
import type { Source } from '../model/source'

/** Questions that work, each with the source it needs: for the empty page, and for whoever asked something else. */
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

/** How an answer was read, in the order of a sentence. `assumed` names the parts that nobody asked for. */
export function chipsOf(
  model: SemanticModel,
  resolved: Resolved,
  chart: Answer['chart'],
  assumed: ReadonlySet<string> = new Set(),
): readonly Chip[] {
  const { query } = resolved
  const label = (id: string): string =>
    [...resolved.measures, ...resolved.hidden].find((measure) => measure.id === id)?.label ??
    resolved.attributes.find((attribute) => attribute.id === id)?.label ??
    id
  const chip = (kind: Chip['kind'], text: string, target: ChipTarget, detail?: string): Chip => ({
    kind,
    label: text,
    assumed: assumed.has(keyOf(target)),
    target,
    ...(detail === undefined ? {} : { detail }),
  })
  return [
    ...resolved.measures.map((measure) =>
      chip(
        measure.formula ? 'formula' : 'measure',
        measure.label,
        { part: 'measure', id: measure.id },
        detailOf(query, measure),
      ),
    ),
    ...resolved.attributes.map((attribute) =>
      chip(
        'attribute',
        `by ${attribute.label}`,
        { part: 'attribute', id: attribute.id },
        unsplit(resolved, attribute.id),
      ),
    ),
    ...(query.filters ?? []).map((filter, index): Chip => {
      const target: ChipTarget = { part: 'filter', index }
      if (isMeasure(model, filter.field)) {
        const measure = [...resolved.measures, ...resolved.hidden].find(({ id }) => id === filter.field)
        return chip(
          'parameter',
          `${label(filter.field)} ${conditionWords(filter, measure?.format ?? null)}`,
          target,
        )
      }
      const dot = filter.field.indexOf('.')
      const { attribute } = model.attribute(
        model.source(filter.field.slice(0, Math.max(0, dot))),
        filter.field,
      )
      // One value is named like one that was chosen from a list.
      const values = filter.op === 'eq' ? filter.values.join(', ') : conditionWords(filter, null)
      return chip('attribute', `${attribute.label}: ${values}`, target)
    }),
    ...(query.top === undefined
      ? []
      : [
          chip(
            'set',
            `${query.top.from === 'bottom' ? 'Bottom' : 'Top'} ${query.top.count} ${label(query.top.attribute).toLowerCase()} by ${label(query.top.by)}`,
            { part: 'top' },
          ),
        ]),
    ...(usesRange(resolved)
      ? [
          chip(
            'date',
            rangeLabel(resolved.range),
            { part: 'range' },
            resolved.range.kind === 'all' ? 'All days of the data' : spanWords(resolved.span),
          ),
        ].map((item) => ({ ...item, assumed: item.assumed || query.range === undefined }))
      : []),
    ...(resolved.grain === undefined
      ? []
      : [chip('date', capital(grainWords[resolved.grain]), { part: 'grain' })]),
    ...(query.compare === undefined
      ? []
      : [
          chip('date', query.compare === 'year-ago' ? 'Against a year ago' : 'Against the period before', {
            part: 'compare',
          }),
        ]),
    ...(query.sort === undefined
      ? []
      : [
          chip(
            'other',
            `Sorted by ${query.sort.by === 'date' ? 'date' : label(query.sort.by)}${query.sort.descending ? ', largest first' : ''}`,
            { part: 'sort' },
          ),
        ]),
    ...(query.limit === undefined ? [] : [chip('other', `${query.limit} rows`, { part: 'limit' })]),
    ...(chart.type === 'auto'
      ? []
      : [chip('other', capital(chartWords[chart.type].replace(/^as /, '')), { part: 'chart' })]),
  ]
}

/** A name for a target, to look it up among what was assumed. */
export function keyOf(target: ChipTarget): string {
  if (target.part === 'filter') return `filter:${target.index}`
  return 'id' in target ? `${target.part}:${target.id}` : target.part
}

/** Balances without an interval are read at the end of the range: one day then says it all. */
const usesRange = ({ query, grain, measures }: Resolved): boolean =>
  query.range !== undefined ||
  grain !== undefined ||
  query.compare !== undefined ||
  measures.some(
    ({ adds, formula, base, compares }) =>
      compares || (!formula && adds !== 'balance' && !readAtEnd(base.measure)),
  )

const readAtEnd = (measure: AnswerMeasure['base']['measure']): boolean =>
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
