import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BoardReply, Tile } from '../../wire/board'
import { tileGrid } from '../../wire/tile-grid'
import { type BoardRoute, tabPath } from '../protocol/routes'
import { TileView } from '../tiles/tile-view'
import { BoardHeader } from './board-header'
import { columnsFor, layOut, standsFree } from '../parts/grid'
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
    // The same place by another of its addresses is no new visit.
    // eslint-disable-next-line react/exhaustive-deps
  }, [views, liveboardId, tabId, vizId, route.viewId])

  // A board with tabs is always on one of them, and its address says on which.
  useEffect(() => {
    // The frame may have been sent elsewhere since this was drawn.
    if (frame.state.get().route !== route) return
    if (opened !== null && opened !== tabId && vizId === undefined)
      frame.navigate(tabPath(route, opened), true)
  }, [frame, route, opened, tabId, vizId])

  // Said once the figures stand in the page, and again when the same place is asked for again.
  const { location } = state
  const current =
    location?.liveboardId === liveboardId && location.tabId === tabId && location.vizId === vizId
  const shownPath = current && state.status === 'ready' ? route.path : null
  useEffect(() => {
    // Here too.
    if (shownPath === null || frame.state.get().route.path !== shownPath) return
    frame.port.post('PinboardRendered', { liveboardId, ...(tabId === undefined ? {} : { tabId }) })
  }, [frame, shownPath, renderedAgain, liveboardId, tabId])

  if (state.status === 'problem' && state.problem) {
    return <ProblemPage problem={state.problem} retry={() => board.reload()} />
  }
  // The head stays while another tab is on its way, and with it the focus on the tab.
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

/** The tab this route comes to, as soon as the board has said which it has; `null` for a board without. */
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
  /** The head is there, the tiles of this tab are not. */
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
  // A tab that somebody has made is shown, also when it is the only one.
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

/** Of the board before, px: the next one is as wide, and need not be laid out first to find that out. */
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
  // Where a person has put the tiles themselves; on a narrow page they stand below each other.
  const arranged =
    !single && tiles.length > 0 && tiles.every(({ position: location }) => location !== undefined)
  const free = arranged && standsFree(width)
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
