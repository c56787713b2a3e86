import { describe, expect, test } from 'vitest'
import type {
  BoardView,
  MatrixData,
  SeriesData,
  Tile,
  TileData,
} from '../../../../../local/bi-host/wire/board'
import { readViewOptions, noCustomizations } from '../../../../../local/bi-host/frame/protocol/view-options'
import {
  chosenBy,
  cursorAfter,
  excludeAction,
  includeAction,
  pickAt,
  pressOutcome,
  pointAt,
  pointEvent,
  sentenceOfPoint,
  chipFor,
  pointActions,
} from '../../../../../local/bi-host/frame/tiles/point'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'

const words = createWords(noCustomizations)
const usd = { kind: 'usd' } as const
const weekly: SeriesData = {
  kind: 'series',
  shape: 'line',
  grain: 'week',
  dates: ['2026-11-02', '2026-11-09'],
  format: usd,
  series: [
    { key: 'USDT', label: 'Tether', colorKey: 'USDT', values: [1, 2] },
    { key: 'USDC', label: 'Circle', colorKey: 'USDC', values: [3, null] },
  ],
}
const tile = (more: Partial<Tile> = {}): Tile =>
  ({
    id: 'supply',
    title: 'Supply',
    kind: 'series',
    crossFilterField: 'stable_supply.token',
    crossFilterName: 'Stablecoin',
    data: weekly,
    ...more,
  }) as Tile

const tether = { key: 'USDT', label: 'Tether' }

describe('a point', () => {
  test('of a series has its value, and the days of its interval', () => {
    const point = pointAt(tile(), weekly, 1, tether)
    expect(point).toMatchObject({
      days: { from: '2026-11-09', to: '2026-11-15' },
      measures: [{ name: 'Tether', value: 2 }],
    })
    expect(point.heading).toContain('Tether')
  })

  test('of a day between the lines has every value', () => {
    expect(pointAt(tile(), weekly, 1, null).measures).toEqual([
      { name: 'Tether', value: 2 },
      { name: 'Circle', value: null },
    ])
  })

  test.each([
    ['month', '2026-02-01', '2026-02-28'],
    ['month', '2024-02-01', '2024-02-29'],
    ['day', '2026-12-31', '2026-12-31'],
    ['week', '2026-12-28', '2027-01-03'],
    ['hour', '2026-12-31T23:00:00Z', '2026-12-31'],
  ] as const)('of a %s from %s ends on %s', (grain, from, to) => {
    expect(pointAt(tile(), { ...weekly, grain, dates: [from] }, 0, null).days).toEqual({
      from: from.slice(0, 10),
      to,
    })
  })

  test('of a matrix names its row and column', () => {
    const data: TileData = {
      kind: 'matrix',
      scale: 'sequential',
      rows: [
        { key: 'r0', label: 'R0' },
        { key: 'r1', label: 'R1' },
      ],
      columns: [
        { key: 'c0', label: 'C0' },
        { key: 'c1', label: 'C1' },
      ],
      values: [
        [1, 2],
        [3, 4],
      ],
      format: usd,
      rowHeading: 'From',
      columnHeading: 'To',
      labels: false,
    }
    const point = pointAt(tile(), data, 2, { key: 'r1', label: 'R1' })
    expect(point.measures).toEqual([{ name: 'Supply', value: 3 }])
    expect(point.attributes.map(({ value }) => value)).toEqual(['r1', 'c0'])
  })

  test('is reported with all four lists', () => {
    const event = pointEvent('supply', pointAt(tile(), weekly, 0, tether))
    expect(event).toMatchObject({
      vizId: 'supply',
      clickedPoint: {
        selectedAttributes: [
          { column: { id: 'stable_supply.token', name: 'Stablecoin', dataType: 'CHAR' }, value: 'USDT' },
          { column: { dataType: 'DATE' }, value: '2026-11-02' },
        ],
        deselectedAttributes: [],
        selectedMeasures: [{ column: { name: 'Tether', dataType: 'DOUBLE' }, value: 1 }],
        deselectedMeasures: [],
      },
    })
  })

  test('is copied to the clipboard as cells', () => {
    const point = pointAt(tile(), weekly, 1, null)
    expect(sentenceOfPoint(point, 'Supply').split('\n').slice(1)).toEqual(['Tether\t2', 'Circle\t'])
  })
})

describe('the menu of a point', () => {
  const filters: BoardView['filters'] = [
    { field: 'stable_price.token', label: 'Token', values: ['USDT', 'USDC'], chosen: [], multiple: true },
  ]
  const ids = (
    flags: object,
    more: Partial<Tile> = {},
    pick: typeof tether | null = tether,
    selected = false,
  ) =>
    pointActions({
      tile: tile({ drill: [{ field: 'stable_supply.chain', label: 'Chain' }], ...more }),
      point: pointAt(tile(), weekly, 0, pick),
      filters,
      selected,
      options: readViewOptions({ ...flags }),
      words,
    }).map(({ id, disabled }) => (disabled ? `${id} disabled` : id))

  test('offers what the point allows', () => {
    expect(ids({})).toEqual([
      'context-menu-item-cross-filter',
      'context-menu-item-include',
      'context-menu-item-exclude',
      'DRILL',
      'showUnderlyingData',
      'context-menu-item-copy-to-clipboard',
    ])
    expect(ids({}, { drill: undefined } as never, null)).toEqual([
      'showUnderlyingData',
      'context-menu-item-copy-to-clipboard',
    ])
    expect(ids({}, {}, tether, true)).toContain('context-menu-item-remove-cross-filter')
  })

  test('follows the action lists of the embedding page, including custom actions', () => {
    expect(ids({ hideAction: ['DRILL', 'context-menu-item-include'] })).not.toContain('DRILL')
    expect(ids({ visibleAction: ['DRILL'], disableAction: ['DRILL'] })).toEqual(['DRILL disabled'])
    expect(ids({ visibleAction: [] })).toEqual([])
    const customActions = [
      { id: 'mine', name: 'Mine', position: 'CONTEXTMENU' },
      { id: 'other', name: 'Other', position: 'MENU' },
    ]
    expect(ids({ customActions, visibleAction: ['mine', 'other'] })).toEqual(['mine'])
  })

  test('knows the chip of the same attribute in another source, for values it has', () => {
    expect(chipFor(tile(), pointAt(tile(), weekly, 0, tether), filters)).toBe(filters[0])
    expect(
      chipFor(tile(), pointAt(tile(), weekly, 0, { key: 'Other', label: 'Other' }), filters),
    ).toBeUndefined()
  })
})

describe('a press on a point', () => {
  const all = { menuOn: 'both', hasMenu: true, mayFilter: true, mayDrill: true } as const
  test.each([
    ['a right click opens the menu', 'menu', { menuOn: 'right' }, 'menu'],
    ['a click filters where the menu is on the right button', 'click', { menuOn: 'right' }, 'filter'],
    ['a click opens the menu where it is on the left button', 'click', { menuOn: 'left' }, 'menu'],
    ['a right click does nothing where it is on the left button', 'menu', { menuOn: 'left' }, null],
    ['a click filters where the menu is empty', 'click', { menuOn: 'left', hasMenu: false }, 'filter'],
    ['a right click leaves an empty menu to the browser', 'menu', { menuOn: 'right', hasMenu: false }, null],
    ['a click does nothing where it may not filter', 'click', { menuOn: 'right', mayFilter: false }, null],
    ['a double click breaks the number down', 'double', { menuOn: 'right' }, 'drill'],
    ['a double click does nothing without a field', 'double', { menuOn: 'right', mayDrill: false }, null],
  ] as const)('%s', (_, how, situation, outcome) => {
    expect(pressOutcome(how, { ...all, ...situation })).toBe(outcome)
  })

  test('keeps a value alone, or leaves it out of those that are shown', () => {
    const chip = { field: 'f', label: 'Token', values: ['A', 'B', 'C'], chosen: [], multiple: true }
    expect(chosenBy(includeAction, chip, 'B')).toEqual(['B'])
    expect(chosenBy(excludeAction, chip, 'B')).toEqual(['A', 'C'])
    expect(chosenBy(excludeAction, { ...chip, chosen: ['A', 'B'] }, 'B')).toEqual(['A'])
    expect(chosenBy('showUnderlyingData', chip, 'B')).toBeNull()
  })
})

describe('the keyboard cursor of a chart', () => {
  const matrix: MatrixData = {
    kind: 'matrix',
    rowHeading: 'Asset',
    columnHeading: 'Year',
    rows: [
      { key: 'BTC', label: 'Bitcoin' },
      { key: 'ETH', label: 'Ether' },
    ],
    columns: ['2024', '2025', '2026'].map((key) => ({ key, label: key })),
    values: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    scale: 'sequential',
    labels: true,
    format: usd,
  }

  test.each([
    ['ArrowRight', null, 0],
    ['ArrowLeft', null, 5],
    ['ArrowRight', 5, 5],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['PageDown', 2, 5],
    ['Home', 4, 0],
    ['End', 1, 5],
    ['Enter', 1, undefined],
  ] as const)('%s moves it from %s to %s in a matrix of two rows', (key, from, to) => {
    expect(cursorAfter(key, from, matrix)).toBe(to)
  })

  test('moves point by point in a series, with up and down like left and right', () => {
    expect([cursorAfter('ArrowDown', 0, weekly), cursorAfter('ArrowUp', 1, weekly)]).toEqual([1, 0])
  })

  test('names the row that a press filters by, and nothing between lines', () => {
    expect(pickAt(matrix, 4)).toEqual({ key: 'ETH', label: 'Ether' })
    expect(pickAt(weekly, 1)).toBeNull()
  })
})
