import type { Answer, AnswerTable } from '../answers/contract'
import { inWords } from '../boards/wording'

const question = /^\s*why\s+(?:did|has|have|is|was|were)\b(.*)$/i
const verbs =
  /\b(fall(?:en)?|fell|drop(?:ped)?|decline[d]?|decrease[d]?|shrink|shrunk|down|rise|rose|risen|grow[n]?|grew|increase[d]?|jump(?:ed)?|up|change[d]?|move[d]?|go|gone|went|it|they|that|so|much)\b/gi

/** The "when" of "why did it fall on 12 May", as the reader takes it; `null` for any other question. */
export function whenOfWhy(asked: string): string | null {
  const match = question.exec(asked)
  if (match === null) return null
  return (match[1] ?? '').replaceAll(verbs, ' ').replaceAll(/[?.]/g, ' ').replaceAll(/\s+/g, ' ').trim()
}

/**
 * The change of what was shown, from the period before to the one that was asked about, split by an attribute. What caused it is not
 * known here; who it came from is.
 */
export function changeBy(attribute: string, asked: Answer, title: string): Answer {
  const [measure = ''] = asked.query.measures
  const { range, filters } = asked.query
  return {
    ...asked,
    title,
    query: {
      measures: [measure],
      attributes: [attribute],
      ...(range ? { range } : {}),
      ...(filters ? { filters } : {}),
      compare: 'previous-period',
    },
    chart: { type: 'auto' },
  }
}

/** Who made up the change, largest first. */
export function contributions(table: AnswerTable): string {
  const column = (role: string): number => table.columns.findIndex((one) => one.role === role)
  const [names, now, before] = [column('attribute'), column('measure'), column('prior')]
  if (names < 0 || now < 0 || before < 0) return ''
  const format = table.columns[now]?.format ?? ({ kind: 'number' } as const)
  const parts = Array.from({ length: table.rows }, (_, row) => ({
    name: String(table.cells[names]?.[row]),
    change: Number(table.cells[now]?.[row] ?? 0) - Number(table.cells[before]?.[row] ?? 0),
  })).toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
  const total = parts.reduce((sum, { change }) => sum + change, 0)
  const write = (value: number): string => inWords(value, { ...format, signed: true })
  const most = parts
    .filter(({ change }) => change !== 0)
    .slice(0, 3)
    .map(({ name, change }) => `${name} ${write(change)}`)
  return most.length === 0 ? 'Nothing changed.' : `In all ${write(total)}. Most of it: ${most.join(', ')}.`
}
