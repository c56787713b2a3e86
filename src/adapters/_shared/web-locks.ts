import type { Clock } from '../../core/ports/clock'

/**
 * Runs the task while no other tab of this portal runs one under the same name. After `timeoutMs` in the queue, or without lock support,
 * it runs all the same: a tab that hangs must not block the others. Settles as the task does.
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
    let hasStarted = false
    // Runs with the lock or without it. A lock that is granted later is released at once.
    const run = async (): Promise<void> => {
      if (hasStarted) return
      hasStarted = true
      cancel()
      try {
        resolve(await task())
      } catch (cause) {
        reject(cause)
      }
    }
    const cancel = queue.clock.after(queue.timeoutMs, () => {
      waiting.abort()
      // Does not rely on the rejected request: Chromium never settles one that is aborted before it has reached the lock manager.
      void run()
    })
    // The lock was refused: runs without it.
    locks.request(name, { signal: waiting.signal }, run).catch(run)
  })
}
