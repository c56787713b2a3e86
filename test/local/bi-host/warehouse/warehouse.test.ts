import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEngine, QueryStopped, type Engine } from '../../../../local/bi-host/warehouse/engine'
import { smallWarehouse, type SmallWarehouse } from './open-warehouse'
import { createResultCache } from '../../../../local/bi-host/warehouse/result-cache'

describe('engine', () => {
  /** Takes far longer than any test waits. */
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
    test('stops a statement that runs too long, and keeps working', async () => {
      await expect(engine.rows(endless, [])).rejects.toMatchObject({
        name: 'QueryStopped',
        reason: 'timeout',
      })
      expect(await engine.rows('select count(*)::double as n from t', [])).toEqual({ n: [1000] })
    })
    test('stops a statement without waiting callers, even one that has not started', async () => {
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
})

describe('result cache', () => {
  /** A computation that the test finishes. */
  function computation() {
    let finish = (_value: string): void => undefined
    let fail = (_error: Error): void => undefined
    const signals: AbortSignal[] = []
    const compute = (signal: AbortSignal): Promise<string> => {
      signals.push(signal)
      return new Promise((resolve, reject) => {
        finish = resolve
        fail = reject
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      })
    }
    return { compute, signals, finish: (value: string) => finish(value), fail: (error: Error) => fail(error) }
  }

  describe('the result cache', () => {
    test('computes once for concurrent callers', async () => {
      const cache = createResultCache<string>(10)
      const work = computation()
      const both = [cache.get('a', work.compute), cache.get('a', work.compute)]
      work.finish('done')
      expect([await Promise.all(both), work.signals.length]).toEqual([['done', 'done'], 1])
      expect(await cache.get('a', work.compute)).toBe('done')
    })
    test('forgets what was not used longest', async () => {
      const cache = createResultCache<string>(2)
      const of = (key: string) => cache.get(key, () => Promise.resolve(`${key} ${cache.size()}`))
      await of('a')
      await of('b')
      await of('a')
      await of('c')
      let again = false
      await cache.get('a', () => Promise.resolve('again'))
      await cache.get('b', () => {
        again = true
        return Promise.resolve('again')
      })
      expect([again, cache.size()]).toEqual([true, 2])
    })
    test('does not keep a failure', async () => {
      const cache = createResultCache<string>(2)
      const work = computation()
      const first = cache.get('a', work.compute)
      work.fail(new Error('no'))
      await expect(first).rejects.toThrow('no')
      expect(await cache.get('a', () => Promise.resolve('yes'))).toBe('yes')
    })
    test('keeps computing while one of two callers waits, and stops when both have aborted', async () => {
      const cache = createResultCache<string>(2)
      const work = computation()
      const [ana, ben] = [new AbortController(), new AbortController()]
      const first = cache.get('a', work.compute, ana.signal)
      const second = cache.get('a', work.compute, ben.signal)
      ana.abort()
      await expect(first).rejects.toThrow()
      expect(work.signals[0]?.aborted).toBe(false)
      ben.abort()
      await expect(second).rejects.toThrow()
      expect([work.signals[0]?.aborted, cache.size()]).toEqual([true, 0])
    })
    test('a caller after an abort gets a new computation', async () => {
      const cache = createResultCache<string>(2)
      const left = new AbortController()
      const work = computation()
      const first = cache.get('a', work.compute, left.signal)
      left.abort()
      const second = cache.get('a', () => Promise.resolve('fresh'))
      await expect(first).rejects.toThrow()
      expect(await second).toBe('fresh')
    })
  })
})
