import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import LinkIcon from 'lucide-react/icons/link'
import { useEffect, useLayoutEffect, type ReactNode, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { FavoriteItem } from '../../../core/favorites/favorites'
import { fieldLabel, narrowedFields, type FieldName, type Narrowing } from '../../../core/kernel/narrowing'
import { withoutDirectionMarks } from '../../../core/kernel/plain-text'
import { homePath, portalPath } from '../../../core/kernel/portal-path'
import { readViewState, viewAddress } from '../../../core/navigation/view-state'
import type { BoardStore } from '../../../state/board-store'
import { changeFavorites, favoritesFullText, StarButton, useStar, notStoredText } from './star-button'
import { DateRange } from './date-range'
import { useDuplicate, usePendingRequests } from '../../hooks/use-duplicate'
import { useCommands } from '../../hooks/use-commands'
import { usePinNotices } from '../../hooks/chart-notices'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'
import { useBoardEvents } from '../../hooks/use-board-events'
import { useLocation, useSearch } from 'wouter'
import { isFavorite, itemId } from '../../../core/favorites/favorites'
import { isFull } from '../../../core/favorites/stored-favorites'
import { paths } from '../../hooks/routes'
import { formatDay, formatDays, localDayAt, localTimeAt } from '../../hooks/dates'
import type { StarredTile } from '../../../core/ports/dashboard-surface'

/** How long the control shows that the link was copied, in milliseconds. */
const copiedMs = 2_000

/** Copies a link to exactly what is on screen, and names what it holds. If the browser blocks the clipboard, a notice shows the link. */
function useCopyLink(board: BoardStore): {
  readonly copied: string | null
  readonly copy: () => Promise<void>
} {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  const [path] = useLocation()
  const search = useSearch()
  const [copied, setCopied] = useState<string | null>(null)

  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])

  return {
    copied,
    async copy() {
      const asked = readViewState(portalPath(path) ?? homePath, search)
      const { narrowed, view } = board.getState()
      // Asks the board if it has not reported anything yet.
      const reported = narrowed ?? (await view()?.narrowing())
      const narrowing = reported?.narrowing ?? asked.narrowing
      const link = viewAddress({ ...asked, narrowing }, search)
      const address = `${window.location.origin}${link.address}`
      const label = (field: FieldName): string => withoutDirectionMarks(fieldLabel(field, reported?.labels))
      const leftOut = [...link.leftOut.map(label), ...(reported?.beyond ?? [])]
      const text = copiedText(narrowing, leftOut, label)
      try {
        await navigator.clipboard.writeText(address)
        setCopied(text)
        // On screen, too, where the button is not, after the shortcut or from Search.
        raise({ tone: 'success', text })
      } catch {
        raise({ tone: 'warning', text: `Your browser blocked copying. The link is ${address}` })
      }
    },
  }
}

const rangeNames: Readonly<Record<string, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  all: 'All history',
}

/** Names what a link holds besides its page and tab, and what it leaves out. */
function copiedText(
  { range, filters }: Narrowing,
  leftOut: readonly string[],
  label: (field: FieldName) => string,
): string {
  const parts = [
    ...(range === null ? [] : [rangeNames[range] ?? formatDays(range) ?? range]),
    ...narrowedFields({ range, filters }).map((field) => {
      const values = filters[field] ?? []
      const few = values.length > 3 ? `${values.length} values` : values.join(', ')
      return `${label(field)} = ${values.length === 0 ? 'All' : few}`
    }),
  ]
  const held = ['Link copied', ...(parts.length === 0 ? [] : [parts.join(', ')])].join(': ')
  const lost = withoutDirectionMarks(leftOut.join(', '))
  return leftOut.length === 0 ? held : `${held}. Not included: ${lost}.`
}

/** When this board was last refreshed; null until the board is back. */
function useRefreshed(board: BoardStore): number | null {
  const [last, setLast] = useState<{ readonly at: number; readonly dashboardId: string | null } | null>(null)
  const shown = useStore(board, (state) => state.dashboardId)
  useEffect(
    () =>
      board.subscribe((now, before) => {
        if (!before.refreshing || now.refreshing || now.phase !== 'rendered') return
        setLast({ at: Date.now(), dashboardId: now.dashboardId })
      }),
    [board],
  )
  return last !== null && last.dashboardId === shown ? last.at : null
}

/** A tab stays open for days: a time of day is enough only on the same day. */
function refreshedText(at: number): string {
  const day = localDayAt(at)
  return day === localDayAt(Date.now()) ? `Refreshed at ${localTimeAt(at)}` : `Refreshed on ${day}`
}

/** How often the day is checked, in milliseconds: a tab may stay in view over midnight. */
const dayCheckMs = 60_000

function watchDay(listener: () => void): () => void {
  const timer = setInterval(listener, dayCheckMs)
  // The timers of a hidden tab may stand still.
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

function Refreshed({ at }: { readonly at: number }): ReactNode {
  const text = useSyncExternalStore(watchDay, () => refreshedText(at))
  return ` · ${text}`
}

/** How fresh the board is, as it reports it: the last day its data covers, and their source. Without data it shows no day. */
function Freshness({ board }: { readonly board: BoardStore }): ReactNode {
  const isReady = useStore(board, (state) => state.phase === 'rendered' && state.hasData)
  const asOf = useStore(board, (state) => state.asOf)
  const source = useStore(board, (state) => state.source)
  const refreshed = useRefreshed(board)
  const days = formatDays(readViewState(homePath, useSearch()).narrowing.range)
  const date = asOf === null ? null : formatDay(asOf)
  return (
    <p className="freshness">
      <span>
        {isReady && (
          <span className="freshness__day">
            As of {asOf === null || date === null ? 'unknown' : <time dateTime={asOf}>{date}</time>}
          </span>
        )}
        {isReady && days !== null && <span className="freshness__days">{days}</span>}
        {/* Always rendered: a live region inserted along with its text may not be announced. */}
        <output>{isReady && refreshed !== null && <Refreshed at={refreshed} />}</output>
      </span>
      {isReady && source !== null && (
        <span className="freshness__source" title={source}>
          {source}
        </span>
      )}
    </p>
  )
}

/** Handles "Add to favorites" in a tile's menu: stores the tile that the frame reports, and says in a notice where it is now. */
function useTileStars(board: BoardStore): void {
  const { stores } = useApp()
  const [path] = useLocation()

  async function star(starred: StarredTile): Promise<void> {
    const id = itemId(starred)
    const favorites = stores.favorites.getState()
    const isStarred = isFavorite(favorites, id)
    const { raise, dismiss } = stores.notices.getState()
    if (!isStarred && isFull(favorites)) return void raise({ tone: 'warning', text: favoritesFullText })
    const stored = isStarred || (await favorites.change({ kind: 'starred', item: starred }))
    const isHome = path === paths.home
    // Home's strip does not grow while the user looks at the board below it.
    const outcome = isStarred
      ? 'is already on Home.'
      : isHome
        ? 'was added to favorites. You’ll see it on Home next time.'
        : 'was added to Home.'
    const notice = raise({
      tone: stored ? 'success' : 'warning',
      text: `“${starred.title}” ${outcome}${stored ? '' : ` ${notStoredText}`}`,
      ...(isHome ? {} : { link: { label: 'Go to Home', href: paths.home } }),
      action: {
        label: isStarred ? 'Remove' : 'Undo',
        run: () => {
          dismiss(notice)
          void changeFavorites(stores, { kind: 'unstarred', id })
        },
      },
    })
  }
  useBoardEvents(board, (event) => {
    if (event.kind === 'tile-starred') void star(event.tile)
  })
}

/** Marks whether the description fits at the page's width, for the styles: only one that does not fit has a Show more. */
function useFittingDescription(): void {
  useLayoutEffect(() => {
    const text = document.querySelector('.description__text')
    if (text === null) return
    const measure = (): void => {
      // An expanded one always fits.
      if (text.matches('.description__text--clamped'))
        text.setAttribute('data-fits', String(text.scrollHeight <= text.clientHeight + 1))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(text)
    return () => observer.disconnect()
  }, [])
}

/** Beside every board's title: freshness, favorite and link. `Starred` also records the page as recent. */
export function HeadTools({
  item,
  name,
  board,
}: {
  readonly item: FavoriteItem
  readonly name: string
  readonly board: BoardStore
}): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const isHome = item.kind === 'dataset' && item.key === 'home'
  const { copied, copy } = useCopyLink(board)
  useTileStars(board)
  usePinNotices(board)
  useFittingDescription()
  useCommands([
    {
      id: 'copy-link',
      label: 'Copy link',
      names: 'share address url',
      shortcut: 'copy-link',
      run: () => void copy(),
    },
  ])
  return (
    <div className="head-tools">
      <Freshness board={board} />
      <div className="head-tools__buttons">
        {/* Right-aligned: what the session decides is at the left, where it moves nothing that the pointer is on. */}
        {signedIn && !isHome && <Starred item={item} name={name} />}
        {signedIn && item.kind === 'dataset' && <Duplicate item={item} name={name} />}
        <DateRange board={board} />
        <Tooltip text={copied ?? 'Copy link'}>
          <button
            type="button"
            className="control control--icon"
            aria-label="Copy link"
            onClick={() => void copy()}
          >
            {copied !== null ? (
              <Check size={18} strokeWidth={1.75} aria-hidden="true" />
            ) : (
              <LinkIcon size={18} strokeWidth={1.75} aria-hidden="true" />
            )}
          </button>
        </Tooltip>
      </div>
    </div>
  )
}

/** Copies a curated dashboard to the user's own, where it can be changed. */
function Duplicate({
  item,
  name,
}: {
  readonly item: Extract<FavoriteItem, { readonly kind: 'dataset' }>
  readonly name: string
}): ReactNode {
  const { catalogue, offers } = useApp()
  const waiting = usePendingRequests()
  const { duplicate } = useDuplicate(waiting)
  const id = catalogue.datasets.find(({ key }) => key === item.key)?.dashboardId
  const offered = id !== undefined && offers.includes('copy-dashboard')
  const copy = (): void => void (id !== undefined && duplicate({ id, name }))
  useCommands(
    offered
      ? [
          {
            id: 'duplicate',
            label: `Duplicate ${name} to your dashboards`,
            names: 'copy own save as',
            run: copy,
          },
        ]
      : [],
  )
  if (!offered) return null
  const busy = waiting.busy.has(id)
  return (
    <Tooltip text={busy ? 'Duplicating...' : 'Duplicate to your dashboards'}>
      <button
        type="button"
        className="control control--icon"
        aria-label={`${busy ? 'Duplicating' : 'Duplicate'} ${name}`}
        aria-disabled={busy}
        onClick={copy}
      >
        <Copy size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}

function Starred({ item, name }: { readonly item: FavoriteItem; readonly name: string }): ReactNode {
  const { stores } = useApp()
  const { starred, toggle } = useStar(item, name)
  useCommands([
    {
      id: 'favorite',
      label: starred ? `Remove ${name} from favorites` : `Add ${name} to favorites`,
      names: 'star favorite favourite bookmark watchlist',
      shortcut: 'favorite',
      run: () => void toggle(),
    },
  ])
  const change = useStore(stores.favorites, (state) => state.change)
  const text = JSON.stringify(item)
  useEffect(() => void change({ kind: 'visited', item: JSON.parse(text) as FavoriteItem }), [change, text])
  return <StarButton item={item} name={name} />
}
