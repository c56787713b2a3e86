import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../components/button'
import { useApp } from '../../hooks/use-app'

export function CreateButton(): ReactNode {
  const { offers, stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openCreateDashboard)
  if (!offers.includes('create-dashboard')) return null
  return (
    <Button main icon={Plus} onClick={open}>
      Create New Dashboard
    </Button>
  )
}

/** The round `+` beside "My Workspace" in the sidebar. */
export function CreateFromSidebar(): ReactNode {
  return <PlusButton className="workspace-add" size={16} />
}

/** The same in a phone's bar, as its sidebar is behind a button. For signed-in users. */
export function CreateFromBar(): ReactNode {
  const signedIn = useStore(useApp().stores.auth, (state) => state.isAuthenticated)
  return signedIn ? <PlusButton className="control control--icon" size={20} /> : null
}

function PlusButton({ className, size }: { readonly className: string; readonly size: number }): ReactNode {
  const { offers, stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openCreateDashboard)
  if (!offers.includes('create-dashboard')) return null
  return (
    <button
      type="button"
      className={className}
      aria-label="Create New Dashboard"
      title="Create New Dashboard"
      onClick={open}
    >
      <Plus size={size} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
