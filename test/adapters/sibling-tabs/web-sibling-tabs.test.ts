import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webSiblingTabs, type TabPage } from '../../../src/adapters/sibling-tabs/web-sibling-tabs'
import type { SiblingTabs, TabMessage } from '../../../src/core/ports/sibling-tabs'
import { type TabsWorld, siblingTabsSuite } from '../../conformance/sibling-tabs.suite'
import { conforms } from '../../conformance/suite'
import { launch } from './chromium'
import { bundled } from '../../support/bundled'
import type { TabInPage } from './page/tab'

interface TabStage {
  /** Separate tabs whose browser lacks those APIs. */
  world(without: readonly ('channel' | 'locks')[]): TabsWorld
  close(): Promise<void>
}

/** Functions cannot be passed to the page, so numbers identify them. */
interface Callbacks {
  readonly tasks: Map<number, () => Promise<unknown>>
  readonly listeners: Map<number, (message: TabMessage) => void>
  readonly next: () => number
}

/**
 * One Chromium with the real adapter. A tab is a frame of this origin, which has its own window, channel end and locks like a tab, and
 * opens in a tenth of the time.
 */
async function setTabStage(): Promise<TabStage> {
  const script = await bundled(new URL('page/tab.ts', import.meta.url))
  const server = createServer((request, response) => {
    const isScript = request.url === '/tab.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(
      isScript ? script : '<!doctype html><title>Tab</title><script type="module" src="/tab.js"></script>',
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await launch()
  const page = await browser.newPage()
  let last = 0
  const callbacks: Callbacks = { tasks: new Map(), listeners: new Map(), next: () => (last += 1) }
  await page.exposeFunction('runTask', (task: number) => callbacks.tasks.get(task)?.())
  await page.exposeFunction('onMessage', (id: number, message: TabMessage) =>
    callbacks.listeners.get(id)?.(message),
  )
  await page.goto(`${origin}/?name=stage`)
  return {
    world(without) {
      const name = `world-${callbacks.next()}`
      const query = [`name=${name}`, ...without.map((part) => `without=${part}`)].join('&')
      return worldOf(page, name, `${origin}/?${query}`, callbacks)
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function worldOf(page: Page, name: string, address: string, callbacks: Callbacks): TabsWorld {
  const frames = new Map<SiblingTabs, Frame>()
  return {
    async open() {
      const element = await page.evaluateHandle((source) => {
        const frame = document.createElement('iframe')
        const loaded = new Promise<HTMLIFrameElement>((resolve) =>
          frame.addEventListener('load', () => resolve(frame)),
        )
        frame.src = source
        document.body.append(frame)
        return loaded
      }, address)
      const frame = await element.contentFrame()
      if (frame === null) throw new Error('the frame has gone')
      const tab = await remoteTab(frame, callbacks)
      frames.set(tab, frame)
      return tab
    },
    async close(tab) {
      const element = await frames.get(tab)?.frameElement()
      frames.delete(tab)
      await element?.evaluate((frame) => (frame as Element).remove())
    },
    async postRaw(anything) {
      await page.evaluate(
        ({ line, message }) => {
          const channel = new BroadcastChannel(line)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
          channel.postMessage(message)
          channel.close()
        },
        { line: `${name}.tabs.1`, message: anything },
      )
      await delivered(frames.values())
    },
    settled: () => delivered(frames.values()),
  }
}

/** Every tab is queried in turn, twice, and replies last of all: everything posted before has been received by then. */
async function delivered(frames: Iterable<Frame>): Promise<void> {
  for (const frame of [...frames, ...frames]) {
    await frame.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const channel = new MessageChannel()
          channel.port1.addEventListener('message', () => setTimeout(resolve, 5))
          channel.port1.start()
          channel.port2.postMessage(null)
        }),
    )
  }
}

type PageWithTab = Window & { readonly tab: TabInPage }

async function remoteTab(frame: Frame, { tasks, listeners, next }: Callbacks): Promise<SiblingTabs> {
  await frame.waitForFunction(() => 'tab' in window)
  const tab = await frame.evaluateHandle(() => (window as unknown as PageWithTab).tab)
  const ignoreFailure = (work: Promise<unknown>): void => void work.catch(() => undefined)
  return {
    async lock<Value>(name: string, timeoutMs: number, task: () => Promise<Value>) {
      const id = next()
      tasks.set(id, task)
      const given = { name, timeoutMs, id }
      return (await tab.evaluate(
        (own, asked) => own.lock(asked.name, asked.timeoutMs, asked.id),
        given,
      )) as Value
    },
    async announce(text) {
      const id = next()
      await tab.evaluate((own, given) => own.announce(given.text, given.id), { text, id })
      return () => ignoreFailure(tab.evaluate((own, given) => own.withdraw(given), id))
    },
    announcements: () => tab.evaluate((own) => own.announcements()),
    post: (message) => ignoreFailure(tab.evaluate((own, given) => own.post(given), message)),
    watch(listener) {
      const id = next()
      listeners.set(id, listener)
      ignoreFailure(tab.evaluate((own, given) => own.watch(given), id))
      return () => ignoreFailure(tab.evaluate((own, given) => own.unwatch(given), id))
    },
    dispose: () => ignoreFailure(tab.evaluate((own) => own.dispose())),
  }
}

let stage: TabStage
beforeAll(async () => {
  stage = await setTabStage()
}, 60_000)
afterAll(() => stage.close())

const world = (...without: readonly ('channel' | 'locks')[]) => ({ make: () => stage.world(without) })

conforms(siblingTabsSuite, {
  name: 'web, in Chromium',
  claims: { delivers: true, queues: true },
  ...world(),
})
conforms(siblingTabsSuite, {
  name: 'web, in a browser without locks',
  claims: { delivers: true, queues: false },
  ...world('locks'),
})
conforms(siblingTabsSuite, {
  name: 'web, in a browser without channels',
  claims: { delivers: false, queues: true },
  ...world('channel'),
})
conforms(siblingTabsSuite, {
  name: 'web, in a browser without either',
  claims: { delivers: false, queues: false },
  ...world('channel', 'locks'),
})

describe('a page that is denied the APIs', () => {
  const denied = (): never => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  const page: TabPage = {
    BroadcastChannel: class extends BroadcastChannel {
      constructor(name: string) {
        super(name)
        this.close()
        denied()
      }
    },
    navigator: { locks: { request: async () => denied(), query: async () => denied() } },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }

  test('works alone, and nothing throws', async () => {
    const tab = webSiblingTabs(page, 'denied')
    let runs = 0
    const task = async (): Promise<string> => {
      runs += 1
      return 'done'
    }
    expect(await tab.lock('fetch', 1_000, task)).toBe('done')
    expect(runs).toBe(1)
    const withdraw = await tab.announce('here')
    expect(await tab.announcements()).toEqual([])
    tab.post({ kind: 'session-changed', session: 'anonymous' })
    withdraw()
    tab.dispose()
    tab.post({ kind: 'session-changed', session: 'anonymous' })
  })
})

test('a browser that never settles an aborted lock request blocks nobody, and a late grant runs nothing twice', async () => {
  let grant: LockGrantedCallback<unknown> = () => undefined
  const locks = {
    // As in Chromium when the abort signal arrives before the request has reached its lock manager.
    request: (_name: string, _options: LockOptions, granted: LockGrantedCallback<unknown>) => {
      grant = granted
      return new Promise(() => undefined)
    },
    query: () => Promise.resolve({}),
  }
  const tab = webSiblingTabs(
    {
      navigator: { locks: locks as unknown as LockManager },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    'stuck',
  )
  let runs = 0
  const task = async (): Promise<string> => `run ${(runs += 1)}`
  expect(await tab.lock('fetch', 1, task)).toBe('run 1')
  await grant(null)
  expect(runs).toBe(1)
})
