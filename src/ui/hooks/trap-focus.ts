const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])'

/** Focus trap: Tab cycles inside the element, without the browser's own bars. A dialog over it has its own trap. Returns the release. */
export function trapFocus(element: HTMLElement): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return
    const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
    if (dialog !== null && dialog !== undefined && !dialog.contains(element) && dialog !== element) return
    const stops = [...element.querySelectorAll<HTMLElement>(focusable)]
    const first = stops[0]
    const last = stops.at(-1)
    const focused = document.activeElement
    const leaves = event.shiftKey
      ? focused === first || !element.contains(focused)
      : focused === last || !element.contains(focused)
    if (!leaves) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
