import { useLayoutEffect } from 'preact/hooks'

/**
 * One of the items of a list stands in the order of Tab: the one that was last at work, or the first. The others are reached from it
 * by the keys of the list. Items are written with `tabIndex={-1}`.
 */
export function useRoving(list: { readonly current: HTMLElement | null }, items: string): void {
  // After every drawing, because items come and go.
  useLayoutEffect(() => {
    if (list.current) settle(itemsOf(list.current, items))
  })
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const entered = ({ target }: FocusEvent): void => {
      const all = itemsOf(element, items)
      const item = all.find((one) => one === target)
      if (item) settle(all, item)
    }
    element.addEventListener('focusin', entered)
    return () => element.removeEventListener('focusin', entered)
  })
}

/** Moves the focus among the items; false for a key that is for something else. */
export function moveAmong(event: KeyboardEvent, items: string, along: 'across' | 'down'): boolean {
  const all = itemsOf(event.currentTarget as HTMLElement, items)
  const at = all.indexOf(event.target as HTMLElement)
  const [next, previous] = along === 'down' ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft']
  const to =
    event.key === next
      ? Math.min(at + 1, all.length - 1)
      : event.key === previous
        ? Math.max(at - 1, 0)
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? all.length - 1
            : null
  if (at < 0 || to === null) return false
  event.preventDefault()
  all[to]?.focus()
  return true
}

function itemsOf(list: HTMLElement, items: string): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(items)]
}

function settle(
  all: readonly HTMLElement[],
  item = all.find((one) => one.getAttribute('tabindex') === '0') ?? all[0],
): void {
  for (const one of all) one.setAttribute('tabindex', one === item ? '0' : '-1')
}
