/** The identity provider's redirect URI: the origin plus `/datasets`, or the bare origin on localhost (specification, section 4). */
export function redirectTarget(location: Pick<Location, 'origin' | 'hostname'>): string {
  return location.hostname === 'localhost' ? location.origin : `${location.origin}/datasets`
}

/** Calls back when the page is restored from the back/forward cache. Returns the unsubscribe function. */
export function whenRestored(page: Window, action: () => void): () => void {
  const onPageShow = (event: PageTransitionEvent): void => (event.persisted ? action() : undefined)
  page.addEventListener('pageshow', onPageShow)
  return () => page.removeEventListener('pageshow', onPageShow)
}

/**
 * Calls back whenever the page may be stale: it became visible, the network is back, or it was restored from the back/forward cache.
 * Returns the unsubscribe function.
 */
export function whenBack(page: Window, action: () => void): () => void {
  const onVisibilityChange = (): void => (page.document.visibilityState === 'visible' ? action() : undefined)
  page.document.addEventListener('visibilitychange', onVisibilityChange)
  page.addEventListener('online', action)
  const stopRestored = whenRestored(page, action)
  return () => {
    page.document.removeEventListener('visibilitychange', onVisibilityChange)
    page.removeEventListener('online', action)
    stopRestored()
  }
}
