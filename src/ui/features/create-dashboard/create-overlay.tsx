import { type ReactNode } from 'react'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'

const CreateDialog = part(async () => (await import('./create-dialog')).CreateDialog)

/** The create dialog, loaded when it first opens. Each opening starts with an empty name. */
export function CreateOverlay(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.createDashboard)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const close = useStore(stores.dialogs, (state) => state.closeCreateDashboard)
  return (
    <OverlayBoundary area="create-dialog" open={open && signedIn} close={close}>
      <CreateDialog />
    </OverlayBoundary>
  )
}
