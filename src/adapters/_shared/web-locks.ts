import type { Clock } from '../../core/ports/clock'

/**
 * Runs the task while no other tab of this portal runs one under the same name. After `patience` milliseconds of waiting it runs
 * all the same: a tab that hangs must not keep the others from signing in.
 */
export async function inTurn<Value>(
  locks: LockManager | undefined,
  name: string,
  waiting: { readonly clock: Clock; readonly patience: number },
  task: () => Promise<Value>,
): Promise<Value> {
  if (locks === undefined) return task()
  const queue = new AbortController()
  let underWay: Promise<Value> | undefined
  const cancel = waiting.clock.after(waiting.patience, () => queue.abort())
  try {
    await locks.request(name, { signal: queue.signal }, async () => {
      cancel()
      underWay = task()
      // Its failure belongs to the caller, not to the lock.
      await underWay.catch(() => undefined)
    })
  } catch {
    // Not our turn in time, or locks are refused on this page.
  } finally {
    cancel()
  }
  return underWay ?? task()
}
