import { useRef, useState } from 'preact/hooks'
import type { BoardView, Tile } from '../../wire/board'
import { useLook, useStore, useUi } from '../parts/context'
import type { Press } from './chart'
import { DrillPanel } from './drill-panel'
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
import { Popover, usePointAnchor, type PagePoint } from '../parts/popover'
import { isAllowed, type TileAction } from './tile-actions'
import { MenuItems } from './tile-menu'

/** Says whether a menu has opened; else the browser's own may. */
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

/** What a press on one number of a tile does: filter the other tiles, open its menu, break it down. */
export function usePoints(tile: Tile, run: (actionId: string, point: Point) => void) {
  const { frame, board } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const cross = useStore(board.state, (state) => state.cross)
  const filters = useStore(board.state, (state) => state.reply?.board.filters ?? none)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [drill, setDrill] = useState<Opened | null>(null)
  // Where the keyboard was before a panel opened: it goes back there.
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
    /** Breaks the whole tile down, from its own menu. */
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
