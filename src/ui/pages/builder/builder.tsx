import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { useStore } from 'zustand'
import { builderView } from '../../../core/embedding/view-checks'
import { AroundFrame } from '../../features/dashboard/around-frame'
import { BoardFailure } from '../../features/dashboard/board-failure'
import { useAppearance } from '../../hooks/use-appearance'
import { useUnsavedWork } from '../../hooks/use-unsaved-work'
import { useApp } from '../../hooks/use-app'
import { useChartNotices } from '../../hooks/use-chart-notices'

const unsavedChart = {
  title: 'Leave without saving?',
  text: 'The chart you are building has not been saved or pinned. It will be lost.',
}

/** The builder itself, embedded. `?source=`, `?q=` and `?answer=` say what it opens with. */
export function Builder(): ReactNode {
  const { stores } = useApp()
  const place = useRef<HTMLDivElement>(null)
  const search = useSearch()
  const { attach, show, hide, retry, phase, failure, unsaved } = useStore(stores.builder)
  const appearance = useAppearance('own')
  const view = useMemo(() => {
    const query = new URLSearchParams(search)
    return builderView({
      source: query.get('source'),
      question: query.get('q'),
      answer: query.get('answer'),
      pinned: {
        liveboardId: query.get('dashboard'),
        vizId: query.get('tile'),
        title: query.get('title'),
      },
    })
  }, [search])

  useEffect(() => attach(place.current), [attach])
  useEffect(() => show({ view, title: 'Data Weaver', appearance }), [view, appearance, show])
  useEffect(() => hide, [hide])
  useUnsavedWork(unsaved ? unsavedChart : null)
  useChartNotices(stores.builder)

  const failed = phase === 'failed' && failure !== null
  const waiting = !failed && phase !== 'rendered'
  return (
    <section
      className="board board--builder"
      aria-label="Data Weaver"
      aria-busy={waiting}
      data-covered={waiting}
      data-failed={failed}
    >
      <AroundFrame what="chart builder">
        <div className="board__place" ref={place} />
      </AroundFrame>
      {waiting && <BuilderSkeleton />}
      {failed && <BoardFailure failure={failure} name="Data Weaver" what="chart builder" retry={retry} />}
      <output className="visually-hidden">{waiting ? 'Loading Data Weaver' : ''}</output>
    </section>
  )
}

/** What is coming: a search bar, a panel of fields, a chart. */
function BuilderSkeleton(): ReactNode {
  return (
    <div className="builder-skeleton" aria-hidden="true">
      <span className="builder-skeleton__search" />
      <span className="builder-skeleton__panel" />
      <span className="builder-skeleton__chart" />
    </div>
  )
}
