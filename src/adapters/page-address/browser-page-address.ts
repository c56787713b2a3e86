import { homePath, portalPath } from '../../core/kernel/portal-path'
import type { PageAddress } from '../../core/ports/page-address'
import { withoutParameters } from './query'

/** In ms. A host that is reachable without a network is nearby. */
const deadlineMs = 2_000

/** The browser's address bar. Keeps the history state, so that scroll positions survive. */
export function browserPageAddress(page: Window): PageAddress {
  const put = (path: string): void => page.history.replaceState(page.history.state, '', path)
  return {
    current() {
      const { pathname, search, hash } = page.location
      return portalPath(`${pathname}${search}${hash}`) ?? homePath
    },
    clearQuery(names) {
      const { pathname, search, hash } = page.location
      // Includes the origin: a path that starts with two slashes would be read as another host.
      put(`${page.location.origin}${pathname}${withoutParameters(search, names)}${hash}`)
    },
    replace(path) {
      put(path)
      // Routers follow the history by this event, as for Back.
      page.dispatchEvent(new PopStateEvent('popstate', { state: page.history.state }))
    },
    isReachable() {
      if (page.navigator.onLine) return true
      const asked = page.fetch(page.location.origin, {
        method: 'HEAD',
        cache: 'no-store',
        signal: AbortSignal.timeout(deadlineMs),
      })
      return asked.then(
        () => true,
        () => false,
      )
    },
  }
}
