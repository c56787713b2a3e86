import type { Answer, AnswerTable } from '../wire/answers'
import { isMeasure } from '../query/resolve'
import { midSentence } from '../query/words'
import { formatNumber } from '../rendering/format'
import type { SemanticModel } from '../model/semantic-model'

/** Stems of words with which a "why" question says that something went down. */
const falling =
  'fall|fell|drop|declin|decreas|shrink|shrank|shrunk|dip|slump|crash|collaps|plung|tumbl|sank|sink|sunk|slid|tank|crater|bleed|bled|halv|lower'
/** The same for up. */
const rising =
  'rise|rising|rose|grow|grew|increas|jump|spik|surg|soar|climb|rall|explod|balloon|swell|recover|bounc|doubl|higher'
/** Other words of a "why" question that name neither subject nor time. */
const besides =
  'weak|strong(?:ly)?|high|low|change[ds]?|move[ds]?|go(?:ne|ing)?|went|it|they|that|so|such|much|sharp(?:ly)?|sudden(?:ly)?|big|large|a lot'

const verbs = new RegExp(String.raw`\b(?:(?:${falling}|${rising})\w*|down|up|${besides})\b`, 'gi')
const down = new RegExp(String.raw`\b(?:${falling}|down\b)`, 'i')
const up = new RegExp(String.raw`\b(?:${rising}|up\b)`, 'i')

/** Replaces the words that only give the direction with the result of `by`. */
const withoutVerbs = (text: string, by: (verb: string) => string): string => text.replaceAll(verbs, by)

/** The direction that a "why" question presumes. Null if it names none, or both. */
function presumedDirection(asked: string): 'up' | 'down' | null {
  const [falls, rises] = [down.test(asked), up.test(asked)]
  // Falling outflows are a rising net flow, so the direction depends on the measure.
  if (/\boutflow/i.test(asked)) return falls || rises ? null : 'down'
  if (falls || rises) return falls && rises ? null : falls ? 'down' : 'up'
  return /\binflow/i.test(asked) ? 'up' : null
}

const questions = [
  /^\s*(?:and |but |so )?why\b(?:\s+(?:did|has|have|had|is|was|were|are|do|does))?\b(.*)$/i,
  /^\s*how come\b(.*)$/i,
  /^\s*what(?:'s| is| was|s)?\s+(?:caused|causes|causing|drove|drives|driving|explains|explained|behind|led to|triggered|is behind|was behind)\b(.*)$/i,
  /^\s*what (?:was|is|were) the (?:reasons?|causes?) (?:for|of|behind)\b(.*)$/i,
]

/** The part of "why did it fall on 12 May" that the reader can take. `null` for any other question. */
export function whenOfWhy(asked: string): string | null {
  const match = questions.map((question) => question.exec(asked)).find((found) => found !== null)
  if (!match) return null
  return withoutVerbs(match[1] ?? '', () => ' ')
    .replaceAll(/[?.]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A "why" question with the question words and direction words blanked out. `null` for any other. */
export function maskedWhy(asked: string): string | null {
  const rest = questions.map((question) => question.exec(asked)?.[1]).find((found) => found !== undefined)
  return rest === undefined
    ? null
    : withoutVerbs(rest, (verb) => ' '.repeat(verb.length)).padStart(asked.length)
}

/** The change asked about, as a whole or by one of its splits, and the assumption to state with it. */
export function explained(
  model: SemanticModel,
  about: Answer,
  measureId: string,
  attribute: string | null = splitsOf(model, about, measureId)[0] ?? null,
): {
  readonly answer: Answer
  /** The same as a chart of the changes themselves, which levels side by side would hide. Absent for a single number. */
  readonly drawn?: Answer
  readonly assumption: string
  readonly addsUp: boolean
} {
  const source = model.source(measureId.slice(0, measureId.indexOf('.')))
  const { measure } = model.measure(source, measureId)
  const name = midSentence(measure.label)
  if (attribute === null)
    return {
      addsUp: false,
      answer: changeBy(null, about, `Change of ${name}`),
      assumption: `“Why” cannot be answered here: nothing in the data divides ${name} further, and causes are not in it. Its change is shown.`,
    }
  const by = model.attribute(source, attribute).attribute.label.toLowerCase()
  const answer = changeBy(attribute, about, `Change of ${name} by ${by}`)
  return {
    addsUp: measure.kind !== 'ratio',
    answer,
    drawn: changeAlone(answer, measureId, `Change of ${name}`),
    assumption: `“Why” is answered by who it came from: the change split by ${by}. Causes are not in the data.`,
  }
}

/** Attributes that can split the change: the one shown, else every text attribute not held to one value. Rates do not add up. */
export function splitsOf(model: SemanticModel, { query }: Answer, measureId: string): readonly string[] {
  const source = model.source(measureId.slice(0, measureId.indexOf('.')))
  const { measure } = model.measure(source, measureId)
  const held = (id: string | null): boolean =>
    (query.filters ?? []).some(
      ({ field, op, values }) =>
        (op === 'in' || op === 'eq') &&
        values.length === 1 &&
        !isMeasure(model, field) &&
        model.counterpart(source, field) === id,
    )
  const shown = query.attributes?.find((id) => {
    const own = model.counterpart(source, id)
    return own !== null && !held(own)
  })
  if (shown !== undefined) return [shown]
  if (measure.kind === 'ratio' || (measure.requires?.length ?? 0) > 0) return []
  return Object.entries(source.attributes)
    .filter(([id, { kind = 'text' }]) => kind === 'text' && !held(id))
    .map(([id]) => `${source.id}.${id}`)
}

/**
 * How much of a change a split explains, in the unit of the measure: how far its three most unusual members moved beyond their proportional
 * part. Null with fewer than two members, which explain nothing.
 */
export function explains({ columns, cells, rows }: AnswerTable): number | null {
  const numbers = (role: string): readonly number[] => {
    const column = cells[columns.findIndex((one) => one.role === role)] ?? []
    return Array.from({ length: rows }, (_, row) => Number(column[row] ?? 0))
  }
  const [now, before] = [numbers('measure'), numbers('prior')]
  const size = (row: number): number => Math.abs(now[row] ?? 0) + Math.abs(before[row] ?? 0)
  const changes = now.map((value, row) => value - (before[row] ?? 0))
  const members = changes.filter((_, row) => size(row) > 0).length
  if (members < 2) return null
  const total = changes.reduce((sum, change) => sum + change, 0)
  const all = now.reduce((sum, _, row) => sum + size(row), 0)
  return changes
    .map((change, row) => Math.abs(change - (total * size(row)) / all))
    .toSorted((one, other) => other - one)
    .slice(0, 3)
    .reduce((sum, beyond) => sum + beyond, 0)
}

/** The change from the prior period to the one asked about, split by an attribute. The data has no causes, only who it came from. */
export function changeBy(attribute: string | null, asked: Answer, title: string): Answer {
  const [measure = ''] = asked.query.measures
  const { range, filters } = asked.query
  return {
    ...asked,
    title,
    query: {
      measures: [measure],
      ...(attribute === null ? {} : { attributes: [attribute] }),
      ...(range ? { range } : {}),
      ...(filters ? { filters } : {}),
      compare: 'previous-period',
    },
    chart: { type: 'auto' },
  }
}

function changeAlone({ query, ...answer }: Answer, measureId: string, label: string): Answer {
  const { compare: _compare, ...rest } = query
  const formula = { id: 'change', label, expression: `change(${measureId})` }
  return { ...answer, query: { ...rest, measures: [`formula.${formula.id}`], formulas: [formula] } }
}

/** Corrects a question that presumes the wrong direction. */
function directionCorrection(total: number, asked: string): string {
  const wanted = presumedDirection(asked)
  const way = total > 0 ? 'up' : 'down'
  return total === 0 || wanted === null || wanted === way ? '' : `It went ${way}, not ${wanted}. `
}

/** The period of a "why" question and the one before it, in words: "on 20 Nov 2026", "from 9 to 15 Nov 2026". */
type Periods = readonly [now: string, before: string]

/** Both periods and the largest contributions to the change, after a correction if the question presumes the wrong direction. */
export function contributions(
  table: AnswerTable,
  [when, whenBefore]: Periods,
  { label = '', addsUp = true, asked = '' } = {},
): string {
  const column = (role: string): number => table.columns.findIndex((one) => one.role === role)
  const [names, now, before] = [column('attribute'), column('measure'), column('prior')]
  if (now < 0 || before < 0) return ''
  const format = table.columns[now]?.format ?? ({ kind: 'number' } as const)
  const number = (at: number, row: number): number => Number(table.cells[at]?.[row] ?? 0)
  const parts = Array.from({ length: table.rows }, (_, row) => ({
    name: names < 0 ? '' : String(table.cells[names]?.[row]),
    now: number(now, row),
    change: number(now, row) - number(before, row),
  })).toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
  const sum = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((total, part) => total + of(part), 0)
  const [total, change] = [sum((part) => part.now), sum((part) => part.change)]
  const moved = format.kind === 'percent' ? ({ ...format, kind: 'pp' } as const) : format
  const write = (value: number): string => formatNumber(value, { ...moved, signed: true })
  const otherwise = addsUp || names < 0 ? directionCorrection(change, asked) : ''
  // A single number is described like any other.
  if (names < 0) return otherwise
  const most = parts
    .filter((part) => part.change !== 0)
    .slice(0, 3)
    .map((part) => `${part.name} ${write(part.change)}`)
  if (most.length === 0) return 'Nothing changed.'
  const bare = (text: string): string => text.replace(/^(?:on|from) /, '')
  return addsUp
    ? `${otherwise}${label} ${formatNumber(total, format)} ${when} against ${formatNumber(total - change, format)} ${whenBefore}, ${write(change)} in all. Largest changes: ${most.join(', ')}.`
    : `Most changed, ${bare(when)} against ${bare(whenBefore)}: ${most.join(', ')}.`
}
