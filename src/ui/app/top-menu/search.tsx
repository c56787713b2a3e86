import SearchIcon from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../../hooks/use-app'

/** Opens the command palette; the way to it from inside a frame too, where the portal hears no keys. */
export function Search(): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openSearch)
  return (
    <button
      type="button"
      className="control control--folds control--search"
      aria-label="Search"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      data-opens="search"
      onClick={open}
    >
      <SearchIcon size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="control__label">Search</span>
      {/* Drawn by the styles: no part of the button's name, which is what it says. */}
      <kbd
        className="key"
        data-keys={/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'}
        aria-hidden="true"
      />
    </button>
  )
}
