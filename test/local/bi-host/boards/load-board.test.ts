import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { phraseOf } from '../../../../local/bi-host/questions/phrase'
import { readerFor } from '../../../../local/bi-host/answers/read/readers'
import { runAnswer } from '../../../../local/bi-host/boards/run-answer'
import { curatedBoards, sourcesIn } from '../../../../local/bi-host/boards/library/catalogue'
import { sourcesOf } from '../../../../local/bi-host/query/resolve'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import type { BoardRequest, Tile, DrillRequest, FieldFilter } from '../../../../local/bi-host/wire/board'
import { tableOf } from '../../../../local/bi-host/rendering/table-model'
import { loadBoard } from '../../../../local/bi-host/boards/load-board'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from '../warehouse/open-warehouse'
import type { BoardDefinition } from '../../../../local/bi-host/boards/definition'

// Every tile of every board is asked for again as a question.
vi.setConfig({ testTimeout: 240_000 })

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

/** Tiles that the chart builder cannot express: weighted windows, correlations, indices, calendars. */
const beyondQuestions: Readonly<Record<string, readonly string[]>> = {
  Home: ['contribution', 'funding', 'yields', 'outliers', 'agenda'],
  Stablecoins: ['days-off-peg', 'concentration', 'worst-redemption'],
  'Global Crypto Market': [
    'cash-or-leverage',
    'share-change',
    'open-interest-coins',
    'breadth',
    'weekdays',
    'on-chain-share',
  ],
  Bitcoin: ['flow-to-issuance', 'scoreboard', 'puell'],
  Ethereum: ['eth-btc', 'net-issuance', 'against-bitcoin', 'beta', 'issuance'],
  ETF: ['heat', 'flow-or-price'],
  'Spot Analytics': [
    'breadth',
    'correlation',
    'median-move',
    'unusual',
    'strength',
    'correlations',
    'risk',
    'correlation-history',
  ],
  Derivatives: ['cone', 'slope', 'forwards', 'spread'],
  Futures: ['basis', 'are-longs-paying', 'carry', 'dispersion', 'quadrant'],
  Staking: ['concentration', 'spread'],
}

/** The rest of a ranking: a board counts a source's own "Other" among the largest, the builder does not. */
const sums: readonly string[] = ['Other', 'Total']

type Column = readonly [label: string, values: readonly number[]]

/** The numbers of a tile, one list for each line or column. For a card, only its headline figure. */
function columnsOf(tile: Tile): readonly Column[] {
  if (tile.data?.kind === 'kpi') return [['value', tile.data.value === null ? [] : [tile.data.value]]]
  const { columns, rows } = tableOf(tile)
  return columns.flatMap(({ label, numeric }, at): readonly Column[] => {
    const values = rows.flatMap((row) => {
      const raw = row[at]?.raw
      return typeof raw === 'number' && raw !== 0 && !sums.includes(row[0]?.text ?? '') ? [raw] : []
    })
    return !numeric || sums.includes(label) || values.length === 0 ? [] : [[label, values]]
  })
}

/** Labels of the tile's columns that the answer does not contain completely. Signs are ignored, because they depend on how a tile draws. */
function missing(columns: readonly Column[], given: readonly number[]): readonly string[] {
  const sorted = Float64Array.from(given, Math.abs).sort()
  const has = (value: number): boolean => {
    const size = Math.abs(value)
    const slack = 1e-9 * Math.max(1, size)
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < size - slack) low = middle + 1
      else high = middle
    }
    return (sorted[low] ?? Number.POSITIVE_INFINITY) <= size + slack
  }
  return columns.filter(([, values]) => !values.every(has)).map(([label]) => label)
}

/** Why a tile's question fails; null if its answer has the tile's numbers, or at least the share `least` of its columns. */
async function fault(tile: Tile, question: string, least: number): Promise<string | null> {
  const reader = readerFor(warehouse, warehouse.model.sources)
  const { answer, notUnderstood } = reader.read({ phrase: question })
  if (answer === null || notUnderstood.length > 0) return 'is not read'
  const reply = await runAnswer(warehouse, answer)
  if (reply.kind === 'problem') return reply.message
  const columns = columnsOf(tile)
  const given = [
    ...reply.table.cells.flat(),
    ...tableOf(reply.tile)
      .rows.flat()
      .map(({ raw }) => raw),
  ]
  const lacking = missing(
    columns,
    given.filter((value) => typeof value === 'number'),
  )
  // A table also has columns of change, and a picture has lines for comparison. Only the main column is required of them.
  const enough = ['table', 'pivot', 'candles', 'curves'].includes(tile.kind) ? 1 : columns.length * least
  return columns.length - lacking.length >= enough ? null : `lacks ${lacking.join(', ')}`
}

async function faultsOf(
  board: (typeof curatedBoards)[number],
  more: Partial<BoardRequest>,
  least = 0.5,
): Promise<string[]> {
  const { reply } = await loadBoard(warehouse, board, {
    liveboardId: board.id,
    tiles: board.tiles.map(({ id }) => id),
    ...more,
  })
  const faults: string[] = []
  for (const tile of reply.tiles) {
    if (tile.question === undefined || columnsOf(tile).length === 0) continue
    const found = await fault(tile, tile.question, least)
    if (found !== null) faults.push(`${tile.id} ${found}: ${tile.question}`)
  }
  return faults
}

describe.each(curatedBoards.map((board) => [board.title, board] as const))('%s', (title, board) => {
  test('every tile that has a question opens with its own numbers', async () => {
    expect(board.tiles.filter(({ asks }) => asks === undefined).map(({ id }) => id)).toEqual(
      beyondQuestions[title] ?? [],
    )
    expect(await faultsOf(board, {})).toEqual([])
  })

  test('every tile opens with its own numbers on a filtered board over a range that ends before the last day of data', async () => {
    const [chip] = board.chips
    const [source = '', id = ''] = chip?.field.split('.') ?? []
    const values = warehouse.facts(source).values[id] ?? []
    const value = values.find((name) => name === 'BTC') ?? values[0] ?? ''
    expect(
      await faultsOf(board, {
        days: { from: '2026-10-01', to: '2026-10-31' },
        filters: [{ field: chip?.field ?? '', op: 'in', values: [value] }],
      }),
    ).toEqual([])
  })
})

test('a ratio opens with its own numbers under a filter that one of its measures lacks', async () => {
  const found: string[] = []
  let asked = 0
  for (const board of curatedBoards) {
    const tiles = board.tiles.filter(({ together, asks }) => together !== undefined && asks !== undefined)
    for (const { field } of tiles.length === 0 ? [] : board.chips) {
      const [source = '', id = ''] = field.split('.')
      const value = warehouse.facts(source).values[id]?.[0] ?? ''
      const filters = [{ field, op: 'in', values: [value] }] as const
      found.push(...(await faultsOf(board, { tiles: tiles.map((tile) => tile.id), filters }, 0.75)))
      asked += tiles.length
    }
  }
  expect(found).toEqual([])
  expect(asked).toBeGreaterThan(5)
})

test('every question names a source or worksheet that contains all of it, if one exists', async () => {
  const { model } = warehouse
  const reader = readerFor(warehouse, model.sources)
  const worksheets = Object.values(liveboards).map(({ worksheetId }) => sourcesIn(model, worksheetId))
  const faults: string[] = []
  const kinds = new Set<string>()
  for (const board of curatedBoards) {
    const { reply } = await loadBoard(warehouse, board, {
      liveboardId: board.id,
      allTabs: true,
      part: 'definition',
    })
    for (const { id, question, sourceId } of reply.tiles) {
      const answer = question === undefined ? null : reader.read({ phrase: question }).answer
      if (answer === null) continue
      const asked = sourcesOf(model, answer.query, warehouse.asOf)
      const held = sourcesIn(model, sourceId ?? undefined)
      const holds = (sources: typeof held) => asked.every((source) => sources.includes(source))
      kinds.add(asked.length === 1 ? 'source' : sourceId ? 'worksheet' : 'none')
      if (sourceId ? !holds(held) : asked.length === 1 || worksheets.some(holds))
        faults.push(`${board.title} ${id}: ${sourceId}`)
    }
  }
  expect(faults).toEqual([])
  expect([...kinds]).toEqual(expect.arrayContaining(['source', 'worksheet']))
})

test('nearly every exact question is written in plain words', async () => {
  const reader = readerFor(warehouse, warehouse.model.sources)
  const [board] = curatedBoards.filter(({ title }) => title === 'Stablecoins')
  if (!board) throw new Error('There is no such board.')
  const { reply } = await loadBoard(warehouse, board, { liveboardId: board.id, part: 'definition' })
  const plain = reply.tiles.flatMap(({ question }) => {
    const { answer } = reader.read({ phrase: question ?? '' })
    return answer ? [phraseOf(warehouse.model, answer, (text) => reader.read({ phrase: text }).answer)] : []
  })
  expect(plain.filter((phrase) => phrase.includes('['))).toEqual([])
})

const board = (title: string): BoardDefinition => {
  const found = curatedBoards.find((candidate) => candidate.title === title)
  if (!found) throw new Error(`There is no board ${title}.`)
  return found
}

async function drilled(
  title: string,
  drill: DrillRequest,
  filters: readonly FieldFilter[] = [],
): Promise<Tile> {
  const { reply, faults } = await loadBoard(warehouse, board(title), {
    liveboardId: board(title).id,
    drill,
    filters,
  })
  expect(faults).toEqual([])
  expect(reply.tiles).toHaveLength(1)
  const [tile] = reply.tiles
  if (!tile) throw new Error('no tile')
  return tile
}

const sum = ({ data }: Tile): number =>
  data?.kind === 'bars'
    ? (data.series[0]?.values ?? []).reduce<number>((all, value) => all + (value ?? 0), 0)
    : NaN

test('a balance on a day, by another attribute, adds up to the point that was drilled into', async () => {
  const { reply } = await loadBoard(warehouse, board('Stablecoins'), {
    liveboardId: board('Stablecoins').id,
    tiles: ['supply-by-token'],
  })
  const data = reply.tiles[0]?.data
  if (data?.kind !== 'series') throw new Error('no series')
  const [first] = data.series
  const day = data.dates.at(-10) ?? ''
  const tile = await drilled(
    'Stablecoins',
    { tile: 'supply-by-token', by: 'stable_supply.chain', days: { from: day, to: day } },
    [{ field: 'stable_supply.token', op: 'in', values: [first?.key ?? ''] }],
  )
  expect(sum(tile)).toBeCloseTo(first?.values.at(-10) ?? NaN, -2)
})

test('a card over several days adds up to the card', async () => {
  const { figures } = await loadBoard(warehouse, board('Stablecoins'), {
    liveboardId: board('Stablecoins').id,
    tiles: ['net-issuance'],
  })
  const tile = await drilled('Stablecoins', { tile: 'net-issuance', by: 'stable_supply.issuer' })
  expect(sum(tile)).toBeCloseTo(figures[0]?.value ?? NaN, -2)
})

test('a tile does not offer the attribute that it shows, and a tile with custom arithmetic offers none', async () => {
  const { reply } = await loadBoard(warehouse, board('Stablecoins'), {
    liveboardId: board('Stablecoins').id,
    part: 'definition',
  })
  const offered = (id: string) => reply.tiles.find((tile) => tile.id === id)?.drill?.map(({ field }) => field)
  expect(offered('where')).toContain('stable_supply.token')
  expect(offered('where')).not.toContain('stable_supply.chain')
  expect(offered('concentration')).toBeUndefined()
  // By stablecoin or issuer, the two largest would be 100% and all others 0.
  expect(offered('two-largest')).toEqual(
    ['chain', 'backing', 'attestation'].map((id) => `stable_supply.${id}`),
  )
})

test.each([
  [{ tile: 'concentration', by: 'stable_supply.chain' }, 'cannot be broken down'],
  [{ tile: 'where', by: 'stable_supply.chain' }, 'cannot be broken down'],
  [{ tile: 'where', by: 'price.asset' }, 'cannot be broken down'],
  [{ tile: 'none', by: 'price.asset' }, 'no such chart'],
])('%j is refused', async (drill, words) => {
  await expect(drilled('Stablecoins', drill)).rejects.toThrow(words)
})
