import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { fieldLabel, fieldNames, isNarrowed } from '../../../core/kernel/narrowing'
import { homePath, portalPath } from '../../../core/kernel/portal-path'
import {
  idFromLink,
  pathWithQuestion,
  readViewState,
  viewAddress,
  type ViewState,
} from '../../../core/navigation/view-state'
import type { Offer } from '../../../core/ports'
import type {
  EmbeddedView,
  FilterValue,
  ReportedNarrowing,
  ViewPart,
} from '../../../core/ports/dashboard-surface'
import type { BoardState, BoardStore } from '../../../state/board-store'
import { asks, paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useBoardEvents } from '../../hooks/use-board-events'

/**
 * Follows links on a board: one to another dataset opens that page, and a tile's question opens in the chart builder. A board may lead to
 * no other path. On one of the user's `own` dashboards the builder can update the chart in place.
 */
export function useLinkedPage(board: BoardStore, own = false): void {
  const { catalogue } = useApp()
  const [, navigate] = useLocation()

  useBoardEvents(board, (event) => {
    if (event.kind === 'page-asked') {
      const dataset = catalogue.byPath(event.path)
      if (dataset !== undefined) navigate(dataset.path)
    }
    if (event.kind === 'action' && event.action === 'open-in-builder') {
      const { dashboardId } = board.getState()
      const query = new URLSearchParams()
      if (event.sourceId) query.set('source', event.sourceId)
      if (own && dashboardId !== null && event.chartId !== null) {
        query.set('dashboard', dashboardId)
        query.set('tile', event.chartId)
        query.set('title', event.title ?? '')
      }
      navigate(pathWithQuestion(paths.chartBuilder, query, event.question), { state: asks })
    }
  })
}

/** The part of a board's request that the page's address holds. */
export type ViewAsked = Pick<
  EmbeddedView & { readonly kind: 'dashboard' },
  'tabId' | 'chartId' | 'personalViewId' | 'narrowing'
>

/**
 * Keeps a page's address and its board in sync. The board shows what the address asks for; when the user moves on the board or filters it,
 * the address follows, so that a reload, a shared link, Back and Forward show the same. A personal view is its owner's: for others the
 * board opens without it. `own` is this page's dashboard. A notice names what the board could not restore.
 */
export function useViewState(own: string | null, board: BoardStore): ViewAsked {
  const { offers } = useApp()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const page = portalPath(path) ?? homePath
  const asked = readViewState(page, search)
  const shown = useStore(board, (state) => state.dashboardId)
  const chosenTab = useStore(board, (state) => state.chosenTabId)
  const chosenView = useStore(board, (state) => state.chosenViewId)
  const narrowed = useStore(board, (state) => state.narrowed)
  /** The address that the last filter change led to, and its filter: the next change of the same filter replaces that entry. */
  const last = useRef({ address: '', field: '', moves: 0 })

  // Only a report of the board changes the address; a new address changes the board.
  const follow = useEffectEvent((shown: BoardState, narrowed: ReportedNarrowing | null) => {
    const { dashboardId, chosenTabId, chosenViewId, moves } = shown
    if (own === null || dashboardId?.toLowerCase() !== own.toLowerCase()) return
    const now: ViewState = {
      ...asked,
      tab: idFromLink(chosenTabId) ?? asked.tab,
      view: chosenViewId === undefined ? asked.view : idFromLink(chosenViewId),
      narrowing: narrowed?.narrowing ?? asked.narrowing,
    }
    const here = viewAddress(asked, search).address
    const { address } = viewAddress(now, search)
    if (address === here) return
    const field = changedField(asked, now)
    // Replaced if the board only reports how it opened: the user has not moved.
    const replace =
      moves === last.current.moves ||
      (field !== '' && last.current.field === field && last.current.address === here)
    last.current = { address, field, moves }
    navigate(address, replace ? { replace, state: history.state } : {})
  })
  useEffect(() => {
    const state = board.getState()
    if (state.moves === 0) last.current = { address: '', field: '', moves: 0 }
    const moved =
      state.dashboardId === shown && state.chosenTabId === chosenTab && state.chosenViewId === chosenView
    if (moved) follow(state, narrowed)
  }, [board, shown, chosenTab, chosenView, narrowed])

  const view = JSON.stringify(viewAsked(asked, offers.includes('charts')))
  useNotRestored(board, own === null ? null : asked, offers)
  return useMemo(() => JSON.parse(view) as ViewAsked, [view])
}

/** The only filter that differs; empty if anything else does. */
function changedField(one: ViewState, other: ViewState): string {
  const rest = ({ narrowing, ...state }: ViewState): string =>
    JSON.stringify({ ...state, range: narrowing.range })
  const changed = fieldNames.filter(
    (field) =>
      JSON.stringify(one.narrowing.filters[field]) !== JSON.stringify(other.narrowing.filters[field]),
  )
  return rest(one) === rest(other) && changed.length === 1 ? (changed[0] ?? '') : ''
}

function viewAsked({ tab, chart, view, narrowing }: ViewState, showsCharts: boolean): ViewAsked {
  return {
    ...(tab === null ? {} : { tabId: tab }),
    ...(chart === null || !showsCharts ? {} : { chartId: chart }),
    ...(view === null ? {} : { personalViewId: view }),
    ...(isNarrowed(narrowing) ? { narrowing } : {}),
  }
}

/** Names, in a notice, what a link asks for and the board does not have. The rest is shown. */
function useNotRestored(
  board: BoardStore,
  asked: (ViewState & { readonly newer: boolean }) | null,
  offers: readonly Offer[],
): void {
  const { stores } = useApp()
  const raise = useStore(stores.notices, (state) => state.raise)
  const warn = (text: string): void => void raise({ tone: 'warning', text })
  useBoardEvents(board, (event) => {
    if (event.kind === 'not-restored') warn(notRestoredText(event.parts.map(partName)))
    if (event.kind === 'not-filtered')
      warn(
        `This dashboard couldn’t apply the link’s filter: ${listOf(event.values.slice(0, maxNamed).map(valueName), 'and')}.`,
      )
  })
  const unknown = asked !== null && asked.chart !== null && !offers.includes('charts')
  const newer = asked?.newer === true
  const announce = useEffectEvent((unknown: boolean, newer: boolean) => {
    if (unknown) warn(notRestoredText(['the chart']))
    if (newer)
      warn('This link was made by a newer version of the portal. Reload the page if something is missing.')
  })
  useEffect(() => announce(unknown, newer), [unknown, newer])
}

const notRestoredText = (names: readonly string[]): string =>
  `This dashboard couldn’t show everything in the link: it has no ${listOf(names)}.`

const listOf = (names: readonly string[], word: 'and' | 'or' = 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`

const maxNamed = 3
const valueName = ({ field, value }: FilterValue): string => `“${value}” under “${fieldLabel(field)}”`

const partName = (part: ViewPart): string =>
  part === 'tab' ? 'such tab' : part === 'range' ? 'such time range' : `filter “${fieldLabel(part)}”`
