import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../components/overlay-boundary'
import { part } from '../components/part'
import type { UnsavedWork, UnsavedWorkStore } from '../../state/unsaved-work-store'
import { useApp } from '../hooks/use-app'

const ConfirmDialog = part(async () => (await import('../components/confirm-dialog')).ConfirmDialog)

/** The part of the browser's Navigation API that is used here. Safari before 26.2 and Firefox before 147 do not have it. */
interface NavigateEvent extends Event {
  readonly navigationType: string
  readonly destination: { readonly key: string; readonly sameDocument: boolean }
}
type Navigation = EventTarget & { traverseTo(key: string): unknown }

/** Makes Back and Forward ask first, too. */
function useGuardedHistory(held: boolean): void {
  const { stores } = useApp()
  const confirmLeave = useStore(stores.unsavedWork, (state) => state.confirmLeave)
  useEffect(() => {
    const navigation = (window as { readonly navigation?: Navigation }).navigation
    if (!held) return
    if (navigation === undefined) return guardByEntries(stores.unsavedWork)
    const onNavigate = (event: Event): void => {
      const { navigationType, destination, cancelable } = event as NavigateEvent
      if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
      event.preventDefault()
      confirmLeave(() => void navigation.traverseTo(destination.key))
    }
    navigation.addEventListener('navigate', onNavigate)
    return () => navigation.removeEventListener('navigate', onNavigate)
  }, [held, confirmLeave, stores])
}

/**
 * Without the Navigation API, Back has happened by the time the page gets the event. The page's entry is pushed again before the
 * router sees the change, so the page stays mounted while the question is open; "Leave" then goes back once more.
 */
function guardByEntries(store: UnsavedWorkStore): () => void {
  let entry = { state: history.state as unknown, href: location.href }
  const follow = (): void => void (entry = { state: history.state, href: location.href })
  // The router dispatches these after each change of the history.
  const changes = ['pushState', 'replaceState']
  for (const change of changes) addEventListener(change, follow)
  const beforeRouter = (event: Event): void => {
    if (location.href === entry.href) return
    event.stopImmediatePropagation()
    history.pushState(entry.state, '', entry.href)
    store.getState().confirmLeave(() => history.back())
  }
  store.setState({ beforeRouter })
  return () => {
    for (const change of changes) removeEventListener(change, follow)
    store.setState({ beforeRouter: undefined })
  }
}

/** Answers the dialog. If the user chose to leave by logging out and that fails, the work is held again. */
function useLeaveAnswer(): (leave: boolean) => void {
  const { stores } = useApp()
  const [path] = useLocation()
  const leaving = useRef<{ readonly work: UnsavedWork; readonly path: string } | null>(null)
  const error = useStore(stores.auth, (state) => state.error)
  useEffect(() => {
    const isHere = leaving.current?.path === path
    if (leaving.current === null || (isHere && error === null)) return
    if (isHere) stores.unsavedWork.setState({ work: leaving.current.work })
    leaving.current = null
  }, [error, path, stores])
  return useCallback(
    (leave) => {
      const { work, answer } = stores.unsavedWork.getState()
      answer(leave)
      leaving.current = leave && work !== null ? { work, path } : null
    },
    [path, stores],
  )
}

/** Asks before the user leaves unsaved work. */
export function LeaveOverlay(): ReactNode {
  const { stores } = useApp()
  const { work, isConfirming } = useStore(stores.unsavedWork)
  const held = work !== null
  const answer = useLeaveAnswer()
  useGuardedHistory(held)
  const stay = useCallback(() => answer(false), [answer])
  // Prefetched as soon as there is unsaved work: the network may be down when the dialog is needed.
  useEffect(() => {
    if (held) void ConfirmDialog.prefetch()
  }, [held])
  return (
    <OverlayBoundary area="leave-dialog" open={held && isConfirming} close={stay}>
      {held && <ConfirmDialog {...work} keep="Stay" confirm="Leave" answer={answer} />}
    </OverlayBoundary>
  )
}
