/**
 * Fetches the BI application into the browser's cache before anybody has a token: an invisible frame on its bare address, which
 * stays silent and is removed when it has loaded. Not counted as a board's frame. Opacity, not `display: none`: browsers do not
 * load what is not laid out.
 */
export function prefetchBiApplication(page: Document, biHost: string): void {
  const frame = page.createElement('iframe')
  frame.src = `${biHost}/?embedApp=true`
  frame.title = ''
  // It may run and be cached, nothing else.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.dataset['purpose'] = 'prefetch'
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  })
  const remove = (): void => frame.remove()
  frame.addEventListener('load', remove, { once: true })
  frame.addEventListener('error', remove, { once: true })
  page.body.append(frame)
}
