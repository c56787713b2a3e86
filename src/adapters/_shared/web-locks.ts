import type { Clock } from '../../core/ports/clock'

/**
 * Runs the task while no other tab of this portal runs one under the same name. After `timeoutMs` in the queue, or where locks are not
 * to be had, it runs all the same: a tab that hangs must not hang the others. Settles as the task does.
 */
export function withWebLock<Value>(
  locks: LockManager | undefined,
  name: string,
  queue: { readonly clock: Pick<Clock, 'after'>; readonly timeoutMs: number },
  task: () => Promise<Value>,
): Promise<Value> {
  if (locks === undefined) return task()
  return new Promise((resolve, reject) => {
    const waiting = new AbortController()
    let begun = false
    // With the lock or without; one that comes after that is given back at once.
    const run = async (): Promise<void> => {
      if (begun) return
      begun = true
      cancel()
      try {
        resolve(await task())
      } catch (cause) {
        reject(cause)
      }
    }
    const cancel = queue.clock.after(queue.timeoutMs, () => {
      waiting.abort()
      // Not left to the request: Chromium waits for ever on one that is given up before it has reached the lock manager.
      void run()
    })
    // Refused: the lock is not to be had.
    locks.request(name, { signal: waiting.signal }, run).catch(run)
  })
}
