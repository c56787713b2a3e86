import { isRecord, parsed, record } from '../kernel/json'
import type { AnswerColumn, AnswerSuggestion } from '../ports/research-assistant'

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
const maxRows = 200
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
  answer: AnswerSuggestion,
): EarlierAnswer {
  const table = answer.table.map((column) => ({ ...column, values: column.values.slice(0, maxRows) }))
  return { ...facts, title: answer.title, table }
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
