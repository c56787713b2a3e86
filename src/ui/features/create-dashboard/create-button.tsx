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
  const { offers, stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openCreateDashboard)
  if (!offers.includes('create-dashboard')) return null
  return (
    <button
      type="button"
      className="workspace-add"
      aria-label="Create New Dashboard"
      title="Create New Dashboard"
      onClick={open}
    >
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
