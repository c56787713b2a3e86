import { describe, expect, test } from 'vitest'
import { createResultCache } from '../../../../local/bi-host/warehouse/result-cache'

/** A computation that the test ends when it likes. */
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
  test('computes once for everybody who asks at the same time', async () => {
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
  test('goes on computing while one of two still waits, and stops when both have left', async () => {
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
  test('somebody who comes after a stop gets a computation of their own', async () => {
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
