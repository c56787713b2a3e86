import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardReply, Tile } from '../../wire/board'
import { tileGrid } from '../../wire/tile-grid'
import { type BoardRoute, tabPath } from '../protocol/routes'
import { TileView } from '../tiles/tile-view'
import { BoardHeader } from './board-header'
import { columnsFor, layOut, hasFreeLayout } from '../parts/grid'
import { PageMessage, ProblemPage, BoardSkeleton } from '../parts/page-message'
import { openedTab, panelId, tabButtonId, visibleTabs as tabsToShow } from '../parts/shown-tabs'
import { Tabs } from '../parts/tabs'
import { useLook, useStore, useUi } from '../parts/context'
import { useSheets } from './sheets'

export function BoardPage({ route }: { readonly route: BoardRoute }) {
  const { frame, board, views } = useUi()
  const state = useStore(board.state, (all) => all)
  const renderedAgain = useStore(frame.state, (all) => all.renderedAgain)
  const { liveboardId, tabId, vizId } = route
  const opened = useOpenedTab(route)

  useLayoutEffect(() => {
    void views.enter(route)
    // Another address of the same location is not a new visit.
    // eslint-disable-next-line react/exhaustive-deps
  }, [views, liveboardId, tabId, vizId, route.viewId])

  // A board with tabs always shows one, and its address names it.
  useEffect(() => {
    // The frame may have navigated elsewhere since this render.
    if (frame.state.get().route !== route) return
    if (opened !== null && opened !== tabId && vizId === undefined)
      frame.navigate(tabPath(route, opened), true)
  }, [frame, route, opened, tabId, vizId])

  // Sent once the charts' tiles are in the page, and again when the same location is requested again.
  const { location } = state
  const current =
    location?.liveboardId === liveboardId && location.tabId === tabId && location.vizId === vizId
  const shownPath = current && state.status === 'ready' ? route.path : null
  useEffect(() => {
    // The frame may have navigated here, too.
    if (shownPath === null || frame.state.get().route.path !== shownPath) return
    frame.port.post('PinboardRendered', { liveboardId, ...(tabId === undefined ? {} : { tabId }) })
  }, [frame, shownPath, renderedAgain, liveboardId, tabId])

  if (state.status === 'problem' && state.problem) {
    return <ProblemPage problem={state.problem} retry={() => board.reload()} />
  }
  // Keep the header while another tab loads, and with it the focus on the tab.
  const sameHead = current || (location?.liveboardId === liveboardId && location.vizId === vizId)
  if (!sameHead || !state.reply) return <BoardSkeleton single={vizId !== undefined} />
  return (
    <Board
      reply={state.reply}
      route={route}
      stale={state.refreshing}
      coming={!current || state.status === 'loading'}
    />
  )
}

/** The tab that this route opens, once the board's tabs are known. `null` for a board without tabs. */
function useOpenedTab(route: BoardRoute): string | null {
  const { frame, board } = useUi()
  const { location, reply } = useStore(board.state, (state) => state)
  const { options, visibleTabs, hiddenTabs } = useStore(frame.state, (state) => state)
  if (!reply || location?.liveboardId !== route.liveboardId) return null
  return openedTab(
    tabsToShow(reply.board.tabs, visibleTabs ?? options.visibleTabs, hiddenTabs ?? options.hiddenTabs),
    route.tabId,
  )
}

function Board({
  reply,
  route,
  stale,
  coming,
}: {
  readonly reply: BoardReply
  readonly route: BoardRoute
  readonly stale: boolean
  /** The header is there, but the tiles of this tab are still loading. */
  readonly coming: boolean
}) {
  const { frame } = useUi()
  const { words } = useLook()
  const frameState = useStore(frame.state, (state) => state)
  const { options, visibleVizs, visibleTabs, hiddenTabs } = frameState
  const { board: view } = reply
  const single = route.vizId !== undefined
  const tiles = useMemo(
    () => shownTiles(reply.tiles, single ? [route.vizId ?? ''] : visibleVizs),
    [reply, visibleVizs, single, route.vizId],
  )
  const tabs = tabsToShow(view.tabs, visibleTabs ?? options.visibleTabs, hiddenTabs ?? options.hiddenTabs)
  // On the user's own dashboard, show a tab even if it is the only one.
  const strip = !options.hideTabPanel && tabs.length > (view.editable === true ? 0 : 1)

  if (single) {
    return <Grid tiles={tiles} editable={view.editable ?? false} stale={stale} single />
  }
  return (
    <>
      <h1 class="visually-hidden">{view.title}</h1>
      {options.hideHeader ? null : <BoardHeader reply={reply} options={options} />}
      {strip ? (
        <Tabs tabs={tabs} active={view.activeTabId} open={(id) => frame.navigate(tabPath(route, id), true)} />
      ) : null}
      {strip ? (
        <div role="tabpanel" id={panelId} aria-labelledby={tabButtonId(view.activeTabId ?? '')}>
          {body()}
        </div>
      ) : (
        body()
      )}
      <output class="visually-hidden">{stale ? 'Updating' : ''}</output>
    </>
  )

  function body() {
    if (coming) return <BoardSkeleton single={false} bare />
    if (!view.ready)
      return <PageMessage sign="soon" title={words('board.preparing')} text={view.description} />
    if (tiles.length === 0)
      return <PageMessage sign="empty" title={words('board.empty')} text={words('board.empty.description')} />
    return <Grid tiles={tiles} editable={view.editable ?? false} stale={stale} />
  }
}

const gridStyle = { '--columns': tileGrid.columns, '--row': `${tileGrid.row}px`, gap: `${tileGrid.gap}px` }

/** Width of the previous board, px. The next one has the same, so it needs no layout to find out. */
let lastWidth: number | undefined

interface GridProps {
  readonly tiles: readonly Tile[]
  readonly editable: boolean
  readonly stale: boolean
  readonly single?: boolean
}

function Grid({ tiles, editable, stale, single = false }: GridProps) {
  const { frame } = useUi()
  const grid = useRef<HTMLDivElement>(null)
  useSheets(grid, frame, tiles)
  const [width, setWidth] = useState(() => lastWidth ?? document.documentElement.clientWidth)
  useLayoutEffect(() => {
    const element = grid.current
    if (!element) return
    const measure = () => setWidth((lastWidth = element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Positions chosen by the user. On a narrow page, tiles are stacked.
  const arranged =
    !single && tiles.length > 0 && tiles.every(({ position: location }) => location !== undefined)
  const free = arranged && hasFreeLayout(width)
  const columns = free ? tileGrid.columns : arranged ? 2 : columnsFor(width)
  const spans = useMemo(
    () => (single || arranged ? [] : layOut(tiles, columnsFor(width), width)),
    [tiles, width, single, arranged],
  )
  return (
    <div
      ref={grid}
      class={`board-grid ${single ? 'single' : ''} ${free ? 'arranged' : ''}`}
      data-columns={columns}
      style={free ? gridStyle : { '--columns': columns }}
    >
      {tiles.map((tile, at) => (
        <TileView
          key={tile.id}
          tile={tile}
          span={spans[at] ?? columns}
          rect={free ? tile.position : undefined}
          editable={editable}
          stale={stale}
        />
      ))}
    </div>
  )
}

function shownTiles(tiles: readonly Tile[], wanted: readonly string[] | null): readonly Tile[] {
  return wanted === null ? tiles : tiles.filter((tile) => wanted.includes(tile.id))
}
