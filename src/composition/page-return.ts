/**
 * Calls back whenever this page may have missed something: it is looked at again, the network returned, or it came back from the
 * store that browsers keep for Back and Forward. The returned function ends it.
 */
export function whenBack(page: Window, action: () => void): () => void {
  const seen = (): void => (page.document.visibilityState === 'visible' ? action() : undefined)
  const restored = (event: PageTransitionEvent): void => (event.persisted ? action() : undefined)
  page.document.addEventListener('visibilitychange', seen)
  page.addEventListener('online', action)
  page.addEventListener('pageshow', restored)
  return () => {
    page.document.removeEventListener('visibilitychange', seen)
    page.removeEventListener('online', action)
    page.removeEventListener('pageshow', restored)
  }
}
