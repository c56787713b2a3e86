import { webSiblingTabs, type TabPage } from '../../../../src/adapters/sibling-tabs/web-sibling-tabs'
import type { TabMessage } from '../../../../src/core/ports/sibling-tabs'

/**
 * Functions that the test calls in a real page, and that the page calls back. Functions cannot be passed across, so numbers identify them.
 */
export interface TabInPage {
  lock(name: string, timeoutMs: number, task: number): Promise<unknown>
  announce(text: string, id: number): Promise<void>
  withdraw(id: number): void
  announcements(): Promise<readonly string[]>
  post(message: TabMessage): void
  watch(id: number): void
  unwatch(id: number): void
  dispose(): void
}

interface TestPage extends Window {
  tab?: TabInPage
  runTask?: (task: number) => Promise<unknown>
  onMessage?: (listener: number, message: TabMessage) => Promise<void>
}

const page: TestPage = window
const query = new URLSearchParams(page.location.search)
const lacks = query.getAll('without')

/** The page of a browser without that API. */
const surroundings: TabPage = {
  ...(lacks.includes('channel') ? {} : { BroadcastChannel }),
  navigator: lacks.includes('locks') ? {} : { locks: navigator.locks },
  addEventListener: (type, listener) => page.addEventListener(type, listener),
  removeEventListener: (type, listener) => page.removeEventListener(type, listener),
}

const tabs = webSiblingTabs(surroundings, query.get('name') ?? '')
const stops = new Map<number, () => void>()

page.tab = {
  lock: (name, timeoutMs, task) => tabs.lock(name, timeoutMs, async () => page.runTask?.(task)),
  async announce(text, id) {
    stops.set(id, await tabs.announce(text))
  },
  withdraw: (id) => stops.get(id)?.(),
  announcements: () => tabs.announcements(),
  post: (message) => tabs.post(message),
  watch: (id) =>
    void stops.set(
      id,
      tabs.watch((message) => void page.onMessage?.(id, message)),
    ),
  unwatch: (id) => stops.get(id)?.(),
  dispose: () => tabs.dispose(),
}
