import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BoardDefinition } from '../../../../local/bi-host/boards/definition'
import { loadBoard } from '../../../../local/bi-host/boards/load-board'
import { series } from '../../../../local/bi-host/boards/tiles/series'
import { count } from '../../../../local/bi-host/model/formats'
import type { Source } from '../../../../local/bi-host/model/source'
import { smallWarehouse, type SmallWarehouse } from '../warehouse/open-warehouse'

const demoBoard: BoardDefinition = {
  id: 'demo',
  title: 'Demo',
  description: 'One tile.',
  range: '30D',
  chips: [{ field: 'mining.pool', multiple: true }],
  tiles: [
    series('blocks', 'Blocks by pool', 'mining.blocks', {
      subtitle: 'By {grain}, {range}',
      by: 'pool',
      shape: 'stacked-bars',
    }),
  ],
}

/** A subject that the model does not have. It shows what a new source needs. */
const mining: Source = {
  id: 'mining',
  label: 'Mining',
  description: 'One day and mining pool: blocks found.',
  from: 'mining_days',
  tables: ['mining_days'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    blocks: {
      kind: 'additive',
      sql: 'blocks',
      label: 'Blocks',
      format: count,
      unit: 'Blocks, summed over the interval',
      definition: 'Blocks found by the pool; luck makes single days jump.',
    },
  },
  attributes: { pool: { label: 'Pool', sql: 'pool', concept: 'mining pool' } },
}

let small: SmallWarehouse
beforeAll(async () => {
  small = await smallWarehouse(
    [mining],
    [
      "create table mining_days as select d::date as date, p.pool, 10 * p.size + day(d) as blocks, p.size * 100 as rate from range(date '2025-11-21', date '2026-11-21', interval 1 day) days(d), (values ('North', 1), ('South', 3)) p(pool, size)",
    ],
    '2026-11-20',
  )
})
afterAll(() => small.close())

test('one source file and one entry of at most twelve lines make a tile', async () => {
  const own = await readFile(import.meta.filename, 'utf8')
  const begin = own.indexOf('    series(')
  const entry = own.slice(begin, own.indexOf('\n  ],', begin))
  expect(entry.trim().split('\n').length).toBeLessThanOrEqual(12)

  const { reply, faults } = await loadBoard(small.warehouse, demoBoard, { liveboardId: 'demo' })
  expect(faults).toEqual([])
  const [tile] = reply.tiles
  expect(tile).toMatchObject({
    title: 'Blocks by pool',
    crossFilterField: 'mining.pool',
    trust: { unit: 'Blocks, summed over the interval' },
    data: { kind: 'series', series: [{ key: 'South' }, { key: 'North' }] },
  })
  expect(tile?.data?.kind === 'series' ? tile.data.dates.length : 0).toBe(30)
})

test('a source with a flaw is refused when the model is made', async () => {
  const { createModel } = await import('../../../../local/bi-host/model/semantic-model')
  expect(() => createModel([mining, mining])).toThrow('share an id')
  expect(() => createModel([{ ...mining, id: 'Mining; drop' }])).toThrow('plain lower-case id')
  expect(() => createModel([{ ...mining, carry: { unit: 'nope', days: 2 } }])).toThrow(
    'not one of its attributes',
  )
  expect(() => createModel([{ ...mining, carry: { unit: 'pool', days: 9 } }])).toThrow('1 to 4 days')
})
