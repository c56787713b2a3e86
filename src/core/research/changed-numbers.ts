import type { AnswerColumn } from '../ports/research-assistant'

type Cell = AnswerColumn['values'][number]

/** A number that is another one than before, by its column's id and its row. */
export interface ChangedNumber {
  readonly column: string
  readonly row: number
  readonly before: number
}

/**
 * The numbers of `after` that stood otherwise in `before`. Rows are the same when everything in them that is no number is, wherever
 * they stand; a row or a column that was not there before has no changed numbers, it is new.
 */
export function changedNumbers(
  before: readonly AnswerColumn[],
  after: readonly AnswerColumn[],
): readonly ChangedNumber[] {
  const known = new Map<string, number>()
  for (let row = rowCount(before) - 1; row >= 0; row -= 1) known.set(nameOfRow(before, row), row)
  const changed: ChangedNumber[] = []
  for (let row = 0; row < rowCount(after); row += 1) {
    const earlier = known.get(nameOfRow(after, row))
    if (earlier === undefined) continue
    for (const column of after) {
      const was = before.find(({ id }) => id === column.id)?.values[earlier]
      const is = column.values[row]
      if (typeof was === 'number' && typeof is === 'number' && was !== is)
        changed.push({ column: column.id, row, before: was })
    }
  }
  return changed
}

export function rowCount(columns: readonly AnswerColumn[]): number {
  return columns.reduce((most, { values }) => Math.max(most, values.length), 0)
}

/** What a row is about. */
function nameOfRow(columns: readonly AnswerColumn[], row: number): string {
  const words: readonly (readonly [string, Cell])[] = columns
    .map(({ id, values }) => [id, values[row] ?? null] as const)
    .filter(([, value]) => typeof value !== 'number')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(words)
}
