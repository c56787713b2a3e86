import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../components/overlay-boundary'
import { part } from '../components/part'
import type { UnsavedWork } from '../../state/unsaved-work-store'
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

/** Answers the question. A log-out that fails has left nothing after all: then the work is held on. */
function useAnswer(): (leave: boolean) => void {
  const { stores } = useApp()
  const [path] = useLocation()
  const given = useRef<{ readonly work: UnsavedWork; readonly path: string } | null>(null)
  const error = useStore(stores.auth, (state) => state.error)
  useEffect(() => {
    const isHere = given.current?.path === path
    if (given.current === null || (isHere && error === null)) return
    if (isHere) stores.unsavedWork.setState({ work: given.current.work })
    given.current = null
  }, [error, path, stores])
  return useCallback(
    (leave) => {
      const { work, answer } = stores.unsavedWork.getState()
      answer(leave)
      given.current = leave && work !== null ? { work, path } : null
    },
    [path, stores],
  )
}

/** The question before unsaved work is left. */
export function LeaveOverlay(): ReactNode {
  const { stores } = useApp()
  const { work, asking } = useStore(stores.unsavedWork)
  const held = work !== null
  const answer = useAnswer()
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
