import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { curatedBoards } from '../../../../local/bi-host/boards/library/catalogue'
import type { BoardDefinition } from '../../../../local/bi-host/boards/definition'
import { loadBoard, type BoardAnswer } from '../../../../local/bi-host/boards/load-board'
import {
  rangeIds,
  type BoardRequest,
  type FieldFilter,
  type Tile,
} from '../../../../local/bi-host/wire/board'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { brokenLaws, lawNames } from './laws'
import { planted } from './planted'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import { disagreeing, sum, unseenFigures } from './tile-shape'

// Computes hundreds of answers, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

async function whole(board: BoardDefinition, request: Partial<BoardRequest>): Promise<BoardAnswer> {
  const loaded = await loadBoard(warehouse, board, { liveboardId: board.id, ...request })
  expect(loaded.faults).toEqual([])
  return loaded
}

const answer = async (...asked: Parameters<typeof whole>) => (await whole(...asked)).reply

/** Any of these boards with any of its ranges and at most one of its filters set. */
const situationsOf = (...boards: readonly BoardDefinition[]) =>
  fc
    .tuple(fc.constantFrom(...boards), fc.nat(), fc.option(fc.nat()), fc.nat())
    .map(([board, range, chip, value]) => ({
      board,
      range: (board.ranges ?? rangeIds)[range % (board.ranges ?? rangeIds).length] ?? board.range,
      chip: chip === null ? undefined : board.chips[chip % Math.max(1, board.chips.length)],
      value,
    }))

/** For each board two of its ranges, at least one of them filtered. */
const pairs = fc.tuple(
  ...curatedBoards.map((board) =>
    fc
      .uniqueArray(situationsOf(board), { minLength: 2, maxLength: 2, selector: ({ range }) => range })
      .filter((pair) => pair.some(({ chip }) => chip !== undefined)),
  ),
)

function filtersOf(situation: { chip: BoardDefinition['chips'][number] | undefined; value: number }) {
  const { chip, value } = situation
  if (chip === undefined) return []
  const [source = '', id = ''] = chip.field.split('.')
  const values = warehouse.facts(source).values[id] ?? []
  return [{ field: chip.field, op: 'in', values: [values[value % values.length] ?? ''] }] as const
}

/** The total of a tile; null if the tile does not show everything or its numbers cannot be added. */
function totalOf({ data }: Tile, kind: string): number | null {
  if (data?.kind === 'kpi') return data.value
  if (data?.kind !== 'series') return null
  const lines = data.series.map(({ values }) => values)
  return kind === 'additive' ? sum(lines.map(sum)) : sum(lines.map((values) => values.at(-1) ?? null))
}

test('a tile that is broken down adds up to what it shows, over the selected range', async () => {
  const compared = new Set<string>()
  await fc.assert(
    fc.asyncProperty(situationsOf(...curatedBoards), fc.nat(), fc.nat(), async (situation, which, field) => {
      const { board, range } = situation
      const able = board.tiles.filter(({ drill, measure, kind }) => {
        const [source = '', name = ''] = measure.split('.')
        const about = warehouse.model.source(source).measures[name]
        return drill && (kind === 'kpi' || kind === 'series') && about?.kind !== 'ratio'
      })
      const tile = able[which % Math.max(1, able.length)]
      if (tile === undefined) return
      const [source = '', name = ''] = tile.measure.split('.')
      const filters: readonly FieldFilter[] = filtersOf(situation)
      const whole = await answer(board, { range, filters, tiles: [tile.id] })
      const offered = whole.tiles[0]?.drill ?? []
      const by = offered[field % Math.max(1, offered.length)]?.field
      if (by === undefined || whole.tiles[0] === undefined) return
      const drilled = await answer(board, { range, filters, drill: { tile: tile.id, by } })
      const { data, subtitle } = drilled.tiles[0] ?? {}
      const kind = warehouse.model.source(source).measures[name]?.kind ?? ''
      const total = totalOf(whole.tiles[0], kind)
      const parts = data?.kind === 'bars' ? sum(data.series[0]?.values ?? []) : NaN
      const size =
        data?.kind === 'bars' ? sum((data.series[0]?.values ?? []).map((v) => Math.abs(v ?? 0))) : 0
      const label = `${board.title}/${tile.id} by ${by}, ${range}, ${JSON.stringify(filters)}: ${parts} of ${total}`
      expect(Math.abs(parts - (total ?? 0)) <= 1e-6 * Math.max(size, 1), label).toBe(true)
      expect(subtitle, label).toMatch(/\d{4}$/)
      compared.add(`${board.title}/${tile.id}`)
    }),
    { numRuns: 150, seed: 24 },
  )
  expect(compared.size).toBeGreaterThan(30)
})

test('every chart that offers to be broken down can be', async () => {
  const asked = curatedBoards.flatMap((board) => board.tiles.map(({ id }) => ({ board, id })))
  const failed = await Promise.all(
    asked.map(async ({ board, id }) => {
      const [tile] = (await answer(board, { range: '90D', tiles: [id] })).tiles
      const { field: by = '' } = tile?.drill?.[0] ?? {}
      if (by === '') return []
      const [drilled] = (await answer(board, { range: '90D', drill: { tile: id, by } })).tiles
      return drilled?.data?.kind === 'bars'
        ? []
        : [`${board.title}/${id} by ${by}: ${drilled?.problem ?? ''}`]
    }),
  )
  expect(failed.flat()).toEqual([])
})

test('on every board a tile names its filters and range, and every numeric rule holds for it', async () => {
  const seen = { ignored: 0, narrowed: 0 }
  const broken: unknown[] = []
  // Sampled, not asserted: a failure is told below, and shrinking all boards at once would take minutes.
  for (const situation of fc.sample(pairs, { numRuns: 1, seed: 24 }).flat(2)) {
    const { board, range, chip } = situation
    const filters: readonly FieldFilter[] = filtersOf(situation)
    const tiles = board.tiles.map(({ id }) => id)
    const chosen = await whole(board, { range, filters, tiles })
    const narrowed = chosen.reply
    const unranged = narrowed.tiles.flatMap(({ id, scope }) => (scope?.range === undefined ? [id] : []))
    const [open, elsewhen] = await Promise.all([
      filters.length === 0 ? narrowed : answer(board, { range, tiles }),
      answer(board, { range: range === '30D' ? 'ALL' : '30D', filters, tiles: unranged }),
    ])
    const look = { board, range, filters, tiles: narrowed.tiles, open: open.tiles }
    broken.push(...(await brokenLaws(warehouse, look)), ...disagreeing([chosen]), ...unseenFigures(chosen))
    const label = narrowed.board.filters.find(({ field }) => field === chip?.field)?.label ?? ''
    for (const [at, tile] of narrowed.tiles.entries()) {
      const { id, scope, data, subtitle } = tile
      const name = `${board.title}/${id} ${range} ${JSON.stringify(filters)}: ${subtitle}`
      const changed = JSON.stringify(data) !== JSON.stringify(open.tiles[at]?.data)
      if (scope === undefined) throw new Error(`${name} has no scope`)
      if (chip !== undefined && scope.ignored.includes(label)) {
        expect(changed, `${name} is narrowed and denies it`).toBe(false)
        seen.ignored += 1
      } else if (chip !== undefined) {
        expect(scope.filters.join(), name).toContain(`${label} = `)
        expect(subtitle, name).not.toMatch(/\b(all|every|whole)\b (?!history)|\b18 assets\b/i)
        seen.narrowed += 1
      }
      if (scope.range === undefined)
        expect(
          JSON.stringify(elsewhen.tiles.find((other) => other.id === id)?.data),
          `${name} follows the range`,
        ).toBe(JSON.stringify(data))
      const words = /(?<=, )(last (30|90) days|last year|all history)$/.exec(subtitle)?.[0]
      if (words !== undefined) expect(scope.range, name).toBe(words)
    }
  }
  expect(broken).toEqual([])
  expect(Math.min(seen.ignored, seen.narrowed)).toBeGreaterThan(60)
})

test.each([
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2025-01-01', to: '2025-12-31' },
])('a caption that counts days, or calls them all, is right from $from to $to', async (days) => {
  for (const board of curatedBoards) {
    const { tiles } = await answer(board, { days, tiles: board.tiles.map(({ id }) => id) })
    const look = { board, range: board.range, filters: [], tiles, open: tiles }
    expect(await brokenLaws(warehouse, look, 'counts its days')).toEqual([])
  }
})

test('a chart filtered to a coin shows no line of another, and a card does not mention one', async () => {
  const drawn: string[] = []
  for (const board of curatedBoards) {
    const field = board.chips.find((chip) => chip.field.endsWith('.asset'))?.field
    if (field === undefined) continue
    const filters: readonly FieldFilter[] = [{ field, op: 'in', values: ['ETH'] }]
    const tiles = board.tiles.flatMap(({ id, kind }) => (kind === 'series' || kind === 'kpi' ? [id] : []))
    const reply = await answer(board, { range: '30D', filters, tiles })
    for (const { id, data, scope } of reply.tiles)
      if (!scope?.ignored.includes('Asset')) {
        const lines = data?.kind === 'series' ? data.series.map(({ label }) => label) : []
        const remarks =
          data?.kind === 'kpi' ? [data.note ?? '', ...data.changes.map(({ label }) => label)] : []
        if (lines.includes('BTC') || /\bBTC\b/.test(remarks.join(' '))) drawn.push(`${board.title}/${id}`)
      }
  }
  expect(drawn).toEqual([])
})

test('the share of Treasuries is of the transfer classes that are chosen, by name', async () => {
  const rwa = curatedBoards.find(({ title }) => title === 'RWA')
  if (rwa === undefined) throw new Error('No board of RWA.')
  const remark = async (...values: readonly string[]): Promise<string> => {
    const filters: readonly FieldFilter[] = [{ field: 'rwa.transfer_class', op: 'in', values }]
    const [tile] = (await answer(rwa, { filters, tiles: ['treasuries'] })).tiles
    return tile?.data?.kind === 'kpi' ? (tile.data.note ?? '') : ''
  }
  expect(await remark('Distributed')).toMatch(/^[\d.]+% of distributed value$/)
  expect(await remark('Distributed', 'Represented')).toMatch(/^[\d.]+% of all value$/)
})

test('every rule has a planted error that it must find', () => {
  expect(new Set(planted.map(({ law }) => law))).toEqual(new Set(lawNames))
})

test.each(planted)('$law: refuses $fault ($board/$tile)', async (one) => {
  const board = curatedBoards.find(({ title }) => title === one.board)
  if (board === undefined) throw new Error(`no ${one.board}`)
  const range = one.range ?? board.range
  const [field, value] = one.filter ?? []
  const filters: readonly FieldFilter[] =
    field === undefined || value === undefined ? [] : [{ field, op: 'in', values: [value] }]
  const ids = [one.tile, ...(one.beside === undefined ? [] : [one.beside])]
  const [{ tiles: open }, { tiles }] = await Promise.all([
    answer(board, { range, tiles: ids }),
    answer(board, { range, filters, tiles: ids }),
  ])
  const look = { board, range, filters, tiles, open }
  expect(await brokenLaws(warehouse, look)).toEqual([])
  const broken = tiles.map((tile) => (tile.id === one.tile ? one.plant(tile) : tile))
  expect(await brokenLaws(warehouse, { ...look, tiles: broken })).toEqual(
    expect.arrayContaining([expect.stringContaining(` ${one.law}: `)]),
  )
})

test('no name in "Other" has moved more money than one that is shown', async () => {
  let compared = 0
  for (const board of curatedBoards) {
    const stacked = board.tiles.filter(({ kind, measure, drill }) => {
      const [source = '', name = ''] = measure.split('.')
      const about = warehouse.model.source(source).measures[name]
      return kind === 'series' && about?.kind === 'additive' && drill?.by[0] !== undefined
    })
    if (stacked.length === 0) continue
    for (const range of board.ranges ?? rangeIds)
      for (const { data, id } of (await answer(board, { range, tiles: stacked.map((tile) => tile.id) }))
        .tiles) {
        const { measure = '', drill } = stacked.find((tile) => tile.id === id) ?? {}
        const [source = '', name = ''] = measure.split('.')
        const shown = data?.kind === 'series' ? data.series.map(({ key }) => key) : []
        const [by] = drill?.by ?? []
        if (data?.kind !== 'series' || by === undefined || !shown.includes('Other')) continue
        const filters = [
          ...(drill?.where ?? []),
          ...(board.defaults ?? []).filter(({ field }) => field.startsWith(`${source}.`)),
        ]
        const span = { from: data.dates[0] ?? '', to: '2030-01-01' }
        const { columns } = await warehouse.run({
          source,
          measures: [name],
          dims: [by],
          grain: 'day',
          range: span,
          filters,
        })
        const moved = new Map<string, number>()
        for (const [row, key] of (columns[by] ?? []).entries())
          moved.set(String(key), (moved.get(String(key)) ?? 0) + Math.abs(Number(columns[name]?.[row] ?? 0)))
        const least = Math.min(...shown.filter((key) => key !== 'Other').map((key) => moved.get(key) ?? 0))
        const hidden = [...moved].filter(([key, size]) => !shown.includes(key) && size > least * (1 + 1e-9))
        expect(hidden, `${board.title}/${id} ${range}`).toEqual([])
        compared += 1
      }
  }
  expect(compared).toBeGreaterThan(20)
})

test('the grid of fund flows adds up both ways under any filter, and shows a zero as zero', async () => {
  const etf = curatedBoards.find(({ title }) => title === 'ETF')
  if (etf === undefined) throw new Error('no ETF board')
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(...etf.chips), async (value, chip) => {
      const filters: readonly FieldFilter[] = filtersOf({ chip, value })
      const { data } = (await answer(etf, { filters, tiles: ['heat'] })).tiles[0] ?? {}
      if (data?.kind !== 'pivot') throw new Error('no grid')
      const { values, totals = [] } = data
      for (const row of values) expect(row.at(-1) ?? 0).toBeCloseTo(sum(row.slice(0, -1)), 2)
      for (const [at, total] of totals.entries())
        expect(total ?? 0).toBeCloseTo(sum(values.map((row) => row[at] ?? null)), 2)
      expect(totals.at(-1) ?? 0).toBeCloseTo(sum(totals.slice(0, -1)), 2)
      if (values.length > 10) expect(values.flat()).toContain(0)
    }),
    { numRuns: 10, seed: 24 },
  )
})

test('cards of lending add up under any filter: the borrowed amount is the utilization of borrowed plus idle', async () => {
  const lending = curatedBoards.find(({ title }) => title === 'Lending')
  if (lending === undefined) throw new Error('no Lending dashboard')
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(...lending.chips), async (value, chip) => {
      const filters: readonly FieldFilter[] = filtersOf({ chip, value })
      const tiles = ['supplied', 'borrowed', 'utilisation', 'idle']
      const [supplied = NaN, borrowed = NaN, utilization = NaN, idle = NaN] = (
        await answer(lending, { filters, tiles })
      ).tiles.map((tile) => (tile.data?.kind === 'kpi' ? (tile.data.value ?? 0) : NaN))
      expect((100 * borrowed) / (borrowed + idle)).toBeCloseTo(utilization, 6)
      expect(borrowed + idle).toBeLessThanOrEqual(supplied * (1 + 1e-9))
    }),
    { numRuns: 10, seed: 24 },
  )
})

test('concentration of staked ether is that of its pools day by day, where "Native" is thousands of operators', async () => {
  const staking = curatedBoards.find(({ title }) => title === 'Staking')
  const { data } =
    (staking && (await answer(staking, { range: 'ALL', tiles: ['concentration'] })).tiles[0]) ?? {}
  if (data?.kind !== 'series') throw new Error('no concentration of staked ether')
  const { columns } = await warehouse.run({
    source: 'staking',
    measures: ['staked_coins'],
    dims: ['protocol'],
    grain: 'day',
    range: 'ALL',
    filters: [{ field: 'network', op: 'eq', values: ['Ethereum'] }],
  })
  const days = new Map<string, Map<string, number>>()
  for (const [row, date] of (columns['date'] ?? []).entries()) {
    const pools = days.get(String(date)) ?? new Map<string, number>()
    pools.set(String(columns['protocol']?.[row]), Number(columns['staked_coins']?.[row] ?? 0))
    days.set(String(date), pools)
  }
  const expected = [1, 3].map((count) =>
    data.dates.map((date) => {
      const { Native = 0, ...pools } = Object.fromEntries(days.get(date) ?? [])
      const sizes = Object.values(pools).toSorted((one, other) => other - one)
      return (100 * sum(sizes.slice(0, count))) / (sum(sizes) + Native)
    }),
  )
  expect(data.series.map(({ label }) => label)).toEqual(['Largest provider', 'Three largest'])
  for (const [at, { values, axis }] of data.series.entries()) {
    expect(axis).not.toBe('right')
    for (const [row, value] of values.entries()) expect(value).toBeCloseTo(expected[at]?.[row] ?? NaN, 6)
  }
  const natives = data.dates.map((date) => days.get(date)?.get('Native') ?? 0)
  expect(Math.min(...natives)).toBeGreaterThan(0)
})

test('a mean of seven days has its first week: lines of funding begin where their range does', async () => {
  for (const [title, id] of [
    ['Home', 'funding'],
    ['Futures', 'are-longs-paying'],
  ] as const) {
    const board = curatedBoards.find((one) => one.title === title)
    const { data } = (board && (await answer(board, { range: '30D', tiles: [id] })).tiles[0]) ?? {}
    if (data?.kind !== 'series') throw new Error(`${title} has no ${id}`)
    expect(data.dates).toHaveLength(30)
    for (const { label, values } of data.series) expect(values[0], `${title}/${id} ${label}`).not.toBeNull()
  }
})

test('the agenda has the days that end early, and on each day the largest notional first', async () => {
  const home = curatedBoards.find(({ title }) => title === 'Home')
  const { data } = (home && (await answer(home, { tiles: ['agenda'] })).tiles[0]) ?? {}
  if (data?.kind !== 'table') throw new Error('Home has no agenda')
  const [days = [], what = [], size = []] = data.cells
  expect(what.map((text, row) => `${String(days[row])}: ${String(text)}`).join('\n')).toMatch(
    /Fri 27 Nov.*NYSE.*early/i,
  )
  for (const [row, notional] of size.entries())
    if (row > 0 && days[row] === days[row - 1])
      expect(Number(notional ?? 0)).toBeLessThanOrEqual(Number(size[row - 1] ?? Infinity))
})
