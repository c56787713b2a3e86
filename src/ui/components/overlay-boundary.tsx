import { useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'
import { AreaBoundary } from './area-boundary'

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
  const Fallback = useCallback(() => <OverlayErrorFallback close={close} />, [close])
  return (
    <AreaBoundary area={area} resetKey={String(open)} Fallback={Fallback}>
      {open && children}
    </AreaBoundary>
  )
}

function OverlayErrorFallback({ close }: { readonly close: () => void }): null {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  useEffect(() => {
    raise({
      tone: 'error',
      text: 'This couldn’t be opened. Save your work, then reload the page.',
    })
    close()
  }, [raise, close])
  return null
}
