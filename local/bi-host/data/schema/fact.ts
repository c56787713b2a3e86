import type { Table } from './column'

/** A fact table; `timeColumn` is the column a date range filters on. */
export function fact(
  name: string,
  title: string,
  grain: string,
  description: string,
  columns: Table['columns'],
  timeColumn = 'date',
): Table {
  return { name, title, kind: 'fact', grain, description, timeColumn, columns }
}
