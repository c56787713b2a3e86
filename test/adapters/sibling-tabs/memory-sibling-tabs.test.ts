import { memoryBrowser } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import type { SiblingTabs, TabMessage } from '../../../src/core/ports/sibling-tabs'
import { conforms, rejects } from '../../conformance/suite'
import { siblingTabsSuite, type TabsWorld } from '../../conformance/sibling-tabs.suite'

type Listener = Parameters<SiblingTabs['watch']>[0]
/** `shared` is the state that the broken tabs of one world share. */
type Change = (
  tab: SiblingTabs,
  shared: { listeners: Listener[]; queue: (() => void)[]; busy: boolean },
) => Partial<SiblingTabs>

function world(change: Change = () => ({})): TabsWorld {
  const browser = memoryBrowser()
  const shared = { listeners: [], queue: [], busy: false }
  return {
    open: async () => {
      const tab = browser.open()
      return { ...tab, ...change(tab, shared) }
    },
    close: async (tab) => tab.dispose(),
    postRaw: async (anything) => browser.postRaw(anything),
    settled: () => new Promise((resolve) => void setImmediate(resolve)),
  }
}

const claims = { delivers: true, queues: true }

conforms(siblingTabsSuite, { name: 'memory', claims, make: () => world() })

const broken = (name: string, breaks: string, change: Change) => ({
  name,
  breaks,
  claims,
  make: () => world(change),
})

rejects(siblingTabsSuite, [
  broken(
    'one that receives its own messages',
    'delivers messages to every other tab, in order, and not to the sender',
    (tab) => {
      const listeners = new Set<Parameters<SiblingTabs['watch']>[0]>()
      return {
        watch(listener) {
          listeners.add(listener)
          return tab.watch(listener)
        },
        post(message) {
          tab.post(message)
          if (message.kind === 'token-wanted' && message.session === 'first') {
            for (const listener of listeners) listener(message)
          }
        },
      }
    },
  ),
  broken('one that forgets the server time', 'delivers every kind of message unchanged', (tab) => ({
    post: (message) =>
      tab.post(message.kind === 'token-offered' ? { ...message, serverTime: null } : message),
  })),
  broken('one that never unsubscribes', 'delivers nothing after unsubscribe or dispose', (tab) => ({
    watch(listener) {
      tab.watch(listener)
      return () => undefined
    },
  })),
  broken(
    'one that grants locks last in, first out',
    'grants a lock in the order of the requests',
    (tab, shared) => ({
      async lock(name, timeoutMs, task) {
        if (name !== 'fetch' || timeoutMs < 1_000) return tab.lock(name, timeoutMs, task)
        if (shared.busy) await new Promise<void>((go) => shared.queue.push(go))
        shared.busy = true
        try {
          return await task()
        } finally {
          shared.busy = shared.queue.length > 0
          shared.queue.pop()?.()
        }
      },
      dispose() {
        tab.dispose()
        shared.busy = false
      },
    }),
  ),
  broken('one with a single queue for all names', 'does not block on a lock of another name', (tab) => ({
    lock: (_name, timeoutMs, task) => tab.lock('the only one', timeoutMs, task),
  })),
  broken(
    'one that retries the task',
    'passes on the result or error of the task, and releases the lock',
    (tab) => ({
      lock: (name, timeoutMs, task) => tab.lock(name, timeoutMs, () => task().catch(task)),
    }),
  ),
  broken('one that waits forever', 'runs without the lock after its timeout', (tab) => ({
    lock: (name, _timeoutMs, task) => tab.lock(name, 60_000, task),
  })),
  broken(
    'one that deduplicates announcements',
    'shows announcements to other tabs until they are withdrawn',
    (tab) => ({
      announcements: async () => [...new Set(await tab.announcements())],
    }),
  ),
  {
    name: 'one that ignores closed tabs',
    breaks: 'releases the locks and announcements of a closed tab',
    claims,
    make: () => ({ ...world(), close: async () => undefined }),
  },
  {
    name: 'one that accepts any object as a message',
    breaks: 'drops anything that is not a valid message',
    claims,
    make: () => {
      const listeners: Listener[] = []
      const trusting = world((tab) => ({
        watch(listener) {
          listeners.push(listener)
          return tab.watch(listener)
        },
      }))
      const postRaw = async (anything: unknown): Promise<void> => {
        for (const listener of listeners) listener(anything as TabMessage)
      }
      return { ...trusting, postRaw }
    },
  },
])
