/** Where the identity provider returns to: the origin plus `/datasets`; the bare origin on localhost (specification, section 4). */
export function redirectTarget(location: Pick<Location, 'origin' | 'hostname'>): string {
  return location.hostname === 'localhost' ? location.origin : `${location.origin}/datasets`
}

/** Calls back when the browser brings this page back from its back/forward cache, as it was, however long ago. */
export function whenRestored(page: Window, action: () => void): () => void {
  const shown = (event: PageTransitionEvent): void => (event.persisted ? action() : undefined)
  page.addEventListener('pageshow', shown)
  return () => page.removeEventListener('pageshow', shown)
}

/**
 * Calls back whenever this page may have missed something: it is looked at again, the network returned, or it was restored. The
 * returned function ends it.
 */
export function whenBack(page: Window, action: () => void): () => void {
  const seen = (): void => (page.document.visibilityState === 'visible' ? action() : undefined)
  page.document.addEventListener('visibilitychange', seen)
  page.addEventListener('online', action)
  const stopRestored = whenRestored(page, action)
  return () => {
    page.document.removeEventListener('visibilitychange', seen)
    page.removeEventListener('online', action)
    stopRestored()
  }
}
