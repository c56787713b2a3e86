import type { Answer, AnswerTable } from '../answers/contract'
import type { Reader } from '../answers/read/reader'

const most = 3

/** What may be asked next. Only what the reader understands, word for word, and what would change the answer. */
export function followUps(reader: Reader, previous: Answer, table: AnswerTable): readonly string[] {
  return candidates(previous, table)
    .filter((phrase) => {
      const { answer, amended, notUnderstood } = reader.read({ phrase, previous })
      if (answer === null || !amended || notUnderstood.length > 0) return false
      return JSON.stringify(answer.query) !== JSON.stringify(previous.query)
    })
    .slice(0, most)
}

/** In the order of how much they tell. */
function candidates({ query }: Answer, { columns, cells }: AnswerTable): readonly string[] {
  const at = columns.findIndex(({ role }) => role === 'attribute')
  const names = [...new Set(cells[at] ?? [])].filter((name) => typeof name === 'string')
  const overTime = columns.some(({ role }) => role === 'date')
  return [
    ...(names.length > 1 ? [`only ${names[0] ?? ''}`] : []),
    ...(overTime && query.grain !== 'month' ? ['by month instead'] : []),
    ...(names.length > 6 ? ['top 5'] : []),
    ...(overTime ? ['last year'] : ['by week, last 90 days']),
    ...(overTime ? [] : ['compared with the previous period']),
  ]
}
