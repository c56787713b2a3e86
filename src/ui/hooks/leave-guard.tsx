import { useEffect, type ReactNode } from 'react'
import { Router } from 'wouter'
import { useStore } from 'zustand'
import type { UnsavedWork } from '../../state/unsaved-work-store'
import { useApp } from './use-app'

/** What is used of the browser's Navigation API; a browser without it cannot ask before Back. */
interface NavigateEvent extends Event {
  readonly navigationType: string
  readonly destination: { readonly key: string; readonly sameDocument: boolean }
}
type Navigation = EventTarget & { traverseTo(key: string): unknown }

/** Every way inside the portal that would end unsaved work goes through the question first: links, controls, Back and Forward. */
export function GuardedRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const { stores } = useApp()
  const leaveBy = useStore(stores.leaving, (state) => state.leaveBy)
  const held = useStore(stores.leaving, (state) => state.work !== null)

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

  return (
    <Router
      // A replaced address is the same page saying where in it one is.
      aroundNav={(navigate, to, options) =>
        options?.replace === true ? navigate(to, options) : leaveBy(() => navigate(to, options))
      }
    >
      {children}
    </Router>
  )
}

/** While `work` is there, leaving the page asks first; closing the window asks in the browser's own words. */
export function useUnsavedWork(work: UnsavedWork | null): void {
  const { stores } = useApp()
  const hold = useStore(stores.leaving, (state) => state.hold)
  useEffect(() => (work === null ? undefined : hold(work)), [work, hold])
  const held = work !== null
  useEffect(() => {
    if (!held) return
    // Not once more in the browser's words when "Leave" is what they have answered.
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      if (stores.leaving.getState().work !== null) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [held, stores])
}
