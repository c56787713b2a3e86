import { setMaxListeners } from 'node:events'

/**
 * LRU cache with single flight: callers share a computation that is still running. Failures are not cached. A shared computation is aborted
 * only when all its callers have aborted.
 */
export interface ResultCache<Value> {
  get(key: string, compute: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value>
  forget(key: string): void
  readonly size: () => number
  clear(): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  readonly controller: AbortController
  waiting: number
  done: boolean
}

export function createResultCache<Value>(limit: number): ResultCache<Value> {
  const entries = new Map<string, Entry<Value>>()

  const forget = (key: string, entry: Entry<Value>): void => {
    if (entries.get(key) === entry) entries.delete(key)
  }

  const start = (key: string, compute: (signal: AbortSignal) => Promise<Value>): Entry<Value> => {
    const controller = new AbortController()
    // One signal stops all queries of a board, so many listeners are no leak.
    setMaxListeners(0, controller.signal)
    const entry: Entry<Value> = { value: compute(controller.signal), controller, waiting: 0, done: false }
    entry.value.then(
      () => (entry.done = true),
      () => {
        entry.done = true
        forget(key, entry)
      },
    )
    entries.set(key, entry)
    if (entries.size > limit) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
    return entry
  }

  const wait = async (key: string, entry: Entry<Value>, signal: AbortSignal | undefined): Promise<Value> => {
    if (entry.done || !signal) {
      // A caller without a signal never aborts, so its count is never released.
      entry.waiting += 1
      return entry.value
    }
    entry.waiting += 1
    let leave = (): void => undefined
    const left = new Promise<never>((_, reject) => {
      leave = () => {
        entry.waiting -= 1
        if (entry.waiting === 0 && !entry.done) {
          forget(key, entry)
          entry.controller.abort()
        }
        reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'))
      }
    })
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([entry.value, left])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    get(key, compute, signal) {
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
      }
      return wait(key, known ?? start(key, compute), signal)
    },
    forget: (key) => void entries.delete(key),
    size: () => entries.size,
    clear: () => entries.clear(),
  }
}
