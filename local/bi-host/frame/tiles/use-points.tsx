import { useRef, useState, useEffect } from 'preact/hooks'
import type { BoardView, Tile, BarsData, FieldFilter } from '../../wire/board'
import { useLook, useStore, useUi } from '../parts/context'
import type { Press } from './chart'
import {
  chipFor,
  chosenBy,
  crossFilterAction,
  drillAction,
  pointActions,
  pointEvent,
  pressOutcome,
  removeCrossFilterAction,
  type Point,
} from './point'
import { Popover, usePointAnchor, type PagePoint } from '../parts/floating'
import { isAllowed, type TileAction } from './tile-actions'
import { MenuItems } from './tile-menu'
import { formatFull, formatNumber } from '../../rendering/format'
import { Select } from '../parts/form'
import { Icon } from '../parts/icon'

/** Returns whether a menu opened. If not, the browser's own may. */
export type PressPoint = (how: Press, point: Point, at: PagePoint) => boolean

export const isMenuKey = (event: KeyboardEvent): boolean =>
  event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)

const events: Readonly<Record<Press, string>> = {
  click: 'vizPointClick',
  double: 'vizPointDoubleClick',
  menu: 'vizPointRightClick',
}

export interface Opened {
  readonly point: Point
  readonly at: PagePoint
}

interface DrillPanelProps {
  readonly tile: Tile
  readonly point: Point
  readonly at: PagePoint
  readonly close: (refocus: boolean) => void
}

type Answer =
  | { readonly kind: 'waiting' }
  /** Without a text of its own, the frame's default text is shown. */
  | { readonly kind: 'failed'; readonly text: string | undefined }
  | { readonly kind: 'ready'; readonly data: BarsData; readonly period: string }

/** Drills one number down: bars that add up to it, with a choice of attributes. */
function DrillPanel({ tile, point, at, close }: DrillPanelProps) {
  const { frame, board } = useUi()
  const { words } = useLook()
  const { id: tileId, crossFilterField: field, drill: offered = [] } = tile
  const anchor = usePointAnchor(at)
  const [by, setBy] = useState(offered[0]?.field ?? '')
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const title = [tile.title, point.heading].filter((part) => part !== '').join(': ')

  useEffect(() => {
    frame.port.post('dialog-open', { vizId: tileId })
    return () => frame.port.post('dialog-close', { vizId: tileId })
  }, [frame, tileId])

  useEffect(() => {
    const running = new AbortController()
    const filters: readonly FieldFilter[] =
      point.pick === null || field === undefined ? [] : [{ field, op: 'in', values: [point.pick.key] }]
    const drill = { tile: tileId, by, ...(point.days === null ? {} : { days: point.days }) }
    setAnswer({ kind: 'waiting' })
    frame.port.post('drillDown', {
      vizId: tileId,
      additionalFilters: filters,
      drillDownColumns: [by],
      nonFilteredColumns: [],
    })
    board.drill(drill, filters, running.signal).then(
      (reply) => {
        const drilled = reply.ok ? reply.reply.tiles[0] : undefined
        if (drilled?.data?.kind === 'bars')
          setAnswer({ kind: 'ready', data: drilled.data, period: drilled.subtitle })
        else setAnswer({ kind: 'failed', text: drilled?.problem })
      },
      () => undefined,
    )
    return () => running.abort()
    // `words` is left out: a new look needs no new request.
  }, [frame, board, tileId, field, point, by])

  return (
    <Popover
      anchor={anchor}
      label={`${words('point.drill')}: ${title}`}
      kind="dialog"
      className="drill"
      stays
      close={close}
    >
      <div class="drill-head">
        <h3 class="drill-title">{title}</h3>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => close(true)}>
          <Icon name="close" size={15} />
        </button>
      </div>
      <p class="drill-period">{answer.kind === 'ready' ? answer.period : '\u00a0'}</p>
      <label class="drill-by">
        {words('drill.by')}
        <Select value={by} of={offered.map(({ field, label }) => ({ id: field, label }))} change={setBy} />
      </label>
      <div
        class="drill-answer"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no set of fields
        role="group"
        aria-label={title}
        aria-busy={answer.kind === 'waiting'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
        tabIndex={0}
      >
        {answer.kind === 'failed' ? <p class="drill-words">{answer.text ?? words('viz.failed')}</p> : null}
        {answer.kind === 'ready' ? <Bars data={answer.data} label={title} /> : null}
      </div>
    </Popover>
  )
}

/** Inflows are green and outflows orange, as in every chart. Amounts are blue. */
function Bars({ data, label }: { readonly data: BarsData; readonly label: string }) {
  const { words, palette } = useLook()
  const amounts = data.format.signed ? palette.green : palette.series[1]
  const values = data.series[0]?.values ?? []
  const largest = Math.max(...values.map((value) => Math.abs(value ?? 0)), 1e-12)
  if (data.categories.length === 0) return <p class="drill-words">{words('drill.none')}</p>
  return (
    <table class="viz-table drill-table" aria-label={label}>
      <tbody>
        {data.categories.map((category, row) => {
          const value = values[row] ?? null
          return (
            <tr key={category.key}>
              <th scope="row" class="cell-text">
                {category.label}
              </th>
              <td class="drill-bar" aria-hidden="true">
                <i
                  style={{
                    width: `${(Math.abs(value ?? 0) / largest) * 100}%`,
                    background: (value ?? 0) < 0 ? palette.mark : amounts,
                  }}
                />
              </td>
              <td class="cell-number" title={formatFull(value, data.format)}>
                {formatNumber(value, data.format)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The effects of a click on a number of a tile: filter the other tiles, open its menu, drill down. */
export function usePoints(tile: Tile, run: (actionId: string, point: Point) => void) {
  const { frame, board } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const cross = useStore(board.state, (state) => state.cross)
  const filters = useStore(board.state, (state) => state.reply?.board.filters ?? none)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [drill, setDrill] = useState<Opened | null>(null)
  // Returns the focus here when a panel closes.
  const beforeRef = useRef<Element | null>(null)
  const field = tile.crossFilterField
  const mayFilter = field !== undefined && isAllowed(crossFilterAction, options)
  const mayDrill = tile.drill !== undefined && isAllowed(drillAction, options)
  const selects = (point: Point, at = cross) => at?.tileId === tile.id && at.key === point.pick?.key

  function filterBy(point: Point): void {
    if (field === undefined || point.pick === null) return
    const { key, label } = point.pick
    board.setCross(selects(point, board.state.get().cross) ? null : { tileId: tile.id, field, key, label })
  }

  const actionsAt = (point: Point) =>
    pointActions({ tile, point, filters, selected: selects(point), options, words })

  const press: PressPoint = (how, point, at) => {
    frame.port.post(events[how], { ...pointEvent(tile.id, point), event: { clientX: at.x, clientY: at.y } })
    beforeRef.current = document.activeElement
    const hasMenu = actionsAt(point).length > 0
    const outcome = pressOutcome(how, { menuOn: options.pointMenuOn, hasMenu, mayFilter, mayDrill })
    if (outcome === 'menu') setMenu({ point, at })
    else if (outcome === 'filter') filterBy(point)
    else if (outcome === 'drill') setDrill({ point, at })
    return outcome === 'menu'
  }

  function choose(actionId: string, { point, at }: Opened): void {
    if (actionId === crossFilterAction || actionId === removeCrossFilterAction) return filterBy(point)
    if (actionId === drillAction) return setDrill({ point, at })
    const chip = chipFor(tile, point, filters)
    const chosen = chip && chosenBy(actionId, chip, point.pick?.key ?? '')
    if (chip && chosen) board.setChosen(chip.field, chosen)
    run(actionId, point)
  }

  function close(refocus: boolean): void {
    setMenu(null)
    setDrill(null)
    if (refocus && beforeRef.current instanceof HTMLElement) beforeRef.current.focus({ preventScroll: true })
  }

  return {
    press,
    mayFilter,
    /** Drills the whole tile down, from its own menu. */
    drillTile(at: PagePoint) {
      beforeRef.current = document.activeElement
      setDrill({ point: wholeTile(tile), at })
    },
    panels: (
      <>
        {menu === null ? null : (
          <PointMenu
            opened={menu}
            actions={actionsAt(menu.point)}
            close={close}
            choose={(actionId) => {
              close(true)
              choose(actionId, menu)
            }}
          />
        )}
        {drill === null ? null : <DrillPanel tile={tile} {...drill} close={close} />}
      </>
    ),
  }
}

const none: BoardView['filters'] = []

function wholeTile(tile: Tile): Point {
  return {
    pick: null,
    heading: '',
    days: null,
    attributes: [],
    measures: [{ name: tile.title, value: null }],
  }
}

export function PointMenu({
  opened,
  actions,
  close,
  choose,
}: {
  readonly opened: Opened
  readonly actions: readonly TileAction[]
  readonly close: (refocus: boolean) => void
  readonly choose: (actionId: string) => void
}) {
  const { words } = useLook()
  const anchor = usePointAnchor(opened.at)
  return (
    <Popover
      anchor={anchor}
      label={`${words('point.menu')}: ${opened.point.heading}`}
      kind="menu"
      className="viz-menu point-menu"
      close={close}
    >
      <MenuItems actions={actions} choose={choose} />
    </Popover>
  )
}
