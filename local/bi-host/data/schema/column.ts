/** How tables of the sample database are described: data first, DDL and documentation are made from it. */

export type ColumnType = 'date' | 'timestamp' | 'text' | 'double' | 'integer' | 'boolean'

/**
 * What may be done with a column's values.
 * `time`: the date or instant the row belongs to. `key`: part of the grain. `attribute`: follows from the key.
 * `flow`: sums over time and over entities. `state`: sums over entities, last value in time, never a sum over days.
 * `level`: a price, rate, ratio or index: never summed; averaged only with a weight.
 */
export type ColumnRole = 'time' | 'key' | 'attribute' | 'flow' | 'state' | 'level'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly role: ColumnRole
  /** Unit in words: `USD`, `coins`, `%`, `bp per 8 h`, … Empty for names and flags. */
  readonly unit: string
  readonly description: string
  /** False means that a test refuses a null. */
  readonly nullable: boolean
}

export interface Table {
  readonly name: string
  readonly title: string
  readonly kind: 'dimension' | 'fact' | 'meta'
  /** One row is …, in words. */
  readonly grain: string
  readonly description: string
  /** The column a date range filters on; null for dimensions. */
  readonly timeColumn: string | null
  readonly columns: readonly Column[]
}

function column(
  type: ColumnType,
  role: ColumnRole,
  name: string,
  unit: string,
  description: string,
  nullable = false,
): Column {
  return { name, type, role, unit, description, nullable }
}

export const day = (description = 'UTC day, labelled by its start.', name = 'date'): Column =>
  column('date', 'time', name, 'UTC day', description)

export const instant = (description: string, name = 'ts'): Column =>
  column('timestamp', 'time', name, 'UTC instant', description)

export const key = (name: string, description: string): Column => column('text', 'key', name, '', description)

export const keyDay = (name: string, description: string): Column =>
  column('date', 'key', name, 'UTC day', description)

export const text = (name: string, description: string): Column =>
  column('text', 'attribute', name, '', description)

export const flag = (name: string, description: string): Column =>
  column('boolean', 'attribute', name, '', description)

export const dayAttribute = (name: string, description: string): Column =>
  column('date', 'attribute', name, 'UTC day', description)

export const numberAttribute = (name: string, unit: string, description: string): Column =>
  column('double', 'attribute', name, unit, description)

export const flow = (name: string, unit: string, description: string): Column =>
  column('double', 'flow', name, unit, description)

export const state = (name: string, unit: string, description: string): Column =>
  column('double', 'state', name, unit, description)

export const level = (name: string, unit: string, description: string): Column =>
  column('double', 'level', name, unit, description)

export const count = (
  name: string,
  role: 'flow' | 'state' | 'key' | 'attribute',
  unit: string,
  description: string,
): Column => column('integer', role, name, unit, description)

/** The same column, where a null has a meaning given in its description. */
export const optional = (given: Column): Column => ({ ...given, nullable: true })

/** The identity of a row's subject, which survives a change of its symbol. */
export const entity = (subject: string, example: string): Column =>
  key('entity_id', `Identity of the ${subject}, unchanged by a rename, e.g. \`${example}\`.`)

export const asset = key('asset', 'Symbol valid on the last day of the data, e.g. `BTC`.')
export const assetEntity = entity('asset', 'asset:btc')
