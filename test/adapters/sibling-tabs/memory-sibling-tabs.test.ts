import { memoryBrowser } from '../../../src/adapters/sibling-tabs/memory-sibling-tabs'
import type { SiblingTabs, TabMessage } from '../../../src/core/ports/sibling-tabs'
import { conforms, rejects } from '../../conformance/suite'
import { siblingTabsSuite, type TabsWorld } from '../../conformance/sibling-tabs.suite'

type Listener = Parameters<SiblingTabs['watch']>[0]
/** `shared` is what the broken tabs of one world have in common. */
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
    shout: async (anything) => browser.shout(anything),
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
  broken('one that hears itself', 'carries a message to every other tab, in order, and not back', (tab) => {
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
  }),
  broken('one that forgets the server time', 'carries every kind of message whole', (tab) => ({
    post: (message) =>
      tab.post(message.kind === 'token-offered' ? { ...message, serverTime: null } : message),
  })),
  broken('one that never stops listening', 'is silent for those who stopped listening', (tab) => ({
    watch(listener) {
      tab.watch(listener)
      return () => undefined
    },
  })),
  broken(
    'one whose last comer goes first',
    'gives turns under one name, first come first served',
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
  broken(
    'one with a single queue for all names',
    'does not make different names wait for each other',
    (tab) => ({
      lock: (_name, timeoutMs, task) => tab.lock('the only one', timeoutMs, task),
    }),
  ),
  broken(
    'one that tries again',
    'passes on what the task gives, and how it fails, and is free again',
    (tab) => ({
      lock: (name, timeoutMs, task) => tab.lock(name, timeoutMs, () => task().catch(task)),
    }),
  ),
  broken('one that waits for ever', 'runs without the lock after its timeout', (tab) => ({
    lock: (name, _timeoutMs, task) => tab.lock(name, 60_000, task),
  })),
  broken(
    'one that shows each text once',
    'shows announcements to the others until they are withdrawn',
    (tab) => ({
      announcements: async () => [...new Set(await tab.announcements())],
    }),
  ),
  {
    name: 'one that knows nothing of closed tabs',
    breaks: 'loses with a tab what the tab had',
    claims,
    make: () => ({ ...world(), close: async () => undefined }),
  },
  {
    name: 'one that takes every object for a message',
    breaks: 'lets nothing through that is no message',
    claims,
    make: () => {
      const listeners: Listener[] = []
      const trusting = world((tab) => ({
        watch(listener) {
          listeners.push(listener)
          return tab.watch(listener)
        },
      }))
      const shout = async (anything: unknown): Promise<void> => {
        for (const listener of listeners) listener(anything as TabMessage)
      }
      return { ...trusting, shout }
    },
  },
])
