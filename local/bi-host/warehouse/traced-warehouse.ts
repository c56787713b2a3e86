import type { Warehouse } from './warehouse'

/** The same warehouse; `told` hears every statement it is asked for, with its values written in, for people to read. */
export function tracedWarehouse(warehouse: Warehouse, told: (sql: string) => void): Warehouse {
  return {
    ...warehouse,
    run(query, signal) {
      const { sql, values } = warehouse.compiled(query)
      told(readable(sql, values))
      return warehouse.run(query, signal)
    },
    statement(sql, values, signal) {
      told(readable(sql, values))
      return warehouse.statement(sql, values, signal)
    },
  }
}

/** Text as SQL writes it. Nothing runs this text: statements take their values as parameters. */
function readable(sql: string, values: readonly (string | number)[]): string {
  return sql.replaceAll(/\$(\d+)/g, (place, at: string) => {
    const value = values[Number(at) - 1]
    if (value === undefined) return place
    return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
  })
}
