import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { BoardStore } from '../../../state/board-store'
import { SkipLink } from '../../components/skip-links'
import { useApp } from '../../hooks/use-app'
import { BoardFailure } from './board-failure'

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

/**
 * The frame that a page has to itself, with its skeleton and its failure. Around it are a skip link past it and, on both sides, a button
 * that opens the palette.
 */
export function OwnFrame({
  store,
  kind,
  what,
  name,
  loading,
  skeleton,
  ...section
}: ComponentProps<'section'> & {
  readonly store: BoardStore
  readonly kind: string
  readonly what: string
  readonly name: string
  readonly loading: string
  readonly skeleton: ReactNode
}): ReactNode {
  const container = useRef<HTMLDivElement>(null)
  const { attach, retry, phase, failure } = useStore(store)
  // A layout effect, as the container is still in the document: the frame is moved out of it, to be reused for the next dashboard.
  useLayoutEffect(() => attach(container.current), [attach])
  const failed = phase === 'failed' && failure !== null
  const waiting = !failed && phase !== 'rendered'
  return (
    <section
      {...section}
      className={`board ${kind}`}
      aria-busy={waiting}
      data-covered={waiting}
      data-failed={failed}
    >
      <SkipLink className="board__skip visually-hidden" to={end}>
        Skip past the {what}
      </SkipLink>
      <SearchBesideFrame what={what} />
      <div className="board__container" ref={container} />
      <SearchBesideFrame what={what} />
      <p className="after-board visually-hidden" id={end} tabIndex={-1}>
        End of the {what}
      </p>
      {waiting && skeleton}
      {failed && <BoardFailure failure={failure} name={name} what={what} retry={retry} />}
      <output className="visually-hidden">{waiting ? `Loading ${loading}` : ''}</output>
    </section>
  )
}
