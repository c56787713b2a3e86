import { Window } from 'happy-dom'
import { vi } from 'vitest'
import { browserPageAddress } from '../../../src/adapters/page-address/browser-page-address'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import type { PageAddress } from '../../../src/core/ports/page-address'
import { pageAddressSuite, type AddressBar } from '../../conformance/page-address.suite'
import { conforms, rejects } from '../../conformance/suite'

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
    }
  }

function memoryBar(path: string): AddressBar {
  const address = memoryPageAddress(path)
  return {
    address,
    shown: () => address.visited.at(-1) ?? '',
    entries: () => 1,
    notified: () => 0,
    state: () => null,
  }
}

conforms(pageAddressSuite, {
  name: 'browser',
  claims: { tellsRouters: true },
  make: () => ({ at: browserBar() }),
})
conforms(pageAddressSuite, {
  name: 'memory',
  claims: { tellsRouters: false },
  make: () => ({ at: memoryBar }),
})

const broken = (name: string, breaks: string, change: Change) => ({
  name,
  breaks,
  claims: { tellsRouters: true },
  make: () => ({ at: browserBar(change) }),
})

rejects(pageAddressSuite, [
  broken('one that forgets the fragment', 'gives path, query and fragment', (address) => ({
    current: () =>
      address.current().includes('?') ? (address.current().split('#', 1)[0] as never) : address.current(),
  })),
  broken(
    'one that trusts the address',
    'gives home for an address that is no path of this portal',
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
    'one that encodes the rest anew',
    'clears the named parameters and leaves the rest as it was written',
    (address, page) => ({
      clearQuery(names) {
        if (names === undefined) return address.clearQuery()
        const query = new URLSearchParams(page.location.search)
        for (const name of names) query.delete(name)
        page.history.replaceState(page.history.state, '', `${page.location.pathname}?${query.toString()}`)
      },
    }),
  ),
  broken('one that pushes', 'replaces without a new history entry', (_, page) => ({
    replace(path) {
      page.history.pushState(page.history.state, '', path)
      page.dispatchEvent(new PopStateEvent('popstate'))
    },
  })),
  broken('one that forgets the state', 'keeps what the page has stored with the entry', (_, page) => ({
    replace(path) {
      page.history.replaceState(null, '', path)
      page.dispatchEvent(new PopStateEvent('popstate'))
    },
  })),
  broken('one that says nothing to routers', 'tells routers of a replacement, as it claims', (_, page) => ({
    replace: (path) => page.history.replaceState(page.history.state, '', path),
  })),
])
