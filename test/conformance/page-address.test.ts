import { Window } from 'happy-dom'
import { expect, vi } from 'vitest'
import { browserPageAddress } from '../../src/adapters/page-address/browser-page-address'
import { memoryPageAddress } from '../../src/adapters/page-address/memory-page-address'
import { homePath, type PortalPath } from '../../src/core/kernel/portal-path'
import type { PageAddress } from '../../src/core/ports/page-address'
import { defineSuite, conforms, rejects } from './suite'

interface AddressWorld {
  /** The page's address bar, showing this path. */
  readonly at: (path: string) => AddressBar
}

interface AddressBar {
  readonly address: PageAddress
  /** Path, query and fragment that the user sees. */
  readonly shown: () => string
  /** Length of the session history. */
  readonly entries: () => number
  /** How often routers were notified. */
  readonly notified: () => number
  /** The state of the current history entry. */
  readonly state: () => unknown
  /** From now on the browser is offline; `host` is what happens to a request to the portal's host. */
  readonly cut: (host: 'answers' | 'gone') => void
}

interface AddressClaims {
  /** Real routers listen to a browser; none listens to memory. */
  readonly notifiesRouters: boolean
}

const path = (text: string): PortalPath => text as PortalPath

const pageAddressSuite = defineSuite<AddressWorld, AddressClaims>('PageAddress', {
  'returns the path, query and fragment': ({ at }) => {
    expect(at('/datasets/bitcoin?tab=2#chart').address.current()).toBe('/datasets/bitcoin?tab=2#chart')
    expect(at('/home').address.current()).toBe('/home')
  },
  'returns home for an address that is not a path of the portal': ({ at }) => {
    expect(at('//evil.example/home').address.current()).toBe(homePath)
  },
  'clears the whole query and keeps path and fragment': ({ at }) => {
    const bar = at('/datasets/bitcoin?code=a&state=b#chart')
    bar.address.clearQuery()
    expect(bar.shown()).toBe('/datasets/bitcoin#chart')
    expect(bar.address.current()).toBe('/datasets/bitcoin#chart')
  },
  'clears the named parameters and leaves the rest unchanged': ({ at }) => {
    const bar = at('/home?preview=x&q=a%20b+c&code=1&code=2&%73tate=s&empty&z=')
    bar.address.clearQuery(['code', 'state', 'preview'])
    expect(bar.shown()).toBe('/home?q=a%20b+c&empty&z=')
    bar.address.clearQuery(['q', 'empty', 'z'])
    expect(bar.shown()).toBe('/home')
  },
  'replaces without a new history entry': ({ at }) => {
    const bar = at('/datasets')
    const before = bar.entries()
    bar.address.replace(path('/home?tab=1'))
    bar.address.clearQuery()
    expect(bar.shown()).toBe('/home')
    expect(bar.entries()).toBe(before)
  },
  'keeps the state of the history entry': ({ at }) => {
    const bar = at('/home?code=1')
    const before = bar.state()
    bar.address.clearQuery()
    bar.address.replace(path('/datasets/etf'))
    expect(bar.state()).toEqual(before)
  },
  'notifies routers of a replacement, as it claims': ({ at }, { notifiesRouters }) => {
    const bar = at('/datasets?code=1')
    bar.address.clearQuery()
    expect(bar.notified()).toBe(0)
    bar.address.replace(path('/home'))
    expect(bar.notified()).toBe(notifiesRouters ? 1 : 0)
  },
  'is reachable with a network, or when the host answers without one': async ({ at }) => {
    const bar = at('/home')
    expect(bar.address.isReachable()).toBe(true)
    bar.cut('answers')
    expect(await bar.address.isReachable()).toBe(true)
    bar.cut('gone')
    expect(await bar.address.isReachable()).toBe(false)
  },
})

type Change = (address: PageAddress, page: globalThis.Window) => Partial<PageAddress>

const browserBar =
  (change: Change = () => ({})) =>
  (path: string): AddressBar => {
    const page = new Window({ url: `http://localhost:4300${path}` })
    vi.stubGlobal('PopStateEvent', page.PopStateEvent)
    let notified = 0
    page.addEventListener('popstate', () => (notified += 1))
    page.history.replaceState({ scroll: 120 }, '', page.location.href)
    const browser = page as unknown as globalThis.Window
    const address = browserPageAddress(browser)
    return {
      address: { ...address, ...change(address, browser) },
      shown: () => `${page.location.pathname}${page.location.search}${page.location.hash}`,
      entries: () => page.history.length,
      notified: () => notified,
      state: () => page.history.state,
      cut(host) {
        const fetch = () =>
          host === 'answers' ? Promise.resolve(new Response()) : Promise.reject(new TypeError())
        Object.defineProperty(page, 'fetch', { value: fetch, configurable: true })
        Object.defineProperty(page.navigator, 'onLine', { value: false, configurable: true })
      },
    }
  }

function memoryBar(path: string): AddressBar {
  let reachable = true
  const address = memoryPageAddress(path, () => reachable)
  return {
    address,
    shown: () => address.visited.at(-1) ?? '',
    entries: () => 1,
    notified: () => 0,
    state: () => null,
    cut: (host) => (reachable = host === 'answers'),
  }
}

conforms(pageAddressSuite, {
  name: 'browser',
  claims: { notifiesRouters: true },
  make: () => ({ at: browserBar() }),
})
conforms(pageAddressSuite, {
  name: 'memory',
  claims: { notifiesRouters: false },
  make: () => ({ at: memoryBar }),
})

const broken = (name: string, breaks: string, change: Change) => ({
  name,
  breaks,
  claims: { notifiesRouters: true },
  make: () => ({ at: browserBar(change) }),
})

rejects(pageAddressSuite, [
  broken(
    'one that trusts navigator.onLine',
    'is reachable with a network, or when the host answers without one',
    (_, page) => ({ isReachable: () => page.navigator.onLine || Promise.resolve(false) }),
  ),
  broken('one that forgets the fragment', 'returns the path, query and fragment', (address) => ({
    current: () =>
      address.current().includes('?') ? (address.current().split('#', 1)[0] as never) : address.current(),
  })),
  broken(
    'one that trusts the address',
    'returns home for an address that is not a path of the portal',
    (_, page) => ({
      current: () => `${page.location.pathname}${page.location.search}${page.location.hash}` as never,
    }),
  ),
  broken(
    'one that drops the fragment with the query',
    'clears the whole query and keeps path and fragment',
    (address, page) => ({
      clearQuery(names) {
        if (names !== undefined) return address.clearQuery(names)
        page.history.replaceState(page.history.state, '', page.location.pathname)
      },
    }),
  ),
  broken(
    'one that re-encodes the rest',
    'clears the named parameters and leaves the rest unchanged',
    (address, page) => ({
      clearQuery(names) {
        if (names === undefined) return address.clearQuery()
        const query = new URLSearchParams(page.location.search)
        for (const name of names) query.delete(name)
        page.history.replaceState(page.history.state, '', `${page.location.pathname}?${query.toString()}`)
      },
    }),
  ),
  broken('one that pushes a history entry', 'replaces without a new history entry', (_, page) => ({
    replace(path) {
      page.history.pushState(page.history.state, '', path)
      page.dispatchEvent(new PopStateEvent('popstate'))
    },
  })),
  broken('one that drops the state', 'keeps the state of the history entry', (_, page) => ({
    replace(path) {
      page.history.replaceState(null, '', path)
      page.dispatchEvent(new PopStateEvent('popstate'))
    },
  })),
  broken(
    'one that does not notify routers',
    'notifies routers of a replacement, as it claims',
    (_, page) => ({
      replace: (path) => page.history.replaceState(page.history.state, '', path),
    }),
  ),
])
