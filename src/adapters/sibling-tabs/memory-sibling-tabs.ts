import { readTabMessage } from '../../core/session/tab-message'
import type { Clock } from '../../core/ports/clock'
import type { SiblingTabs, TabMessage } from '../../core/ports/sibling-tabs'

/** The "browser" that several tabs in one process share. */
export interface MemoryBrowser {
  /** Opens a new tab; `dispose` closes it. */
  open(): SiblingTabs
  /** Posts any value, as a foreign script of the same origin could. */
  postRaw(anything: unknown): void
  /** Every message that was posted, oldest first. */
  readonly posted: readonly unknown[]
}

interface Tab {
  readonly announced: Set<{ readonly text: string }>
  readonly listeners: Set<(message: TabMessage) => void>
}

interface Waiter {
  readonly tab: Tab
  readonly start: () => void
}

/** Tabs linked in this process. `after` times the wait for a lock; default: real time. */
export function memoryBrowser(options: { readonly after?: Clock['after'] } = {}): MemoryBrowser {
  const locks = memoryLocks(options.after ?? realAfter)
  const tabs = new Set<Tab>()
  const posted: unknown[] = []

  const deliver = (anything: unknown, sender: Tab | null): void => {
    posted.push(anything)
    const message = readTabMessage(structuredClone(anything))
    if (message === null) return
    for (const tab of tabs) {
      if (tab === sender) continue
      // Asynchronously, as between real tabs, and only to tabs that are still open then.
      queueMicrotask(() => {
        if (tabs.has(tab)) for (const listener of tab.listeners) listener(message)
      })
    }
  }
  return {
    posted,
    postRaw: (anything) => deliver(anything, null),
    open() {
      const tab: Tab = { announced: new Set(), listeners: new Set() }
      tabs.add(tab)
      return {
        async lock(name, timeoutMs, task) {
          const release = await locks.acquire(name, timeoutMs, tab)
          try {
            return await task()
          } finally {
            release()
          }
        },
        announce(text) {
          const entry = { text }
          tab.announced.add(entry)
          return Promise.resolve(() => void tab.announced.delete(entry))
        },
        announcements: () =>
          Promise.resolve(
            [...tabs].flatMap((other) =>
              other === tab ? [] : [...other.announced].map((entry) => entry.text),
            ),
          ),
        post: (message) => (tabs.has(tab) ? deliver(message, tab) : undefined),
        watch(listener) {
          const own = (message: TabMessage): void => listener(message)
          tab.listeners.add(own)
          return () => void tab.listeners.delete(own)
        },
        dispose() {
          tabs.delete(tab)
          tab.announced.clear()
          tab.listeners.clear()
          locks.leaveAll(tab)
        },
      }
    },
  }
}

/** Locks by name, each with a queue whose first entry holds the lock. */
function memoryLocks(after: Clock['after']) {
  const queues = new Map<string, Waiter[]>()
  const leave = (name: string, waiter: Waiter): void => {
    const queue = queues.get(name) ?? []
    const wasFirst = queue[0] === waiter
    const rest = queue.filter((other) => other !== waiter)
    queues.set(name, rest)
    if (wasFirst) rest[0]?.start()
  }
  return {
    /** Settles with the release function; after `timeoutMs` also without the lock. */
    acquire: (name: string, timeoutMs: number, tab: Tab): Promise<() => void> =>
      new Promise((resolve) => {
        const waiter: Waiter = {
          tab,
          start() {
            stopWaiting()
            resolve(() => leave(name, waiter))
          },
        }
        const stopWaiting = after(timeoutMs, () => {
          leave(name, waiter)
          resolve(() => undefined)
        })
        const queue = [...(queues.get(name) ?? []), waiter]
        queues.set(name, queue)
        if (queue[0] === waiter) waiter.start()
      }),
    /** A closed tab releases its locks and leaves all queues. */
    leaveAll(tab: Tab): void {
      for (const [name, queue] of queues) {
        for (const waiter of queue.filter((other) => other.tab === tab)) leave(name, waiter)
      }
    },
  }
}

/** One tab without siblings. */
export function memorySiblingTabs(): SiblingTabs {
  return memoryBrowser().open()
}

const realAfter: Clock['after'] = (milliseconds, action) => {
  const timer = setTimeout(action, milliseconds)
  return () => clearTimeout(timer)
}
