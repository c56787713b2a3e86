import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyWithRetry } from '../../src/ui/app/use-deferred-ui'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A file that comes at the given attempt. */
function file(attempt: number) {
  let asked = 0
  const there = vi.fn()
  const load = (): Promise<string> => {
    asked += 1
    return asked < attempt ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('module')
  }
  void lazyWithRetry(load).then(there)
  return { there, asked: () => asked }
}

test('a file that does not come is asked for again, less and less often', async () => {
  const { there, asked } = file(4)
  await vi.advanceTimersByTimeAsync(999)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(3)
  expect(there).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(there).toHaveBeenCalledExactlyOnceWith('module')
})

test('the network’s return ends the wait, and nothing is asked for twice', async () => {
  const { there, asked } = file(2)
  await vi.advanceTimersByTimeAsync(1)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(there).toHaveBeenCalledOnce()
  expect(asked()).toBe(2)
})
