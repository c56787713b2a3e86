import { isRecord, parsed, record } from '../kernel/json'
import type { AnswerColumn, AnswerSuggestion } from '../ports/research-assistant'
import { rowCount } from './changed-numbers'
import { isDate, rowsWritten, splitAtFigures } from './figures'

/** An answer stored for later visits. */
export interface EarlierAnswer {
  readonly id: string
  readonly sourceId: string
  /** The questions of the conversation up to this answer, oldest first. The last one is the answer's own. */
  readonly questions: readonly string[]
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  readonly table: readonly AnswerColumn[]
}

export const maxEarlierAnswers = 30
/** Per table: a year of days. */
const maxRows = 400
const version = 1

/** Adds the answer, newest first. Replaces an answer to the same questions on the same source. */
export function withAnswer(
  earlier: readonly EarlierAnswer[],
  answer: EarlierAnswer,
): readonly EarlierAnswer[] {
  return [answer, ...earlier.filter((other) => keyOf(other) !== keyOf(answer))].slice(0, maxEarlierAnswers)
}

const keyOf = ({ sourceId, questions }: EarlierAnswer): string => JSON.stringify([sourceId, questions])

/** Restores the removed answers, newest first, except to questions that have been answered again. */
export function withRestored(
  earlier: readonly EarlierAnswer[],
  removed: readonly EarlierAnswer[],
): readonly EarlierAnswer[] {
  const answered = new Set(earlier.map(keyOf))
  return [...earlier, ...removed.filter((one) => !answered.has(keyOf(one)))]
    .toSorted((a, b) => b.askedAt - a.askedAt)
    .slice(0, maxEarlierAnswers)
}

export function earlierAnswer(
  facts: Omit<EarlierAnswer, 'title' | 'table'>,
  { title, description, table }: AnswerSuggestion,
): EarlierAnswer {
  if (rowCount(table) <= maxRows) return { ...facts, title, table }
  const rows = rowsToStore(table, description)
  const stored = table.map((column) => ({ ...column, values: rows.map((row) => column.values[row] ?? null) }))
  return { ...facts, title, table: stored }
}

/**
 * The rows that a later visit is to compare: those that the numbers of the text may be from, then those of the newest days. A number
 * that many rows have takes its newest ones and its oldest, since texts compare the last day with the first.
 */
function rowsToStore(table: readonly AnswerColumn[], text: string): readonly number[] {
  const days = table.find(isDate)?.values ?? []
  const dayOf = (row: number): string => String(days[row] ?? '')
  const newest = Array.from({ length: rowCount(table) }, (_, row) => row).toSorted((one, other) =>
    dayOf(one) === dayOf(other) ? 0 : dayOf(one) > dayOf(other) ? -1 : 1,
  )
  const figures = splitAtFigures(text).filter((_, at) => at % 2 === 1)
  const share = Math.floor(maxRows / Math.max(1, figures.length))
  const written = figures.flatMap((figure) => {
    const rows = rowsWritten(table, figure)
    const found = newest.filter((row) => rows.has(row))
    return [...found.slice(-1), ...found].slice(0, share)
  })
  return [...new Set([...written, ...newest])].slice(0, maxRows).toSorted((one, other) => one - other)
}

export function writeAnswers(earlier: readonly EarlierAnswer[]): string {
  return JSON.stringify({ version, answers: earlier })
}

/** Parses the stored text. Skips invalid entries. */
export function readAnswers(text: string | null): readonly EarlierAnswer[] {
  const stored = record(parsed(text))
  if (stored['version'] !== version || !Array.isArray(stored['answers'])) return []
  return stored['answers'].filter(isEarlierAnswer).slice(0, maxEarlierAnswers)
}

/** Whether a newer portal wrote the text. This portal must not overwrite it. */
export function isFromNewerPortal(text: string | null): boolean {
  const { version: given } = record(parsed(text))
  return typeof given === 'number' && given > version
}

export function isEarlierAnswer(value: unknown): value is EarlierAnswer {
  if (!isRecord(value)) return false
  const { id, sourceId, questions, title, askedAt, table } = value
  const hasTexts = [id, sourceId, title].every((text) => typeof text === 'string')
  const hasQuestions =
    Array.isArray(questions) && questions.length > 0 && questions.every((one) => typeof one === 'string')
  return hasTexts && hasQuestions && isMoment(askedAt) && Array.isArray(table) && table.every(isColumn)
}

/** A number of milliseconds within the range of `Date`. */
function isMoment(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 8_640_000_000_000_000
}

export function isColumn(value: unknown): value is AnswerColumn {
  if (!isRecord(value) || !Array.isArray(value['values'])) return false
  const hasTexts = ['id', 'name', 'dataType'].every((key) => typeof value[key] === 'string')
  return hasTexts && value['values'].every((cell) => cell === null || cellTypes.has(typeof cell))
}

const cellTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
