import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/**
 * Inside a frame the portal hears no keys. So on both sides of it, one Tab away, stands a way to the palette; it is seen only while
 * it has the focus.
 */
export function SearchBesideFrame(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openSearch)
  return (
    <button type="button" className="board__search visually-hidden" data-opens="search" onClick={open}>
      Search from the dashboard
    </button>
  )
}
