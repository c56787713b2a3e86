import { useWindowVirtualizer } from '@tanstack/react-virtual'
import Trash2 from 'lucide-react/icons/trash-2'
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import type { SavedDashboard } from '../../../core/ports/dashboard-library'
import { itemName } from '../../../core/favorites/stored-favorites'
import { StarButton } from '../../features/favorites/star-button'
import { Tooltip } from '../../components/tooltip'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { createdDay, mentionedName, shownName } from '../../hooks/dashboard-texts'
import { RenameForm, RowButtons, useRowChanges } from './row-changes'

/** Height of a row in px; the style sheet has the same. */
const rowHeight = 72

/** Renders only rows near the screen and leaves space for the others, so that ten thousand are as fast as ten. */
export const DashboardList = memo(function DashboardList({
  dashboards,
  deleting,
  selection,
  onDelete,
  date,
}: {
  readonly dashboards: readonly SavedDashboard[]
  readonly deleting: ReadonlySet<string>
  readonly selection: Selection
  /** The date that the vendor reports. */
  readonly date: 'createdAt' | 'modifiedAt'
  readonly onDelete: (dashboard: SavedDashboard) => void
}): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const changes = useRowChanges()
  const { stores } = useApp()
  const canRemove = useStore(stores.dashboards, ({ can }) => can?.remove === true)
  // Measured again when anything above the list appears or disappears.
  useLayoutEffect(() => {
    const measure = (): void => setTop(list.current?.offsetTop ?? 0)
    measure()
    const page = list.current?.closest('.gallery')
    if (page === null || page === undefined) return
    const observer = new ResizeObserver(measure)
    observer.observe(page)
    return () => observer.disconnect()
  }, [])
  const printing = usePrinting()
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoized by a compiler here
  const rows = useWindowVirtualizer({
    count: dashboards.length,
    estimateSize: () => rowHeight,
    overscan: printing ? dashboards.length : 5,
    scrollMargin: top,
    getItemKey: (index) => dashboards[index]?.id ?? index,
  })
  return (
    <>
      <ul className="gallery__rows" ref={list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const dashboard = dashboards[item.index]
          return dashboard === undefined ? null : (
            <li
              key={item.key}
              className="gallery__row"
              aria-setsize={dashboards.length}
              aria-posinset={item.index + 1}
              aria-busy={deleting.has(dashboard.id) || changes.busy.has(dashboard.id)}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              {changes.renaming?.id === dashboard.id ? (
                <RenameForm dashboard={dashboard} changes={changes} />
              ) : (
                <Row
                  dashboard={dashboard}
                  busy={deleting.has(dashboard.id)}
                  selection={canRemove ? selection : null}
                  day={createdDay(dashboard[date])}
                  more={rowFacts(dashboard, date)}
                  onDelete={canRemove ? onDelete : null}
                  changes={<RowButtons dashboard={dashboard} changes={changes} />}
                />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
})

/** Whether the page is about to be printed: on paper there is no screen to be near. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // At once: the browser takes what is there when the event ends.
    const prepare = (): void => flushSync(() => setPrinting(true))
    const restore = (): void => setPrinting(false)
    addEventListener('beforeprint', prepare)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', prepare)
      removeEventListener('afterprint', restore)
    }
  }, [])
  return printing
}

/** The selected rows. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
}

/** When the dashboard was changed, if its column shows another date. */
function rowFacts({ createdAt, modifiedAt }: SavedDashboard, date: 'createdAt' | 'modifiedAt'): string {
  const changed =
    date === 'createdAt' && modifiedAt !== null && createdDay(modifiedAt) !== createdDay(createdAt)
  return changed ? `Changed ${createdDay(modifiedAt)}` : ''
}

function Row({
  dashboard,
  busy,
  selection,
  day,
  more,
  onDelete,
  changes,
}: {
  readonly dashboard: SavedDashboard
  readonly busy: boolean
  /** Null if nothing can be done with several. */
  readonly selection: Selection | null
  readonly day: string
  readonly more: string
  readonly changes: ReactNode
  /** Null if the vendor's library cannot delete. */
  readonly onDelete: ((dashboard: SavedDashboard) => void) | null
}): ReactNode {
  const { id, name, description } = dashboard
  return (
    <>
      {selection !== null && (
        <label className="gallery__select">
          <input
            type="checkbox"
            aria-label={`Select ${mentionedName(name)}`}
            checked={selection.ids.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </label>
      )}
      <div className="gallery__name">
        <Link className="gallery__link" href={paths.savedDashboard(id)} title={name.slice(0, 2_000)}>
          <bdi>{shownName(name)}</bdi>
        </Link>
        {(description !== '' || more !== '') && (
          <span className="gallery__description">
            {more !== '' && <span className="gallery__facts">{more}</span>}
            {description !== '' && more !== '' && ' · '}
            <bdi>{description}</bdi>
          </span>
        )}
      </div>
      <span className="gallery__created">{day}</span>
      <span className="gallery__buttons">
        <StarButton
          item={{ kind: 'dashboard', id, name: itemName(shownName(name)) }}
          name={mentionedName(name)}
          className="control control--icon gallery__star"
        />
        {changes}
      </span>
      {onDelete !== null && (
        <Tooltip text="Delete dashboard">
          <button
            type="button"
            className="gallery__delete"
            data-delete={id}
            aria-disabled={busy}
            aria-label={`${busy ? 'Deleting' : 'Delete'} ${mentionedName(name)}`}
            onClick={busy ? undefined : () => onDelete(dashboard)}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="steady" data-widest="Deleting..." aria-hidden="true">
              {busy ? 'Deleting...' : 'Delete'}
            </span>
          </button>
        </Tooltip>
      )}
    </>
  )
}
