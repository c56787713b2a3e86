import { useEffect, useRef, useState, type ReactNode } from 'react'

/** How long the pointer has to rest before the tooltip shows, in milliseconds. Keyboard focus shows it at once. */
const hoverDelayMs = 350

/**
 * Text under an icon. It repeats the control's accessible name, so it is hidden from assistive technology. Escape closes it.
 * `whenFolded`: only while the control shows its icon alone.
 */
export function Tooltip({
  text,
  whenFolded = false,
  children,
}: {
  readonly text: string
  readonly whenFolded?: boolean
  readonly children: ReactNode
}): ReactNode {
  const [shown, setShown] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const element = anchor.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => {
      clearTimeout(timer)
      setShown(false)
    }
    const onPointerEnter = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') timer = setTimeout(() => setShown(true), hoverDelayMs)
    }
    const onFocusIn = (event: FocusEvent): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) setShown(true)
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerenter', onPointerEnter, { signal })
    element.addEventListener('focusin', onFocusIn, { signal })
    for (const left of ['pointerleave', 'pointerdown', 'focusout'])
      element.addEventListener(left, hide, { signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  useEffect(() => {
    if (!shown) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shown])

  return (
    <span className="tooltip-anchor" ref={anchor}>
      {children}
      {shown && (
        <span className={whenFolded ? 'tooltip tooltip--when-folded' : 'tooltip'} aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  )
}
