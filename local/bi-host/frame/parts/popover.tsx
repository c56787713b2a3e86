import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

/** Where a panel is anchored: an element, or a point on the page. */
export interface Anchor {
  getBoundingClientRect(): DOMRect
  contains(node: Node): boolean
}

export interface PagePoint {
  readonly x: number
  readonly y: number
}

/** A point as an anchor. Keeps its identity while the point does not change. */
export function usePointAnchor(at: PagePoint): { readonly current: Anchor } {
  return useMemo(
    () => ({
      current: { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0), contains: () => false },
    }),
    [at],
  )
}

/** A panel with its button. The button toggles the panel and gets the focus back when it closes. */
export function usePanel(kind: PopoverProps['kind']) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  function close(refocus: boolean): void {
    setOpen(false)
    if (refocus) anchor.current?.focus()
  }
  const button = {
    ref: anchor,
    'aria-expanded': open,
    'aria-haspopup': kind,
    onClick: () => setOpen(!open),
  } as const
  return { open, setOpen, close, button, panel: { anchor, kind, close } }
}

export interface PopoverProps {
  readonly anchor: { readonly current: Anchor | null }
  readonly label: string
  readonly kind: 'menu' | 'dialog'
  readonly className: string
  readonly align?: 'start' | 'end'
  /** Stays open while the focus is in the embedding page or in another window. */
  readonly stays?: boolean
  readonly close: (refocus: boolean) => void
  readonly children: ComponentChildren
}

const gap = 6

/** A floating panel at its button, in the top layer. Escape or a click outside closes it. */
export function Popover({
  anchor,
  label,
  kind,
  className,
  align = 'start',
  stays = false,
  close,
  children,
}: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const closeRef = useRef(close)
  useLayoutEffect(() => {
    closeRef.current = close
  })

  useLayoutEffect(() => {
    const element = panel.current
    const button = anchor.current
    if (!element || !button) return
    element.showPopover()
    position(element, button, align)
    const first = element.querySelector<HTMLElement>('[autofocus], [role="menuitem"], input, select, button')
    ;(first ?? element).focus({ preventScroll: true })
  }, [anchor, align])

  // In a layout effect, so that an Escape right after opening already reaches it.
  useLayoutEffect(() => {
    const element = panel.current
    function closeOnPress(event: Event): void {
      const target = event.target as Node
      if (!element?.contains(target) && !anchor.current?.contains(target)) closeRef.current(false)
    }
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      closeRef.current(true)
    }
    // A click in the embedding page blurs this window.
    function closeOnBlur(): void {
      closeRef.current(false)
    }
    document.addEventListener('pointerdown', closeOnPress)
    document.addEventListener('keydown', closeOnEscape, true)
    if (!stays) globalThis.addEventListener('blur', closeOnBlur)
    return () => {
      document.removeEventListener('pointerdown', closeOnPress)
      document.removeEventListener('keydown', closeOnEscape, true)
      globalThis.removeEventListener('blur', closeOnBlur)
    }
  }, [anchor, stays])

  return (
    <div
      ref={panel}
      popover="manual"
      class={`popover ${className}`}
      role={kind}
      aria-label={label}
      tabIndex={-1}
      onFocusOut={(event) => {
        const next = event.relatedTarget as Node | null
        if (next && !panel.current?.contains(next) && !anchor.current?.contains(next)) close(false)
      }}
    >
      {children}
    </div>
  )
}

/** Below the button, or above it at the end of the frame. Always inside the frame. */
function position(panel: HTMLElement, button: Anchor, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect()
  const width = document.documentElement.clientWidth
  const height = document.documentElement.clientHeight
  const size = panel.getBoundingClientRect()
  const wanted = align === 'start' ? at.left : at.right - size.width
  const below = at.bottom + gap
  const above = at.top - gap - size.height
  panel.style.left = `${Math.max(8, Math.min(wanted, width - size.width - 8))}px`
  panel.style.top = `${below + size.height > height - 4 && above > 4 ? above : below}px`
}
