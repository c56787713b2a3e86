/** The identity provider's redirect URI: the origin plus `/datasets`, or the bare origin on localhost (specification, section 4). */
export function redirectTarget(location: Pick<Location, 'origin' | 'hostname'>): string {
  return location.hostname === 'localhost' ? location.origin : `${location.origin}/datasets`
}

/** Calls back when the page is restored from the back/forward cache. */
export function whenRestored(page: Window, action: () => void): void {
  page.addEventListener('pageshow', ({ persisted }) => (persisted ? action() : undefined))
}

/** Calls back whenever the page may be stale: it became visible, the network is back, or it was restored from the back/forward cache. */
export function whenBack(page: Window, action: () => void): void {
  const { document } = page
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && action())
  page.addEventListener('online', action)
  whenRestored(page, action)
}
