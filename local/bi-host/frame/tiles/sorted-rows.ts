import type { TableData } from '../../wire/board'

export type Sort = NonNullable<TableData['sort']>

/** Row numbers in order; cells without a value come last either way. */
export function sortedRows(data: TableData, sort: Sort | null): readonly number[] {
  const count = data.cells[0]?.length ?? 0
  const rows = Array.from({ length: count }, (_, row) => row)
  const cells = sort ? data.cells[sort.column] : undefined
  if (!sort || !cells) return rows
  return rows.sort((left, right) => {
    const [a, b] = [cells[left] ?? null, cells[right] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
    return sort.descending ? -order : order
  })
}
