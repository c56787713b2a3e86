import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, afterEach, beforeEach, describe, expect, it, beforeAll } from 'vitest'
import {
  ensureDatabase,
  generate,
  partOf,
  partsPerRow,
  type SampleDatabase,
} from '../../../../local/bi-host/data/build'
import {
  cmeTradeDate,
  isCmeOpen,
  isNyseOpen,
  nyseHolidays,
  daysToExpiry,
  expiriesAfter,
  expiryKind,
  monthlyExpiriesAfter,
} from '../../../../local/bi-host/data/universe/universe'
import { dayOf, isNewYorkSummer, isoOf, lastFriday, weekdayOf } from '../../../../local/bi-host/data/days'
import { rowsOf, type Rows, type Column, tableNamed, tables } from '../../../../local/bi-host/data/rows'
import { isAlive } from '../../../../local/cli/running-stack'
import { rowAt } from './identities'

describe('build', () => {
  /** A short history, which takes a second or two to generate. */
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
    /** Folder with a complete file, for tests of later builds. */
    let made: string
    beforeAll(async () => {
      made = await mkdtemp(join(tmpdir(), 'assay-build-'))
      await ensureDatabase({ folder: made, ...short })
    })
    afterAll(() => rm(made, { recursive: true, force: true }))
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'assay-build-'))
    })
    afterEach(() => rm(folder, { recursive: true, force: true }))

    async function found(): Promise<SampleDatabase> {
      await cp(made, folder, { recursive: true })
      return ensureDatabase({ folder, ...short })
    }

    it('builds once and then reuses the file, and reports progress', async () => {
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

    it.each([
      ['empty', 0],
      ['cut off', 0.6],
      ['all but its last block', 0.98],
    ])('rebuilds a file that is %s, and reports it', async (_, part) => {
      const first = await found()
      const { size } = await stat(first.path)
      await truncate(first.path, Math.floor(size * part))
      const lines: string[] = []
      const second = await ensureDatabase({ folder, ...short, onProgress: (line) => lines.push(line) })
      expect(second).toEqual({ ...first, built: true })
      expect(lines[0]).toMatch(/is damaged: it is made again/)
      expect(await count(second.path, 'SELECT count(*) FROM f_cex_daily')).toBeGreaterThan(0)
    })

    it('removes unfinished files of a dead process, and none of a running one', async () => {
      const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
      await once(gone, 'exit')
      for (const pid of [gone.pid, process.ppid])
        await writeFile(join(folder, `unfinished-abc-${pid}.duckdb`), 'half')
      await ensureDatabase({ folder, ...short, isAlive })
      const left = (await readdir(folder)).filter((name) => name.startsWith('unfinished'))
      expect(left).toEqual([`unfinished-abc-${process.ppid}.duckdb`])
    })

    it('keeps every total with more rows, and removes the older file', async () => {
      const totals = 'SELECT sum(volume_usd) + sum(open_interest_usd) FROM f_cex_daily'
      const rows = 'SELECT count(*) FROM f_cex_daily'
      const single = await found()
      const before = { total: await count(single.path, totals), rows: await count(single.path, rows) }
      const double = await ensureDatabase({ folder, ...short, scale: 2 })
      expect(await readdir(folder)).toEqual([`sample-${double.dataVersion}.duckdb`])
      expect(double.dataVersion).not.toBe(single.dataVersion)
      expect((await count(double.path, totals)) / before.total).toBeCloseTo(1, 9)
      expect(await count(double.path, rows)).toBeGreaterThan(1.9 * before.rows)
      expect(double.rows / single.rows).toBeGreaterThan(1.6)
    })

    it('leaves no partial file behind and touches no other files', async () => {
      await writeFile(join(folder, 'saved-dashboards.json'), '[]')
      await expect(ensureDatabase({ folder, asOf: '1999-01-01' })).rejects.toThrow('cannot end on 1999-01-01')
      expect(await readdir(folder)).toEqual(['saved-dashboards.json'])
    })
  })
})

describe('scale', () => {
  const columnOf = (table: string, name: string): Column => {
    const found = tableNamed(table).columns.find((column) => column.name === name)
    if (!found) throw new Error(`No column ${name} in ${table}.`)
    return found
  }

  const parts = (column: Column, value: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, part) => partOf(column, value, part, count))

  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

  describe('a larger file', () => {
    it('splits flows and states into parts that sum to the row', () => {
      const volume = parts(columnOf('f_cex_daily', 'volume_usd'), 123_456_789, 13)
      expect(sum(volume)).toBeCloseTo(123_456_789, 3)
      expect(new Set(volume).size).toBe(13)
    })

    it('keeps integers as integers', () => {
      const transfers = parts(columnOf('f_stable_bridge', 'transfers'), 7, 13)
      expect(sum(transfers)).toBe(7)
      expect(transfers.every(Number.isInteger)).toBe(true)
    })

    it('repeats prices and rates', () => {
      expect(parts(columnOf('f_lending_daily', 'borrow_apy_pct'), 5.5, 3)).toEqual([5.5, 5.5, 5.5])
    })

    it('splits tables whose rows add up, leaves the others, and comes near the wanted size', () => {
      const made = [
        ['f_cex_daily', 700],
        ['f_funding_8h', 300],
      ] as const
      const tables = made.map(([table, count]) => ({ ...rowsOf(table).finish(), count }))
      const perRow = partsPerRow(tables, 10)
      expect(perRow('f_funding_8h')).toBe(1)
      expect(perRow('f_cex_daily') * 700 + 300).toBeGreaterThan(9_500)
      expect(perRow('f_cex_daily') * 700 + 300).toBeLessThan(10_500)
      expect(partsPerRow(tables, 1)('f_cex_daily')).toBe(1)
    })
  })
})

describe('prefix stability', () => {
  const edition = { scale: 1, version: 'test', generatorVersion: 1 }

  /** Tables that grow day by day. Events are excluded, because scheduled ones lie after the end date. */
  const facts = tables
    .filter(({ kind, name }) => kind === 'fact' && name !== 'f_event')
    .map(({ name }) => name)

  type Tables = ReadonlyMap<string, Rows>

  const generated = (seed: string, asOf: string): Tables =>
    new Map([...generate(seed, asOf, edition)].map((rows) => [rows.table, rows]))

  /** The first row in which two tables differ, in both versions; null if the longer table starts with all rows of the shorter. */
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

    it.each(facts)('does not change earlier rows of %s when the end date moves', (name) => {
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
})

describe('the calendar', () => {
  const openDays = (from: string, to: string): number => {
    let count = 0
    for (let day = dayOf(from); day <= dayOf(to); day += 1) if (isNyseOpen(day)) count += 1
    return count
  }

  describe('New York calendar', () => {
    it.each([
      ['2023', 250],
      ['2024', 252],
      ['2025', 250],
      ['2026', 251],
    ])('had %s with %i trading days', (year, days) => {
      expect(openDays(`${year}-01-01`, `${year}-12-31`)).toBe(days)
    })

    it.each([
      '2025-01-09',
      '2024-03-29',
      '2023-11-23',
      '2026-07-03',
      '2026-11-26',
      '2025-06-19',
      '2024-01-15',
    ])('is closed on %s', (iso) => {
      expect(isNyseOpen(dayOf(iso))).toBe(false)
    })

    it.each(['2023-11-24', '2024-12-24', '2025-11-28', '2026-11-20', '2023-11-10'])('trades on %s', (iso) => {
      expect(isNyseOpen(dayOf(iso))).toBe(true)
    })

    it('lists no holiday on a weekend', () => {
      expect([...nyseHolidays.keys()].filter((day) => weekdayOf(day) % 6 === 0)).toEqual([])
    })

    it('handles daylight saving time', () => {
      expect(
        ['2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02'].map((iso) => isNewYorkSummer(dayOf(iso))),
      ).toEqual([false, true, true, false])
    })
  })

  describe('CME calendar', () => {
    it('has no weekends before 29 May 2026 and all days after', () => {
      expect(
        ['2026-05-23', '2026-05-24', '2026-05-28', '2026-05-30', '2026-05-31'].map((iso) =>
          isCmeOpen(dayOf(iso)),
        ),
      ).toEqual([false, false, true, true, true])
    })

    it('dates weekend trades to the next business day', () => {
      expect(isoOf(cmeTradeDate(dayOf('2026-05-30')))).toBe('2026-06-01')
      expect(isoOf(cmeTradeDate(dayOf('2026-06-02')))).toBe('2026-06-02')
    })
  })

  describe('expiries', () => {
    it('are Fridays; the last of a month is monthly, of a quarter quarterly', () => {
      expect(isoOf(lastFriday(dayOf('2025-12-03')))).toBe('2025-12-26')
      expect(
        ['2025-12-19', '2025-12-26', '2026-01-30', '2026-03-27'].map((iso) => expiryKind(dayOf(iso))),
      ).toEqual(['Weekly', 'Quarterly', 'Monthly', 'Quarterly'])
    })

    it('exclude the expiry of the same day, which was at 08:00', () => {
      expect(isoOf(expiriesAfter(dayOf('2025-12-26'), 10)[0]?.day ?? 0)).toBe('2026-01-02')
      expect(isoOf(expiriesAfter(dayOf('2025-12-25'), 10)[0]?.day ?? 0)).toBe('2025-12-26')
      expect(monthlyExpiriesAfter(dayOf('2025-12-26'), 2).map(({ day }) => isoOf(day))).toEqual([
        '2026-01-30',
        '2026-02-27',
      ])
    })

    it('are measured from the end of the day to 08:00 UTC, on CME to 16:00 London', () => {
      expect(daysToExpiry(dayOf('2025-12-25'), dayOf('2025-12-26'))).toBeCloseTo(8 / 24)
      expect(daysToExpiry(dayOf('2025-12-25'), dayOf('2025-12-26'), true)).toBeCloseTo(16 / 24)
      expect(daysToExpiry(dayOf('2025-06-26'), dayOf('2025-06-27'), true)).toBeCloseTo(15 / 24)
    })
  })
})
