import type { AnswerColumn, RunResult } from '../wire/answers'
import { earlierSpan } from '../query/range'
import type { AnswerMeasure, Resolved } from '../query/resolve'
import { formatDay } from '../rendering/format'
import type { SemanticModel } from '../model/semantic-model'
import { capital, midSentence } from '../query/words'
import { listed, type AnswerSummary, type Values } from './phrasing'

/** What a question asks of its answer beyond the query itself. */
export interface Asks {
  /** Asks how many there are. */
  readonly count: boolean
  /** Asks for the average. */
  readonly mean: boolean
  /** Asks whether the first is above or below the second. */
  readonly versus: boolean
}

const howMany =
  /\b(?:how many|count of|number of)(?=\s*(?:[?.!]|$)|\s+(?:(?:of|are|were|was|is|did|have|had|in|times|such)\b|(?:\w+[\s-]){0,3}?(?:hours|days|weeks|months|quarters|years|chains|networks|exchanges|venues|assets|coins|tokens|stablecoins|products|protocols|issuers|sponsors|funds|etfs|markets|names|rows)\b))|\bcount (?:them|those|these|the)\b/i
const onAverage = /\b(?:average|averaged|averages|avg|mean)\b/i

const aboveOrBelow =
  /\b(?:(?:higher|lower|more|less|bigger|smaller|larger|greater|cheaper|better|worse) than|above|below|exceeds?|compares? (?:with|to)|versus|vs|against)\b/i

export const asksOf = (question: string): Asks => ({
  count: howMany.test(question),
  mean: onAverage.test(question),
  versus: aboveOrBelow.test(question),
})

type Cell = string | number | null

/** Terms for a negative net flow. */
const negativeTerms: Readonly<Record<string, string>> = {
  'etf.net_flow': 'an outflow',
  'rwa.net_subscriptions': 'a net redemption',
  'stable_supply.net_issuance': 'a net redemption',
}

export function summaryOf(
  { table, range, trust, chips }: RunResult,
  resolved: Resolved,
  model: SemanticModel,
): AnswerSummary {
  const { query } = resolved
  const cells = (column: AnswerColumn): readonly Cell[] => table.cells[table.columns.indexOf(column)] ?? []
  const role = (wanted: AnswerColumn['role']): readonly AnswerColumn[] =>
    table.columns.filter((column) => column.role === wanted)
  const [date] = role('date')
  const attributes = role('attribute')
  const lastDay = trust
    .map((one) => one.lastDay)
    .toSorted()
    .at(-1)
  const span = {
    from: range.from,
    to: lastDay !== undefined && lastDay < range.to && lastDay >= range.from ? lastDay : range.to,
  }
  const priors = role('prior')
  const named = attributes.map(cells)
  return {
    measures: role('measure').map((column, at) => {
      const measure = resolved.measures[at]
      const prior = priors[at]
      return {
        label: at === 0 ? fullLabel(column.label, resolved, model) : derivedLabel(column.label, resolved),
        own: column.label,
        format: column.format ?? { kind: 'number' },
        values: numbers(cells(column)),
        prior: prior === undefined ? null : numbers(cells(prior)),
        adds: measure?.adds ?? 'ratio',
        atEnd: measure !== undefined && readAtEnd(measure),
        overTime: measure?.overTime ?? false,
        negativeTerm: negativeTerms[column.id] ?? null,
      }
    }),
    days: date === undefined ? null : cells(date).map(String),
    grain: resolved.grain ?? 'day',
    names:
      named.length === 0
        ? null
        : Array.from({ length: table.rows }, (_, row) =>
            named.map((list) => formatDay(String(list[row]))).join(' · '),
          ),
    noun: midSentence(attributes.at(-1)?.label ?? ''),
    joint: jointOf(resolved.attributes.at(-1)?.concept ?? ''),
    span,
    before:
      query.compare === undefined || resolved.grain !== undefined
        ? null
        : earlierSpan(range, resolved, query.compare).span,
    conditions: chips.flatMap(({ target, label }) => {
      const field = target.part === 'filter' ? query.filters?.[target.index]?.field : undefined
      return field !== undefined && isNumber(resolved, field) ? [midSentence(label)] : []
    }),
    query,
  }
}

const isNumber = ({ measures, hidden }: Resolved, field: string): boolean =>
  [...measures, ...hidden].some(({ id }) => id === field)

/** A second measure derived from the first: "its 365-day mean", "its share". */
function derivedLabel(label: string, { measures: [first] }: Resolved): string {
  const name = first?.label ?? ''
  if (label.startsWith(`${name}, `)) return `its ${label.slice(name.length + 2)}`
  const [, what] = /^(.+) of (.+)$/.exec(label) ?? []
  return what !== undefined && label.endsWith(` of ${name}`) ? `its ${what.toLowerCase()}` : label
}

/**
 * The label with the names of its filters: "Spot volume of BTC on Binance", "Growth of supply of USDC", "ETF net flow of BTC, cumulative".
 */
function fullLabel(label: string, resolved: Resolved, model: SemanticModel): string {
  let [before, after] = ['', '']
  for (const { field, op, values } of resolved.query.filters ?? []) {
    if (op !== 'in' || values.length > 3 || isNumber(resolved, field)) continue
    const { concept, kind = 'text' } = model.attribute(
      model.source(field.slice(0, field.indexOf('.'))),
      field,
    ).attribute
    // Names that the rows show need no mention.
    const split = resolved.attributes.some((attribute) => attribute.concept === concept)
    if (kind !== 'text' || split) continue
    const names = listed(values.map(String))
    if (kinds.has(concept)) before += `${names} `
    else after += ` ${venues.has(concept) ? 'on' : 'of'} ${names}`
  }
  const [whole = '', ...how] = label.split(', ')
  const [, made = '', thing = whole] = /^(.+? of )(.+)$/.exec(whole) ?? []
  const kind = before.toLowerCase()
  const named = capital(`${midSentence(made)}${kind}${midSentence(thing)}`)
  return [`${named}${after}`, ...how].join(', ')
}

/** Concepts whose values say what kind something is. */
const kinds: ReadonlySet<string> = new Set([
  'market type',
  'option type',
  'liquidation side',
  'expiry kind',
  'asset group',
  'venue kind',
  'rwa class',
  'transfer class',
])
/** Concepts whose values are where something is held or traded. */
const venues: ReadonlySet<string> = new Set([
  'exchange',
  'chain',
  'network',
  'lending protocol',
  'calendar market',
])

const jointOf = (concept: string): AnswerSummary['joint'] =>
  kinds.has(concept) ? 'kind' : venues.has(concept) ? 'on' : 'of'

function readAtEnd({ base: { measure }, compares, overTime }: AnswerMeasure): boolean {
  if (compares) return false
  return (
    overTime || measure.kind === 'semi-additive' || (measure.kind === 'ratio' && measure.over === 'last-day')
  )
}

const numbers = (cells: readonly Cell[]): Values =>
  cells.map((value) => (typeof value === 'number' ? value : null))
