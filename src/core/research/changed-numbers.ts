import { isSameNumber } from '../kernel/numbers'
import type { AnswerColumn } from '../ports/research-assistant'

type Cell = AnswerColumn['values'][number]

/** A number that has changed: its column's id, its row, and the value before. */
export interface ChangedNumber {
  readonly column: string
  readonly row: number
  readonly before: number
}

interface Comparison {
  readonly changes: readonly ChangedNumber[]
  /** How many of the numbers in `after` have a number before. */
  readonly compared: number
  /** How many numbers `after` has. */
  readonly total: number
}

/**
 * The numbers in `after` that differ from `before`. Rows match by their non-numeric cells, whatever their position. Rows with the
 * same non-numeric cells cannot be told apart and are not compared. Numbers in a new row or column do not count as changed.
 */
export function changedNumbers(before: readonly AnswerColumn[], after: readonly AnswerColumn[]): Comparison {
  const known = distinctRows(before)
  const changes: ChangedNumber[] = []
  let compared = 0
  for (const [key, row] of distinctRows(after)) {
    const earlier = known.get(key)
    if (earlier === undefined) continue
    for (const column of after) {
      const was = before.find(({ id }) => id === column.id)?.values[earlier]
      const is = column.values[row]
      if (typeof was !== 'number' || typeof is !== 'number') continue
      compared += 1
      if (!isSameNumber(was, is)) changes.push({ column: column.id, row, before: was })
    }
  }
  const total = after.flatMap(({ values }) => values.filter((value) => typeof value === 'number')).length
  return { changes, compared, total }
}

export function rowCount(columns: readonly AnswerColumn[]): number {
  return columns.reduce((most, { values }) => Math.max(most, values.length), 0)
}

/** The rows by their key, without those that share one. */
function distinctRows(columns: readonly AnswerColumn[]): ReadonlyMap<string, number> {
  const keys = Array.from({ length: rowCount(columns) }, (_, row) => rowKey(columns, row))
  const last = new Map(keys.map((key, row) => [key, row]))
  const shared = new Set(keys.filter((key, row) => last.get(key) !== row))
  return new Map([...last].filter(([key]) => !shared.has(key)))
}

/** Identifies a row by its non-numeric cells. */
function rowKey(columns: readonly AnswerColumn[], row: number): string {
  const words: readonly (readonly [string, Cell])[] = columns
    .map(({ id, values }) => [id, values[row] ?? null] as const)
    .filter(([, value]) => typeof value !== 'number')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(words)
}
