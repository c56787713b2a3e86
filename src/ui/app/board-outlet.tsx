import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../core/catalogue/catalogue'
import { useBoardRequest, useDeferredUi } from './use-deferred-ui'
import { SkipLink } from '../components/skip-links'
import { useApp } from '../hooks/use-app'
import { BoardSkeleton, boardTitle } from '../features/dashboard/board-skeleton'

/**
 * The page's only container for curated boards. It stays mounted while the portal is open, so that its frame survives route changes.
 * `coming` is a board that shows its skeleton but is not requested yet, while the session is loading.
 */
export function BoardOutlet({
  dataset,
  coming,
}: {
  readonly dataset: Dataset | null
  readonly coming: Dataset | null
}): ReactNode {
  const { stores } = useApp()
  const container = useRef<HTMLDivElement>(null)
  const attach = useStore(stores.board, (state) => state.attach)
  const phase = useStore(stores.board, (state) => state.phase)
  const failure = useStore(stores.board, (state) => state.failure)
  const retry = useStore(stores.board, (state) => state.retry)
  const parts = useDeferredUi()
  const request = useBoardRequest()

  useEffect(() => attach(container.current), [attach])

  const shown = dataset ?? coming
  // The skeleton stays until the component that reports the failure has loaded.
  const failed = parts !== null && dataset !== null && phase === 'failed' && failure !== null
  const waiting = shown !== null && !failed && (dataset === null || phase !== 'rendered')
  const name = shown === null ? '' : shown.sidebarName
  return (
    <>
      {request !== null && <request.BoardRequest dataset={dataset} />}
      <section
        className="board"
        id="dashboard"
        tabIndex={-1}
        hidden={shown === null}
        aria-label={shown === null ? undefined : boardTitle(shown)}
        aria-busy={waiting}
        data-covered={waiting}
        data-failed={failed}
      >
        <SkipLink className="board__skip visually-hidden" to="after-dashboard">
          Skip past the dashboard
        </SkipLink>
        {parts !== null && <parts.SearchBesideFrame />}
        <div className="board__container" ref={container} />
        {parts !== null && <parts.SearchBesideFrame />}
        {waiting && <BoardSkeleton dataset={shown} />}
        {failed && <parts.BoardFailure key={shown?.key} failure={failure} name={name} retry={retry} />}
      </section>
      <p className="after-board visually-hidden" id="after-dashboard" tabIndex={-1} hidden={shown === null}>
        End of the dashboard
      </p>
      <output className="visually-hidden">{waiting ? `Loading the ${name} dashboard` : ''}</output>
    </>
  )
}
