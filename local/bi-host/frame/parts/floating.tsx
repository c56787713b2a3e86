import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { explained } from '../../rendering/format'

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

interface PopoverProps {
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

/** A text whose abbreviations show their meaning on hover and on keyboard focus. */
export function Explained({
  text,
  inControl = false,
}: {
  readonly text: string
  readonly inControl?: boolean
}) {
  return (
    <>
      {explained(text).map(({ text: words, meaning }, at) =>
        meaning === undefined ? (
          words
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its meaning must be reachable by key
          <abbr
            key={at}
            data-meaning={meaning}
            aria-description={meaning}
            {...(inControl ? {} : { tabIndex: 0 })}
          >
            {words}
          </abbr>
        ),
      )}
    </>
  )
}

/** Shows the meaning (`data-meaning`) of an element or of the first one in it, on hover and on focus. */
export function showMeanings(page: Document): void {
  const tip = page.createElement('div')
  tip.className = 'meaning'
  tip.role = 'tooltip'
  tip.popover = 'manual'
  const hide = (): void => {
    if (tip.isConnected && tip.matches(':popover-open')) tip.hidePopover()
  }
  const show = ({ target }: Event): void => {
    if (!(target instanceof Element) || tip.contains(target)) return
    const own = target.closest<HTMLElement>('[data-meaning]')
    const within = target.matches('button') ? target.querySelector<HTMLElement>('[data-meaning]') : null
    const about = own ?? within
    if (about === null) return hide()
    tip.textContent = about.dataset['meaning'] ?? ''
    page.body.append(tip)
    tip.showPopover()
    const box = about.getBoundingClientRect()
    const { clientWidth } = page.documentElement
    const { width, height } = tip.getBoundingClientRect()
    tip.style.left = `${Math.max(edge, Math.min(box.left, clientWidth - edge - width))}px`
    tip.style.top = `${box.top - height - edge > 0 ? box.top - height - edge : box.bottom + edge}px`
  }
  page.addEventListener('pointerover', show)
  page.addEventListener('focusin', show)
  page.addEventListener('focusout', hide)
  page.addEventListener('pointerdown', hide)
  page.addEventListener('scroll', hide, true)
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
}

/** Distance of the tooltip from its word and from the page edge, in px. */
const edge = 6
