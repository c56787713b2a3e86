import Search from 'lucide-react/icons/search'
import {
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { matching, ordered, type DashboardOrder } from '../../../core/dashboards/order'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import type { DashboardsState } from '../../../state/dashboards-store'
import { desktopQuery, useMediaQuery } from '../../hooks/use-media-query'
import { PageTitle } from '../../components/page-title'
import { StatePanel } from '../../components/state-panel'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { CreateButton } from '../../features/create-dashboard/create-button'
import { DashboardList, type Selection } from './dashboard-list'
import { ListFailure, StaleList } from './list-failure'
import { SignedOutNotice } from '../../components/signed-out-notice'
import { matchingEntries } from '../../../core/navigation/search'
import { searchIndex, type SearchEntry, type SearchIndex } from '../../../core/navigation/search-index'
import { findTypos } from '../../features/palette/find-typos'
import { galleryTexts, shownName } from '../../hooks/dashboard-texts'
import { useDashboards } from '../../hooks/use-dashboards'
import { useDelete } from './use-delete'

/** Placeholder for the loading list. */
function ListSkeleton(): ReactNode {
  return (
    <div className="gallery__table">
      <div className="gallery__columns" />
      {[0, 1, 2, 3].map((row) => (
        <div className="gallery__row gallery__row--waiting" key={row} aria-hidden="true">
          <span className="gallery__bone" />
        </div>
      ))}
      <output className="visually-hidden">Loading your dashboards</output>
    </div>
  )
}

/** Sorts the list by this column; a second press returns to most recent first. */
function OrderButton({
  label,
  value,
  order,
  choose,
}: {
  readonly label: string
  readonly value: DashboardOrder
  readonly order: DashboardOrder
  readonly choose: (order: DashboardOrder) => void
}): ReactNode {
  const pressed = order === value
  return (
    <button
      type="button"
      className="gallery__order"
      aria-pressed={pressed}
      aria-label={`Sort by ${label.toLowerCase()}`}
      onClick={() => choose(pressed ? 'recent' : value)}
    >
      {label}
      {pressed && <span aria-hidden="true">{value === 'name' ? ' ↑' : ' ↓'}</span>}
    </button>
  )
}

/** `/saved-dashboards`: the user's own dashboards (specification, section 2.5). */
export default function AllDashboardsPage(): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  if (loading)
    return (
      <>
        <GalleryHead />
        <section className="gallery" aria-busy="true">
          <div className="gallery__bar">
            <h2 className="gallery__count">Dashboards</h2>
          </div>
          <ListSkeleton />
        </section>
      </>
    )
  return signedIn ? <Gallery /> : <SignedOutNotice />
}

function GalleryHead(): ReactNode {
  const desktop = useMediaQuery(desktopQuery)
  return (
    <div className="page-head page-head--gallery">
      {!desktop && <p className="page-head__subtitle">My Workspace</p>}
      <PageTitle>All Dashboards</PageTitle>
    </div>
  )
}

function MissingNotes({
  list: { dropped, complete, can },
  retry,
}: {
  readonly list: DashboardsState
  readonly retry: () => void
}): ReactNode {
  return (
    <>
      {dropped > 0 && (
        <output className="gallery__note">
          {dropped === 1
            ? 'One entry couldn’t be read and isn’t shown.'
            : `${dropped} entries couldn’t be read and aren’t shown.`}
        </output>
      )}
      {can?.completeListing === false && <output className="gallery__note">{galleryTexts.onlySome}</output>}
      {!complete && can?.completeListing !== false && (
        <output className="gallery__note">
          Some of your dashboards couldn’t be loaded.{' '}
          <button type="button" className="text-button" onClick={retry}>
            Retry
          </button>
        </output>
      )}
    </>
  )
}

function Gallery(): ReactNode {
  const list = useDashboards()
  const { phase, dashboards, complete, failure, load } = list
  const count = useRef<HTMLHeadingElement>(null)
  const { ask, dialog } = useDelete()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selection = useMemo(
    () => ({
      ids: chosen,
      toggle: (id: string) =>
        setChosen((before) =>
          before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
        ),
    }),
    [chosen],
  )
  // Without its field, a search cannot be cleared.
  const isSearchable = dashboards.length > 1
  const found = useFound(dashboards, isSearchable ? search : '')
  useFocusAfterDeleting(found.shown, list.deleting, count)
  // What the search hides is neither counted nor deleted.
  const selected = found.shown.filter(({ id }) => chosen.has(id))
  const known = phase === 'ready'

  return (
    <>
      <GalleryHead />
      <section className="gallery" aria-busy={phase === 'loading'}>
        <div className="gallery__bar">
          <h2 className="gallery__count" ref={count} tabIndex={-1}>
            {known ? `Dashboards (${dashboards.length}${complete ? '' : ' listed'})` : 'Dashboards'}
          </h2>
          <output className="gallery__matches">{matchesText(found, dashboards.length)}</output>
          {isSearchable && (
            <label className="gallery__search">
              <Search size={16} strokeWidth={1.75} aria-hidden="true" />
              <input
                type="search"
                aria-label="Search dashboards"
                placeholder="Search dashboards"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            </label>
          )}
          {(dashboards.length > 0 || !complete) && <CreateButton />}
        </div>
        {known && failure !== null && <StaleList failure={failure} retry={() => void load()} />}
        <List list={list} found={found} selection={selection} onDelete={ask}>
          <SelectionBar
            count={selected.length}
            deleting={selected.some(({ id }) => list.deleting.has(id))}
            remove={() => ask(...selected)}
            clear={() => {
              setChosen(new Set())
              count.current?.focus()
            }}
          />
        </List>
        <MissingNotes list={list} retry={() => void load()} />
      </section>
      {dialog}
    </>
  )
}

/**
 * When the row with the focus is deleted, moves the focus to the next row, or to the count. At once: the list has yet to reload by then,
 * and focus that is lost for so long goes to the page.
 */
function useFocusAfterDeleting(
  shown: readonly SavedDashboard[],
  deleting: ReadonlySet<string>,
  count: RefObject<HTMLElement | null>,
): void {
  const before = useRef(shown)
  useLayoutEffect(() => {
    const ids = new Set(shown.map(({ id }) => id))
    const all = before.current
    before.current = shown
    const gone = all.findIndex(({ id }) => deleting.has(id) && !ids.has(id))
    if (gone < 0 || document.activeElement !== document.body) return
    const next = all.slice(gone).find(({ id }) => ids.has(id)) ?? shown.at(-1)
    const row = document.querySelector<HTMLElement>(`[data-delete="${CSS.escape(next?.id ?? '')}"]`)
    const target = row ?? count.current
    target?.focus()
  }, [shown, deleting, count])
}

/** How much of the list a search leaves: the heading counts all of it. */
function matchesText({ wanted, shown, similar }: Found, all: number): string {
  if (wanted === '') return ''
  return similar && shown.length > 0
    ? `No exact match. ${shown.length} of ${all} dashboards have similar names`
    : `${shown.length} of ${all} dashboards match`
}

/**
 * If nothing matches as typed: what matches with one letter wrong, as in Search. Indexes the list at the first such search, for all of its
 * keys: ten thousand names take as long as a search through them, or longer.
 */
function similarIn(dashboards: readonly SavedDashboard[]): (wanted: string) => readonly SavedDashboard[] {
  let index: SearchIndex<SearchEntry & { readonly dashboard: SavedDashboard }> | undefined
  return (wanted) => {
    index ??= searchIndex(
      dashboards.map((dashboard) => ({
        id: dashboard.id,
        group: 'dashboards',
        title: shownName(dashboard.name).slice(0, 300),
        names: '',
        about: dashboard.description.slice(0, 500),
        dashboard,
      })),
    )
    return matchingEntries(index, wanted, findTypos).map(({ dashboard }) => dashboard)
  }
}

/** In the head of the list, so that no row moves. Its count is announced. */
function SelectionBar({
  count,
  deleting,
  remove,
  clear,
}: {
  readonly count: number
  readonly deleting: boolean
  readonly remove: () => void
  readonly clear: () => void
}): ReactNode {
  return (
    <div className="gallery__selection">
      <output>{count > 0 && (deleting ? `Deleting ${count}...` : `${count} selected`)}</output>
      {count > 0 && (
        <>
          <button
            type="button"
            className="text-button"
            aria-disabled={deleting}
            onClick={() => deleting || remove()}
          >
            Delete selected
          </button>
          <button type="button" className="text-button" onClick={clear}>
            Clear selection
          </button>
        </>
      )}
    </div>
  )
}

interface Found {
  /** The search as typed a moment ago (a deferred value). */
  readonly wanted: string
  readonly order: DashboardOrder
  readonly choose: (order: DashboardOrder) => void
  readonly shown: readonly SavedDashboard[]
  /** Nothing matches as typed. */
  readonly similar: boolean
}

/** The dashboards found, in the chosen order. */
function useFound(dashboards: readonly SavedDashboard[], search: string): Found {
  const [order, choose] = useState<DashboardOrder>('recent')
  const wanted = useDeferredValue(search)
  // Sorted once, not at each keystroke: what is found keeps the order.
  const sorted = useMemo(() => ordered(dashboards, order), [dashboards, order])
  const exact = useMemo(() => matching(sorted, wanted), [sorted, wanted])
  const similarTo = useMemo(() => similarIn(sorted), [sorted])
  const similar = useMemo(() => (exact.length > 0 ? [] : similarTo(wanted)), [exact, similarTo, wanted])
  return { wanted, order, choose, shown: exact.length > 0 ? exact : similar, similar: exact.length === 0 }
}

/** The dashboards found, or why there are none. */
function List({
  list: { phase, dashboards, complete, failure, deleting, load },
  found: { wanted, order, choose, shown, similar },
  selection,
  onDelete,
  children,
}: {
  readonly list: DashboardsState
  readonly found: Found
  readonly selection: Selection
  readonly onDelete: (dashboard: SavedDashboard) => void
  /** Actions for the selected dashboards. */
  readonly children: ReactNode
}): ReactNode {
  const { offers } = useApp()

  // A vendor reports it for all dashboards or for none.
  const hasCreatedDates = dashboards.some(({ createdAt }) => createdAt !== null)

  if (phase === 'idle' || phase === 'loading') return <ListSkeleton />
  if (phase === 'failed' && failure !== null)
    return <ListFailure failure={failure} retry={() => void load()} />
  if (dashboards.length === 0 && !complete) return null
  if (dashboards.length === 0)
    return (
      <StatePanel
        trouble="empty"
        title={galleryTexts.noneFound}
        text={offers.includes('create-dashboard') ? galleryTexts.createFirst : galleryTexts.noneListed}
        action={
          <>
            <CreateButton />
            {offers.includes('builder') && (
              <p className="gallery__hint">
                Or create charts in the <Link href={paths.chartBuilder}>Chart Builder</Link> and pin them to
                dashboards
              </p>
            )}
          </>
        }
      />
    )
  return (
    <>
      {shown.length === 0 && (
        <p className="gallery__none">
          No {complete ? 'dashboards' : 'dashboards listed here'} match “<bdi>{wanted}</bdi>”.
        </p>
      )}
      {/* Stays mounted with its rename in progress. */}
      <div className="gallery__table" hidden={shown.length === 0}>
        {similar && shown.length > 0 && (
          <p className="gallery__none gallery__none--similar">
            Nothing matches “<bdi>{wanted}</bdi>” exactly. Similar names:
          </p>
        )}
        <div className="gallery__columns">
          {children}
          {/* On a phone, where the buttons are not column heads. Their own labels say it, too. */}
          <span className="gallery__sort" aria-hidden="true">
            Sort by
          </span>
          <OrderButton label="Name" value="name" order={order} choose={choose} />
          {hasCreatedDates ? (
            <OrderButton label="Created" value="created" order={order} choose={choose} />
          ) : (
            <span className="gallery__column">Last changed</span>
          )}
        </div>
        <DashboardList
          dashboards={shown}
          deleting={deleting}
          selection={selection}
          onDelete={onDelete}
          date={hasCreatedDates ? 'createdAt' : 'modifiedAt'}
        />
      </div>
    </>
  )
}
