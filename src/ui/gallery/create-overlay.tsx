import { lazy, Suspense, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../use-app'

const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog')).CreateDialog }))

/** The create dialog, fetched when it is first opened; each opening begins with an empty name. */
export function CreateOverlay(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.createDashboard)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  return open && signedIn ? (
    <Suspense fallback={null}>
      <CreateDialog />
    </Suspense>
  ) : null
}
