import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine, QueryStopped, type Engine } from '../../../../local/bi-host/warehouse/engine'
import { smallWarehouse, type SmallWarehouse } from '../model/small-warehouse'

/** Far longer than any test waits for. */
const endless = 'select count(*) as n from range(1000000000) a, range(1000000) b'

let small: SmallWarehouse
let engine: Engine
beforeAll(async () => {
  small = await smallWarehouse([], ['create table t as select range as n from range(1000)'], '2026-11-20')
  engine = await openEngine({ file: small.file, connections: 2, timeoutMs: 150 })
})
afterAll(async () => {
  await engine.close()
  await small.close()
})

describe('the engine', () => {
  test('stops a statement that runs too long, and goes on', async () => {
    await expect(engine.rows(endless, [])).rejects.toMatchObject({ name: 'QueryStopped', reason: 'timeout' })
    expect(await engine.rows('select count(*)::double as n from t', [])).toEqual({ n: [1000] })
  })
  test('stops a statement that nobody waits for, also one that has not begun', async () => {
    const controller = new AbortController()
    const running = [1, 2, 3, 4].map(() => engine.rows(endless, [], controller.signal))
    controller.abort()
    const ends = await Promise.allSettled(running)
    expect(
      ends.map((end) =>
        end.status === 'rejected' && end.reason instanceof QueryStopped ? end.reason.reason : 'ran',
      ),
    ).toEqual(Array.from({ length: 4 }, () => 'cancelled'))
    expect(engine.running()).toBe(0)
  })
  test('answers many at once over few connections', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => engine.rows('select $1::double as n', [n])),
    )
    expect(answers.map(({ n }) => n?.[0])).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })
  test('gives a connection back after a failure', async () => {
    for (let round = 0; round < 5; round += 1)
      await expect(engine.rows('select nothing from nowhere', [])).rejects.toThrow()
    expect(await engine.rows('select 1::double as n', [])).toEqual({ n: [1] })
  })
  test('closes while statements run, and ends them', async () => {
    const other = await openEngine({ file: small.file, connections: 2 })
    const running = [1, 2, 3].map(() => other.rows(endless, []))
    const ends = Promise.allSettled(running)
    await other.close()
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(other.rows('select 1', [])).rejects.toThrow(QueryStopped)
  })
  const outside = [
    "select * from read_text('/etc/hosts')",
    "select * from read_csv('package.json')",
    "copy t to '/tmp/out.csv'",
    "attach '/tmp/other.duckdb' as other",
    'install httpfs',
    'set enable_external_access = true',
    'set threads = 8',
    'create table more (n int)',
    'delete from t',
  ]
  test.each(outside)('cannot leave the file or change it: %s', async (sql) => {
    await expect(engine.rows(sql, [])).rejects.toThrow()
  })
})
