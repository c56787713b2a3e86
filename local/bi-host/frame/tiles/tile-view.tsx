import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { MatrixData, Tile } from '../../wire/board'
import type { TileRect } from '../../wire/tile-grid'
import { useLook, useStore, useUi, useRequestedAction } from '../parts/context'
import type { Chart } from './chart'
import { AboutButton, hasTable, TableToggle, TileMenu } from './tile-menu'
import { ChartContent, Legend, RampLegend, usePicture } from './chart-content'
import { DataTable, PivotTable, PlainTableView } from './tables'
import { Explained, type PagePoint } from '../parts/floating'
import { Notice } from '../parts/page-message'
import { PinPanel } from './pin-panel'
import { KpiContent, KpiPercentile } from './kpi'
import { formatDay } from '../../rendering/format'
import { isEmpty, scopeInWords } from '../../rendering/readout'
import { pointAt, type Point, drillAction } from './point'
import { runTileAction } from './run-action'
import {
  isChartData,
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
  /** The user's position. Absent: in page order. */
  readonly rect?: TileRect | undefined
  readonly editable: boolean
  /** The data is from before the last change. */
  readonly stale: boolean
  /** Container of its answer's session, if it is on no board. */
  readonly sessionContainer?: string | undefined
  /** Its reading is shown beside it already. */
  readonly readBeside?: boolean
}

/** One tile: a figure labeled by its title, busy until its chart is drawn. */
export function TileView(props: TileViewProps) {
  const { tile, span, rect, editable, stale, sessionContainer, readBeside = false } = props
  const { frame, board } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const cross = useStore(board.state, (state) => state.cross)
  const figure = useRef<HTMLElement>(null)
  const picture = usePicture(tile.data)
  const [asTable, setAsTable] = useAsTable(tile.data, picture.gone)
  const [notice, setNotice] = useState('')

  const { data } = tile
  const isChart = data !== null && isChartData(data)
  const actions = actionsOf(tile, { editable, onBoard: sessionContainer === undefined }, options, words)
  const settled = tile.problem !== undefined || (data !== null && isEmpty(data))
  const ready = settled || (data !== null && (!isChart || picture.painted || asTable))
  const focusMenu = () => figure.current?.querySelector<HTMLElement>('.viz-menu-button')?.focus()

  useEffect(() => {
    if (ready && !stale) frame.port.post('data', tileDataEvent(tile, board.state.get().reply?.board))
  }, [ready, stale, tile, frame, board])

  const { run, points, pinPanel } = useTileActions({
    tile,
    sessionContainer,
    figure,
    picture,
    showTable: () => setAsTable(true),
    say: setNotice,
    focusMenu,
  })

  // A host event may request a tile action. It works like the menu, so only for visible actions.
  useRequestedAction(tile.id, (actionId) => {
    if (actionId === tableSwitchAction) {
      if (hasTable(tile) && tableSwitch(options) === 'shown') setAsTable(!asTable)
    } else if (isAllowed(actionId, options)) run(actionId)
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
      <TileHeader tile={tile} titleId={titleId} readBeside={readBeside}>
        <TableToggle tile={tile} asTable={asTable} setAsTable={setAsTable} />
        <TileMenu title={tile.title} actions={actions} run={run} />
      </TileHeader>
      {asTable || !isChart ? null : <Legend {...picture} />}
      {data?.kind === 'matrix' && !asTable ? <RampLegend data={data} /> : null}
      <Content
        tile={tile}
        asTable={asTable}
        hidden={picture.hidden}
        selected={cross?.tileId === tile.id ? cross.key : null}
        press={points.press}
        mayFilter={points.mayFilter}
        drawn={picture.drawn}
      />
      {points.panels}
      {pinPanel}
      {notice === '' ? null : (
        <Notice
          text={notice}
          className="viz-notice"
          dismiss={() => {
            setNotice('')
            focusMenu()
          }}
        />
      )}
    </figure>
  )
}

/** Runs actions requested by a tile's menu, by the menu of a point, or by the embedding page. */
function useTileActions({
  tile,
  sessionContainer,
  figure,
  picture,
  showTable,
  say,
  focusMenu,
}: Pick<TileViewProps, 'tile' | 'sessionContainer'> & {
  readonly figure: { readonly current: HTMLElement | null }
  readonly picture: ReturnType<typeof usePicture>
  readonly showTable: () => void
  readonly say: (words: string) => void
  readonly focusMenu: () => void
}) {
  const { frame, board } = useUi()
  const { words, palette, color } = useLook()
  const [pinAt, setPinAt] = useState<PagePoint | null>(null)
  const container = () => sessionContainer ?? board.state.get().location?.liveboardId ?? null

  function perform(actionId: string, point: Point | null = null): void {
    const { canvas, legend } = picture
    const look = { words, palette, color, picture: canvas, legend, showTable }
    void runTileAction(actionId, { tile, sessionContainer: container(), point, frame, ...look }).then(say)
  }

  const points = usePoints(tile, perform)

  return {
    points,
    run: (actionId: string) => {
      const box = figure.current?.getBoundingClientRect()
      const at = { x: box?.left ?? 0, y: (box?.top ?? 0) + 44 }
      if (actionId === drillAction) return points.drillTile(at)
      if (actionId !== 'pin') return perform(actionId)
      // Its end event is sent once the tile is on a dashboard.
      frame.port.post('pin', { vizId: tile.id }, 'start')
      setPinAt(at)
    },
    pinPanel:
      pinAt === null ? null : (
        <PinPanel
          liveboardId={container() ?? ''}
          tileId={tile.id}
          title={tile.title}
          at={pinAt}
          close={(refocus) => {
            setPinAt(null)
            if (refocus) focusMenu()
          }}
          done={say}
        />
      ),
  }
}

function TileHeader({
  tile,
  titleId,
  readBeside,
  children,
}: {
  readonly tile: Tile
  readonly titleId: string
  readonly readBeside: boolean
  readonly children: ComponentChildren
}) {
  const { title, subtitle, kind, scope } = tile
  const { board } = useUi()
  const asOf = useStore(board.state, (state) => state.reply?.board.asOf)
  const unfiltered = scope?.ignored.length ? `Not filtered by ${scope.ignored.join(', ')}` : ''
  const about = [unfiltered, readBeside ? '' : subtitle].filter((part) => part !== '').join(' \u00b7 ')
  const kpi = tile.data?.kind === 'kpi' ? tile.data : null
  return (
    <div class="viz-header">
      <div class="viz-titles">
        <h2 id={titleId} class="viz-title">
          <Explained text={title} />
        </h2>
        {kpi?.subject === undefined ? null : <span class="kpi-subject">{kpi.subject}</span>}
        {asOf === undefined || tile.trust.lastDay >= asOf ? null : (
          <span class="viz-late">As of {formatDay(tile.trust.lastDay)}</span>
        )}
        {about === '' ? null : (
          <p class={kind === 'kpi' ? 'kpi-about' : 'viz-description'} title={about}>
            <Explained text={about} />
          </p>
        )}
      </div>
      {scope === undefined ? null : (
        <p class="viz-scope">
          {scopeInWords(tile)} · As of {formatDay(tile.trust.lastDay)} · {tile.trust.source}
        </p>
      )}
      {kpi === null ? null : <KpiPercentile percentile={kpi.percentile} />}
      <div class="viz-tools">
        <AboutButton tile={tile} />
        {children}
      </div>
    </div>
  )
}

/** Whether the table replaces the chart, which is then left out of files too. */
function useAsTable(data: Tile['data'], gone: () => void): readonly [boolean, (asTable: boolean) => void] {
  const [chosen, choose] = useState<boolean | null>(null)
  const asTable = chosen ?? (data?.kind === 'matrix' && isCramped(data))
  useEffect(() => {
    if (asTable) gone()
  }, [asTable, gone])
  return [asTable, choose]
}

/** A phone has no room for the numbers of a wide heat map, so it shows a table until the user asks for the chart. */
function isCramped({ labels, columns }: MatrixData): boolean {
  const width = document.documentElement.clientWidth
  return labels && width < 560 && (width - 150) / columns.length < 36
}

function positionOf(span: number, rect: TileRect | undefined): { gridColumn: string; gridRow?: string } {
  return rect === undefined
    ? { gridColumn: `span ${span}` }
    : { gridColumn: `${rect.x + 1} / span ${rect.w}`, gridRow: `${rect.y + 1} / span ${rect.h}` }
}

interface ContentProps {
  readonly tile: Tile
  readonly asTable: boolean
  readonly hidden: ReadonlySet<string>
  readonly selected: string | null
  readonly press: PressPoint
  readonly mayFilter: boolean
  readonly drawn: (chart: Chart | null) => void
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
          openPath={(path) => frame.port.post('openPath', { path })}
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
