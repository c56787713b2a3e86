import { expect } from 'vitest'
import { homePath, type PortalPath } from '../../src/core/kernel/portal-path'
import type { PageAddress } from '../../src/core/ports/page-address'
import { defineSuite } from './suite'

export interface AddressWorld {
  /** The page's address bar, showing that path. */
  readonly at: (path: string) => AddressBar
}

export interface AddressBar {
  readonly address: PageAddress
  /** Path, query and fragment that a person would see. */
  readonly shown: () => string
  /** Entries a person can go back to. */
  readonly entries: () => number
  /** How often routers were told to look again. */
  readonly notified: () => number
  /** What the page keeps with the present history entry. */
  readonly state: () => unknown
}

export interface AddressClaims {
  /** Real routers listen to a browser; nobody listens to memory. */
  readonly tellsRouters: boolean
}

const path = (text: string): PortalPath => text as PortalPath

export const pageAddressSuite = defineSuite<AddressWorld, AddressClaims>('PageAddress', {
  'gives path, query and fragment': ({ at }) => {
    expect(at('/datasets/bitcoin?tab=2#chart').address.current()).toBe('/datasets/bitcoin?tab=2#chart')
    expect(at('/home').address.current()).toBe('/home')
  },
  'gives home for an address that is no path of this portal': ({ at }) => {
    expect(at('//evil.example/home').address.current()).toBe(homePath)
  },
  'clears the whole query and keeps path and fragment': ({ at }) => {
    const bar = at('/datasets/bitcoin?code=a&state=b#chart')
    bar.address.clearQuery()
    expect(bar.shown()).toBe('/datasets/bitcoin#chart')
    expect(bar.address.current()).toBe('/datasets/bitcoin#chart')
  },
  'clears the named parameters and leaves the rest as it was written': ({ at }) => {
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
  'keeps what the page has stored with the entry': ({ at }) => {
    const bar = at('/home?code=1')
    const before = bar.state()
    bar.address.clearQuery()
    bar.address.replace(path('/datasets/etf'))
    expect(bar.state()).toEqual(before)
  },
  'tells routers of a replacement, as it claims': ({ at }, { tellsRouters }) => {
    const bar = at('/datasets?code=1')
    bar.address.clearQuery()
    expect(bar.notified()).toBe(0)
    bar.address.replace(path('/home'))
    expect(bar.notified()).toBe(tellsRouters ? 1 : 0)
  },
})
