import { Action } from '@thoughtspot/visual-embed-sdk'
import { expect, test, vi, describe } from 'vitest'
import { unzipSync } from 'fflate'
import type { BoardView, Tile } from '../../../../../local/bi-host/wire/board'
import { boardActions } from '../../../../../local/bi-host/frame/board/board-actions'
import {
  noCustomizations,
  readViewOptions,
  readCustomizations,
  type ViewOptions,
} from '../../../../../local/bi-host/frame/protocol/view-options'
import { sampleTiles } from '../../rendering/sample/tiles'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import { pointAt, pointActions } from '../../../../../local/bi-host/frame/tiles/point'
import {
  actionsOf,
  embedAnswerData,
  tableSwitch,
  isAllowed,
  vizKind,
  vizTypeOf,
} from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { embedded, createAddress } from '../protocol/embedding-page'
import type { Palette } from '../../../../../local/bi-host/rendering/theme/variables'
import { runTileAction } from '../../../../../local/bi-host/frame/tiles/run-action'
import { archiveOf, documentOf, spreadsheetOf } from '../../../../../local/bi-host/frame/tiles/files'

describe('every action', () => {
  const words = createWords(noCustomizations)

  const tiles = sampleTiles().filter(({ id }) => ['kpi-1', 'line', 'table'].includes(id))
  const pick = { key: 'USDT', label: 'Tether' }
  const chip = {
    field: 'stable_supply.token',
    label: 'Stablecoin',
    values: ['USDT'],
    chosen: [],
    multiple: true,
  }

  const points = tiles.flatMap((tile) =>
    tile.data === null
      ? []
      : [
          {
            tile: { ...tile, crossFilterField: chip.field, drill: [] },
            point: pointAt(tile, tile.data, 0, pick),
          },
        ],
  )

  interface Offered {
    readonly id: string
    readonly disabled: boolean
    readonly hint: string
  }

  /** Every entry that any menu can have, under these options. */
  function offered(options: ViewOptions): readonly Offered[] {
    const both = [false, true]
    const ofTiles = tiles.flatMap((tile) =>
      both.flatMap((editable) =>
        actionsOf({ ...tile, drill: [] }, { editable, onBoard: true }, options, words),
      ),
    )
    const ofBoard = both.flatMap((changed) =>
      boardActions({ view: {} as BoardView, changed, visitor: false }, options, words),
    )
    const ofPoints = points.flatMap(({ tile, point }) =>
      both.flatMap((selected) => pointActions({ tile, point, filters: [chip], selected, options, words })),
    )
    const table = tableSwitch(options)
    const ofSwitch =
      table === 'hidden'
        ? []
        : [{ id: 'answerChartSwitcher', disabled: table === 'disabled', hint: options.disabledHint }]
    return [...ofTiles, ...ofBoard, ...ofPoints, ...ofSwitch]
  }

  const idsOf = (entries: readonly Offered[]): readonly string[] =>
    [...new Set(entries.map(({ id }) => id))].toSorted()
  const under = (flags: object): readonly Offered[] => offered(readViewOptions({ ...flags }))
  const all = idsOf(under({}))

  /** Actions inside the menu of another action, according to the vendor's documentation. */
  const within: Readonly<Record<string, readonly string[]>> = {
    download: ['downloadAsCSV', 'downloadAsPdf', 'downloadAsPng', 'downloadAsXLSX'],
    downloadLiveboard: ['downloadLiveboardAsCsv'],
    tml: ['exportTSL'],
    share: ['shareViz'],
  }
  const takenBy = (id: string): readonly string[] => [id, ...(within[id] ?? [])]
  /** Shown under any list of visible actions, because reading the numbers must not require seeing the picture. */
  const always = 'answerChartSwitcher'

  const actions = [...new Set(Object.values<string>(Action))].toSorted()

  test('every menu entry is known to the vendor’s SDK, except the reset of filters', () => {
    expect(all.filter((id) => !actions.includes(id))).toEqual(['resetLiveboard'])
    expect(all).toEqual(
      expect.arrayContaining([
        'editTitle',
        'addToWatchlist',
        'createMonitor',
        'manageMonitor',
        'DRILL',
        'pin',
      ]),
    )
    expect(all.length).toBeGreaterThan(28)
  })

  test.each(actions)(
    '%s is hidden, shown alone and disabled wherever it stands, and nothing else is',
    (id) => {
      const taken = takenBy(id)
      expect(idsOf(under({ hideAction: [id] }))).toEqual(all.filter((other) => !taken.includes(other)))

      const alone = idsOf(under({ visibleAction: [id] })).filter((other) => other !== always)
      expect(alone).toEqual(all.filter((other) => other === id && other !== always))

      const disabled = under({ disableAction: [id], disableHint: 'Not in this plan' }).filter(
        (one) => one.disabled,
      )
      expect(idsOf(disabled)).toEqual(all.filter((other) => taken.includes(other)))
      for (const { hint } of disabled) expect(hint).toBe('Not in this plan')
    },
  )

  test('a later action list works like an initial one, in either format', async () => {
    const { page, frame } = await embedded({ hideAction: ['reportError'] })
    for (const [later, start] of [
      [{ hiddenActions: ['pin'] }, { hideAction: ['pin'] }],
      [{ visibleActions: ['pin'], hiddenActions: [] }, { visibleAction: ['pin'] }],
      [
        { disabledActions: ['pin'], disabledActionReason: 'No' },
        { visibleAction: ['pin'], disableAction: ['pin'], disableHint: 'No' },
      ],
      [{ sdkVersion: '1.52.0', hideAction: ['share'] }, { hideAction: ['share'] }],
    ]) {
      await page.trigger(frame, 'updateEmbedParams', later)
      expect(offered(frame.state.get().options)).toEqual(under({ ...start }))
    }
  })
})

describe('run action', () => {
  const words = createWords(noCustomizations)
  const [tile] = sampleTiles()
  const customActions = [{ id: 'mine', name: 'Mine', position: 'MENU', target: 'VIZ' }]

  async function run(actionId: string, sessionContainer: string | null) {
    if (tile === undefined) throw new Error('There is no tile.')
    const { page, frame } = await embedded({ customActions }, createAddress('#/embed/insights/conv-assist'))
    const notice = await runTileAction(actionId, {
      tile,
      sessionContainer,
      frame,
      words,
      point: null,
      palette: {} as Palette,
      picture: () => null,
      legend: [],
      color: () => '',
      showTable: () => undefined,
    })
    const posted = page.posted.find(({ type }) => type === 'customAction') as
      | { readonly data: { readonly data?: unknown } }
      | undefined
    const details = page.posted.flatMap(({ type, data }) => (type === actionId ? [data] : []))
    return { notice, posted: JSON.stringify(posted?.data ?? null), details }
  }

  test('an action of the embedding page receives the answer’s session, wherever the answer is shown', async () => {
    const { posted } = await run('mine', 'conversation-1')
    expect(posted).toContain(`"sessionId":"conversation-1~${tile?.id}"`)
    const { posted: without } = await run('mine', null)
    expect(without).toContain(`"vizId":"${tile?.id}"`)
    expect(without).not.toContain('session')
  })

  test('a chart that is not on a board has no link to copy', async () => {
    const { options } = (await embedded()).frame.state.get()
    const offered = (onBoard: boolean) =>
      tile && actionsOf(tile, { editable: false, onBoard }, options, words).map(({ id }) => id)
    expect(offered(true)).toContain('embedDocument')
    expect(offered(false)).toEqual(offered(true)?.filter((id) => id !== 'embedDocument'))
    expect((await run('embedDocument', 'conversation-1')).notice).toBe(words('viz.notOffered'))
  })

  test('an action of the embedding page receives the answer’s name in the vendor’s field', async () => {
    const { posted } = await run('mine', null)
    const { id, embedAnswerData: answer } = JSON.parse(posted) as Record<string, unknown>
    expect(id).toBe('mine')
    expect(answer).toMatchObject({ id: tile?.id, name: tile?.title })
    // The source of the question, not of a field that clicks filter or drill by.
    const about = (sourceId: string | null) =>
      embedAnswerData({ ...sampleTiles()[0], sourceId, crossFilterField: 'other.field' } as Tile)
    expect(about('worksheet-1')).toMatchObject({ sources: [{ header: { guid: 'worksheet-1' } }] })
    expect(about(null)).toMatchObject({ sources: [] })
  })

  test('the vendor’s own action names the chart, and nothing that its SDK does not have', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing was to be asked.')))
    expect((await run('explore', null)).details).toEqual([{ vizId: tile?.id }, { vizId: tile?.id }])
  })
})

describe('files', () => {
  const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

  async function unpacked(archive: Blob): Promise<ReadonlyMap<string, string>> {
    const files = Object.entries(unzipSync(await bytesOf(archive)))
    return new Map(files.map(([name, content]) => [name, new TextDecoder().decode(content)]))
  }

  test('an archive contains its files, and is identical for identical content', async () => {
    const texts = { 'a.txt': 'one', 'b/ü.txt': '' }
    expect(Object.fromEntries(await unpacked(archiveOf(texts)))).toEqual(texts)
    expect(await bytesOf(archiveOf(texts))).toEqual(await bytesOf(archiveOf(texts)))
  })

  test('a spreadsheet keeps numbers as numbers and texts as texts', async () => {
    const files = await unpacked(
      await spreadsheetOf(
        {
          columns: [
            { label: 'Name <&>', numeric: false },
            { label: 'Value', numeric: true },
          ],
          rows: [
            [
              { raw: '=1+1', text: '' },
              { raw: -1234.5, text: '\u22121.23K' },
            ],
          ],
        },
        'Supply: by [chain]? and a name longer than thirty-one characters',
      ),
    )
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
    const texts = files.get('xl/sharedStrings.xml') ?? ''
    expect(texts).toContain('Name &lt;&amp;&gt;')
    expect(texts).toContain('>=1+1</t>')
    expect(sheet).toContain('<v>-1234.5</v>')
    expect(sheet).not.toContain('<f>')
    expect(files.get('xl/workbook.xml')).toMatch(/name="Supply  by  chain/)
    expect(/name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1]?.length).toBeLessThanOrEqual(31)
  })

  test('a document\u2019s table of objects points at them', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0x25, 0x50, 0xff, 0xd9)
    const file = new TextDecoder('latin1').decode(
      await bytesOf(documentOf(jpeg, { width: 400, height: 200 })),
    )
    const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
    expect(file.slice(start, start + 4)).toBe('xref')
    const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
    expect(offsets).toHaveLength(5)
    for (const [at, offset] of offsets.entries())
      expect(file.slice(offset, offset + 7)).toBe(`${at + 1} 0 obj`)
    expect(file).toContain('/MediaBox [0 0 200 100]')
    expect(file).toContain(`/Length ${jpeg.length} >>`)
  })
})

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
