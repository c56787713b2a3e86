import ArrowLeft from 'lucide-react/icons/arrow-left'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import type { SavedDashboard } from '../../core/ports/dashboard-library'
import { BoardFailure } from '../board/board-failure'
import { BoardSkeleton } from '../board/board-skeleton'
import { useLinkedPage } from '../board/use-linked-page'
import { useAppearance } from '../board/use-appearance'
import { useDocumentTitle } from '../browser/use-document-title'
import { Button, ButtonLink } from '../parts/button'
import { PageTitle } from '../parts/page-title'
import { Spinner } from '../parts/spinner'
import { StatePanel } from '../parts/state-panel'
import { paths } from '../routes'
import { useApp } from '../use-app'
import { SignedOutNotice } from './signed-out-notice'
import { failureDetail, galleryTexts, mentionedName, shownName } from './texts'
import { useDashboards } from './use-dashboards'
import { useDelete } from './use-delete'

const noName = 'Dashboard Gallery'

/** `/saved-dashboards/{liveboardId}`: one of one's own dashboards (specification, section 2.6). */
export default function SavedDashboardPage({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>
}): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  if (loading) return <Spinner />
  return signedIn ? <SavedDashboardView id={params['id'] ?? ''} /> : <SignedOutNotice />
}

function SavedDashboardView({ id }: { readonly id: string }): ReactNode {
  const { branding } = useApp()
  const { phase, dashboards, failure, deleting, load } = useDashboards()
  const [, navigate] = useLocation()
  const { ask, dialog } = useDelete(() => navigate(paths.savedDashboards))
  const first = dashboards[0]
  const selected = dashboards.find((dashboard) => dashboard.id === id)
  const name = selected === undefined ? noName : shownName(selected.name)
  useDocumentTitle(mentionedName(name), branding.productName)

  // The empty id selects the first dashboard and takes its address.
  const firstId = id === '' && phase === 'ready' ? first?.id : undefined
  useEffect(() => {
    if (firstId !== undefined) navigate(paths.savedDashboard(firstId), { replace: true })
  }, [firstId, navigate])

  return (
    <>
      <div className="page-head page-head--gallery page-head--saved">
        <ButtonLink to={paths.savedDashboards}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          Back to Dashboard Gallery
        </ButtonLink>
        <div className="gallery__bar">
          <PageTitle>
            <bdi className="gallery__title" title={name.length > 60 ? name.slice(0, 2_000) : undefined}>
              {name}
            </bdi>
          </PageTitle>
          {selected !== undefined && (
            <Button icon={Trash2} disabled={deleting.has(selected.id)} onClick={() => ask(selected)}>
              {deleting.has(selected.id) ? 'Deleting...' : 'Delete Dashboard'}
            </Button>
          )}
        </div>
      </div>
      {content()}
      {dialog}
    </>
  )

  function content(): ReactNode {
    if (phase === 'idle' || phase === 'loading' || firstId !== undefined)
      return (
        <div className="gallery__waiting">
          <Spinner />
          <output className="visually-hidden">Loading your dashboards</output>
        </div>
      )
    // Also when only the last reading has failed: the dashboard may be newer than the list.
    if (failure !== null && (phase === 'failed' || selected === undefined))
      return (
        <StatePanel
          trouble="failed"
          title="Your dashboards could not be loaded"
          text={failureDetail(failure) ?? 'Try again in a moment.'}
          action={
            <Button main onClick={() => void load()}>
              Retry
            </Button>
          }
        />
      )
    if (dashboards.length === 0)
      return (
        <StatePanel
          trouble="empty"
          title={galleryTexts.noneFound}
          text={galleryTexts.useSidebar}
          action={null}
        />
      )
    if (selected === undefined)
      return (
        <StatePanel
          trouble="missing"
          title="Dashboard not found"
          text="There is no such dashboard, or it is not yours."
          action={
            <ButtonLink main to={paths.savedDashboards}>
              Back to Dashboard Gallery
            </ButtonLink>
          }
        />
      )
    return <SavedBoard key="board" dashboard={selected} />
  }
}

/** The dashboard itself, embedded, at least 800 px high. */
function SavedBoard({ dashboard }: { readonly dashboard: SavedDashboard }): ReactNode {
  const { stores } = useApp()
  const place = useRef<HTMLDivElement>(null)
  const { attach, show, hide, retry, phase, failure } = useStore(stores.saved)
  useLinkedPage(stores.saved)
  const appearance = useAppearance('own')
  const { id } = dashboard
  const name = mentionedName(dashboard.name)

  useEffect(() => attach(place.current), [attach])
  useEffect(() => {
    show({ view: { kind: 'dashboard', liveboardId: id }, title: `${name} dashboard`, appearance })
  }, [id, name, appearance, show])
  useEffect(() => hide, [hide])

  const failed = phase === 'failed' && failure !== null
  const waiting = !failed && phase !== 'rendered'
  return (
    <section
      className="board board--saved"
      aria-label={`${name} dashboard`}
      aria-busy={waiting}
      data-covered={waiting}
      data-failed={failed}
    >
      <div className="board__place" ref={place} />
      {waiting && <BoardSkeleton />}
      {failed && <BoardFailure failure={failure} name={name} retry={retry} />}
    </section>
  )
}
