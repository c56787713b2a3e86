import { afterAll, beforeAll, expect, test } from 'vitest'
import { curatedBoards } from '../../../../local/bi-host/boards/library/catalogue'
import type { BoardDefinition } from '../../../../local/bi-host/boards/definition'
import type { DrillRequest, FieldFilter, Tile } from '../../../../local/bi-host/wire/board'
import { loadBoard } from '../../../../local/bi-host/boards/load-board'
import type { Warehouse } from '../../../../local/bi-host/warehouse/warehouse'
import { sampleWarehouse } from './sample-warehouse'

let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await sampleWarehouse()
}, 120_000)
afterAll(() => warehouse.close())

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
