import { withWebLock } from '../_shared/web-locks'
import { readTabMessage } from '../../core/session/tab-message'
import type { SiblingTabs, TabMessage } from '../../core/ports/sibling-tabs'

/** The part of a page this needs; `window` has it all. A browser without locks or channels leaves the tab alone. */
export interface TabPage {
  readonly BroadcastChannel?: typeof BroadcastChannel
  readonly navigator: { readonly locks?: LockManager }
  addEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void
  removeEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void
}

interface Announcement {
  readonly text: string
  /** The browser has granted the lock that carries it. */
  visible: boolean
  release: () => void
}

/**
 * BroadcastChannel for messages, Web Locks for locks and for announcements: a shared lock that is held is something every tab of the
 * origin can see and that goes with its tab, however that ends. `name` keeps portals on one origin apart.
 */
export function webSiblingTabs(page: TabPage, name: string): SiblingTabs {
  const locks = page.navigator.locks
  const channel = openChannel(page, `${name}.tabs.1`)
  const lockPrefix = `${name}.turn.`
  const markPrefix = `${name}.mark.`
  const announced = new Set<Announcement>()
  const listeners = new Set<(message: TabMessage) => void>()
  let disposed = false

  if (channel !== null) {
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readTabMessage(event.data)
      if (message !== null && !disposed) for (const listener of listeners) listener(message)
    })
  }

  /** Settles when the others can see it, or when it turns out that they never will. */
  const hold = (entry: Announcement): Promise<void> =>
    new Promise((resolve) => {
      const held = new Promise<void>((release) => {
        entry.release = () => {
          entry.visible = false
          release()
        }
      })
      const shown = (): Promise<void> => {
        if (announced.has(entry)) entry.visible = true
        resolve()
        return held
      }
      if (locks === undefined || channel === null) resolve()
      else locks.request(markPrefix + entry.text, { mode: 'shared' }, shown).catch(resolve)
    })
  // A page that holds a lock does not go into the back/forward cache; one that sleeps there could not answer anyway.
  const hidden = (): void => {
    for (const entry of announced) entry.release()
  }
  const shownAgain = (event: PageTransitionEvent): void => {
    if (event.persisted) for (const entry of announced) void hold(entry)
  }
  page.addEventListener('pagehide', hidden)
  page.addEventListener('pageshow', shownAgain)

  return {
    lock: (lockName, timeoutMs, task) =>
      withWebLock(locks, lockPrefix + lockName, { clock: pageTimer, timeoutMs }, task),
    async announce(text) {
      const entry: Announcement = { text, visible: false, release: () => undefined }
      announced.add(entry)
      await hold(entry)
      return () => {
        announced.delete(entry)
        entry.release()
      }
    },
    async announcements() {
      if (locks === undefined || channel === null) return []
      const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}))
      const texts = held.flatMap(({ name: lock = '' }) =>
        lock.startsWith(markPrefix) ? [lock.slice(markPrefix.length)] : [],
      )
      for (const entry of announced) {
        const own = entry.visible ? texts.indexOf(entry.text) : -1
        if (own >= 0) texts.splice(own, 1)
      }
      return texts
    },
    post(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is this origin's alone
      if (!disposed) channel?.postMessage(message)
    },
    watch(listener) {
      const own = (message: TabMessage): void => listener(message)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    dispose() {
      disposed = true
      page.removeEventListener('pagehide', hidden)
      page.removeEventListener('pageshow', shownAgain)
      for (const entry of announced) entry.release()
      announced.clear()
      listeners.clear()
      channel?.close()
    },
  }
}

const pageTimer = {
  after(milliseconds: number, action: () => void): () => void {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** A page without an origin of its own may have the constructor and still not be allowed to use it. */
function openChannel(page: TabPage, name: string): BroadcastChannel | null {
  try {
    return page.BroadcastChannel === undefined ? null : new page.BroadcastChannel(name)
  } catch {
    return null
  }
}
