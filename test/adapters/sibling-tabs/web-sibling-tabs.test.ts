import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webSiblingTabs, type TabPage } from '../../../src/adapters/sibling-tabs/web-sibling-tabs'
import { conforms } from '../../conformance/suite'
import { siblingTabsSuite } from '../../conformance/sibling-tabs.suite'
import { setTabStage, type TabStage } from './browser'

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

describe('a page that has the parts but may not use them', () => {
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

  test('is by itself, and nothing throws', async () => {
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

test('a browser that never lets go of a request that was given up keeps nobody waiting, and a late turn runs nothing twice', async () => {
  let grant: LockGrantedCallback<unknown> = () => undefined
  const locks = {
    // As Chromium does when the signal comes before the request has reached its lock manager.
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
