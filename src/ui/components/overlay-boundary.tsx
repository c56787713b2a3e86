import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import { useBack } from '../hooks/use-back'
import { AreaBoundary, type Crash } from './area-boundary'
import { Button } from './button'
import { Spinner } from './spinner'

/**
 * Error and loading boundary of what opens over the page. If that crashes or its file fails to load, it closes, a notice says so, and the
 * page beneath keeps working; the next opening tries again. While the file loads, the page is blocked.
 */
export function OverlayBoundary({
  area,
  open,
  close,
  children,
}: {
  readonly area: string
  readonly open: boolean
  /** Must be stable while nothing else opens, so that it closes each overlay once. */
  readonly close: () => void
  readonly children: ReactNode
}): ReactNode {
  const Fallback = useCallback(
    ({ crash }: { readonly crash: Crash }) => (
      <OverlayErrorFallback missing={crash.partMissing} close={close} />
    ),
    [close],
  )
  return (
    <AreaBoundary area={area} resetKey={String(open)} Fallback={Fallback}>
      {open && <Suspense fallback={<Waiting close={close} />}>{children}</Suspense>}
    </AreaBoundary>
  )
}

/** Milliseconds before a loading file blocks the page: most have loaded by then. */
const waitingDelayMs = 400

/**
 * Shown until the file of an overlay has loaded. Otherwise a user who goes on typing in the page would type the rest of a sentence into a
 * field of the overlay, or find a dialog over another page.
 */
function Waiting({ close }: { readonly close: () => void }): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  useBack(close)
  useLayoutEffect(() => {
    const dialog = element.current
    const late = setTimeout(() => dialog?.showModal(), waitingDelayMs)
    return () => {
      clearTimeout(late)
      // Returns the focus first, so that the overlay can return it to the same element later.
      dialog?.close()
    }
  }, [])
  return (
    <dialog className="waiting" ref={element} aria-label="Loading" onCancel={close}>
      <Spinner />
      Loading…
      <Button onClick={close}>Cancel</Button>
    </dialog>
  )
}

function OverlayErrorFallback({
  missing,
  close,
}: {
  readonly missing: boolean
  readonly close: () => void
}): null {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  useEffect(() => {
    const text = !missing
      ? 'This couldn’t be opened. Save your work, then reload the page.'
      : navigator.onLine
        ? 'This couldn’t be loaded. Try again, or save your work and reload the page.'
        : 'You’re offline. Try again when you’re back online.'
    raise({ tone: 'error', text })
    close()
  }, [raise, close, missing])
  return null
}
