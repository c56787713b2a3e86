const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])'

/** Tab goes round inside the element instead of out into the browser's own bars; a dialog over it has its own round. Returns how to let go. */
export function trapFocus(element: HTMLElement): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return
    const over = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
    if (over !== null && over !== undefined && !over.contains(element) && over !== element) return
    const stops = [...element.querySelectorAll<HTMLElement>(focusable)]
    const first = stops[0]
    const last = stops.at(-1)
    const at = document.activeElement
    const leaves = event.shiftKey
      ? at === first || !element.contains(at)
      : at === last || !element.contains(at)
    if (!leaves) return
    event.preventDefault()
    ;(event.shiftKey ? last : first)?.focus()
  }
  document.addEventListener('keydown', pressed)
  return () => document.removeEventListener('keydown', pressed)
}
