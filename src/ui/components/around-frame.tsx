import type { ReactNode } from 'react'
import { SkipLink } from './skip-links'
import { useStore } from 'zustand'
import { useApp } from '../hooks/use-app'

/**
 * Keys pressed inside a frame do not reach the portal. So on both sides of it, one Tab away, stands a way to the palette; it is seen only while
 * it has the focus.
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

/** What a page's own frame stands between: a way past it for the keyboard, and on both sides the way to the palette. */
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
