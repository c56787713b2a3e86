import { screen, waitFor } from '@testing-library/react'
import { render } from 'preact'
import { expect, test, afterEach, vi, describe } from 'vitest'
import { AnswerActions } from '../../../../local/bi-host/frame/assistant/conversation-message'
import { LookContext, UiContext, type Look, type Ui } from '../../../../local/bi-host/frame/parts/context'
import type { Tile } from '../../../../local/bi-host/wire/board'
import { noCustomizations } from '../../../../local/bi-host/frame/protocol/view-options'
import { createWords } from '../../../../local/bi-host/frame/theme/words'
import { embedded } from '../frame/protocol/embedding-page'
import userEvent from '@testing-library/user-event'
import type { RunResult } from '../../../../local/bi-host/wire/answers'
import type { AnswerHost } from '../../../../local/bi-host/frame/host/calls'
import { BuilderContext, createBuilder } from '../../../../local/bi-host/frame/builder/builder'
import { createCatalog } from '../../../../local/bi-host/frame/builder/builder-state'
import { Result } from '../../../../local/bi-host/frame/builder/result'
import { Toolbar } from '../../../../local/bi-host/frame/builder/toolbar'
import { createStore } from '../../../../local/bi-host/frame/protocol/state'
import { TileView } from '../../../../local/bi-host/frame/tiles/tile-view'
import { isDisabled, isShown } from '../../../../local/bi-host/frame/tiles/tile-actions'
import { styleOptions } from '../../../../src/adapters/dashboard-surface/thoughtspot/options'
import { viewAppearance } from '../../../../src/core/embedding/appearance'
import { builderFields, builderUi } from './builder-fields'
import { frameAssets } from '../../../support/frame-assets'

describe('answer actions', () => {
  const tile = { kind: 'table', data: { kind: 'table', columns: [], cells: [] }, question: 'supply' } as const

  /** The buttons below an answer, in a frame embedded with these flags. */
  async function ways(flags: object, more: object = {}): Promise<readonly HTMLElement[]> {
    const { frame } = await embedded(flags)
    const look = { words: createWords(noCustomizations) } as unknown as Look
    render(
      <UiContext.Provider value={{ frame } as unknown as Ui}>
        <LookContext.Provider value={look}>
          <AnswerActions tile={{ ...tile, ...more } as unknown as Tile} id="m-1" />
        </LookContext.Provider>
      </UiContext.Provider>,
      document.body,
    )
    return screen.queryAllByRole('button')
  }
  const names = (buttons: readonly HTMLElement[]) => buttons.map(({ textContent }) => textContent)

  test('an answer can be opened in the builder and pinned to a dashboard through the tile of its message', async () => {
    const buttons = await ways({})
    expect(names(buttons)).toEqual(['Explore', 'Pin'])
    const asked: unknown[] = []
    const listen = (event: Event): void => void asked.push((event as CustomEvent<unknown>).detail)
    document.addEventListener('tile-action m-1', listen)
    for (const button of buttons) button.click()
    document.removeEventListener('tile-action m-1', listen)
    expect(asked).toEqual(['explore', 'pin'])
  })

  test.each([
    ['hidden', { hideAction: ['pin'] }, {}, ['Explore']],
    ['disabled', { disableAction: ['explore'] }, {}, ['Pin']],
    ['not to be asked for in words', {}, { question: undefined }, ['Pin']],
    ['without an answer', {}, { data: null, question: undefined }, []],
    [
      'hidden for an action of the embedding page',
      {
        hideAction: ['explore'],
        customActions: [{ id: 'on', name: 'On', position: 'MENU', target: 'SPOTTER' }],
      },
      {},
      ['Pin', 'On'],
    ],
  ])('what is %s is not offered', async (_, flags, more, left) => {
    expect(names(await ways(flags, more))).toEqual(left)
  })
})

test('a headline figure shows its dates on its card', async () => {
  const { frame } = await embedded({})
  const board = { state: createStore({ cross: null, reply: null }) }
  const look = { words: createWords(noCustomizations), symbols: new Set(), color: () => '' }
  const data = { kind: 'kpi', value: 1, changes: [], percentile: null, spark: { values: [] }, format: {} }
  const about = { trust: {}, actions: [], summary: 'Net issuance: 1, last 7 days.' }
  const tile = { id: 'a', kind: 'kpi', title: 'Net issuance', subtitle: 'Last 7 days', data, ...about }
  render(
    <UiContext.Provider value={{ frame, board } as unknown as Ui}>
      <LookContext.Provider value={look as unknown as Look}>
        <TileView tile={tile as unknown as Tile} span={12} editable={false} stale={false} />
      </LookContext.Provider>
    </UiContext.Provider>,
    document.body,
  )
  expect(screen.getByRole('figure', { name: 'Net issuance' }).textContent).toContain('Last 7 days')
})

describe('answer files', () => {
  afterEach(() => vi.restoreAllMocks())

  const trust = {
    unit: 'US dollars a day',
    source: 'Test',
    lastDay: '2026-11-20',
    status: 'final',
    definition: '',
  } as const

  /** A result with more rows than its tile, whose picture groups the small ones. */
  const result: RunResult = {
    kind: 'result',
    table: {
      columns: [
        { id: 'date', label: 'Date', role: 'date' },
        { id: 'funds.fund', label: 'Fund, "traded"', role: 'attribute' },
        { id: 'funds.flow', label: 'Net flow', role: 'measure', format: { kind: 'usd' } },
        { id: 'formula.g', label: '=cmd()', role: 'measure', format: { kind: 'percent', digits: 1 } },
        { id: 'funds.coins', label: 'Held', role: 'measure', format: { kind: 'coins', suffix: 'BTC' } },
      ],
      cells: [
        ['2026-11-19', '2026-11-20', '2026-11-20'],
        ['=HYPERLINK("x")', 'Ærø, Ltd', '@sum'],
        [1234567.891, null, -2.5],
        [0.1, 12.5, null],
        [3, 2, 1],
      ],
      rows: 3,
      truncated: false,
    },
    tile: {
      id: 'answer',
      title: 'Flows',
      subtitle: '',
      kind: 'table',
      span: 60,
      height: 420,
      trust,
      summary: '',
      data: {
        kind: 'table',
        columns: [{ key: 'a', label: 'Other', kind: 'text' }],
        cells: [['Other']],
      },
    },
    chart: { type: 'table', note: null, choices: [], axes: { log: false, logReason: '', sides: [] } },
    chips: [],
    phrase: 'net flow by fund',
    tokens: [],
    range: { from: '2026-11-19', to: '2026-11-20', label: '', taken: { kind: 'all' } },
    asOf: '2026-11-20',
    badge: null,
    trust: [],
    notes: [],
  }

  /** The builder's bar and its answer, in a frame embedded with these flags. */
  async function open(flags: object = {}) {
    const { page, frame } = await embedded(flags)
    const host = (() => new Promise(() => undefined)) as unknown as AnswerHost
    const builder = createBuilder(host)
    builder.state.set({
      catalog: createCatalog(builderFields),
      answer: { version: 2, title: 'Flows', query: { measures: ['funds.flow'] }, chart: { type: 'auto' } },
      status: 'done',
      reply: result,
      shown: result,
    })
    const { options } = frame.state.get()
    const ui = builderUi(builder, {
      shows: (id: string) => isShown(id, options),
      disabledReason: (id: string) => (isDisabled(id, options) ? options.disabledHint : null),
    })
    const look = {
      words: createWords(noCustomizations),
      symbols: new Set(),
      printing: false,
      color: () => '',
    }
    const keeping = { save: () => Promise.reject(new Error()), pin: () => Promise.reject(new Error()) }
    render(
      <UiContext.Provider value={{ frame } as unknown as Ui}>
        <LookContext.Provider value={look as unknown as Look}>
          <BuilderContext.Provider value={ui}>
            <Toolbar keeping={keeping} />
            <Result table setTable={() => undefined} />
          </BuilderContext.Provider>
        </LookContext.Provider>
      </UiContext.Provider>,
      document.body,
    )
    const user = userEvent.setup()
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:file'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    return { page, user, files }
  }

  async function offered(user: ReturnType<typeof userEvent.setup>): Promise<readonly (string | null)[]> {
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  }

  test('a CSV is the table on screen: its rows in their order, days, units in the heads, raw numbers, and nothing that runs', async () => {
    const { page, user, files } = await open()
    await user.click(await screen.findByRole('button', { name: 'Held' }))
    await user.click(await screen.findByRole('button', { name: /^Held/ }))
    expect(screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)).toEqual([
      'Date',
      '20 Nov 2026',
      '20 Nov 2026',
      '19 Nov 2026',
    ])
    expect(screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent?.trim())).toEqual([
      'Held↑',
      '1.00 BTC',
      '2.00 BTC',
      '3.00 BTC',
    ])
    await offered(user)
    await user.click(screen.getByRole('menuitem', { name: 'Download as CSV' }))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.type).toBe('text/csv;charset=utf-8')
    expect(await files[0]?.text()).toBe(
      [
        `Date,"Fund, ""traded""",Net flow (USD),'=cmd() (%),Held (BTC)`,
        `2026-11-20,'@sum,-2.5,,1`,
        `2026-11-20,"Ærø, Ltd",,12.5,2`,
        `2026-11-19,"'=HYPERLINK(""x"")",1234567.891,0.1,3`,
        '',
      ].join('\r\n'),
    )
    expect(page.types().filter((type) => type === 'downloadAsCsv')).toHaveLength(2)
  })

  test('a client without hidden actions is offered every file type, the portal’s users only an image', async () => {
    const direct = await open()
    expect(await offered(direct.user)).toEqual([
      'Download as PNG',
      'Download as CSV',
      'Download as XLSX',
      'Download as PDF',
    ])
    render(null, document.body)
    const appearance = viewAppearance({
      theme: 'dark',
      signedIn: true,
      interactionsFlag: true,
      deepResearchFlag: true,
      view: 'own',
    })
    const { hiddenActions = [] } = styleOptions(
      { view: { kind: 'dashboard', dashboardId: 'x' }, appearance },
      frameAssets(),
    )
    const portal = await open({ hideAction: hiddenActions })
    expect(await offered(portal.user)).toEqual(['Download as PNG'])
  })
})
