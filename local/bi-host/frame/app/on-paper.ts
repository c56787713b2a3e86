/**
 * Tells when the page goes to paper and when it is back. Only `beforeprint` comes in time for what has to be drawn; the media
 * query speaks for tools that look at the page as if it were printed.
 */
export function watchPaper(page: Window, turn: (onPaper: boolean) => void): void {
  page.addEventListener('beforeprint', () => turn(true))
  page.addEventListener('afterprint', () => turn(false))
  page.matchMedia('print').addEventListener('change', ({ matches }) => turn(matches))
}
