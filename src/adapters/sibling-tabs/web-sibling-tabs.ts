import { withWebLock } from '../_shared/web-locks'
import { readTabMessage } from '../../core/session/tab-message'
import type { SiblingTabs, TabMessage } from '../../core/ports/sibling-tabs'

/** The part of `window` that this needs. In a browser without locks or channels, the tab has no siblings. */
export interface TabPage {
  readonly BroadcastChannel?: typeof BroadcastChannel
  readonly navigator: { readonly locks?: LockManager }
  addEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void
  removeEventListener(type: 'pagehide' | 'pageshow', listener: (event: PageTransitionEvent) => void): void
}

interface Announcement {
  readonly text: string
  /** The browser has granted the announcement's lock. */
  visible: boolean
  release: () => void
}

/**
 * Uses BroadcastChannel for messages, and Web Locks for locks and announcements: every tab of the origin can see a held shared lock, and
 * the browser releases it with its tab, however that ends. `name` separates portals on one origin.
 */
export function webSiblingTabs(page: TabPage, name: string): SiblingTabs {
  const locks = page.navigator.locks
  const channel = openChannel(page, `${name}.tabs.1`)
  const lockPrefix = `${name}.turn.`
  const listeners = new Set<(message: TabMessage) => void>()
  let disposed = false

  if (channel !== null) {
    channel.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = readTabMessage(event.data)
      if (message !== null && !disposed) for (const listener of listeners) listener(message)
    })
  }

  const marks = openMarks(page, channel === null ? undefined : locks, `${name}.mark.`)

  return {
    lock: (lockName, timeoutMs, task) =>
      withWebLock(locks, lockPrefix + lockName, { clock: pageTimer, timeoutMs }, task),
    announce: (text) => marks.announce(text),
    announcements: () => marks.announcements(),
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
      marks.dispose()
      listeners.clear()
      channel?.close()
    },
  }
}

/** Each announcement is a held shared lock with its text in the name. Without locks no tab sees any. */
function openMarks(
  page: TabPage,
  locks: LockManager | undefined,
  prefix: string,
): Pick<SiblingTabs, 'announce' | 'announcements' | 'dispose'> {
  const announced = new Set<Announcement>()
  /** Settles when other tabs can see it, or once it is certain that they never will. */
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
      if (locks === undefined) resolve()
      else locks.request(prefix + entry.text, { mode: 'shared' }, shown).catch(resolve)
    })
  // A page that holds a lock is not put into the back/forward cache, and a page in that cache could not answer anyway.
  const hidden = (): void => {
    for (const entry of announced) entry.release()
  }
  const shownAgain = (event: PageTransitionEvent): void => {
    if (event.persisted) for (const entry of announced) void hold(entry)
  }
  page.addEventListener('pagehide', hidden)
  page.addEventListener('pageshow', shownAgain)

  return {
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
      if (locks === undefined) return []
      const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}))
      const texts = held.flatMap(({ name: lock = '' }) =>
        lock.startsWith(prefix) ? [lock.slice(prefix.length)] : [],
      )
      for (const entry of announced) {
        const own = entry.visible ? texts.indexOf(entry.text) : -1
        if (own >= 0) texts.splice(own, 1)
      }
      return texts
    },
    dispose() {
      page.removeEventListener('pagehide', hidden)
      page.removeEventListener('pageshow', shownAgain)
      for (const entry of announced) entry.release()
      announced.clear()
    },
  }
}

const pageTimer = {
  after(milliseconds: number, action: () => void): () => void {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** A page with an opaque origin may have the constructor but not be allowed to use it. */
function openChannel(page: TabPage, name: string): BroadcastChannel | null {
  try {
    return page.BroadcastChannel === undefined ? null : new page.BroadcastChannel(name)
  } catch {
    return null
  }
}
