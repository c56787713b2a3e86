import { HostEvent } from '@thoughtspot/visual-embed-sdk'
import { beforeAll, expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/liveboards'
import type { Claim } from './claims'
import { openClient, type Client, type Embedded } from './client'
import type { Stage } from './stage'

const board = liveboards.derivatives.id
const stablecoins = liveboards.stablecoins.id

const types = async (view: Embedded): Promise<readonly string[]> =>
  (await view.heard()).map(({ type }) => type)
const titles = (view: Embedded): Promise<readonly string[]> =>
  view.frame.locator('.viz-title').allTextContents()

/**
 * The host as the vendor's own, unmodified SDK finds it, in a plain page of a client. Sections are those of the protocol reference:
 * 10 what a host must implement, 14 what existing clients need beyond that.
 */
export function sdkClaims(claim: Claim, stageOf: () => Stage): void {
  let client: Client
  /** The Derivatives board, which has tabs and chips, in a frame of its own height. */
  let embed: Embedded
  beforeAll(async () => {
    client = await openClient(stageOf())
    embed = await client.open('liveboard', { liveboardId: board })
    await embed.hear('PinboardRendered')
  }, 120_000)

  claim('10.1.2', 'session and pre-auth information let the SDK sign in', async () => {
    await client.page.waitForFunction((sdk) => sdk.authEvents().includes('SUCCESS'), client.sdk)
    expect(await client.sdk.evaluate((sdk) => sdk.authEvents())).toEqual(['SDK_SUCCESS', 'SUCCESS'])
  })

  claim('10.1.4', 'the start is said in order: listener, person, place, board, data, height', async () => {
    const said = await types(embed)
    const order = ['appInit', 'EmbedListenerReady', 'ROUTE_CHANGE', 'PinboardRendered']
    expect(order.map((type) => said.indexOf(type))).toEqual(
      order.map((type) => said.indexOf(type)).toSorted((a, b) => a - b),
    )
    const [person] = await embed.hear('authInit')
    expect(person?.data).toEqual({ userGUID: 'local|ana' })
    await embed.hear('data')
    const [height] = await embed.hear('EMBED_HEIGHT')
    expect(height?.data).toBeTypeOf('number')
  })

  claim('10.1.3', 'every host event of the SDK is answered and none is an error', async () => {
    const quiet = await openClient(stageOf())
    // With no action shown none of them can do anything to the page.
    const view = await quiet.open('liveboard', { liveboardId: liveboards.home.id, visibleActions: [] })
    await view.hear('PinboardRendered')
    const unsafe: readonly string[] = [
      HostEvent.Reload,
      HostEvent.Navigate,
      HostEvent.UpdateEmbedParams,
      'SetActiveTab',
    ]
    const events = Object.values(HostEvent).filter((event) => !unsafe.includes(event))
    const faults: string[] = []
    await Promise.all(
      events.map(async (event) => {
        try {
          // An event that nobody answers comes back as an error, not as a rejection.
          const reply = await view.trigger(event, {})
          if (reply instanceof Error) faults.push(`${event}: ${reply.message}`)
        } catch (error) {
          // The SDK itself refuses what it is given without its fields.
          if (!/validation|required|invalid|No answer found|must|missing/i.test(String(error)))
            faults.push(`${event}: ${String(error)}`)
        }
      }),
    )
    expect(faults).toEqual([])
    await quiet.close()
  })

  claim('10.1.5', 'a tab and one visualisation are places', async () => {
    const other = await openClient(stageOf())
    const tab = await other.open('liveboard', { liveboardId: board, activeTabId: 'positions' })
    const [rendered] = await tab.hear('PinboardRendered')
    expect(rendered?.data).toEqual({ liveboardId: board, tabId: 'positions' })
    const single = await other.open('liveboard', { liveboardId: stablecoins, vizId: 'where' })
    await single.ready('where')
    expect(await titles(single)).toEqual(['Where it circulates'])
    await other.close()
  })

  claim('10.1.1', 'flags are read in the clear and packed, at / and at /v2/', async () => {
    const packed = await openClient(stageOf(), { shouldEncodeUrlQueryParams: true })
    const view = await packed.open('liveboard', {
      liveboardId: stablecoins,
      isLiveboardCompactHeaderEnabled: true,
    })
    await view.hear('PinboardRendered')
    expect(view.frame.url()).toContain('base64UrlEncodedFlags=')
    expect(await view.frame.locator('.liveboard-title').count()).toBe(0)
    const search = await packed.open('search', { dataSource: liveboards.stablecoins.worksheetId })
    await search.hear('EmbedListenerReady')
    expect(new URL(search.frame.url()).pathname).toBe('/v2/')
    await packed.close()
  })

  claim('10.1.6', 'Navigate takes a path, a path with replace, and a number of steps', async () => {
    let before = await embed.now()
    await embed.trigger('Navigate', `embed/viz/${stablecoins}`)
    await embed.hear('PinboardRendered', { before })
    before = await embed.now()
    await embed.trigger('Navigate', { path: `embed/viz/${board}/tab/positions`, replace: true })
    const [told] = await embed.hear('PinboardRendered', { before })
    expect(told?.data).toEqual({ liveboardId: board, tabId: 'positions' })
    before = await embed.now()
    await embed.trigger('Navigate', -1)
    await embed.hear('ROUTE_CHANGE', { before })
    before = await embed.now()
    await embed.call('navigateToLiveboard', board)
    await embed.hear('PinboardRendered', { before })
  })

  claim(
    '10.2.16',
    'Navigate to where the frame is asks for nothing and says again that it is there',
    async () => {
      await embed.ready('rich')
      const asked: string[] = []
      client.page.on('request', (request) => asked.push(request.url()))
      const before = await embed.now()
      await embed.trigger('Navigate', `embed/viz/${board}/tab/volatility`)
      await embed.hear('PinboardRendered', { before })
      expect(asked.filter((url) => url.includes('LoadContextBook'))).toEqual([])
    },
  )

  claim('10.2.13', 'tabs are told, hidden and shown, and SetActiveTab goes to one', async () => {
    expect(await embed.trigger('getTabs')).toMatchObject({
      numberOfTabs: 2,
      orderedTabIds: ['volatility', 'positions'],
      Tabs: [
        { id: 'volatility', name: 'Volatility' },
        { id: 'positions', name: 'Positions' },
      ],
    })
    await embed.trigger('SetPinboardHiddenTabs', ['volatility'])
    await embed.frame.waitForFunction(() => location.hash.endsWith('/tab/positions'))
    expect(await embed.frame.getByRole('tab').count()).toBe(0)
    await embed.trigger('SetPinboardHiddenTabs', [])
    await embed.trigger('SetPinboardVisibleTabs', ['volatility'])
    await embed.frame.waitForFunction(() => location.hash.endsWith('/tab/volatility'))
    expect(await embed.frame.getByRole('tab').count()).toBe(0)
    await embed.trigger('SetPinboardVisibleTabs', [])
    await embed.frame.getByRole('tab', { name: 'Positions' }).click()
    await embed.frame.waitForFunction(() => location.hash.endsWith('/tab/positions'))
    const before = await embed.now()
    await embed.trigger('SetActiveTab', { tabId: 'volatility' })
    const [rendered] = await embed.hear('PinboardRendered', { before })
    expect(rendered?.data).toMatchObject({ tabId: 'volatility' })
    expect(await embed.trigger('GetPageContext')).toMatchObject({
      currentContext: { type: 'liveboard', objectIds: { liveboardId: board, tabId: 'volatility' } },
    })
  })

  claim('10.2.13', 'filters are set, told and announced', async () => {
    const before = await embed.now()
    await embed.trigger('updateFilters', { filter: { column: 'Exchange', oper: 'IN', values: ['Deribit'] } })
    const [changed] = await embed.hear('filterChanged', { before })
    expect(changed?.data).toMatchObject({ filters: [{ column: 'Exchange', values: ['Deribit'] }] })
    expect(await embed.trigger('getFilters')).toMatchObject({
      liveboardFilters: expect.arrayContaining([
        expect.objectContaining({ column: 'Exchange', values: ['Deribit'] }),
      ]) as unknown,
    })
    await embed.trigger('ResetLiveboardPersonalisedView')
    await embed.hear('filterChanged', { before, count: 2 })
  })

  claim('14.8', 'runtime filters change the data by all three ways and are told', async () => {
    const filter = { columnName: 'Stablecoin', operator: 'EQ', values: ['USDC'] }
    const other = await openClient(stageOf())
    const supply = async (view: Embedded): Promise<string> => {
      await view.ready('total-supply')
      return (await view.frame.locator('[data-viz-id="total-supply"] .kpi-value').textContent()) ?? ''
    }
    const plain = await other.open('liveboard', { liveboardId: stablecoins })
    const whole = await supply(plain)
    const inPayload = await other.open('liveboard', { liveboardId: stablecoins, runtimeFilters: [filter] })
    const narrowed = await supply(inPayload)
    expect(narrowed).not.toBe(whole)
    const inAddress = await other.open('liveboard', {
      liveboardId: stablecoins,
      runtimeFilters: [filter],
      excludeRuntimeFiltersfromURL: false,
    })
    expect(inAddress.frame.url()).toContain('col1=Stablecoin')
    expect(await supply(inAddress)).toBe(narrowed)
    const before = await plain.now()
    await plain.trigger('UpdateRuntimeFilters', [filter])
    await plain.frame.getByText(narrowed, { exact: true }).first().waitFor()
    expect((await plain.heard()).slice(before).map(({ type }) => type)).not.toContain('PinboardRendered')
    expect(await plain.trigger('getFilters')).toMatchObject({
      runtimeFilters: [{ columnName: 'Stablecoin' }],
    })
    await other.close()
  })

  claim('14.1', 'SetPinboardVisibleVizs redraws without saying that the board is rendered', async () => {
    const before = await embed.now()
    await embed.trigger('SetPinboardVisibleVizs', ['rich', 'cone'])
    await embed.frame.waitForFunction(() => document.querySelectorAll('.viz-tile').length === 2)
    await embed.trigger('SetPinboardVisibleVizs', [])
    await embed.frame.waitForFunction(() => document.querySelectorAll('.viz-tile').length > 2)
    expect((await embed.heard()).slice(before).map(({ type }) => type)).not.toContain('PinboardRendered')
  })

  claim('3.8', 'a parameter is told, set, and taken from people’s sight', async () => {
    const parameter = { name: 'Time range', value: '30D' }
    const before = await embed.now()
    await embed.trigger('UpdateParameters', [{ ...parameter, isVisibleToUser: false }])
    const [changed] = await embed.hear('parameterChanged', { before })
    expect(changed?.data).toMatchObject({ parameters: [parameter] })
    expect(await embed.trigger('GetParameters')).toMatchObject({ parameters: [parameter] })
    await embed.frame.locator('.range-switch').waitFor({ state: 'detached' })
    await embed.trigger('UpdateParameters', [{ ...parameter, value: '1Y' }])
    await embed.frame.locator('.range-switch').waitFor()
  })

  claim('2.5', 'filters that mean nothing on a tab are hidden where the client wants that', async () => {
    const chips = () => embed.frame.locator('.liveboard-filter-chip .chip-label').allTextContents()
    expect(await chips()).toEqual(['Asset', 'Exchange'])
    await embed.trigger('updateEmbedParams', { hideIrrelevantFiltersAtTabLevel: true })
    await expect.poll(chips).toEqual(['Asset'])
    await embed.trigger('updateEmbedParams', { hideIrrelevantFiltersAtTabLevel: false })
    await expect.poll(chips).toEqual(['Asset', 'Exchange'])
  })

  claim(
    '2.2',
    'a person’s own view is saved in the menu, in the address, and found by its name',
    async () => {
      await embed.trigger('updateFilters', {
        filter: { column: 'Exchange', oper: 'IN', values: ['Deribit'] },
      })
      await embed.frame.locator('.board-menu-button').click()
      await embed.frame.locator('[data-action-id="personalisedViewsDropdown"]').click()
      await embed.frame.getByLabel('Name of a new view').fill('Deribit only')
      await client.page.keyboard.press('Enter')
      const [saved] = await embed.hear('savePersonalisedView')
      const { viewId = '' } = (saved?.data ?? {}) as { viewId?: string }
      expect(saved?.data).toMatchObject({ viewName: 'Deribit only', liveboardId: board, isPublic: false })
      expect(embed.frame.url()).toContain(`?view=${viewId}`)
      await embed.frame.locator('.view-chip').waitFor()

      await embed.trigger('SelectPersonalisedView', {})
      const [back] = await embed.hear('changePersonalisedView')
      expect(back?.data).toMatchObject({ viewName: 'Original View', viewId: null })
      expect(embed.frame.url()).not.toContain('?view=')
      await embed.trigger('SelectPersonalisedView', { viewName: 'Deribit only' })
      expect(await embed.trigger('getFilters')).toMatchObject({
        liveboardFilters: expect.arrayContaining([
          expect.objectContaining({ column: 'Exchange', values: ['Deribit'] }),
        ]) as unknown,
      })
      await embed.trigger('SelectPersonalisedView', {})

      let before = await embed.now()
      await embed.call('navigateToLiveboard', stablecoins)
      await embed.hear('PinboardRendered', { before })
      before = await embed.now()
      await embed.call('navigateToLiveboard', board, undefined, undefined, viewId)
      await embed.hear('PinboardRendered', { before })
      await embed.frame.locator('.view-chip').getByText('Deribit only').waitFor()
      // It comes back as it was left, and the address says under what.
      for (const id of [stablecoins, board]) {
        before = await embed.now()
        await embed.call('navigateToLiveboard', id)
        await embed.hear('PinboardRendered', { before })
      }
      expect(embed.frame.url()).toContain(`?view=${viewId}`)
      await embed.trigger('ResetLiveboardPersonalisedView')
      await embed.hear('resetLiveboard')
      await embed.frame.locator('.view-chip').waitFor({ state: 'detached' })
    },
  )

  claim('14.2', 'an unknown event gets an empty answer, and nothing is deleted by a client', async () => {
    expect(await embed.trigger('NoSuchEvent', {})).toEqual({})
    const before = await embed.now()
    expect(await embed.trigger('onDeleteAnswer', {})).toMatchObject({ code: 'HOST_EVENT_NOT_OFFERED' })
    const [told] = await embed.hear('Error', { before })
    expect(told?.data).toMatchObject({ hostEvent: 'onDeleteAnswer' })
  })

  claim(
    '10.2.13',
    'a point tells its press, filters the others, and its menu drills down in a dialog',
    async () => {
      const other = await openClient(stageOf())
      const view = await other.open('liveboard', {
        liveboardId: stablecoins,
        customActions: [{ id: 'mine', name: 'Mine', position: 'CONTEXTMENU', target: 'VIZ' }],
      })
      await view.ready('where')
      // A picture that is drawn anew between press and release hears of no click.
      await view.settled()
      const chart = view.frame.locator('[data-viz-id="where"] .chart-canvas')
      const spot = { position: { x: 120, y: 15 } }
      await chart.click(spot)
      const [click] = await view.hear('vizPointClick')
      expect(click?.data).toMatchObject({
        vizId: 'where',
        clickedPoint: { selectedAttributes: [{ value: 'Ethereum' }] },
      })
      const [cross] = await view.hear('cross-filter-changed')
      expect(cross?.data).toMatchObject({ conditions: [{ values: ['Ethereum'] }] })
      let before = await view.now()
      await view.frame.locator('.cross-filter-chip').click()
      await view.hear('cross-filter-changed', { before })
      await view.hear('data', { before })
      await view.settled()
      await chart.dblclick(spot)
      await view.hear('vizPointDoubleClick')
      await view.hear('dialog-open')
      await view.frame.locator('.drill-table tr').first().waitFor()
      before = await view.now()
      await other.page.keyboard.press('Escape')
      await view.hear('dialog-close', { before })
      await view.settled()
      await chart.click({ ...spot, button: 'right' })
      await view.hear('vizPointRightClick')
      await view.frame.locator('[data-action-id="mine"]').click()
      const [custom] = await view.hear('customAction')
      const four = {
        selectedAttributes: expect.any(Array),
        deselectedAttributes: [],
        selectedMeasures: expect.any(Array),
        deselectedMeasures: [],
      }
      expect(custom?.data).toMatchObject({
        id: 'mine',
        vizId: 'where',
        session: { sessionId: expect.any(String) as unknown, genNo: 1 },
        embedAnswerData: { viz: { name: 'Where it circulates' } },
        contextMenuPoints: { clickedPoint: four },
      })
      await other.close()
    },
  )

  claim(
    '10.2.10',
    'actions are hidden, listed and disabled by their wire ids, at the start and later',
    async () => {
      const other = await openClient(stageOf())
      const view = await other.open('liveboard', {
        liveboardId: stablecoins,
        hiddenActions: ['share', 'pin'],
        disabledActions: ['present'],
        disabledActionReason: 'Not for you',
      })
      await view.ready('where')
      const shown = async (): Promise<readonly string[]> => {
        await view.frame.locator('.board-menu-button').click()
        const ids = await view.frame
          .locator('.board-menu [data-action-id]')
          .evaluateAll((items) => items.map((item) => item.getAttribute('data-action-id') ?? ''))
        await other.page.keyboard.press('Escape')
        return ids
      }
      expect(await shown()).toEqual(expect.not.arrayContaining(['share']))
      await view.frame.locator('.board-menu-button').click()
      const present = view.frame.locator('[data-action-id="present"]')
      expect([await present.getAttribute('aria-disabled'), await present.getAttribute('title')]).toEqual([
        'true',
        'Not for you',
      ])
      await other.page.keyboard.press('Escape')
      await view.trigger('updateEmbedParams', { visibleActions: ['pinboardInfo'], hiddenActions: [] })
      await expect.poll(shown).toEqual(['pinboardInfo'])
      await other.close()
    },
  )

  claim(
    '10.2.11',
    'variables, rules, words and a sheet of the client dress the frame, and go again',
    async () => {
      const other = await openClient(stageOf(), {
        customizations: { style: { customCSSUrl: `${stageOf().client}/look.css` } },
      })
      const view = await other.open('liveboard', {
        liveboardId: stablecoins,
        customizations: {
          style: {
            customCSS: {
              variables: { '--ts-var-root-background': '#123456' },
              rules_UNSTABLE: { '.viz-title': { 'font-style': 'italic' } },
            },
          },
          content: { strings: { 'More actions': 'Everything else' } },
        },
      })
      await view.ready('where')
      const title = view.frame.locator('.viz-title').first()
      const styles = () =>
        title.evaluate((element) => [
          getComputedStyle(element).fontStyle,
          getComputedStyle(element).letterSpacing,
        ])
      await expect.poll(styles).toEqual(['italic', '3px'])
      const ground = () =>
        view.frame.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      expect(await ground()).toBe('rgb(18, 52, 86)')
      expect(await view.frame.locator('.board-menu-button').getAttribute('title')).toBe('Everything else')
      await view.settled()
      const picture = () =>
        view.frame
          .locator('[data-viz-id="where"] canvas')
          .first()
          .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
      const before = await picture()
      await view.trigger('updateEmbedParams', { customisations: { style: {} } })
      await expect.poll(ground).not.toBe('rgb(18, 52, 86)')
      await expect.poll(styles).toEqual(['normal', 'normal'])
      // Charts are repainted in what holds now.
      await expect.poll(picture).not.toBe(before)
      const customCSSUrl = `${stageOf().client}/look.css`
      await view.trigger('updateEmbedParams', { customisations: { style: { customCSSUrl } } })
      await expect.poll(styles).toEqual(['normal', '3px'])
      await other.close()
    },
  )

  claim('10.2.12', 'a frame as tall as its board draws what comes into sight', async () => {
    const other = await openClient(stageOf())
    // What is out of sight is drawn when the machine is idle, which it never is here.
    await other.page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0
    })
    const view = await other.open('liveboard', { liveboardId: stablecoins, fullHeight: true })
    await view.ready('total-supply')
    await other.page.waitForFunction((sdk) => sdk.height(0) > 2_000, other.sdk)
    const far = view.frame.locator('[data-viz-id="worst-redemption"]')
    expect(await far.getAttribute('aria-busy')).toBe('true')
    await far.scrollIntoViewIfNeeded()
    await view.ready('worst-redemption')
    await other.close()
  })

  claim('10.1.7', 'a refused call is repeated with a new token, asked for once', async () => {
    const other = await openClient(stageOf())
    const view = await other.open('liveboard', { liveboardId: stablecoins })
    await view.ready('where')
    let refusals = 0
    await other.page.route('**/prism/?op=LoadContextBook', async (route) => {
      if (refusals > 0) return route.continue()
      refusals += 1
      return route.fulfill({ status: 401, body: '{}' })
    })
    await view.trigger('refreshLiveboardBrowserCache')
    await view.hear('ThoughtspotAuthExpired')
    await expect.poll(() => view.frame.locator('.viz-tile[aria-busy="false"]').count()).toBeGreaterThan(5)
    const said = await types(view)
    expect(said.filter((type) => type === 'ThoughtspotAuthExpired')).toHaveLength(1)
    expect(said).not.toContain('ThoughtspotAuthFailure')
    await other.close()
  })

  claim(
    '10.2.14',
    'data calls carry the vendor’s names, so that a client can answer them itself',
    async () => {
      const other = await openClient(stageOf())
      const view = await other.open('liveboard', {
        liveboardId: stablecoins,
        vizId: 'where',
        interceptUrls: ['AnswerData'],
        // Until somebody answers, the frame goes on by itself.
        interceptTimeout: 100,
      })
      await view.ready('where')
      const asked: string[] = []
      other.page.on('request', (request) => asked.push(request.url()))
      await other.sdk.evaluate((sdk) => sdk.intercept(0, { data: { execute: true } }))
      const before = await view.now()
      await view.trigger('refreshLiveboardBrowserCache')
      const [call] = await view.hear('ApiIntercept', { before })
      expect(JSON.stringify(call?.data)).toContain('GetChartWithData')
      await view.hear('data', { before })
      await other.sdk.evaluate((sdk) =>
        sdk.intercept(0, {
          data: { execute: false, error: { errorText: 'Not here', errorDescription: 'Ask the desk' } },
        }),
      )
      await view.trigger('refreshLiveboardBrowserCache')
      await view.frame.getByText('Not here. Ask the desk').waitFor()
      await expect.poll(() => asked.filter((url) => url.includes('op=GetChartWithData')).length).toBe(1)
      await other.close()
    },
  )

  claim('14.4', 'the SDK’s answer service reads, narrows and exports the answer behind a tile', async () => {
    const other = await openClient(stageOf())
    const view = await other.open('liveboard', { liveboardId: stablecoins })
    await view.ready('total-supply')
    const data = await other.sdk.evaluate((sdk) => sdk.answerData(0, 'detail', ['Stablecoin', ['USDT']]))
    expect(data.whole).toBeGreaterThan(3)
    expect(data).toMatchObject({ narrowed: 1, title: 'Stablecoins in detail', made: 'OK' })
    expect(data.sql).toContain("in ('USDT')")
    const point = { columnId: 'stable_supply.token', dataValue: 'USDT' }
    const under = await other.sdk.evaluate((sdk, at) => sdk.underlying(0, 'detail', 'Supply', at), point)
    expect(under.columns).toEqual(['Supply'])
    expect(under.rows).toBeGreaterThan(0)
    expect(under.known).toEqual(expect.arrayContaining(['Supply', 'Stablecoin', 'Chain']))
    // A table of one row at twice its size: 760 px and its edges, one row less than all.
    expect(data.picture).toEqual([1600, 296])
    expect(
      await view.trigger('pin', { vizId: 'where', newVizName: 'Where', newLiveboardName: 'Desk' }),
    ).toMatchObject({
      liveboardId: expect.any(String) as unknown,
    })
    await other.close()
  })

  claim(
    '10.1.9',
    'a conversation answers the question of its address, in words that are the vendor’s',
    async () => {
      const other = await openClient(stageOf())
      const { worksheetId } = liveboards.stablecoins
      const view = await other.open('spotter', {
        worksheetId,
        searchOptions: { searchQuery: 'supply by chain' },
        showSpotterLimitations: true,
        hideSourceSelection: true,
      })
      await view.hear('spotterLoadComplete')
      const [answered] = await view.hear('spotterResponseComplete')
      expect(answered?.data).toMatchObject({ convId: expect.any(String) as unknown })
      expect(await view.frame.locator('.conv-limits').textContent()).toMatch(/^Spotter reads/)
      expect(await view.frame.getByRole('combobox', { name: 'Data source' }).count()).toBe(0)
      await view.trigger('SpotterSearch', { query: 'only Ethereum and Tron', executeSearch: true })
      await view.hear('spotterResponseComplete', { count: 2 })
      await view.frame.getByRole('figure', { name: 'Supply by chain, Ethereum, Tron' }).waitFor()
      const pinned = await view.trigger('pin', { newVizName: 'Tron', newLiveboardName: 'Talk' })
      expect(pinned).toMatchObject({ liveboardId: expect.any(String) as unknown })
      await view.hear('pin')
      await view.trigger('ResetSpotterConversation')
      await view.hear('ResetSpotterConversation')
      expect(await view.frame.locator('.conv-turn').count()).toBe(0)
      await other.close()
    },
  )

  claim(
    '14.6',
    'the application has its pages, their links lead on, and Explore opens the builder in it',
    async () => {
      const other = await openClient(stageOf())
      const app = await other.open('app', { path: 'home' })
      await app.frame.getByRole('link', { name: 'Stablecoins' }).click()
      await app.hear('PinboardRendered')
      await app.ready('where')
      await app.frame.locator('[data-viz-id="where"] .viz-menu-button').click()
      await app.frame.locator('[data-action-id="explore"]').click()
      await app.frame.waitForURL((url) => url.hash.startsWith('#/answer?question='))
      await app.frame.locator('.search-token').first().waitFor()
      for (const [path, words] of [
        ['data/tables', 'Stablecoin supply'],
        ['home/answers', 'Charts that you save appear here.'],
        ['insights/monitor-alerts', 'sends no alerts'],
      ] as const) {
        await app.trigger('Navigate', path)
        await app.frame.getByText(words).first().waitFor()
      }
      await other.close()
    },
  )

  claim('10.2.13', 'what is answered is announced', async () => {
    expect(await types(embed)).toEqual(expect.arrayContaining(['getTabs Subscribed', 'pin Subscribed']))
  })
}
