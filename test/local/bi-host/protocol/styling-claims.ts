import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { frameOptions, styleOptions } from '../../../../src/adapters/dashboard-surface/thoughtspot/options'
import type { BoardRoute, FrameRoute } from '../../../../src/adapters/_shared/embedded-frame/routes'
import type { EmbeddedView } from '../../../../src/core/ports/dashboard-surface'
import { hiddenBySpecification } from '../../../oracle/hidden-actions'
import { viewAppearance } from '../../../../src/core/embedding/appearance'
import { openClient, type Claim, type Embedded, type Stage } from './stage'
import { frameAssets } from '../../../support/frame-assets'

const { worksheetId, id: stablecoins } = liveboards.stablecoins

const appearanceOf = (view: 'curated' | 'own' | 'assistant') =>
  viewAppearance({
    theme: 'dark',
    signedIn: true,
    interactionsFlag: true,
    deepResearchFlag: true,
    view,
  })

const style = (origin: string) =>
  styleOptions(
    { view: { kind: 'dashboard', dashboardId: stablecoins }, appearance: appearanceOf('curated') },
    frameAssets(origin),
  )

const board: BoardRoute = { dashboardId: stablecoins, tabId: null, chartId: null }
/** A title that the SDK would write into the URL without encoding. */
const pinned = { dashboardId: stablecoins, chartId: 'where', title: 'Profit & loss #1' }
const conversation = {
  disableSourceSelection: true,
  hideSourceSelection: false,
  dataPanelV2: false,
  showSpotterLimitations: true,
  hideSampleQuestions: true,
}

/** The portal’s rules select elements of a real cluster's pages; this host has elements with the same names. */
export function stylingClaims(claim: Claim, stageOf: () => Stage): void {
  claim(
    '2.4',
    'the list of hidden actions is enough to hide them, and so are the portal’s style rules',
    async () => {
      const client = await openClient(stageOf())
      const { customizations, hiddenActions = [] } = style(stageOf().client)
      const menu = async (more: object): Promise<Readonly<Record<string, boolean>>> => {
        const view = await client.open('liveboard', { liveboardId: stablecoins, ...more })
        await view.ready('total-supply')
        await view.frame.locator('[data-viz-id="total-supply"] .viz-menu-button').click()
        const entries = view.frame.locator('.viz-menu [data-testid]')
        await entries.filter({ visible: true }).first().waitFor()
        const shown = await entries.evaluateAll((items) =>
          items.map((item) => [item.getAttribute('data-testid') ?? '', item.checkVisibility()] as const),
        )
        return Object.fromEntries(shown)
      }
      const hidden = ['addToWatchlist', 'createMonitor', 'manageMonitor']
      const all = await menu({})
      for (const id of hidden) expect([id, all[id]]).toEqual([id, true])
      const listed = await menu({ hiddenActions })
      for (const id of hidden) expect([id, listed[id]]).toEqual([id, undefined])
      const styled = await menu({ customizations })
      for (const id of hidden) expect([id, styled[id]]).toEqual([id, false])
      await client.close()
    },
  )

  claim(
    '6',
    'the pages have the elements in the portal’s rules, with the styles of those rules',
    async () => {
      const client = await openClient(stageOf())
      const { customizations } = style(stageOf().client)
      const selectors = Object.entries(customizations.style?.customCSS?.rules_UNSTABLE ?? {})
        .filter(([selector, rule]) => !selector.includes('@font-face') && !('display' in rule))
        .flatMap(([selector]) => selector.split(', '))
      const found = new Set<string>()
      const look = async ({ frame }: Embedded): Promise<void> => {
        for (const selector of selectors)
          if ((await frame.locator(selector.replace(/::after$/, '')).count()) > 0) found.add(selector)
      }

      const board = await client.open('liveboard', { liveboardId: stablecoins, customizations })
      for (const tile of ['total-supply', 'where', 'detail']) await board.ready(tile)
      await look(board)
      const mark = (tile: string) =>
        board.frame
          .locator(`[data-viz-id="${tile}"] [class*="answerVizContainer"]`)
          .evaluate((element) => getComputedStyle(element, '::after').content)
      expect([await mark('where'), await mark('total-supply')]).toEqual(['""', 'none'])

      const search = await client.open('search', {
        dataSource: worksheetId,
        searchOptions: { searchTokenString: 'stablecoin supply by chain last 90 days', executeSearch: true },
        customizations,
      })
      await search.receive('data')
      await search.frame.locator('.search-mirror .search-token').nth(2).waitFor()
      await look(search)

      const assistant = await client.open('spotter', { worksheetId, customizations })
      const field = assistant.frame.getByTestId('conv-assist-chat-input')
      await field.waitFor()
      await look(assistant)
      expect(await field.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('24px')

      const kinds = ['formula', 'set', 'parameter'].map(
        (kind) => `.tokenizer-module__token[class*="_${kind}"]`,
      )
      expect(selectors.filter((selector) => !found.has(selector)).toSorted()).toEqual(
        [
          // Axes are on a canvas, and titles of charts are small here.
          '.answer-title-module__titleText',
          '.axis-label-title',
          '.highcharts-xaxis-labels text',
          '.highcharts-yaxis-labels text',
          // The question has no tokens of these kinds.
          ...kinds,
        ].toSorted(),
      )
      await client.close()
    },
  )

  claim(
    '2.3',
    'each of the portal’s frames has its hidden actions in the URL, in values that the SDK can write',
    async () => {
      const client = await openClient(stageOf())
      const views: readonly (readonly ['curated' | 'own' | 'assistant', EmbeddedView, FrameRoute])[] = [
        ['curated', { kind: 'dashboard', dashboardId: stablecoins }, board],
        ['own', { kind: 'dashboard', dashboardId: stablecoins }, { ...board, chartId: 'where' }],
        ['own', { kind: 'editor', dashboardId: stablecoins }, { ...board, editing: true }],
        ['own', { kind: 'builder' }, { builder: { sourceId: null, question: null, answerId: null, pinned } }],
        [
          'assistant',
          { kind: 'conversation', sourceId: worksheetId },
          { conversation: { sourceId: worksheetId, question: null } },
        ],
      ]
      for (const [purpose, view, route] of views) {
        const configuration = frameOptions(
          { view, title: 'A chart', appearance: appearanceOf(purpose) },
          route,
          {
            ...frameAssets(),
            minimumHeight: undefined,
            usesHostEventsV2: false,
            conversation,
          },
        )
        const kind = (
          {
            board: 'liveboard',
            page: 'app',
            builder: 'search',
            conversation: 'spotter',
            answer: 'spotter',
          } as const
        )[configuration.kind]
        const { frame } = await client.open(kind, configuration.view)
        const { searchParams } = new URL(frame.url())
        const hidden = JSON.parse(searchParams.get('hideAction') ?? '[]') as readonly string[]
        for (const [word, actions] of Object.entries(hiddenBySpecification))
          expect([kind, word, actions.filter((action) => !hidden.includes(action))]).toEqual([kind, word, []])
        // The SDK does not encode values, so `&` or `#` would end one. A cluster's firewall blocks requests that contain local host names.
        const written = new URL(frame.url()).search.slice(1).split('&')
        expect(written.filter((flag) => !/^\w+=/.test(flag) || /localhost|127\.0\.0\.1/.test(flag))).toEqual(
          [],
        )
        expect(searchParams.get('pinnedTitle')).toBe('builder' in route ? pinned.title : null)
        expect([searchParams.get('embedApp'), searchParams.get('theme')]).toEqual(['true', 'dark'])
      }
      await client.close()
    },
  )
}
