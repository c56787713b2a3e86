import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { curatedBoards } from '../../../../local/bi-host/boards/library/catalogue'
import { portalPages } from '../../../../local/bi-host/boards/library/home-agenda'
import { loadBoard, type BoardAnswer } from '../../../../local/bi-host/boards/load-board'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import type { Tile, FieldFilter, RangeId } from '../../../../local/bi-host/wire/board'
import {
  assignColors,
  isColoredByName,
  isOther,
  isSameName,
  slotsOfAnswer,
  type ColorSlot,
} from '../../../../local/bi-host/rendering/theme/series-colors'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import { disagreeing, shared, unseenFigures, unsaid, holes } from './tile-shape'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { createCatalogue, datasetKeys } from '../../../../src/core/catalogue/catalogue'

// Computes dozens of boards, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

const ready = curatedBoards.filter(({ tiles }) => tiles.length > 0)

/** The board with the tiles of all its tabs. */
const load = async (
  board: (typeof ready)[number],
  range?: RangeId,
  filters: readonly FieldFilter[] = [],
): Promise<BoardAnswer> => {
  const answer = await loadBoard(warehouse, board, {
    liveboardId: board.id,
    filters,
    tiles: board.tiles.map(({ id }) => id),
    ...(range ? { range } : {}),
  })
  expect(answer.faults).toEqual([])
  return answer
}

/** The board with its default range, or another one. Cached here, because the warehouse's cache is too small for all boards. */
const opened = new Map<string, Promise<BoardAnswer>>()
const open = (board: (typeof ready)[number], range: RangeId = board.range): Promise<BoardAnswer> => {
  const answer = opened.get(board.id + range) ?? load(board, range)
  opened.set(board.id + range, answer)
  return answer
}

/** The pages that a visitor sees, one for each tab. */
const pages = (board: (typeof ready)[number]): Promise<readonly BoardAnswer[]> =>
  Promise.all(
    (board.tabs ?? [{ id: undefined }]).map(({ id }) =>
      loadBoard(warehouse, board, {
        liveboardId: board.id,
        part: 'definition',
        ...(id === undefined ? {} : { tabId: id }),
      }),
    ),
  )

test.each(ready.filter(({ title }) => title === 'Bitcoin' || title === 'ETF'))(
  '$title shows chosen dates on every chart over time, and their last day on the others; dates around all data change nothing',
  async (board) => {
    const asked = { liveboardId: board.id, tiles: board.tiles.map(({ id }) => id) }
    const [whole, every, spring] = await Promise.all(
      [
        {},
        { days: { from: '1970-01-01', to: '2099-12-31' } },
        { days: { from: '2026-09-01', to: '2026-10-15' } },
      ].map((days) => loadBoard(warehouse, board, { ...asked, ...days })),
    )
    expect(every?.reply).toEqual(whole?.reply)
    expect(spring?.faults).toEqual([])
    const over = (spring?.reply.tiles ?? []).flatMap(({ title, scope, data }) =>
      scope?.range !== undefined && data !== null && 'dates' in data && data.dates.length > 0
        ? [{ title, range: scope.range, first: data.dates[0] ?? '', last: data.dates.at(-1) ?? '' }]
        : [],
    )
    expect(over.length).toBeGreaterThan(3)
    for (const { range, first, last } of over) {
      expect(range).toBe('1 Sep 2026 to 15 Oct 2026')
      // The week in which the range begins is shown completely.
      expect(first >= '2026-08-25' && last <= '2026-10-15', `${first} ${last}`).toBe(true)
    }
    // As on a cluster, a filter on the date column applies to all charts that have the column.
    expect(spring?.reply.board.asOf).toBe('2026-10-15')
    const tiles = spring?.reply.tiles ?? []
    expect(tiles.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`]))).toEqual(
      [],
    )
    expect(tiles.flatMap(holes)).toEqual([])
    expect(tiles.filter(({ trust }) => trust.lastDay > '2026-10-15').map(({ id }) => id)).toEqual([])
    const summaries = ({ reply }: BoardAnswer) => reply.tiles.map(({ summary }) => summary)
    const stated = spring === undefined ? [] : summaries(spring)
    expect(stated.filter((text) => text.includes('20 Nov 2026'))).toEqual([])
  },
)

test.each([
  ['Futures', [{ field: 'trading.exchange', op: 'in', values: ['Bitget'] }]],
  ['Futures', [{ field: 'trading.exchange', op: 'in', values: ['Coinbase'] }]],
  ['RWA', [{ field: 'rwa.transfer_class', op: 'in', values: ['Represented'] }]],
] as const)('when a filter of %s leaves nothing, nothing is called the largest', async (title, filters) => {
  const board = ready.find((one) => one.title === title)
  if (board === undefined) throw new Error('There is no such board.')
  const { reply } = await load(board, undefined, filters)
  const empty = reply.tiles.filter(({ summary }) => summary === 'No data for this choice.')
  expect(empty).not.toEqual([])
  const texts = reply.tiles.flatMap(({ subtitle, summary }) => [subtitle, summary])
  expect(
    texts.filter((text) =>
      /undefined|NaN| {2}|: ?$|\b0 (?:largest|products|networks|venues|dated)/.test(text),
    ),
  ).toEqual([])
})

test('days before the first of a source are explained as without data', async () => {
  const board = ready.find(({ title }) => title === 'ETF')
  if (board === undefined) throw new Error('There is no such board.')
  const { reply } = await loadBoard(warehouse, board, {
    liveboardId: board.id,
    tiles: board.tiles.map(({ id }) => id),
    days: { from: '2023-12-01', to: '2024-01-01' },
  })
  const problems = reply.tiles.flatMap(({ problem }) => problem ?? [])
  expect([...new Set(problems)]).toEqual(['No data for these days.'])
})

test('the twelve boards are there in the order of the catalogue', () => {
  const missing = Object.values(liveboards).filter(
    ({ id }) => !curatedBoards.some((board) => board.id === id),
  )
  const list = 'curatedBoards of local/bi-host/boards/library/catalogue.ts'
  expect(missing.map(({ title }) => `There is no board ${title} in ${list}.`)).toEqual([])
  expect(curatedBoards.map(({ id }) => id)).toEqual(Object.values(liveboards).map(({ id }) => id))
})

describe.each(ready.map((board) => [board.title, board] as const))('%s', (_title, board) => {
  test.each([board.range, '30D', 'ALL'] as const)('every tile has its data over %s', async (range) => {
    const { reply } = await open(board, range)
    expect(
      reply.tiles.flatMap(({ id, problem }) => (problem === undefined ? [] : [`${id}: ${problem}`])),
    ).toEqual([])
    expect(reply.tiles.flatMap(holes)).toEqual([])
  })

  test('every tile is accessible: a sentence with its numbers, and all of them in a table', async () => {
    const { reply } = await open(board)
    expect(reply.tiles.length).toBe(board.tiles.length)
    expect(reply.tiles.flatMap(unsaid)).toEqual([])
  })

  test('tiles have their own ids, fill whole rows of the grid, and begin with KPIs', async () => {
    expect(new Set(board.tiles.map(({ id }) => id)).size).toBe(board.tiles.length)
    for (const { reply } of await pages(board)) {
      const begun = reply.tiles.findIndex(({ kind }) => kind !== 'kpi')
      expect(begun).toBeGreaterThanOrEqual(2)
      let row = 0
      // Headline figures fill their rows evenly, whatever their number.
      for (const { span } of reply.tiles.slice(begun)) {
        row += span
        expect(row).toBeLessThanOrEqual(60)
        if (row === 60) row = 0
      }
      expect(row).toBe(0)
    }
    expect(board.tiles.filter(({ kind }) => kind === 'kpi').length).toBeGreaterThanOrEqual(
      board.id === liveboards.home.id ? 5 : 4,
    )
  })

  test('each tile is on one tab, and an unknown tab opens the first', async () => {
    const all = await pages(board)
    expect(all.flatMap(({ reply }) => reply.tiles.map(({ id }) => id)).toSorted()).toEqual(
      board.tiles.map(({ id }) => id).toSorted(),
    )
    expect(all.map(({ reply }) => reply.board.activeTabId)).toEqual(board.tabs?.map(({ id }) => id) ?? [null])
    const [first] = all
    const lost = await loadBoard(warehouse, board, {
      liveboardId: board.id,
      tabId: 'gone',
      part: 'definition',
    })
    expect(lost.reply.board.activeTabId).toBe(first?.reply.board.activeTabId)
  })

  test('every tile that states a number states the same one', async () => {
    const answer = await open(board)
    expect(shared([answer]).length).toBeGreaterThanOrEqual(1)
    expect(disagreeing([answer])).toEqual([])
  })

  test('a tile states what it shows, and a card is the last point of its series, in one unit', async () => {
    const answer = await open(board)
    const { reply } = answer
    expect(unseenFigures(answer)).toEqual([])
    const cards = reply.tiles.flatMap(({ id, data }) => (data?.kind === 'kpi' ? [{ id, data }] : []))
    expect(cards.filter(({ data }) => data.value !== data.spark.values.at(-1)).map(({ id }) => id)).toEqual(
      [],
    )
    // All gaps of one rate have the same unit: basis points or percentage points.
    const units = cards.map(({ id, data }) => ({
      id,
      kinds: data.changes.map(({ format }) => format.kind).filter((kind) => kind === 'pp' || kind === 'bps'),
    }))
    expect(units.filter(({ kinds }) => new Set(kinds).size > 1)).toEqual([])
  })

  test('cards agree with charts and tables of the same board', async () => {
    const cards = board.tiles.filter(({ kind }) => kind === 'kpi').map(({ id }) => id)
    const backed = new Set<string>()
    // Over 30 days, bars are of single days, and sums of a range are those of a card.
    for (const range of [board.range, '30D'] as const) {
      const answer = await open(board, range)
      expect(disagreeing([answer])).toEqual([])
      const { figures } = answer
      const elsewhere = new Set(figures.filter(({ tile }) => !cards.includes(tile)).map(({ name }) => name))
      for (const { tile, name } of figures) if (elsewhere.has(name)) backed.add(tile)
    }
    expect(cards.filter((id) => !backed.has(id))).toEqual(undrawn[board.title] ?? [])
  })

  test('a choice in each filter changes the board and still agrees', async () => {
    const whole = await open(board)
    for (const { field, values, chosen } of whole.reply.board.filters) {
      // "Other" comes after all names.
      expect(values.slice(0, -1).filter(isOther)).toEqual([])
      const value = values.find((name) => !chosen.includes(name)) ?? ''
      const answer = await load(board, undefined, [{ field, op: 'in', values: [value] }])
      expect(disagreeing([answer])).toEqual([])
      expect(answer.reply.board.filters.find((chip) => chip.field === field)?.chosen).toEqual([value])
      expect(changed(whole.reply.tiles, answer.reply.tiles).length).toBeGreaterThan(0)
    }
  })

  test('clicking a part of a tile filters the others but not the tile itself', async () => {
    const { reply } = await open(board)
    for (const tile of reply.tiles) {
      const key = firstKey(tile)
      if (tile.crossFilterField === undefined || key === null) continue
      const filters: readonly FieldFilter[] = [
        { field: tile.crossFilterField, op: 'in', values: [key], fromTile: tile.id },
      ]
      const clicked = await loadBoard(warehouse, board, { liveboardId: board.id, filters, tiles: [tile.id] })
      expect(clicked.reply.tiles.map(({ id, data }) => [id, data])).toEqual([[tile.id, tile.data]])
    }
  })

  test('rows open pages of the portal', async () => {
    const { reply } = await open(board)
    const links = reply.tiles.flatMap(({ data }) => (data?.kind === 'table' ? (data.rowLinks ?? []) : []))
    const known: readonly (string | null)[] = [null, ...Object.values(portalPages)]
    expect(links.filter((link) => !known.includes(link))).toEqual([])
  })
})

test('boards agree with each other', async () => {
  const answers = await Promise.all(ready.map((board) => open(board)))
  expect(shared(answers).length).toBeGreaterThan(ready.length)
  expect(disagreeing(answers)).toEqual([])
})

/** The cards whose number no chart and no table of their board shows. */
const undrawn: Readonly<Record<string, readonly string[]>> = {
  Home: ['stablecoin-supply'],
  Stablecoins: ['bridged'],
  Bitcoin: ['rv', 'dominance', 'flow-to-issuance'],
  ETF: ['eth-holdings'],
  Lending: ['utilisation'],
  'Spot Analytics': ['top-venue', 'breadth', 'median-move'],
  Derivatives: ['atm-eth'],
  Futures: ['funding'],
  Staking: ['reward'],
  RWA: ['represented', 'yield'],
}

function changed(before: readonly Tile[], after: readonly Tile[]): string[] {
  return after
    .filter(
      ({ id, data }) => JSON.stringify(data) !== JSON.stringify(before.find((tile) => tile.id === id)?.data),
    )
    .map(({ id }) => id)
}

function firstKey({ data }: Tile): string | null {
  if (data?.kind === 'series') return data.series[0]?.key ?? null
  if (data?.kind === 'bars') return data.categories[0]?.key ?? null
  if (data?.kind === 'parts') return data.nodes[0]?.key ?? null
  return data?.kind === 'table' ? String(data.cells[0]?.[0] ?? '') || null : null
}

/** The names that a chart assigns colors to, without duplicates. */
function coloredNames({ data }: Tile): readonly string[] {
  const keys =
    data?.kind === 'series'
      ? data.series.map(({ colorKey }) => colorKey)
      : data?.kind === 'parts'
        ? data.nodes.map(({ colorKey }) => colorKey)
        : data?.kind === 'curves'
          ? data.curves.map(({ colorKey }) => colorKey)
          : data?.kind === 'scatter'
            ? data.points.map(({ colorKey }) => colorKey)
            : data?.kind === 'candles'
              ? data.overlays.map(({ colorKey }) => colorKey)
              : data?.kind === 'table'
                ? (data.rowColors ?? [])
                : data?.kind === 'bars' && data.series.length > 1
                  ? data.series.map(({ colorKey }) => colorKey)
                  : data?.kind === 'bars' && data.shape !== 'diverging-bars' && isColoredByName(data)
                    ? data.categories.map(({ colorKey }) => colorKey)
                    : []
  return [...new Set(keys)].filter((key) => !isOther(key))
}

test('no two names of a chart share a color, and a name has one color on every dashboard, over any range and in an answer by itself', async () => {
  const worn = new Map<string, Map<ColorSlot, string>>()
  const shared: string[] = []
  for (const board of ready) {
    for (const range of [board.range, '30D', 'ALL'] as const) {
      const { tiles } = (await open(board, range)).reply
      const slots = assignColors(tiles, new Map())
      for (const tile of tiles) {
        const names = coloredNames(tile)
        const alone = slotsOfAnswer(tile)
        for (const [at, name] of names.entries()) {
          const slot = slots.get(name)
          if (slot === undefined) throw new Error(`${board.title}/${tile.id}: ${name} has no color`)
          const known = [...worn.keys()].find((other) => isSameName(other, name)) ?? name
          const where = `${board.title}/${tile.id}, ${range}`
          const colors = (worn.get(known) ?? new Map<ColorSlot, string>()).set(slot, where)
          worn.set(known, colors.set(alone.get(name) ?? 'other', `${where}, by itself`))
          const twin = names
            .slice(0, at)
            .find((other) => slots.get(other) === slot && !isSameName(other, name))
          if (twin !== undefined) shared.push(`${where}: ${name} and ${twin}`)
        }
      }
    }
  }
  expect(shared).toEqual([])
  expect([...worn].filter(([, slots]) => slots.size > 1)).toEqual([])
  expect(worn.size).toBeGreaterThan(150)
})

/** Equal up to `least`: parts are added in any order, which changes the last digits of a chart's sizes. */
function isAlike(one: unknown, other: unknown, least: number): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) <= least
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [mine, others] = [Object.entries(one), Object.entries(other)]
  return (
    mine.length === others.length &&
    mine.every(([key, value], at) => others[at]?.[0] === key && isAlike(value, others[at]?.[1], least))
  )
}

const sizeOf = (value: unknown): number =>
  typeof value === 'number'
    ? Math.abs(value)
    : Math.max(0, ...Object.values(typeof value === 'object' && value !== null ? value : {}).map(sizeOf))

test('days are UTC days in every time zone of the machine: hours, trading dates, weeks, and days ahead', async () => {
  const boards = ready.filter(({ title }) => ['Home', 'ETF', 'Spot Analytics'].includes(title))
  const here = await Promise.all(boards.map((board) => open(board)))
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  try {
    expect(new Date('2026-11-20T00:00:00Z').getHours()).toBe(14)
    const elsewhere = await sampleWarehouse()
    for (const [at, board] of boards.entries()) {
      const request = { liveboardId: board.id, tiles: board.tiles.map(({ id }) => id) }
      const { tiles } = (await loadBoard(elsewhere, board, request)).reply
      const others = tiles.filter(
        (tile, index) => !isAlike(tile, here[at]?.reply.tiles[index], 1e-9 * sizeOf(tile.data)),
      )
      expect(others.map(({ id }) => id)).toEqual([])
    }
    await elsewhere.close()
  } finally {
    vi.unstubAllEnvs()
  }
  expect(boards).toHaveLength(3)
})

const folder = join(import.meta.dirname, '../../../../local/bi-host/boards/library')
const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Every element of every `tiles: […]` list in a board's file, as text. */
async function entriesOf(name: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, name), 'utf8')
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object') return
    const node = value as {
      readonly type?: string
      readonly key?: { readonly name?: string }
      readonly value?: { readonly type?: string; readonly elements?: readonly Node[] }
    }
    if (node.type === 'Property' && node.key?.name === 'tiles' && node.value?.type === 'ArrayExpression') {
      found.push(
        ...(node.value.elements ?? [])
          .filter(({ type }) => type === 'CallExpression')
          .map(({ start, end }) => text.slice(start, end)),
      )
    }
    Object.values(value).forEach(visit)
  }
  visit(parseSync(name, text).program)
  return found
}

describe('a tile is one short entry', () => {
  test.each(files)('%s', async (name) => {
    const long = (await entriesOf(name)).filter((entry) => entry.split('\n').length > 12)
    expect(long).toEqual([])
  })
  test('and the lists exist', async () => {
    const counts = await Promise.all(files.map(async (name) => (await entriesOf(name)).length))
    expect(counts.filter((count) => count > 8).length).toBeGreaterThanOrEqual(12)
  })
})

test('rows open the pages of the portal by its own paths', () => {
  const paths = createCatalogue({
    productName: 'Assay',
    dashboardIds: Object.fromEntries(datasetKeys.map((key) => [key, key])) as Record<
      (typeof datasetKeys)[number],
      string
    >,
    sourceIds: {},
  }).datasets.map(({ path }) => path)
  expect(Object.values(portalPages).every((path) => (paths as readonly string[]).includes(path))).toBe(true)
})
