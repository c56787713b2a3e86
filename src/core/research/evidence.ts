import type { AnswerColumn } from '../ports/research-assistant'
import { rowCount } from './changed-numbers'
import { cellsWritten, isDate, matchingNumbers, type TableCell } from './figures'

/**
 * The table cells behind a number in an answer's text. The text itself is not parsed, because every assistant words it differently. If
 * several cells match the number, this contains only what they have in common.
 */
export interface NumberEvidence {
  /** Names of the matching cells' columns. */
  readonly columns: readonly string[]
  /** Text cells that all matching rows have in common, without dates. */
  readonly names: readonly string[]
  /**
   * The days of the matching rows: `from` and `to` are ISO and inclusive. `to` is null when the length of a row's period is unknown. `of`
   * counts the distinct row dates. Null when the table has no days.
   */
  readonly period: { readonly from: string; readonly to: string | null; readonly of: number } | null
  /** The unrounded number, and the other numbers of its row. Null when several cells match. */
  readonly cell: {
    readonly value: number
    readonly beside: readonly { readonly column: string; readonly value: number }[]
  } | null
}

/** The number of rows that the vendor's SDK requests (`fetchData`); other limits are multiples of it. The response does not tell. */
const fullPage = 1_000

/** Whether the table may be truncated, so that it lacks rows the text refers to: it ends with a full page. */
export function mayBeTruncated(table: readonly AnswerColumn[]): boolean {
  const rows = rowCount(table)
  return rows > 0 && rows % fullPage === 0
}

/** Whether the answer's text names this: a name or an ISO day of the table. */
type IsNamed = (cell: string) => boolean

/**
 * Evidence for a formatted number ("−$183.2B", "59.8%"). Null when no cell matches, and for a table that may be truncated, where the only
 * match need not be the right one. Of several matches, those of the days and names of the text count.
 */
export function evidenceOf(
  table: readonly AnswerColumn[],
  written: string,
  isNamed: IsNamed = () => false,
): NumberEvidence | null {
  if (mayBeTruncated(table)) return null
  const ofDays = named(cellsWritten(table, written), ({ row }) => dayOf(table, row), isNamed)
  const found = named(ofDays, ({ row }) => namesOf(table, [row]), isNamed)
  const [only] = found
  if (only === undefined) return null
  const columns = [...new Set(found.map(({ column }) => column))]
  const rows = [...new Set(found.map(({ row }) => row))]
  const dates = daysOf(table)
  return {
    columns: columns.map(({ name }) => name),
    names: namesOf(table, rows),
    period: dates === undefined ? null : periodOf(dates, rows),
    cell: found.length > 1 ? null : { value: only.value, beside: otherNumbers(table, only) },
  }
}

/** The items all of whose words the text names; every item, if none are. */
function named<Item>(
  items: readonly Item[],
  wordsOf: (item: Item) => readonly string[],
  isNamed: IsNamed,
): readonly Item[] {
  const found = items.filter((item) => {
    const words = wordsOf(item)
    return words.length > 0 && words.every(isNamed)
  })
  return found.length > 0 ? found : items
}

const daysOf = (table: readonly AnswerColumn[]): AnswerColumn | undefined =>
  table.find((column) => isDate(column) && column.values.some(isDay))

/** The day of each row, empty for a row without one. */
const dayList = (table: readonly AnswerColumn[]): readonly string[] | undefined =>
  daysOf(table)?.values.map((cell) => (isDay(cell) ? String(cell) : ''))

const dayOf = (table: readonly AnswerColumn[], row: number): readonly string[] =>
  table.flatMap((column) => (isDate(column) ? [String(column.values[row] ?? '').slice(0, 10)] : []))

/** The text cells that all these rows have in common, without dates. */
const namesOf = (table: readonly AnswerColumn[], rows: readonly number[]): readonly string[] =>
  table.flatMap((column) => {
    const [name, ...others] = new Set(rows.map((row) => column.values[row]))
    return !isDate(column) && typeof name === 'string' && others.length === 0 ? [name] : []
  })

/** How a number follows from the table that has it in no cell: a change, a total or a mean. */
export interface NumberWorking {
  readonly kind: 'difference' | 'growth' | 'sum' | 'mean'
  /** Unrounded. A growth is a percentage. */
  readonly value: number
  /** Of a difference or a growth, the later or first and what it is compared with. Otherwise one. */
  readonly terms: readonly [WorkingTerm, ...WorkingTerm[]]
}

/** A cell, or the sum or mean of the cells of several rows of a column. */
interface WorkingTerm {
  readonly column: string
  readonly names: readonly string[]
  /** ISO. Null for a table without days, and for several rows. */
  readonly day: string | null
  readonly rows: number
  readonly value: number
}

/** More are a coincidence. */
const maxWorkings = 3

/** How a number that has no cell may have been calculated. Empty if it cannot be told. */
export function workingsOf(
  table: readonly AnswerColumn[],
  written: string,
  isNamed: IsNamed = () => false,
): readonly NumberWorking[] {
  if (mayBeTruncated(table)) return []
  const all = [...inRows(table), ...overTime(table)]
  const ways = waysTo(written).map(([kind, scales]) =>
    matchingNumbers(
      all.filter((working) => working.kind === kind),
      written,
      scales,
    ),
  )
  const found = ways.find(({ length }) => length > 0) ?? []
  const likely = named(found, ({ terms: [{ names }] }) => names, isNamed)
  return likely.length > maxWorkings ? [] : likely
}

/**
 * The kinds of a number with its unit, simplest first: a total less something small is written as the total is. Rates may be percentages or
 * fractions in the table.
 */
function waysTo(written: string): readonly (readonly [NumberWorking['kind'], readonly number[]])[] {
  if (/bp$/i.test(written)) return [['difference', [1, 100, 10_000]]]
  if (/pp$/i.test(written)) return [['difference', [1, 100]]]
  return written.endsWith('%')
    ? [
        ['growth', [1]],
        ['mean', [1, 100]],
        ['sum', [1, 100]],
      ]
    : [
        ['sum', [1]],
        ['difference', [1]],
        ['mean', [1]],
      ]
}

/** Two numbers of a row compared with each other, and of all rows: of the last day, where there are days. */
function inRows(table: readonly AnswerColumn[]): readonly NumberWorking[] {
  const days = dayList(table)
  const last = days?.toSorted().at(-1)
  const rows = Array.from({ length: rowCount(table) }, (_, row) => row).filter((row) => days?.[row] === last)
  const sets = [...rows.map((row) => [row]), ...(rows.length > 1 ? [rows] : [])]
  return sets.flatMap((set) => {
    const terms = table.flatMap((column) => termOf(table, column, set))
    const totals = set.length > 1 ? terms.flatMap((term) => wholeOf(term)) : []
    // A total that lacks a row is none to compare.
    const whole = terms.filter((term) => term.rows === set.length)
    const pairs = whole.flatMap((one) => whole.map((other) => [one, other] as const))
    return [...totals, ...pairs.flatMap(([one, other]) => (one === other ? [] : compared(one, other)))]
  })
}

/** For each name, its last number compared with its first, and all of them together. */
function overTime(table: readonly AnswerColumn[]): readonly NumberWorking[] {
  const days = dayList(table)
  if (days === undefined) return []
  const lines = new Map<string, number[]>()
  for (const [row, day] of days.entries()) {
    if (day === '') continue
    const key = JSON.stringify(namesOf(table, [row]))
    const line = lines.get(key)
    if (line === undefined) lines.set(key, [row])
    else line.push(row)
  }
  const order = (one: number, other: number): number => ((days[one] ?? '') < (days[other] ?? '') ? -1 : 1)
  return [...lines.values()].flatMap((line) =>
    table.flatMap((column) => {
      const rows = line.filter((row) => typeof column.values[row] === 'number').toSorted(order)
      if (rows.length < 2) return []
      const [first, last] = [rows.slice(0, 1), rows.slice(-1)].map((row) => termOf(table, column, row)[0])
      const changed = first === undefined || last === undefined ? [] : compared(last, first)
      return [...changed, ...termOf(table, column, rows).flatMap((term) => wholeOf(term))]
    }),
  )
}

function termOf(
  table: readonly AnswerColumn[],
  column: AnswerColumn,
  rows: readonly number[],
): readonly WorkingTerm[] {
  const numbers = rows.flatMap((row) => {
    const value = column.values[row]
    return typeof value === 'number' ? [value] : []
  })
  const [day = null] = rows.length === 1 ? dayOf(table, rows[0] ?? 0) : []
  const value = numbers.reduce((sum, number) => sum + number, 0)
  return isDate(column) || numbers.length === 0
    ? []
    : [{ column: column.name, names: namesOf(table, rows), day, rows: numbers.length, value }]
}

const compared = (one: WorkingTerm, other: WorkingTerm): readonly NumberWorking[] => [
  { kind: 'difference', value: one.value - other.value, terms: [one, other] },
  // Across zero there is no percentage.
  ...(one.value < 0 || other.value <= 0
    ? []
    : [{ kind: 'growth', value: (one.value / other.value - 1) * 100, terms: [one, other] } as const]),
]

const wholeOf = (sum: WorkingTerm): readonly NumberWorking[] => [
  { kind: 'sum', value: sum.value, terms: [sum] },
  { kind: 'mean', value: sum.value / sum.rows, terms: [sum] },
]

const otherNumbers = (table: readonly AnswerColumn[], { column: own, row }: TableCell) =>
  table.flatMap((column) => {
    const value = column.values[row]
    return column !== own && !isDate(column) && typeof value === 'number'
      ? [{ column: column.name, value }]
      : []
  })

function periodOf(dates: AnswerColumn, rows: readonly number[]): NumberEvidence['period'] {
  const days = rows.map((row) => String(dates.values[row] ?? '').slice(0, 10)).toSorted()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  return from === '' ? null : { from, to: lastOfPeriod(to, dates), of: new Set(days).size }
}

const isDay = (cell: unknown): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell)

const dayMs = 86_400_000

/**
 * The last day of the period that starts on `from`. Rows seven days apart are weeks. Rows on the first of a month are months, or, if at
 * least three are regular, quarters or years. Rows that can be neither are days. Otherwise the period is unknown: null.
 */
function lastOfPeriod(from: string, { values }: AnswerColumn): string | null {
  const days = [...new Set(values.flatMap((value) => (value === null ? [] : [String(value).slice(0, 10)])))]
  const starts = days.toSorted().map((one) => new Date(one))
  const stepsOf = (count: (day: Date) => number): readonly number[] =>
    starts.slice(1).map((one, at) => count(one) - count(starts[at] ?? one))
  const end = new Date(from)
  const startMonths = starts.every((one) => one.getUTCDate() === 1)
  const daySteps = stepsOf((one) => one.getTime() / dayMs)
  if (startMonths) {
    const steps = stepsOf((one) => one.getUTCFullYear() * 12 + one.getUTCMonth())
    const [step = 0] = steps
    const isRegular = steps.length > 1 && steps.every((one) => one === step)
    const months = steps.includes(1) ? 1 : isRegular && (step === 3 || step === 12) ? step : null
    if (months === null) return null
    end.setUTCMonth(end.getUTCMonth() + months)
  } else if (daySteps.length > 0 && daySteps.every((step) => step === 7)) {
    end.setUTCDate(end.getUTCDate() + 7)
  } else return daySteps.some((step) => step % 7 !== 0) ? from : null
  return new Date(end.getTime() - dayMs).toISOString().slice(0, 10)
}
