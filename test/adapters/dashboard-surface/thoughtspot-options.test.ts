import { clusterTime } from '../../../src/adapters/_shared/thoughtspot/cluster-time'
import { Action } from '@thoughtspot/visual-embed-sdk'
import { describe, expect, it } from 'vitest'
import { actionOptions } from '../../../src/adapters/dashboard-surface/thoughtspot/actions'
import {
  openFrame,
  type ReceivedMessage,
  type ThoughtSpotSdk,
} from '../../../src/adapters/dashboard-surface/thoughtspot/frame'
import { frameOptions, styleOptions } from '../../../src/adapters/dashboard-surface/thoughtspot/options'
import type { BuilderRoute } from '../../../src/adapters/_shared/embedded-frame/routes'
import type { EmbeddedView } from '../../../src/core/ports/dashboard-surface'
import { embeddedActions } from '../../../src/core/ports/view-appearance'
import { viewAppearance, type AppearanceInput } from '../../../src/core/embedding/appearance'
import { relabels } from '../../support/specified-texts'

const facts: AppearanceInput = {
  theme: 'dark',
  signedIn: true,
  interactionsFlag: true,
  deepResearchFlag: true,
  view: 'curated',
}
const portal = 'http://localhost:4300'
const conversation = {
  disableSourceSelection: true,
  hideSourceSelection: false,
  dataPanelV2: false,
  showSpotterLimitations: true,
  hideSampleQuestions: true,
}
const assets = { assetsOrigin: portal, watermarkImage: 'https://brand.example.com/wide.png' }
const given = { ...assets, minimumHeight: undefined, usesHostEventsV2: false, conversation }
const known = new Set<string>(Object.values(Action))
const features = { chart: true }
const board = { kind: 'dashboard', dashboardId: 'x' } as const
const styleOf = (more: Partial<AppearanceInput>, view: EmbeddedView = board) =>
  styleOptions({ view, appearance: viewAppearance({ ...facts, ...more }) }, assets)

describe('actions by the vendor’s ids', () => {
  it.each(embeddedActions)('"%s" is an id of the SDK', (action) => {
    const { hiddenActions = [] } = actionOptions({ kind: 'all-but', hidden: [action] }, features)
    expect(hiddenActions.length).toBeGreaterThan(0)
    for (const id of hiddenActions) expect(known).toContain(id)
  })

  it('are sent as one list, never as two: with two the SDK builds no frame', () => {
    for (const signedIn of [true, false]) {
      const options = styleOf({ signedIn })
      expect('visibleActions' in options).toBe(!signedIn)
      expect('hiddenActions' in options).toBe(signedIn)
    }
  })

  it('always hide the vendor’s own analysis, assistant and explorer', () => {
    const hidden = (more: Partial<AppearanceInput>): readonly string[] => styleOf(more).hiddenActions ?? []
    for (const more of [{}, { view: 'own' }, { deepResearchFlag: false }] as const)
      expect(hidden(more)).toEqual(expect.arrayContaining(['spotIQAnalyze', 'AskAi', 'explore']))
    expect(hidden({ interactionsFlag: false })).toContain('DRILL')
    expect(hidden({})).not.toContain('DRILL')
  })
})

describe('the portal’s own entries in the menu of a chart', () => {
  const entries = (more: Partial<AppearanceInput>, view?: EmbeddedView): readonly string[] =>
    styleOf(more, view).customActions.map(({ id, target }) => `${target} ${id}`)

  it('are on every dashboard, Deep Research only where both flags allow it', () => {
    const always = ['VIZ portal-open-builder', 'VIZ portal-star']
    expect(entries({})).toEqual(['VIZ portal-deep-research', ...always])
    expect(entries({ deepResearchFlag: false })).toEqual(always)
    expect(entries({ interactionsFlag: false })).toEqual(always)
  })

  it('leave out the star for a single chart, which is already starred', () => {
    expect(entries({}, { ...board, chartId: 'v' })).not.toContain('VIZ portal-star')
  })

  it('lead from an answer to the builder, and are in no builder and no editor', () => {
    expect(entries({}, { kind: 'conversation', sourceId: 'w' })).toEqual(['SPOTTER portal-open-builder'])
    expect(entries({}, { kind: 'builder' })).toEqual([])
    expect(entries({}, { kind: 'editor', dashboardId: 'x' })).toEqual([])
  })
})

describe('embed options', () => {
  const request = {
    view: { kind: 'dashboard' as const, dashboardId: 'x' },
    title: 'Stablecoins dashboard',
    appearance: viewAppearance(facts),
  }
  const route = { dashboardId: 'x', tabId: null, chartId: null }

  it('are those of the specification, under the names the SDK reads', () => {
    expect(frameOptions(request, route, given).view).toMatchObject({
      fullHeight: true,
      lazyLoadingForFullHeight: true,
      lazyLoadingMargin: '0px',
      isLiveboardCompactHeaderEnabled: true,
      dataPanelV2: true,
      preventLiveboardFilterRemoval: false,
      showPreviewLoader: false,
      frameParams: { title: 'Stablecoins dashboard' },
    })
  })

  it('let no frame navigate the portal’s own tab', () => {
    const { sandbox = '' } = frameOptions(request, route, given).view.frameParams as {
      readonly sandbox?: string
    }
    expect(sandbox.split(' ')).toEqual(expect.arrayContaining(['allow-same-origin', 'allow-scripts']))
    expect(sandbox).not.toContain('top-navigation')
  })

  it('carry the minimum height of saved dashboards', () => {
    expect(frameOptions(request, route, { ...given, minimumHeight: 800 }).view).toMatchObject({
      minimumHeight: 800,
    })
    expect(frameOptions(request, route, given).view).not.toHaveProperty('minimumHeight')
  })

  it('set the height of a single chart', () => {
    const tile = frameOptions(request, { ...route, chartId: 'v' }, { ...given, minimumHeight: 260 }).view
    expect(tile).toMatchObject({ fullHeight: false, frameParams: { height: 260 } })
  })

  it('never put a null tab or visualization into the frame’s URL', () => {
    const options = frameOptions(request, route, given).view
    expect(options).not.toHaveProperty('activeTabId')
    expect(options).not.toHaveProperty('vizId')
    expect(frameOptions(request, { ...route, tabId: 't', chartId: 'v' }, given).view).toMatchObject({
      activeTabId: 't',
      vizId: 'v',
    })
  })

  it('of the editor open the specification’s edit path in the full application', () => {
    const { kind, view } = frameOptions(
      request,
      { ...route, editing: true },
      { ...given, minimumHeight: 800 },
    )
    expect(kind).toBe('page')
    expect(view).toMatchObject({ path: 'edit/liveboard/x', fullHeight: true, showPrimaryNavbar: false })
  })

  it('of the conversation carry the configured options, and the initial question', () => {
    const about = { conversation: { sourceId: 'w', question: 'supply by chain' } }
    expect(frameOptions(request, about, given)).toMatchObject({
      kind: 'conversation',
      view: { worksheetId: 'w', searchOptions: { searchQuery: 'supply by chain' }, ...conversation },
    })
  })

  it('of the builder carry the source, the initial question or the saved chart', () => {
    const asked = (about: Partial<BuilderRoute['builder']>): object =>
      frameOptions(
        request,
        { builder: { sourceId: null, question: null, answerId: null, pinned: null, ...about } },
        given,
      )
    expect(asked({ sourceId: 'stable_supply', question: 'supply by chain' })).toMatchObject({
      kind: 'builder',
      view: {
        dataSource: 'stable_supply',
        searchOptions: { searchTokenString: 'supply by chain', executeSearch: true },
        dataPanelV2: true,
      },
    })
    expect(asked({ answerId: 'a1' })).toMatchObject({ view: { answerId: 'a1' } })
    expect(asked({})).not.toHaveProperty('view.searchOptions')
    const pinned = { dashboardId: 'b', chartId: 'v', title: 'Profit & loss #1' }
    expect(asked({ pinned })).toMatchObject({
      view: { additionalFlags: { theme: 'dark', pinnedViz: 'v', pinnedTitle: 'Profit%20%26%20loss%20%231' } },
    })
  })
})

describe('the style of embedded views', () => {
  const look = (theme: 'dark' | 'light') => styleOf({ theme }).customizations
  const rules = (theme: 'dark' | 'light') => look(theme).style?.customCSS?.rules_UNSTABLE ?? {}

  it('has the specification’s backgrounds', () => {
    expect(look('dark').style?.customCSS?.variables).toMatchObject({
      '--ts-var-root-background': '#191f26',
      '--ts-var-dialog-header-background': '#181c22',
    })
    expect(look('light').style?.customCSS?.variables).toMatchObject({
      '--ts-var-root-background': '#f9fafb',
      '--ts-var-root-color': '#1f2937',
    })
  })

  it('shows "Deep Research" and "No data" in place of the vendor’s texts', () => {
    const strings = Object.values(look('dark').content?.strings ?? {})
    for (const text of relabels) expect(strings).toContain(text)
  })

  it('has its texts in an order in which the vendor, replacing one after another, gets each of them', () => {
    const strings = Object.entries(look('dark').content?.strings ?? {})
    for (const [before, after] of strings)
      expect(strings.reduce((text, [from, to]) => text.replaceAll(from, to), before)).toBe(after)
  })

  it('has the layout values of section 9', () => {
    const flat = JSON.stringify(rules('dark'))
    for (const value of ['70vh', '85vh', '300px', '24px']) expect(flat).toContain(`"${value} !important"`)
    expect(look('dark').style?.customCSS?.variables?.['--ts-var-side-panel-width']).toBe('300px')
  })

  it('tints each search token by 15 % with a 30 % border', () => {
    for (const theme of ['dark', 'light'] as const) {
      const measure = Object.entries(rules(theme)).find(([selector]) => selector.includes('measure'))?.[1]
      const [color, important] = (measure?.['color'] ?? '').split(' ')
      expect(measure?.['background-color']).toBe(`${color}26 ${important}`)
      expect(measure?.['border']).toBe(`1px solid ${color}4d ${important}`)
    }
  })

  it('draws the watermark at 20 %, white on dark and black on light, and not on the excluded chart types', () => {
    const mark = (theme: 'dark' | 'light') =>
      Object.entries(rules(theme)).find(([selector]) => selector.endsWith('::after')) ?? ['', {}]
    expect(mark('dark')[1]['width']).toBe('20% !important')
    // One file, so that a change of theme requests nothing, whatever its colors.
    expect(mark('dark')[1]).toMatchObject({
      background: expect.stringContaining(`url("${assets.watermarkImage}")`),
      filter: 'brightness(0) invert(1) !important',
    })
    expect(mark('light')[1]).toMatchObject({
      background: mark('dark')[1]['background'],
      filter: 'brightness(0) !important',
    })
    for (const inside of ['[data-testid="kpi_herodata"]', '.ag-root-wrapper'])
      expect(mark('dark')[0]).toContain(`:not(:has(${inside}))`)
    // A chart without its watermark image shows none, and requests none.
    expect(mark('dark')[0]).toMatch(/:has\(canvas,svg\)::after$/)
  })

  it('loads its font and its icons from the portal', () => {
    expect(JSON.stringify(rules('dark'))).toContain(`${portal}/open-data/fonts/`)
    expect(look('dark').iconSpriteUrl).toBe(`${portal}/open-data/icons.svg`)
  })
})

it('keeps filters that were set while the SDK waited for a token', async () => {
  type Days = readonly { readonly values: readonly number[] }[]
  const sent: [string, Days][] = []
  let give = (): void => undefined
  const token = new Promise<void>((resolve) => (give = resolve))
  /** As in the SDK: it reads parameters from the view, then waits for a token. */
  class Embed {
    viewConfig: { readonly runtimeFilters?: Days } = {}
    on(): void {}
    render = (): Promise<void> => Promise.resolve()
    async trigger(name: string, data: Days): Promise<void> {
      sent.push([name, data])
    }
    async getUpdateEmbedParamsObject(): Promise<Days> {
      const { runtimeFilters = [] } = this.viewConfig
      await token
      return runtimeFilters
    }
  }
  const sdk = {
    HostEvent: { UpdateEmbedParams: 'all', UpdateRuntimeFilters: 'days' },
    EmbedEvent: {},
    ContextType: {},
    RuntimeFilterOp: {},
    LiveboardEmbed: Embed,
  } as unknown as ThoughtSpotSdk
  const time = clusterTime('Asia/Kathmandu')
  const frame = openFrame(sdk, {} as HTMLElement, { kind: 'board', view: {} } as never, () => undefined, time)
  const narrow = (days: { from: string; to: string } | null): void =>
    frame.applyFilters([{ dateColumn: 'Date', days }])
  narrow({ from: '2026-03-01', to: '2026-05-31' })
  const restyled = frame.restyle(styleOf({}), { dashboardId: 'x', tabId: null, chartId: null })
  narrow(null)
  give()
  await restyled
  const [first, , last] = sent.map(([name, days]) => [name, days[0]?.values])
  expect(sent.map(([name]) => name)).toEqual(['days', 'days', 'all'])
  expect(last?.[1]).toEqual(sent[1]?.[1][0]?.values)
  expect(last?.[1]).not.toEqual(first?.[1])
  // First and last second of the days in the cluster's time zone.
  const seconds = ['2026-02-28T18:15:00Z', '2026-05-31T18:14:59Z'].map((at) => Date.parse(at) / 1_000)
  expect(first?.[1]).toEqual(seconds)
})

it('an SDK event is a message if it has a name: for its own errors the code, for what it handled itself nothing', () => {
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  class Embed {
    viewConfig = {}
    on(type: string, listener: (payload: unknown) => void): void {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    }
    render = (): Promise<void> => Promise.resolve()
  }
  const sdk = {
    EmbedEvent: { ALL: '*', Error: 'Error' },
    ContextType: {},
    LiveboardEmbed: Embed,
  } as unknown as ThoughtSpotSdk
  const received: ReceivedMessage[] = []
  const onMessage = (message: ReceivedMessage): void => void received.push(message)
  openFrame(sdk, {} as HTMLElement, { kind: 'board', view: {} } as never, onMessage, clusterTime('UTC'))
  /** `executeCallbacks` of the SDK: first the callbacks of the name, then those of all names. */
  const say = (type: string, payload: unknown): void => {
    for (const listener of [...(listeners.get(type) ?? []), ...(listeners.get('*') ?? [])]) listener(payload)
  }
  say('clearInfoCache', undefined)
  say('data', { type: 'data', data: { id: 'x' } })
  say('Error', { type: 'Error', data: { code: 'of-the-frame' } })
  say('Error', { code: 'UPDATEFILTERS_INVALID_PAYLOAD', errorType: 'VALIDATION_ERROR', message: 'No.' })
  expect(received.map(({ type, data }) => [type, data])).toEqual([
    ['data', { id: 'x' }],
    ['Error', { code: 'of-the-frame' }],
    ['Error', { code: 'UPDATEFILTERS_INVALID_PAYLOAD', errorType: 'VALIDATION_ERROR', message: 'No.' }],
  ])
})
