import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import type { TileRect } from '../../wire/tile-grid'
import { useLook, useStore, useUi, useAsked } from '../parts/context'
import type { Chart } from './chart'
import { AboutButton, TileMenu } from './tile-menu'
import { ChartContent, Legend, toggled, RampLegend } from './chart-content'
import { DataTable } from './data-table'
import { Icon } from '../parts/icon'
import { PinPanel } from './pin-panel'
import { KpiContent, KpiPercentile } from './kpi'
import { legendItems } from '../../rendering/readout'
import { PivotTable, PlainTableView } from './tables'
import { pointAt, type Point, drillAction } from './point'
import { runTileAction } from './run-action'
import {
  isChartData,
  isEmpty,
  actionsOf,
  isAllowed,
  tableSwitch,
  tableSwitchAction,
  vizKind,
  tileDataEvent,
} from './tile-actions'
import { usePoints, type PressPoint } from './use-points'
export interface TileViewProps {
  readonly tile: Tile
  readonly span: number
  /** Where a person has put it; the order of the page decides when it is absent. */
  readonly rect?: TileRect | undefined
  readonly editable: boolean
  /** The tile's data is from before the last change. */
  readonly stale: boolean
  /** What the session of its answer is named after, where that is no board. */
  readonly sessionContainer?: string
}

/** One tile: a figure named by its title, busy until it has its picture. */
export function TileView({ tile, span, rect, editable, stale, sessionContainer }: TileViewProps) {
  const { frame, board } = useUi()
  const { words, palette, color } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const cross = useStore(board.state, (state) => state.cross)
  const chartRef = useRef<Chart | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [asTable, setAsTable] = useState(false)
  const [painted, setPainted] = useState(false)
  const [notice, setNotice] = useState('')

  const { data } = tile
  const isChart = data !== null && isChartData(data)
  const switchable = isChart || data?.kind === 'kpi'
  const selected = cross?.tileId === tile.id ? cross.key : null
  const actions = useMemo(
    () => actionsOf(tile, { editable, onBoard: sessionContainer === undefined }, options, words),
    [tile, editable, sessionContainer, options, words],
  )
  const items = useMemo(() => (data ? legendItems(data) : []), [data])
  const settled = tile.problem !== undefined || (data !== null && isEmpty(data))
  const ready = settled || (data !== null && (!isChart || painted || asTable))

  const drawn = useCallback((picture: Chart) => {
    chartRef.current = picture
    setPainted(true)
  }, [])

  useEffect(() => {
    if (ready && !stale) frame.port.post('data', tileDataEvent(tile, board.state.get().reply?.board))
  }, [ready, stale, tile, frame, board])

  const run = useCallback(
    (actionId: string, point: Point | null = null) => {
      void runTileAction(actionId, {
        tile,
        sessionContainer: sessionContainer ?? board.state.get().location?.liveboardId ?? null,
        point,
        frame,
        words,
        palette,
        picture: () => chartRef.current?.picture() ?? null,
        legend: items.filter((item) => !hidden.has(item.key)),
        color,
        showTable: () => setAsTable(true),
      }).then(setNotice)
    },
    [tile, sessionContainer, board, frame, words, palette, color, items, hidden],
  )

  const { press, mayFilter, drillTile, panels } = usePoints(tile, run)
  const figure = useRef<HTMLElement>(null)
  const [pinning, setPinning] = useState<Pinning | null>(null)
  const runFromMenu = useCallback(
    (actionId: string) => {
      const box = figure.current?.getBoundingClientRect()
      const at = { x: box?.left ?? 0, y: (box?.top ?? 0) + 44 }
      if (actionId === drillAction) drillTile(at)
      else if (actionId === 'pin') {
        // Its end is told when the tile is on a dashboard.
        frame.port.post('pin', { vizId: tile.id }, 'start')
        setPinning({ at, liveboardId: sessionContainer ?? board.state.get().location?.liveboardId ?? '' })
      } else run(actionId)
    },
    [drillTile, run, frame, board, tile.id, sessionContainer],
  )

  // A host event may ask for a tile's action; it is obeyed like the menu, where the action is shown.
  useAsked(tile.id, (actionId) => {
    if (actionId === tableSwitchAction) {
      if (switchable && tableSwitch(options) === 'shown') setAsTable((before) => !before)
    } else if (isAllowed(actionId, options)) runFromMenu(actionId)
  })

  const titleId = `tile-${tile.id}`
  return (
    <figure
      ref={figure}
      class={`viz-tile tile-${tile.kind} ${tile.height >= 116 ? 'tall' : ''}`}
      data-viz-id={tile.id}
      data-viz-type={vizKind(tile)}
      aria-labelledby={titleId}
      aria-busy={!ready || stale}
      style={{ ...positionOf(span, rect), '--tile-height': `${tile.height}px` }}
    >
      <div class="viz-header">
        <div class="viz-titles">
          <h2 id={titleId} class="viz-title">
            {tile.title}
          </h2>
          {data?.kind === 'kpi' && data.subject !== undefined ? (
            <span class="kpi-subject">{data.subject}</span>
          ) : null}
          {tile.kind === 'kpi' || tile.subtitle === '' ? null : (
            <p class="viz-description" title={tile.subtitle}>
              {tile.subtitle}
            </p>
          )}
        </div>
        {data?.kind === 'kpi' ? <KpiPercentile percentile={data.percentile} /> : null}
        <div class="viz-tools">
          <AboutButton tile={tile} />
          {switchable && tableSwitch(options) !== 'hidden' ? (
            <button
              type="button"
              class="icon-button viz-table-toggle"
              data-testid={tableSwitchAction}
              disabled={tableSwitch(options) === 'disabled'}
              aria-pressed={asTable}
              aria-label={`${words('viz.table.show')}: ${tile.title}`}
              title={words(asTable ? 'viz.table.hide' : 'viz.table.show')}
              onClick={() => setAsTable(!asTable)}
            >
              <Icon name={asTable ? 'chart-line' : 'table'} size={15} />
            </button>
          ) : null}
          <TileMenu title={tile.title} actions={actions} run={runFromMenu} />
        </div>
      </div>
      {asTable || !isChart ? null : (
        <Legend items={items} hidden={hidden} toggle={(key) => setHidden((before) => toggled(before, key))} />
      )}
      {data?.kind === 'matrix' && !asTable ? <RampLegend data={data} /> : null}
      <Content
        tile={tile}
        asTable={asTable}
        hidden={hidden}
        selected={selected}
        press={press}
        mayFilter={mayFilter}
        drawn={drawn}
      />
      {panels}
      {pinning === null ? null : (
        <PinPanel
          liveboardId={pinning.liveboardId}
          tileId={tile.id}
          title={tile.title}
          at={pinning.at}
          close={(refocus) => {
            setPinning(null)
            if (refocus) figure.current?.querySelector<HTMLElement>('.viz-menu-button')?.focus()
          }}
          done={setNotice}
        />
      )}
      {notice === '' ? null : (
        <output class="viz-notice">
          {notice}
          <button
            type="button"
            class="icon-button"
            aria-label="Dismiss"
            onClick={() => {
              setNotice('')
              figure.current?.querySelector<HTMLElement>('.viz-menu-button')?.focus()
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </output>
      )}
    </figure>
  )
}

function positionOf(span: number, rect: TileRect | undefined): { gridColumn: string; gridRow?: string } {
  return rect === undefined
    ? { gridColumn: `span ${span}` }
    : { gridColumn: `${rect.x + 1} / span ${rect.w}`, gridRow: `${rect.y + 1} / span ${rect.h}` }
}

interface Pinning {
  readonly at: { readonly x: number; readonly y: number }
  readonly liveboardId: string
}

interface ContentProps {
  readonly tile: Tile
  readonly asTable: boolean
  readonly hidden: ReadonlySet<string>
  readonly selected: string | null
  readonly press: PressPoint
  readonly mayFilter: boolean
  readonly drawn: (chart: Chart) => void
}

function Content({ tile, asTable, hidden, selected, press, mayFilter, drawn }: ContentProps) {
  const { frame } = useUi()
  const { words } = useLook()
  const { data } = tile
  if (tile.problem !== undefined) return <TileMessage title={words('viz.failed')} text={tile.problem} />
  if (!data) return <div class="viz-content skeleton-content" aria-hidden="true" />
  if (isEmpty(data)) return <TileMessage title={words('viz.noData')} text={words('viz.noData.description')} />
  if (asTable) return <PlainTableView tile={tile} />
  switch (data.kind) {
    case 'kpi':
      return <KpiContent tile={tile} data={data} />
    case 'table':
      return (
        <DataTable
          title={tile.title}
          data={data}
          selected={selected}
          pickable={mayFilter}
          press={(how, row, name, at) => press(how, pointAt(tile, data, row, { key: name, label: name }), at)}
          openPath={(path) => openPath(frame, path)}
        />
      )
    case 'pivot':
      return <PivotTable title={tile.title} data={data} />
    case 'series':
    case 'bars':
    case 'matrix':
    case 'parts':
    case 'candles':
    case 'curves':
    case 'scatter':
      return (
        <ChartContent
          tile={tile}
          data={data}
          hidden={hidden}
          selected={selected}
          press={press}
          drawn={drawn}
        />
      )
  }
}

function TileMessage({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="viz-content viz-message" data-viz-type="none">
      <p class="viz-message-title">{title}</p>
      {text === title ? null : <p>{text}</p>}
    </div>
  )
}

/** The embedding page opens its own pages; it hears which one. */
function openPath(frame: ReturnType<typeof useUi>['frame'], path: string): void {
  frame.port.post('openPath', { path })
}
