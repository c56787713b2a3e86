import type { ReactNode } from 'react'
import { SkipLink } from './skip-links'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/**
 * Opens the palette from beside a frame, one Tab away on both sides of it, because keys pressed inside do not reach the portal. Visible
 * only while it has the focus.
 */
export function SearchBesideFrame({ what = 'dashboard' }: { readonly what?: string }): ReactNode {
  const { stores } = useApp()
  const open = useStore(stores.dialogs, (state) => state.openSearch)
  return (
    <button type="button" className="board__search visually-hidden" data-opens="search" onClick={open}>
      Search from the {what}
    </button>
  )
}

const end = 'after-frame'

/** Surrounds a page's own frame with a skip link past it and, on both sides, a button that opens the palette. */
export function AroundFrame({
  what,
  children,
}: {
  readonly what: string
  readonly children: ReactNode
}): ReactNode {
  return (
    <>
      <SkipLink className="board__skip visually-hidden" to={end}>
        Skip past the {what}
      </SkipLink>
      <SearchBesideFrame what={what} />
      {children}
      <SearchBesideFrame what={what} />
      <p className="after-board visually-hidden" id={end} tabIndex={-1}>
        End of the {what}
      </p>
    </>
  )
}
