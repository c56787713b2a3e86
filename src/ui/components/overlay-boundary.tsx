import { useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import { AreaBoundary, type Crash } from './area-boundary'

/**
 * Around what opens over the page. When it cannot be shown, because it is broken or its file does not come, it is closed again, the
 * page beneath goes on, and a notice says so. Once it is closed it has a new try.
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
      {open && children}
    </AreaBoundary>
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
