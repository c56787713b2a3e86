import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import SquarePen from 'lucide-react/icons/square-pen'
import Trash2 from 'lucide-react/icons/trash-2'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { documentTitle } from '../../hooks/use-document-title'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import type { DashboardsState } from '../../../state/dashboards-store'
import { itemName } from '../../../core/favorites/stored-favorites'
import { HeadTools } from '../../features/favorites/head-tools'
import { Button, ButtonLink } from '../../components/button'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { PageTitle } from '../../components/page-title'
import { Spinner } from '../../components/spinner'
import { StatePanel } from '../../components/state-panel'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { ListFailure } from './list-failure'
import { DashboardStart, useIsEmpty } from './dashboard-start'
import { DashboardEditor, SavedBoard } from './saved-board'
import { SignedOutNotice } from '../../components/signed-out-notice'
import { galleryTexts, mentionedName, shownName } from '../../hooks/dashboard-texts'
import { useDashboards } from '../../hooks/use-dashboards'
import { RenameForm, RowButtons, useRowChanges } from './row-changes'
import { useDelete } from './use-delete'

const AddChartsDialog = part(
  async () => (await import('../../features/create-dashboard/add-charts-dialog')).AddChartsDialog,
)

const galleryTitle = 'Dashboard Gallery'
/** In the address while the dashboard is being edited, so that a reload and Back work as expected. */
const editParameter = 'edit'

/** `/saved-dashboards/{dashboardId}`: one of the user's own dashboards (specification, section 2.6). */
export default function SavedDashboardPage({
  params,
}: {
  readonly params: Readonly<Record<string, string | undefined>>
}): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  if (loading)
    return (
      <>
        {/* Space for the head, so that what is below it stays where it is. */}
        <div className="page-head page-head--gallery page-head--saved control--absent" aria-hidden="true">
          <span className="button">Gallery</span>
          <div className="gallery__bar">
            <span className="page-head__title">Gallery</span>
          </div>
        </div>
        <Waiting />
      </>
    )
  return signedIn ? <SavedDashboardView id={params['id'] ?? ''} /> : <SignedOutNotice />
}

/** Titles the window with the dashboard's name while this is shown: the name goes when the user signs out. */
function useNamedTitle(name: string): void {
  const product = useApp().branding.productName
  const title = documentTitle(mentionedName(name), product)
  useEffect(() => {
    document.title = title
    return () => {
      if (document.title === title) document.title = documentTitle(galleryTitle, product)
    }
  }, [title, product])
}

function SavedDashboardView({ id }: { readonly id: string }): ReactNode {
  const { stores } = useApp()
  const list = useDashboards()
  const { phase, dashboards, deleting } = list
  const [, navigate] = useLocation()
  const editing = new URLSearchParams(useSearch()).has(editParameter)
  const editButton = useFocusAfter(id, editing)
  const shownId = useRef<string | null>(null)
  const [adding, setAdding] = useState(false)
  const closeAdding = useCallback(() => setAdding(false), [])
  // A user who has moved to another page during the deletion stays there.
  const { ask, dialog } = useDelete((deleted) => {
    if (shownId.current === deleted) navigate(paths.savedDashboards)
  })
  const selected = dashboards.find((dashboard) => dashboard.id === id)
  const empty = useIsEmpty(selected?.id ?? '')
  const addButton = useFocusAfter(id, empty, focusIsLost)
  const name = selected === undefined ? galleryTitle : shownName(selected.name)
  useNamedTitle(name)

  useEffect(() => {
    shownId.current = id
    const { notices, dismiss } = stores.notices.getState()
    // Dismisses a notice that only offers to open this dashboard.
    for (const notice of notices)
      if (notice.about === id && notice.link?.href === paths.savedDashboard(id)) dismiss(notice.id)
    return () => {
      shownId.current = null
    }
  }, [id, stores])

  // An empty id is replaced with that of the first dashboard.
  const firstId = id === '' && phase === 'ready' ? dashboards[0]?.id : undefined
  useEffect(() => {
    if (firstId !== undefined) navigate(paths.savedDashboard(firstId), { replace: true })
  }, [firstId, navigate])

  // Deleted, while the list is still reloading.
  const isBeingDeleted = selected === undefined && deleting.has(id)
  const waiting = phase === 'idle' || phase === 'loading' || firstId !== undefined || isBeingDeleted
  return (
    <>
      <div className="page-head page-head--gallery page-head--saved">
        <ButtonLink to={paths.savedDashboards}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          <span>
            <span className="gallery__rest">Back to Dashboard </span>Gallery
          </span>
        </ButtonLink>
        {selected !== undefined && !editing && (
          <HeadTools
            key={selected.id}
            item={{ kind: 'dashboard', id: selected.id, name: itemName(name) }}
            name={mentionedName(name)}
            board={stores.saved}
          />
        )}
        <HeadLine
          name={name}
          isKnown={!waiting}
          dashboard={editing ? undefined : selected}
          editButton={editButton}
          addButton={addButton}
          // An empty dashboard offers them itself, below.
          addCharts={empty ? null : () => setAdding(true)}
          onDelete={ask}
        />
      </div>
      {selected !== undefined && empty && !editing && (
        <DashboardStart key={selected.id} dashboard={selected} addCharts={() => setAdding(true)} />
      )}
      {waiting ? <Waiting /> : <Content id={id} list={list} selected={selected} editing={editing} />}
      {dialog}
      <OverlayBoundary area="add-charts" open={adding && selected !== undefined} close={closeAdding}>
        {selected !== undefined && <AddChartsDialog dashboard={selected} close={closeAdding} />}
      </OverlayBoundary>
    </>
  )
}

/** The name and the actions of the dashboard; it can be renamed in place. */
function HeadLine({
  name,
  isKnown,
  dashboard,
  editButton,
  addButton,
  addCharts,
  onDelete,
}: {
  readonly name: string
  /** Until then its line is empty: it would show another title for a moment. */
  readonly isKnown: boolean
  /** Undefined while there is none, or while it is edited. */
  readonly dashboard: SavedDashboard | undefined
  readonly editButton: RefObject<HTMLButtonElement | null>
  readonly addButton: RefObject<HTMLButtonElement | null>
  /** Null where it is not offered here. */
  readonly addCharts: (() => void) | null
  readonly onDelete: (dashboard: SavedDashboard) => void
}): ReactNode {
  const { offers, stores } = useApp()
  const { can, deleting } = useStore(stores.dashboards)
  const [, navigate] = useLocation()
  const changes = useRowChanges()
  const renaming = dashboard !== undefined && changes.renaming?.id === dashboard.id
  return (
    <>
      <div className="gallery__bar">
        <PageTitle key={name}>
          <bdi
            className={isKnown ? 'gallery__title' : 'gallery__title gallery__title--coming'}
            title={name.length > 60 ? name.slice(0, 2_000) : undefined}
          >
            {name}
          </bdi>
        </PageTitle>
        {dashboard !== undefined && (
          <div className="gallery__actions">
            {/* First, as the others are right-aligned: it comes and goes with the first chart, and moves none of them. */}
            {can?.charts === true && addCharts !== null && (
              <Button ref={addButton} icon={Plus} onClick={addCharts}>
                <span>
                  Add<span className="gallery__rest"> Charts</span>
                </span>
              </Button>
            )}
            {offers.includes('editor') && (
              <Button
                ref={editButton}
                icon={SquarePen}
                disabled={deleting.has(dashboard.id)}
                onClick={() => navigate(`${paths.savedDashboard(dashboard.id)}?${editParameter}=true`)}
              >
                <span>
                  Edit<span className="gallery__rest"> Dashboard</span>
                </span>
              </Button>
            )}
            <RowButtons dashboard={dashboard} changes={changes} />
            {can?.remove === true && (
              <Button icon={Trash2} disabled={deleting.has(dashboard.id)} onClick={() => onDelete(dashboard)}>
                <span className="gallery__rest steady" data-widest="Delete Dashboard">
                  {deleting.has(dashboard.id) ? 'Deleting...' : 'Delete Dashboard'}
                </span>
              </Button>
            )}
          </div>
        )}
      </div>
      {renaming && <RenameForm dashboard={dashboard} changes={changes} described={can?.describe === true} />}
      {dashboard !== undefined &&
        !renaming &&
        !['', galleryTexts.newDescription].includes(dashboard.description) && (
          <p className="gallery__description gallery__description--page">
            <bdi>{dashboard.description}</bdi>
          </p>
        )}
    </>
  )
}

const always = (): boolean => true

/** Focuses this button when the editor, or the start of an empty dashboard, is gone and took the focus with it. */
function useFocusAfter(id: string, isShown: boolean, wanted = always): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef({ id, isShown, wanted })
  useEffect(() => {
    const { current } = before
    // Not when the page shows another dashboard, which has a focus of its own.
    if (current.id === id && current.isShown && !isShown && current.wanted()) button.current?.focus()
    before.current = { id, isShown, wanted }
  }, [id, isShown, wanted])
  return button
}

const focusIsLost = (): boolean => document.activeElement === document.body

function Waiting(): ReactNode {
  return (
    <div className="gallery__waiting">
      <Spinner />
      <output className="visually-hidden">Loading your dashboards</output>
    </div>
  )
}

const notFoundText = 'This dashboard was deleted or you don’t have access to it.'

/** The dashboard, or why it cannot be shown, once the list has loaded or failed. */
function Content({
  id,
  list: { phase, dashboards, complete, failure, load },
  selected,
  editing,
}: {
  /** The id in the address. */
  readonly id: string
  readonly list: DashboardsState
  readonly selected: SavedDashboard | undefined
  readonly editing: boolean
}): ReactNode {
  const { offers } = useApp()
  // Also if only the last reload failed: the dashboard may be newer than the list.
  if (failure !== null && (phase === 'failed' || selected === undefined))
    return <ListFailure failure={failure} retry={() => void load()} />
  if (dashboards.length === 0 && complete)
    return (
      <StatePanel
        trouble="empty"
        title={galleryTexts.noneFound}
        text={offers.includes('create-dashboard') ? galleryTexts.createFromSidebar : galleryTexts.noneListed}
        // Another user's link has led here: creating a dashboard would not show that one.
        action={id !== '' && <p className="gallery__hint">{notFoundText}</p>}
      />
    )
  if (selected === undefined)
    return (
      <StatePanel
        trouble="missing"
        title="Dashboard not found"
        text={
          complete
            ? notFoundText
            : 'Not all of your dashboards could be listed. It may be one of the others, or it was deleted.'
        }
        action={
          <ButtonLink main to={paths.savedDashboards}>
            Back to Dashboard Gallery
          </ButtonLink>
        }
      />
    )
  return editing ? (
    <DashboardEditor key="editor" dashboard={selected} />
  ) : (
    <SavedBoard key="board" dashboard={selected} />
  )
}
