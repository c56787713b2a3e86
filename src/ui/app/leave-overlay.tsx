import { useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../components/overlay-boundary'
import { part } from '../components/part'
import { useApp } from '../hooks/use-app'

const ConfirmDialog = part(async () => (await import('../components/confirm-dialog')).ConfirmDialog)

/** What is used of the browser's Navigation API; a browser without it cannot ask before Back. */
interface NavigateEvent extends Event {
  readonly navigationType: string
  readonly destination: { readonly key: string; readonly sameDocument: boolean }
}
type Navigation = EventTarget & { traverseTo(key: string): unknown }

/** Back and Forward, too, go through the question. */
function useGuardedHistory(held: boolean): void {
  const { stores } = useApp()
  const leaveBy = useStore(stores.unsavedWork, (state) => state.leaveBy)
  useEffect(() => {
    const navigation = (window as { readonly navigation?: Navigation }).navigation
    if (!held || navigation === undefined) return
    const onNavigate = (event: Event): void => {
      const { navigationType, destination, cancelable } = event as NavigateEvent
      if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
      event.preventDefault()
      leaveBy(() => void navigation.traverseTo(destination.key))
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [held, leaveBy])
}

/** The question before unsaved work is left. */
export function LeaveOverlay(): ReactNode {
  const { stores } = useApp()
  const { work, asking, answer } = useStore(stores.unsavedWork)
  const held = work !== null
  useGuardedHistory(held)
  const stay = useCallback(() => answer(false), [answer])
  // At hand from the moment that there is something to lose: the network may be gone when it is to be asked.
  useEffect(() => {
    if (held) void ConfirmDialog.prefetch()
  }, [held])
  return (
    <OverlayBoundary area="leave-dialog" open={held && asking} close={stay}>
      {held && <ConfirmDialog {...work} keep="Stay" confirm="Leave" answer={answer} />}
    </OverlayBoundary>
  )
}
