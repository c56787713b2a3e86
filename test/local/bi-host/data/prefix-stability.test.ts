import { beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../../../local/bi-host/data/generate'
import { rowAt, type Rows } from '../../../../local/bi-host/data/rows'
import { tables } from '../../../../local/bi-host/data/schema'

const edition = { scale: 1, version: 'test', generatorVersion: 1 }

/** Tables that grow day by day. Events are left out: scheduled ones reach past the end. */
const facts = tables.filter(({ kind, name }) => kind === 'fact' && name !== 'f_event').map(({ name }) => name)

type Tables = ReadonlyMap<string, Rows>

const generated = (seed: string, asOf: string): Tables =>
  new Map([...generate(seed, asOf, edition)].map((rows) => [rows.table, rows]))

/** The first row in which two tables differ, both versions of it; null when all rows of the shorter are in the longer. */
function firstDifference(shorter: Rows, longer: Rows): object | null {
  for (let row = 0; row < shorter.count; row += 1) {
    for (const [position, values] of shorter.columns.entries()) {
      const other = longer.columns[position]
      const number = values.numberAt(row)
      const isSame =
        other !== undefined &&
        Object.is(number, other.numberAt(row)) &&
        values.isNull(row) === other.isNull(row) &&
        values.words[number] === other.words[number]
      if (!isSame) return { row, was: rowAt(shorter, row), is: rowAt(longer, row) }
    }
  }
  return null
}

function table(of: Tables, name: string): Rows {
  const found = of.get(name)
  if (!found) throw new Error(`${name} was not generated.`)
  return found
}

describe('the generator', () => {
  let short: Tables
  let again: Tables
  let long: Tables
  let other: Tables
  beforeAll(() => {
    short = generated('seed', '2024-01-25')
    again = generated('seed', '2024-01-25')
    long = generated('seed', '2024-04-30')
    other = generated('another seed', '2024-01-25')
  }, 120_000)

  it('makes every table of the schema', () => {
    expect([...short.keys()].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it.each(facts)('writes no earlier row of %s anew when the end moves', (name) => {
    expect(table(short, name).count).toBeGreaterThan(0)
    expect(table(long, name).count).toBeGreaterThan(table(short, name).count)
    expect(firstDifference(table(short, name), table(long, name))).toBeNull()
  })

  it.each(tables.map(({ name }) => name))('gives the same rows of %s for the same seed', (name) => {
    expect(table(again, name).count).toBe(table(short, name).count)
    expect(firstDifference(table(short, name), table(again, name))).toBeNull()
  })

  it.each(facts)('gives other rows of %s for another seed', (name) => {
    expect(firstDifference(table(short, name), table(other, name))).not.toBeNull()
  })
})
