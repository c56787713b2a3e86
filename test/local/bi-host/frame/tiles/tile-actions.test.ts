import { describe, expect, test } from 'vitest'
import { readCustomizations, readViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { sampleTiles } from '../../rendering/sample/tiles'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import {
  actionsOf,
  isAllowed,
  vizKind,
  vizTypeOf,
} from '../../../../../local/bi-host/frame/tiles/tile-actions'

const tiles = sampleTiles()
const chart = tiles.find((tile) => tile.id === 'line')
const figure = tiles.find((tile) => tile.kind === 'kpi')
const plain = createWords(readCustomizations({}))

function ids(tile: (typeof tiles)[number] | undefined, flags: object, editable = false): readonly string[] {
  return tile
    ? actionsOf(tile, { editable, onBoard: true }, readViewOptions({ ...flags }), plain).map(
        (action) => action.id,
      )
    : []
}

describe('which actions a tile has', () => {
  test('without a list, those that fit it', () => {
    expect(ids(chart, {})).toEqual([
      'AskAi',
      'spotIQAnalyze',
      'explore',
      'showUnderlyingData',
      'downloadAsPng',
      'downloadAsCSV',
      'downloadAsXLSX',
      'downloadAsPdf',
      'embedDocument',
      'shareViz',
      'pin',
    ])
    expect(ids(figure, {})).toContain('manageMonitor')
    expect(ids(chart, {})).not.toContain('editTitle')
    expect(ids(chart, {}, true)).toContain('editTitle')
  })

  test('a table does not offer to be shown as a table', () => {
    const offered = (kind: string): boolean =>
      ids(
        tiles.find((tile) => tile.kind === kind && tile.data !== null),
        {},
      ).includes('showUnderlyingData')
    expect(['table', 'pivot', 'matrix', 'kpi'].map(offered)).toEqual([false, false, true, true])
  })

  test('a tile without a question shows the builder action disabled, with the reason', () => {
    if (!chart) throw new Error('There is no such chart.')
    const { question: _question, ...without } = chart
    const explore = (tile: typeof chart) =>
      actionsOf(tile, { editable: false, onBoard: true }, readViewOptions({}), plain).find(
        ({ id }) => id === 'explore',
      )
    expect(explore(without)).toMatchObject({ disabled: true, hint: plain('viz.menu.explore.none') })
    expect(explore({ ...without, question: 'supply by chain' })).toMatchObject({ disabled: false, hint: '' })
  })

  test('an empty allow-list leaves none, so that the menu is absent', () => {
    expect(ids(chart, { visibleAction: [] })).toEqual([])
  })

  test('an allow-list alone decides, including custom actions', () => {
    const customActions = [
      { id: 'mine', name: 'Mine', position: 'MENU' },
      { id: 'other', name: 'Other', position: 'MENU' },
      { id: 'context', name: 'Context', position: 'CONTEXTMENU' },
    ]
    expect(ids(chart, { visibleAction: ['downloadAsPng', 'mine', 'context'], customActions })).toEqual([
      'downloadAsPng',
      'mine',
    ])
    expect(ids(chart, { hideAction: ['mine'], customActions }).slice(-1)).toEqual(['other'])
  })

  test('a block-list removes its actions', () => {
    const left = ids(chart, { hideAction: ['share', 'AskAi'] })
    expect(left).not.toContain('shareViz')
    expect(left).not.toContain('AskAi')
  })

  test('a disabled action stays, and says why', () => {
    const options = readViewOptions({ disableAction: ['pin'], disableHint: 'Not in this plan' })
    const share =
      chart &&
      actionsOf(chart, { editable: false, onBoard: true }, options, plain).find(
        (action) => action.id === 'pin',
      )
    expect(share).toMatchObject({ disabled: true, hint: 'Not in this plan' })
    expect(isAllowed('pin', options)).toBe(false)
  })
})

describe('words', () => {
  test('are replaced by visible text, whole or in part, and by message id', () => {
    const words = createWords(
      readCustomizations({
        content: {
          strings: { 'SpotIQ analyze': 'Deep Research', SpotIQ: 'Deep Research', Spotter: 'Deep Research' },
          stringIDs: {
            'viz.menu.spotter.tooltip': 'Get AI-powered insights about this data',
            'viz.noData': 'No data',
          },
        },
      }),
    )
    expect(words('viz.menu.spotiq')).toBe('Deep Research')
    expect(words('viz.menu.spotiq.run')).toBe('Run Deep Research')
    expect(words('viz.menu.spotiq.title')).toBe('Deep Research Analysis')
    expect(words('viz.menu.spotter')).toBe('Deep Research')
    expect(words('viz.menu.spotter.tooltip')).toBe('Get AI-powered insights about this data')
    expect(words('viz.noData')).toBe('No data')
    expect(words('viz.menu.rename')).toBe('Rename')
  })

  test('a replacement is not replaced again', () => {
    const words = createWords(
      readCustomizations({ content: { strings: { Rename: 'Share', Share: 'Send' } } }),
    )
    expect(words('viz.menu.rename')).toBe('Share')
    expect(words('viz.menu.share')).toBe('Send')
  })
})

test('every kind of tile has the vendor\u2019s name for rules to find', () => {
  const types = new Map(tiles.map((tile) => [tile.id, vizTypeOf(tile)]))
  expect(Object.fromEntries(types)).toMatchObject({
    'kpi-1': 'KPI',
    line: 'LINE',
    area: 'AREA',
    flow: 'COLUMN',
    todate: 'STACKED_AREA',
    candles: 'CANDLESTICK',
    'bars-h': 'BAR',
    columns: 'STACKED_COLUMN',
    heat: 'HEATMAP',
    donut: 'PIE',
    treemap: 'TREEMAP',
    curves: 'LINE',
    scatter: 'BUBBLE',
    table: 'TABLE',
    pivot: 'PIVOT_TABLE',
  })
})

test('rules of the embedding page find kinds by short names', () => {
  const kindOf = new Map(tiles.map((tile) => [tile.id, vizKind(tile)]))
  expect(['kpi-1', 'todate', 'pivot', 'table'].map((id) => kindOf.get(id))).toEqual([
    'kpi',
    'stacked-area',
    'pivot',
    'table',
  ])
})
