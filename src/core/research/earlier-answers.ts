import type { AnswerColumn, AnswerSuggestion } from '../ports/research-assistant'

/** An answer as it was, for the next visit. */
export interface EarlierAnswer {
  readonly id: string
  readonly sourceId: string
  /** The questions of the conversation that led to it, oldest first; the last one is its own. */
  readonly questions: readonly string[]
  readonly title: string
  /** Milliseconds since 1970. */
  readonly askedAt: number
  readonly table: readonly AnswerColumn[]
}

export const mostEarlierAnswers = 30
const mostRows = 200
const version = 1

/** Newest first; the same questions on the same source are stored once. */
export function withAnswer(
  earlier: readonly EarlierAnswer[],
  answer: EarlierAnswer,
): readonly EarlierAnswer[] {
  const about = (one: EarlierAnswer): string => JSON.stringify([one.sourceId, one.questions])
  return [answer, ...earlier.filter((other) => about(other) !== about(answer))].slice(0, mostEarlierAnswers)
}

export function earlierAnswer(
  facts: Omit<EarlierAnswer, 'title' | 'table'>,
  answer: AnswerSuggestion,
): EarlierAnswer {
  const table = answer.table.map((column) => ({ ...column, values: column.values.slice(0, mostRows) }))
  return { ...facts, title: answer.title, table }
}

export function writeAnswers(earlier: readonly EarlierAnswer[]): string {
  return JSON.stringify({ version, answers: earlier })
}

/** What was stored; entries that cannot be read are left out. */
export function readAnswers(text: string | null): readonly EarlierAnswer[] {
  const stored = recordIn(text)
  if (stored['version'] !== version || !Array.isArray(stored['answers'])) return []
  return stored['answers'].filter(isEarlierAnswer).slice(0, mostEarlierAnswers)
}

/** Whether it is a text of a later portal, over which this one must not write. */
export function isOfLaterPortal(text: string | null): boolean {
  const { version: given } = recordIn(text)
  return typeof given === 'number' && given > version
}

function recordIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null')
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

export function isEarlierAnswer(value: unknown): value is EarlierAnswer {
  if (!isRecord(value)) return false
  const { id, sourceId, questions, title, askedAt, table } = value
  const texts = [id, sourceId, title].every((text) => typeof text === 'string')
  const asked =
    Array.isArray(questions) && questions.length > 0 && questions.every((one) => typeof one === 'string')
  return texts && asked && isMoment(askedAt) && Array.isArray(table) && table.every(isColumn)
}

/** Something that can be written as a date. */
function isMoment(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= 8_640_000_000_000_000
}

export function isColumn(value: unknown): value is AnswerColumn {
  if (!isRecord(value) || !Array.isArray(value['values'])) return false
  const named = ['id', 'name', 'dataType'].every((key) => typeof value[key] === 'string')
  return named && value['values'].every((cell) => cell === null || plain.has(typeof cell))
}

const plain: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
