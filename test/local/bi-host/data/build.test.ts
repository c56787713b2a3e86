import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureDatabase } from '../../../../local/bi-host/data/build'

/** A short history, so that a file takes a second or two. */
const short = { asOf: '2023-12-01' }

async function count(path: string, sql: string): Promise<number> {
  const instance = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(sql)
  connection.closeSync()
  instance.closeSync()
  return Number(reader.getRows()[0]?.[0])
}

describe('ensureDatabase', { timeout: 60_000 }, () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-build-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('builds once, then finds the file; says how far it is', async () => {
    const lines: string[] = []
    const first = await ensureDatabase({ folder, ...short, onProgress: (line) => lines.push(line) })
    expect(first.built).toBe(true)
    expect(first.rows).toBeGreaterThan(10_000)
    expect(first.path).toContain(first.dataVersion)
    expect(lines.at(0)).toBe('Making the sample data up to 2023-12-01 …')
    expect(lines.at(-1)).toContain(`${first.rows.toLocaleString('en-US')} rows`)
    const second = await ensureDatabase({ folder, ...short })
    expect(second).toEqual({ ...first, built: false })
    expect(await readdir(folder)).toEqual([`sample-${first.dataVersion}.duckdb`])
  })

  it('keeps every total when it is asked for more rows, and removes the older file', async () => {
    const totals = 'SELECT sum(volume_usd) + sum(open_interest_usd) FROM f_cex_daily'
    const rows = 'SELECT count(*) FROM f_cex_daily'
    const single = await ensureDatabase({ folder, ...short })
    const before = { total: await count(single.path, totals), rows: await count(single.path, rows) }
    const double = await ensureDatabase({ folder, ...short, scale: 2 })
    expect(await readdir(folder)).toEqual([`sample-${double.dataVersion}.duckdb`])
    expect(double.dataVersion).not.toBe(single.dataVersion)
    expect((await count(double.path, totals)) / before.total).toBeCloseTo(1, 9)
    expect(await count(double.path, rows)).toBeGreaterThan(1.9 * before.rows)
    expect(double.rows / single.rows).toBeGreaterThan(1.6)
  })

  it('leaves nothing half-written behind and touches no file of others', async () => {
    await writeFile(join(folder, 'saved-dashboards.json'), '[]')
    await expect(ensureDatabase({ folder, asOf: '1999-01-01' })).rejects.toThrow('cannot end on 1999-01-01')
    expect(await readdir(folder)).toEqual(['saved-dashboards.json'])
  })
})
