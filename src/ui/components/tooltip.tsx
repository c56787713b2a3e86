import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Time the pointer has to rest before the words appear, in milliseconds. Keyboard focus shows them at once. */
const rest = 350

/**
 * Words under an icon. They repeat the control's own name, so they are hidden from assistive technology. Escape closes them.
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
    const entered = (event: PointerEvent): void => {
      if (event.pointerType !== 'touch') timer = setTimeout(() => setShown(true), rest)
    }
    const focused = (event: FocusEvent): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) setShown(true)
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerenter', entered, { signal })
    element.addEventListener('focusin', focused, { signal })
    for (const left of ['pointerleave', 'pointerdown', 'focusout'])
      element.addEventListener(left, hide, { signal })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  useEffect(() => {
    if (!shown) return
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setShown(false)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
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
