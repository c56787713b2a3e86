import { Action } from '@thoughtspot/visual-embed-sdk'
import { expect, test } from 'vitest'
import type { BoardView } from '../../../../../local/bi-host/wire/board'
import { boardActions } from '../../../../../local/bi-host/frame/board/board-actions'
import { noCustomizations } from '../../../../../local/bi-host/frame/protocol/customizations'
import { readViewOptions, type ViewOptions } from '../../../../../local/bi-host/frame/protocol/view-options'
import { sampleTiles } from '../../rendering/sample/tiles'
import { createWords } from '../../../../../local/bi-host/frame/theme/words'
import { pointAt, pointActions } from '../../../../../local/bi-host/frame/tiles/point'
import { actionsOf, tableSwitch } from '../../../../../local/bi-host/frame/tiles/tile-actions'
import { embedded } from '../protocol/embedding-page'

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

/** Every entry of every menu there can be, under these options. */
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

/** What the vendor's documentation puts into the menu of another action. */
const within: Readonly<Record<string, readonly string[]>> = {
  download: ['downloadAsCSV', 'downloadAsPdf', 'downloadAsPng', 'downloadAsXLSX'],
  downloadLiveboard: ['downloadLiveboardAsCsv'],
  tml: ['exportTSL'],
  share: ['shareViz'],
}
const takenBy = (id: string): readonly string[] => [id, ...(within[id] ?? [])]
/** Shown whatever list of visible actions is sent: numbers must not depend on seeing the picture. */
const always = 'answerChartSwitcher'

const actions = [...new Set(Object.values<string>(Action))].toSorted()

test('what the menus offer is known to the vendor’s SDK, but for the way back from filters', () => {
  expect(all.filter((id) => !actions.includes(id))).toEqual(['resetLiveboard'])
  expect(all).toEqual(
    expect.arrayContaining(['editTitle', 'addToWatchlist', 'createMonitor', 'manageMonitor', 'DRILL', 'pin']),
  )
  expect(all.length).toBeGreaterThan(28)
})

test.each(actions)('%s is hidden, shown alone and disabled wherever it stands, and nothing else is', (id) => {
  const taken = takenBy(id)
  expect(idsOf(under({ hideAction: [id] }))).toEqual(all.filter((other) => !taken.includes(other)))

  const alone = idsOf(under({ visibleAction: [id] })).filter((other) => other !== always)
  expect(alone).toEqual(all.filter((other) => other === id && other !== always))

  const disabled = under({ disableAction: [id], disableHint: 'Not in this plan' }).filter(
    (one) => one.disabled,
  )
  expect(idsOf(disabled)).toEqual(all.filter((other) => taken.includes(other)))
  for (const { hint } of disabled) expect(hint).toBe('Not in this plan')
})

test('a later list does the same as one at the start, in the words of either', async () => {
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
