import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultAsOf } from '../../local/bi-host/data/days'
import { madeSampleData, sampleDataFolder } from '../../local/cli/build'
import { openStackFolder } from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import type { LocalService } from '../../local/http/listen'
import { postgres } from '../../local/open-stack/engines/postgres'
import { trino } from '../../local/open-stack/engines/trino'
import { madeBoards } from '../../local/open-stack/superset/made-boards'
import { chartQuery, namesQuery } from '../local/open-stack/chart-sql'

/** Selected by `npm run test:open-stack -- --engine trino`. */
const isTrino = process.env['OPEN_STACK_ENGINE'] === 'trino'

const datasets = madeBoards.flatMap((made) => made.datasets)
const charts = madeBoards.flatMap(({ title, tabs }) =>
  tabs.flatMap((tab) => tab.charts.map((made) => [`${title}: ${made.tile.title}`, made] as const)),
)

const quarterBefore = `date '${defaultAsOf}' - interval '92' day`

let folder: string
let instance: DuckDBInstance
let duckdb: DuckDBConnection
let engine: ReturnType<typeof postgres | typeof trino>
let workerPort: number
const running: LocalService[] = []

beforeAll(async () => {
  const ports = await freePorts()
  workerPort = ports.portal
  folder = await mkdtemp(join(tmpdir(), 'assay-engine-'))
  // A server that root starts runs as another user.
  await chmod(folder, 0o755)
  const sample = await madeSampleData()
  engine = (isTrino ? trino : postgres)({
    port: ports.biHost,
    variable: 'ASSAY_ENGINE_PORT',
    home: join(sampleDataFolder, openStackFolder),
    folder,
    sample: () => Promise.resolve(sample),
  })
  const say = (line: string): void => console.log(line)
  await engine.install(say)
  running.push(await engine.start(say))
  instance = await DuckDBInstance.create(sample.path, { access_mode: 'READ_ONLY' })
  duckdb = await instance.connect()
}, 900_000)
afterAll(async () => {
  for (const service of running.toReversed()) await service.close()
  duckdb?.closeSync()
  instance?.closeSync()
  await rm(folder, { recursive: true, force: true })
})

let values = 0
let largest = 0

/** The difference of two values relative to the larger one; 1 if only one is null. */
function distance(value: unknown, other: unknown): number {
  if (value === null || other === null) return value === other ? 0 : 1
  const [one, two] = [Number(value), Number(other)]
  return one === two ? 0 : Math.abs(one - two) / Math.max(Math.abs(one), Math.abs(two))
}

/** Orders both results by their key columns, which come first; the others are numbers. */
async function expectSame(sql: string, keys: number): Promise<void> {
  const order = Array.from({ length: keys }, (_, at) => `${at + 1} nulls last`).join(', ')
  const ordered = keys === 0 ? sql : `${sql} order by ${order}`
  const expected = (await duckdb.runAndReadAll(ordered)).getRows()
  const found = await engine.query(ordered)
  expect(found.length).toBe(expected.length)
  expect(expected.length).toBeGreaterThan(0)
  const differing = expected.flatMap((row, line) => {
    const other = found[line] ?? []
    const isSame = row.every((value, at) => {
      if (at < keys) return String(value) === String(other[at])
      const far = distance(value, other[at] ?? null)
      if (far <= 1e-9) largest = Math.max(largest, far)
      return far <= 1e-9
    })
    values += row.length - keys
    return isSame ? [] : [[row, other].map((one) => one.map(String).join(' | '))]
  })
  expect(differing.slice(0, 5)).toEqual([])
}

/** Compares every dataset and every chart, and prints the number of compared values. */
function comparesEverything(): void {
  it.each(datasets.map((dataset) => [dataset.name, dataset] as const))(
    'dataset %s has the same rows: each row of the last quarter, and daily totals before',
    async (_, { sql, columns }) => {
      const numbers = columns.filter(({ name }) => /_(?:sum|top|bottom)$/.test(name)).map(({ name }) => name)
      const keys = columns
        .filter(({ name }) => !numbers.includes(name))
        .map(({ name, kind }) => (kind === 'number' ? name : `cast(${name} as varchar)`))
      const hasDays = columns.some(({ kind }) => kind === 'day')
      const rows = `select ${[...keys, ...numbers].join(', ')} from (${sql}) v`
      await expectSame(hasDays ? `${rows} where day > ${quarterBefore}` : rows, keys.length)
      if (!hasDays) return
      const sums = numbers.map((name) => `sum(${name})`)
      await expectSame(
        `select cast(day as varchar), ${['count(*)', ...sums].join(', ')} from (${sql}) v group by 1`,
        1,
      )
    },
  )
  it.each(charts)('chart %s has the same data', async (_, made) => {
    const { sql, keys } = chartQuery(made)
    await expectSame(sql, keys)
  })
  it.each(charts.filter(([, { asked }]) => asked.rank !== undefined))(
    'chart %s shows the same names',
    (_, made) => expectSame(`select * from (${namesQuery(made)}) n`, 1),
  )
  afterAll(() => {
    console.log(`${values} values compared, largest relative difference ${largest.toExponential(1)}`)
    values = largest = 0
  })
}

for (const nodes of isTrino ? [1, 2] : [1])
  describe(`on ${isTrino ? 'Trino' : 'PostgreSQL'} as on DuckDB, nodes: ${nodes}`, () => {
    beforeAll(async () => {
      if (nodes > 1 && 'addNode' in engine) running.push(await engine.addNode(workerPort))
    }, 300_000)
    comparesEverything()
    it('reports the reason for a refusal, and answers the next query', async () => {
      await expect(engine.query('select nothing_of_this_name from main.no_such_table')).rejects.toThrow(
        /no_such_table/,
      )
      expect((await engine.query("select 'x', 1")).map((row) => row.map(String))).toEqual([['x', '1']])
    })
  })
