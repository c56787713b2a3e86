import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { UnsavedWork } from '../../state/unsaved-work-store'
import { useApp } from './use-app'

/**
 * While `work` is there, leaving the page asks first; closing the window asks in the browser's own words. What goes without an answer,
 * because the session has ended, the dashboard is gone or its view has `failed`, is said to be lost.
 */
export function useUnsavedWork(work: UnsavedWork | null, failed: boolean): void {
  const { stores } = useApp()
  // Ends before the next effect, which lets go of it.
  useEffect(() => {
    if (failed) return
    return () => {
      if (stores.unsavedWork.getState().work !== null)
        stores.notices.getState().raise({ tone: 'warning', text: 'Your unsaved changes were lost.' })
    }
  }, [stores, failed])
  const hold = useStore(stores.unsavedWork, (state) => state.hold)
  // What is lost holds nobody back.
  const held = work !== null && !failed
  useEffect(() => (held ? hold(work) : undefined), [held, work, hold])
  useEffect(() => {
    if (!held) return
    // Not once more in the browser's words when "Leave" is what they have answered.
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      if (stores.unsavedWork.getState().work !== null) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [held, stores])
}
