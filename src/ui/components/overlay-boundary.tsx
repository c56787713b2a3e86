import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import { useBack } from '../hooks/use-back'
import { AreaBoundary, type Crash } from './area-boundary'
import { Button } from './button'
import { Spinner } from './spinner'

/**
 * Around what opens over the page. When it cannot be shown, because it is broken or its file does not come, it is closed again, the
 * page beneath goes on, and a notice says so. Once it is closed it has a new try. While its file comes the page waits.
 */
export function OverlayBoundary({
  area,
  open,
  close,
  children,
}: {
  readonly area: string
  readonly open: boolean
  /** The same one as long as nothing else is open: what it closes, it closes once. */
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

/** Milliseconds for which a file may be on its way before the page waits for it: most are there by then. */
const soon = 400

/**
 * In the place of what opens until its file is there: somebody who went on writing in the page would write the second half of a sentence
 * into a field that has come meanwhile, or find a dialog over another page.
 */
function Waiting({ close }: { readonly close: () => void }): ReactNode {
  const element = useRef<HTMLDialogElement>(null)
  useBack(close)
  useLayoutEffect(() => {
    const dialog = element.current
    const late = setTimeout(() => dialog?.showModal(), soon)
    return () => {
      clearTimeout(late)
      // What comes finds the focus where it was, to give it back there.
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
