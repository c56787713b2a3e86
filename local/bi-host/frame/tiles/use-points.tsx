import { useCallback, useRef, useState } from 'preact/hooks'
import type { Tile } from '../../wire/board'
import { useLook, useStore, useUi } from '../parts/context'
import type { Press } from './chart'
import { DrillPanel } from './drill-panel'
import {
  pointEvent,
  type Point,
  chipFor,
  copyAction,
  crossFilterAction,
  drillAction,
  excludeAction,
  includeAction,
  pointActions,
  removeCrossFilterAction,
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

interface Opened {
  readonly point: Point
  readonly at: PagePoint
}

/** What a press on one number of a tile does: filter the other tiles, open its menu, break it down. */
export function usePoints(
  tile: Tile,
  run: (actionId: string, point: Point) => void,
): {
  readonly press: PressPoint
  /** Breaks the whole tile down, from its own menu. */
  readonly drillTile: (at: Opened['at']) => void
  readonly mayFilter: boolean
  readonly panels: preact.ComponentChildren
} {
  const { frame, board } = useUi()
  const { words } = useLook()
  const options = useStore(frame.state, (state) => state.options)
  const cross = useStore(board.state, (state) => state.cross)
  const reply = useStore(board.state, (state) => state.reply)
  const [menu, setMenu] = useState<Opened | null>(null)
  const [drill, setDrill] = useState<Opened | null>(null)
  // Where the keyboard was before a panel opened: it goes back there.
  const beforeRef = useRef<Element | null>(null)
  const field = tile.crossFilterField
  const mayFilter = field !== undefined && isAllowed(crossFilterAction, options)
  const mayDrill = tile.drill !== undefined && isAllowed(drillAction, options)

  const filterBy = useCallback(
    (point: Point) => {
      if (field === undefined || point.pick === null) return
      const { key, label } = point.pick
      const now = board.state.get().cross
      const again = now?.tileId === tile.id && now.key === key
      board.setCross(again ? null : { tileId: tile.id, field, key, label })
    },
    [board, field, tile.id],
  )

  const actionsAt = useCallback(
    (point: Point) =>
      pointActions({
        tile,
        point,
        filters: reply?.board.filters ?? [],
        selected: cross?.tileId === tile.id && cross.key === point.pick?.key,
        options,
        words,
      }),
    [cross, tile, reply, options, words],
  )

  const press: PressPoint = useCallback(
    (how, point, at) => {
      frame.port.post(events[how], { ...pointEvent(tile.id, point), event: { clientX: at.x, clientY: at.y } })
      beforeRef.current = document.activeElement
      const { pointMenuOn } = frame.state.get().options
      const opensMenu =
        (how === 'menu' && pointMenuOn !== 'left') || (how === 'click' && pointMenuOn !== 'right')
      if (opensMenu && actionsAt(point).length > 0) {
        setMenu({ point, at })
        return true
      }
      if (how === 'click' && mayFilter) filterBy(point)
      else if (how === 'double' && mayDrill) setDrill({ point, at })
      return false
    },
    [frame, tile.id, mayFilter, mayDrill, filterBy, actionsAt],
  )

  const drillTile = useCallback(
    (at: Opened['at']) => {
      beforeRef.current = document.activeElement
      setDrill({ point: wholeTile(tile), at })
    },
    [tile],
  )

  function goBack(refocus: boolean): void {
    if (refocus && beforeRef.current instanceof HTMLElement) beforeRef.current.focus({ preventScroll: true })
  }

  function choose(actionId: string, { point, at }: Opened): void {
    const chip = chipFor(tile, point, reply?.board.filters ?? [])
    const key = point.pick?.key ?? ''
    switch (actionId) {
      case crossFilterAction:
      case removeCrossFilterAction:
        return filterBy(point)
      case drillAction:
        return setDrill({ point, at })
      case includeAction:
        if (chip) board.setChosen(chip.field, [key])
        break
      case excludeAction:
        if (chip) {
          const shown = chip.chosen.length > 0 ? chip.chosen : chip.values
          board.setChosen(
            chip.field,
            shown.filter((value) => value !== key),
          )
        }
        break
      case copyAction:
        break
    }
    run(actionId, point)
  }

  return {
    press,
    mayFilter,
    drillTile,
    panels: (
      <>
        {menu === null ? null : (
          <PointMenu
            opened={menu}
            actions={actionsAt(menu.point)}
            close={(refocus) => {
              setMenu(null)
              goBack(refocus)
            }}
            choose={(actionId) => {
              setMenu(null)
              goBack(true)
              choose(actionId, menu)
            }}
          />
        )}
        {drill === null ? null : (
          <DrillPanel
            tile={tile}
            point={drill.point}
            at={drill.at}
            close={(refocus) => {
              setDrill(null)
              goBack(refocus)
            }}
          />
        )}
      </>
    ),
  }
}

function wholeTile(tile: Tile): Point {
  return {
    pick: null,
    heading: '',
    days: null,
    attributes: [],
    measures: [{ name: tile.title, value: null }],
  }
}

function PointMenu({
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
