import type { AnswerColumn, AnswerTable, RunResult } from '../answers/contract'
import { dayInWords, inWords } from '../boards/wording'

type Cell = string | number | null

/** An answer in one or two sentences. Every number in them stands in its table. `least`: the smallest were asked for. */
export function describe({ table, range, notes }: RunResult, least = false): string {
  const measure = table.columns.find(({ role }) => role === 'measure')
  if (measure === undefined || table.rows === 0) return 'There is nothing to show for this question.'
  const values = cellsOf(table, measure)
  const date = table.columns.find(({ role }) => role === 'date')
  const attribute = table.columns.find(({ role }) => role === 'attribute')
  const said = date
    ? overTime(table, measure, date, attribute)
    : attribute
      ? overNames(table, measure, attribute, least)
      : `${measure.label} is ${inWords(number(values[0]), measure.format ?? plain)}.`
  return [said, date ? '' : `${range.label}.`, ...notes.slice(0, 1)].filter((part) => part !== '').join(' ')
}

const plain = { kind: 'number' } as const

function overTime(
  table: AnswerTable,
  measure: AnswerColumn,
  date: AnswerColumn,
  attribute: AnswerColumn | undefined,
): string {
  const days = cellsOf(table, date).map(String)
  const values = cellsOf(table, measure)
  const last = days.reduce((latest, day) => (day > latest ? day : latest), '')
  const first = days.reduce((earliest, day) => (day < earliest ? day : earliest), last)
  const rows = days.flatMap((day, row) => (day === last ? [row] : []))
  const write = (value: number | null): string => inWords(value, measure.format ?? plain)
  if (attribute) {
    const names = cellsOf(table, attribute)
    const best = largest(rows, values)
    return best === null
      ? ''
      : `On ${dayInWords(last.slice(0, 10))} ${names[best]} had the most: ${write(number(values[best]))}.`
  }
  const [end] = rows
  const start = days.indexOf(first)
  const [from, to] = [number(values[start]), number(values[end ?? -1])]
  const moved =
    from === null || to === null || start === end
      ? ''
      : `, from ${write(from)} on ${dayInWords(first.slice(0, 10))}`
  return `${measure.label} was ${write(to)} on ${dayInWords(last.slice(0, 10))}${moved}.`
}

function overNames(
  table: AnswerTable,
  measure: AnswerColumn,
  attribute: AnswerColumn,
  least: boolean,
): string {
  const names = cellsOf(table, attribute)
  const values = cellsOf(table, measure)
  const write = (value: number | null): string => inWords(value, measure.format ?? plain)
  const change = table.columns.find(({ role }) => role === 'change')
  const moved = change ? cellsOf(table, change) : null
  const all = names.map((_, row) => row)
  const best = least ? largest(all, values.map(negated)) : largest(all, values)
  if (best === null) return ''
  const how =
    moved === null || change === undefined
      ? ''
      : `, ${inWords(number(moved[best]), { ...(change.format ?? plain), signed: true })}`
  return `${names[best]} has the ${least ? 'least' : 'most'}: ${write(number(values[best]))}${how}.`
}

function largest(rows: readonly number[], values: readonly Cell[]): number | null {
  let best: number | null = null
  for (const row of rows) {
    const value = number(values[row])
    if (value !== null && (best === null || value > (number(values[best]) ?? Number.NEGATIVE_INFINITY)))
      best = row
  }
  return best
}

function cellsOf(table: AnswerTable, column: AnswerColumn): readonly Cell[] {
  return table.cells[table.columns.indexOf(column)] ?? []
}

function negated(value: Cell): Cell {
  return typeof value === 'number' ? -value : value
}

function number(value: Cell | undefined): number | null {
  return typeof value === 'number' ? value : null
}
