import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { UnsavedWork } from '../../state/unsaved-work-store'
import { useApp } from './use-app'

/**
 * While there is `work`, leaving the page asks first; closing the window asks with the browser's own dialog. A notice reports work that was
 * lost without that: the session has ended, the dashboard is gone, or its view has `failed`.
 */
export function useUnsavedWork(work: UnsavedWork | null, failed: boolean): void {
  const { stores } = useApp()
  // Its cleanup runs before that of the next effect, which releases the work.
  useEffect(() => {
    if (failed) return
    return () => {
      if (stores.unsavedWork.getState().work !== null)
        stores.notices.getState().raise({ tone: 'warning', text: 'Your unsaved changes were lost.' })
    }
  }, [stores, failed])
  const hold = useStore(stores.unsavedWork, (state) => state.hold)
  // Lost work does not keep the user from leaving.
  const held = work !== null && !failed
  useEffect(() => (held ? hold(work) : undefined), [held, work, hold])
  useEffect(() => {
    if (!held) return
    // The browser does not ask again once the user has answered "Leave".
    const onBeforeUnload = (event: BeforeUnloadEvent): void => {
      if (stores.unsavedWork.getState().work !== null) event.preventDefault()
    }
    addEventListener('beforeunload', onBeforeUnload)
    return () => removeEventListener('beforeunload', onBeforeUnload)
  }, [held, stores])
}
