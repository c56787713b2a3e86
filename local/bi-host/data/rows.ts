import { type Column, tableNamed } from './schema'

/** One row by column name. Dates are days since 1970, timestamps milliseconds since 1970. */
export type Row = Readonly<Record<string, string | number | boolean | null>>

/** Rows of one table, stored by column. */
export interface Rows {
  readonly table: string
  readonly count: number
  readonly columns: readonly ColumnValues[]
}

export interface ColumnValues {
  readonly column: Column
  /** Numbers. For text the index in `words`, for booleans 0 or 1. Undefined where `isNull`. */
  numberAt(row: number): number
  isNull(row: number): boolean
  /** Distinct texts in order of appearance. Empty for other types. */
  readonly words: readonly string[]
}

export interface RowWriter {
  add(row: Row): void
  finish(): Rows
}

const pageSize = 8192

/** Collects rows of a table of the schema. Throws on a missing or misspelled column, and on a null where none is allowed. */
export function rowsOf(table: string): RowWriter {
  const { columns } = tableNamed(table)
  const writers = columns.map(columnWriter)
  let count = 0
  return {
    add(row) {
      for (const writer of writers) writer.push(row[writer.column.name])
      count += 1
    },
    finish: () => ({ table, count, columns: writers }),
  }
}

interface ColumnWriter extends ColumnValues {
  push(value: string | number | boolean | null | undefined): void
}

function columnWriter(column: Column): ColumnWriter {
  const pages: Float64Array[] = []
  const nulls = new Set<number>()
  const words: string[] = []
  const positions = new Map<string, number>()
  let page = new Float64Array(0)
  let length = 0

  const encode = (value: string | number | boolean): number => {
    if (typeof value === 'number') return value
    if (typeof value === 'boolean') return value ? 1 : 0
    const known = positions.get(value)
    if (known !== undefined) return known
    positions.set(value, words.length)
    return words.push(value) - 1
  }

  return {
    column,
    words,
    push(value) {
      const slot = length % pageSize
      if (slot === 0) pages.push((page = new Float64Array(pageSize)))
      if (value === null && column.nullable) {
        nulls.add(length)
      } else {
        const number = value === null || value === undefined ? Number.NaN : encode(value)
        if (!Number.isFinite(number)) throw new Error(`${column.name} has no value (${String(value)}).`)
        page[slot] = number
      }
      length += 1
    },
    numberAt: (row) => pages[Math.floor(row / pageSize)]?.[row % pageSize] ?? Number.NaN,
    isNull: (row) => nulls.has(row),
  }
}
