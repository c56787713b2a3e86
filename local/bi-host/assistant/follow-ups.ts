import type { Answer, AnswerTable, RunResult } from '../wire/answers'
import type { Reader } from '../answers/read/reader'
import { daysBetween } from '../model/days'

const most = 3

/** What may be asked next. Only what the reader understands, word for word, and what would change the answer. */
export function followUps(
  reader: Reader,
  previous: Answer,
  { table, range }: Pick<RunResult, 'table' | 'range'>,
): readonly string[] {
  const days = daysBetween(range.from, range.to) + 1
  return candidates(previous, table, days)
    .filter((phrase) => {
      const { answer, amended, notUnderstood } = reader.read({ phrase, previous })
      if (answer === null || !amended || notUnderstood.length > 0) return false
      return JSON.stringify(answer.query) !== JSON.stringify(previous.query)
    })
    .slice(0, most)
}

/** In the order of how much they tell. */
function candidates({ query }: Answer, table: AnswerTable, days: number): readonly string[] {
  const overTime = table.columns.some(({ role }) => role === 'date')
  const names = byWeight(table)
  const finest = query.grain === undefined || query.grain === 'day' || query.grain === 'hour'
  return [
    ...(names.length > 1 ? [`only ${names[0] ?? ''}`] : []),
    ...(overTime && finest && days > 150 ? ['by month instead'] : []),
    ...(overTime && finest && days > 27 && days <= 150 ? ['by week instead'] : []),
    ...(names.length > 6 ? ['top 5'] : []),
    ...(overTime ? (days < 360 ? ['past year'] : []) : ['by week, last 90 days']),
    ...(overTime || query.compare !== undefined ? [] : ['compared with the previous period']),
  ]
}

/** The names of an answer by its first measure, the weightiest first: of a table over time by its last interval. */
function byWeight({ columns, cells }: AnswerTable): readonly string[] {
  const column = (role: string): readonly (string | number | null)[] =>
    cells[columns.findIndex((one) => one.role === role)] ?? []
  const [names, values, dates] = [column('attribute'), column('measure'), column('date')]
  const last = dates.reduce<string>((latest, day) => (String(day) > latest ? String(day) : latest), '')
  const weight = new Map<string, number>()
  for (const [row, name] of names.entries()) {
    if (typeof name !== 'string') continue
    const value = last === '' || dates[row] === last ? Math.abs(Number(values[row] ?? 0)) : 0
    weight.set(name, Math.max(weight.get(name) ?? 0, value))
  }
  return [...weight].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}
