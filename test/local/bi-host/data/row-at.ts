import type { Row, Rows } from '../../../../local/bi-host/data/rows'

/** A row read back by name. */
export function rowAt(rows: Rows, index: number): Row {
  return Object.fromEntries(
    rows.columns.map((values) => {
      const { name, type } = values.column
      if (values.isNull(index)) return [name, null]
      const number = values.numberAt(index)
      if (type === 'text') return [name, values.words[number] ?? null]
      return [name, type === 'boolean' ? number === 1 : number]
    }),
  )
}
