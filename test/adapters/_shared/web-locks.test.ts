import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { withWebLock } from '../../../src/adapters/_shared/web-locks'

/** A browser's lock manager for one name: first come, first served, and waiting requests can be aborted. */
function oneLock(): LockManager {
  let tail: Promise<unknown> = Promise.resolve()
  const request = (
    _name: string,
    options: LockOptions,
    task: LockGrantedCallback<unknown>,
  ): Promise<unknown> => {
    const givenUp = new Promise<never>((_resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    })
    const before = tail
    const mine = Promise.race([before, givenUp]).then(() => task({ name: 'x', mode: 'exclusive' }))
    tail = Promise.all([before, mine.catch(() => undefined)])
    return mine
  }
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager
}

describe('withWebLock', () => {
  test('runs one task after the other', async () => {
    const locks = oneLock()
    const waiting = { clock: fixedClock(0), timeoutMs: 5_000 }
    const order: string[] = []
    const task = (name: string) => async (): Promise<string> => {
      order.push(`${name} begins`)
      await Promise.resolve()
      order.push(`${name} ends`)
      return name
    }
    expect(
      await Promise.all([
        withWebLock(locks, 'x', waiting, task('first')),
        withWebLock(locks, 'x', waiting, task('second')),
      ]),
    ).toEqual(['first', 'second'])
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  })

  test('runs without the lock after its timeout', async () => {
    const locks = oneLock()
    const clock = fixedClock(0)
    const never = withWebLock(locks, 'x', { clock, timeoutMs: 5_000 }, () => new Promise(() => undefined))
    const second = withWebLock(locks, 'x', { clock, timeoutMs: 5_000 }, () => Promise.resolve('done'))
    clock.advance(5_000)
    expect(await second).toBe('done')
    expect(await Promise.race([never, Promise.resolve('still waiting')])).toBe('still waiting')
  })

  test('runs at once without the Web Locks API', async () => {
    const waiting = { clock: fixedClock(0), timeoutMs: 5_000 }
    expect(await withWebLock(undefined, 'x', waiting, () => Promise.resolve('done'))).toBe('done')
  })

  test('passes on an error and releases the lock', async () => {
    const locks = oneLock()
    const waiting = { clock: fixedClock(0), timeoutMs: 5_000 }
    await expect(withWebLock(locks, 'x', waiting, () => Promise.reject(new Error('down')))).rejects.toThrow(
      'down',
    )
    expect(await withWebLock(locks, 'x', waiting, () => Promise.resolve('next'))).toBe('next')
  })
})
