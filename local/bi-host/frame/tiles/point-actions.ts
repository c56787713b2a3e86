import type { BoardView, Tile } from '../../wire/board'
import type { ViewOptions } from '../protocol/view-options'
import type { Words } from '../theme/words'
import type { Point } from './point'
import { isDisabled, isShown, type TileAction } from './tile-actions'

export const crossFilterAction = 'context-menu-item-cross-filter'
export const removeCrossFilterAction = 'context-menu-item-remove-cross-filter'
export const includeAction = 'context-menu-item-include'
export const excludeAction = 'context-menu-item-exclude'
export const copyAction = 'context-menu-item-copy-to-clipboard'
export const drillAction = 'DRILL'

/** The chip of the board that filters by the same attribute as this tile, and knows the value. */
export function chipFor(
  tile: Tile,
  point: Point,
  filters: BoardView['filters'],
): BoardView['filters'][number] | undefined {
  const name = tile.crossFilterField?.split('.').at(-1)
  return filters.find(
    (chip) => chip.field.split('.').at(-1) === name && chip.values.includes(point.pick?.key ?? ''),
  )
}

export interface PointSituation {
  readonly tile: Tile
  readonly point: Point
  readonly filters: BoardView['filters']
  /** This tile filters the others by this very value. */
  readonly selected: boolean
  readonly options: ViewOptions
  readonly words: Words
}

/** The menu of one point, by the vendor's ids; a page that hides all of them leaves the browser's own menu. */
export function pointActions(situation: PointSituation): readonly TileAction[] {
  const { tile, point, filters, selected, options, words } = situation
  const value = point.pick === null ? '' : ` \u201c${point.pick.label}\u201d`
  const mayFilter = tile.crossFilterField !== undefined && point.pick !== null
  const chip = chipFor(tile, point, filters)
  const rows: readonly (readonly [id: string, label: string, group: number, offered: boolean])[] = [
    [crossFilterAction, words('point.filter') + value, 1, mayFilter && !selected],
    [removeCrossFilterAction, words('point.unfilter'), 1, selected],
    [includeAction, words('point.include') + value, 2, chip !== undefined],
    [excludeAction, words('point.exclude') + value, 2, chip?.multiple === true],
    [drillAction, words('point.drill'), 3, tile.drill !== undefined],
    ['showUnderlyingData', words('viz.menu.underlying'), 3, true],
    [copyAction, words('point.copy'), 4, true],
  ]
  const custom = options.customActions
    .filter(({ position }) => position === 'CONTEXTMENU')
    .map(({ id, name }) => [id, name, 5, true] as const)
  return [...rows, ...custom]
    .filter(([id, , , offered]) => offered && isShown(id, options))
    .map(([id, label, group]) => {
      const disabled = isDisabled(id, options)
      return { id, label, group, disabled, hint: disabled ? options.disabledHint : '' }
    })
}
