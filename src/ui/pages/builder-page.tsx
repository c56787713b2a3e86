import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { builderView, isPlainId, maxBuilderQuestionLength } from '../../core/embedding/view-checks'
import { LinkedQuestion, useLinkedQuestion } from '../components/linked-question'
import { PageTitle } from '../components/page-title'
import { Spinner } from '../components/spinner'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { OwnFrame } from '../features/dashboard/own-frame'
import { useAppearance } from '../hooks/use-appearance'
import { useBoardEvents } from '../hooks/use-board-events'
import { useUnsavedWork } from '../hooks/use-unsaved-work'
import { useChartNotices } from '../hooks/chart-notices'

const unsavedChart = {
  title: 'Leave without saving?',
  text: 'This chart hasn’t been saved or pinned. It will be lost.',
}

const noDataset = {
  tone: 'warning',
  text: 'This link names a dataset that doesn’t exist. You can still ask about other data.',
} as const

/** The embedded builder. `?source=`, `#q=` and `?answer=` set what it opens with; a question from outside waits until the user asks it. */
function Builder(): ReactNode {
  const { stores } = useApp()
  const search = useSearch()
  const { show, hide, phase, unsaved } = useStore(stores.builder)
  const appearance = useAppearance('own')
  const { asked, proposed } = useLinkedQuestion()
  const view = useMemo(() => {
    const query = new URLSearchParams(search)
    return builderView({
      source: query.get('source'),
      question: asked,
      answer: query.get('answer'),
      pinned: {
        dashboardId: query.get('dashboard'),
        chartId: query.get('tile'),
        title: query.get('title'),
      },
    })
  }, [search, asked])

  const { raise } = useStore(stores.notices)
  const isUnknownSource = view.sourceId === undefined && new URLSearchParams(search).has('source')
  useEffect(() => {
    if (isUnknownSource) raise(noDataset)
  }, [isUnknownSource, raise])

  useEffect(() => show({ view, title: 'Data Weaver', appearance }), [view, appearance, show])
  useEffect(() => hide, [hide])
  useUnsavedWork(unsaved ? unsavedChart : null, phase === 'failed')
  useChartNotices(stores.builder)

  const [dialog, setDialog] = useState(false)
  useBoardEvents(stores.builder, (event) => {
    if (event.kind === 'dialog') setDialog(event.open)
  })
  // A reloaded frame has no dialog, and does not report that the earlier one is gone.
  useEffect(
    () => stores.builder.subscribe((state) => state.phase !== 'rendered' && setDialog(false)),
    [stores],
  )
  return (
    <>
      {proposed !== null && (
        <LinkedQuestion key={proposed} question={proposed} maxLength={maxBuilderQuestionLength} />
      )}
      <OwnFrame
        store={stores.builder}
        kind="board--builder"
        what="chart builder"
        name="Data Weaver"
        loading="Data Weaver"
        skeleton={<BuilderSkeleton />}
        aria-label="Data Weaver"
        data-dialog={dialog}
      />
    </>
  )
}

/** Placeholder: a search bar, a panel of fields, a chart. */
function BuilderSkeleton(): ReactNode {
  return (
    <div className="builder-skeleton" aria-hidden="true">
      <span className="builder-skeleton__search" />
      <span className="builder-skeleton__panel" />
      <span />
    </div>
  )
}

/** `/chart-builder`: the embedded chart builder, for signed-in users (specification, section 2.4). */
export default function BuilderPage(): ReactNode {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const isSignedOut = !loading && !signedIn
  const board = boardOf(useSearch())

  useEffect(() => {
    if (isSignedOut) navigate(paths.home, { replace: true })
  }, [isSignedOut, navigate])

  if (!signedIn)
    return (
      <div className="gallery__waiting">
        <Spinner />
        <output className="visually-hidden">Loading Data Weaver</output>
      </div>
    )
  return (
    <>
      <div className="page-head page-head--builder">
        <p className="page-head__subtitle">Customize Your Insights</p>
        <PageTitle>Data Weaver</PageTitle>
        {/* Names both: the menu above calls it Chart Builder, the sidebar Data Weaver. */}
        <p className="page-head__lead">
          The Chart Builder: ask in words or choose fields, then save the chart or pin it to a dashboard.
        </p>
        {board !== null && (
          <Link className="text-button page-head__back" href={board}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            Back to dashboard
          </Link>
        )}
      </div>
      <Builder />
    </>
  )
}

/** URL of the dashboard that a chart was opened from to be changed; null for every other way here. */
function boardOf(search: string): string | null {
  const id = new URLSearchParams(search).get('dashboard')
  return id !== null && isPlainId(id) ? paths.savedDashboard(id) : null
}
