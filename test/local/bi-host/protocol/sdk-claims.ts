import { HostEvent } from '@thoughtspot/visual-embed-sdk'
import { beforeAll, expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { openClient, types, type Claim, type Client, type Embedded, type Stage } from './stage'

const board = liveboards.derivatives.id
const stablecoins = liveboards.stablecoins.id

/** A filter as clusters send it: visual-embed-sdk, src/utils/filterConverter.ts. */
const deribit = {
  columnInfo: { name: 'Exchange' },
  filters: [{ filterContent: [{ filterType: 'IN', value: [{ key: 'Deribit' }] }] }],
}

const titles = (view: Embedded): Promise<readonly string[]> =>
  view.frame.locator('.viz-title').allTextContents()

/**
 * The host through the vendor's own, unmodified SDK, in a plain client page. Sections are those of the protocol reference:
 * 10 what a host must implement, 14 what existing clients need beyond that.
 */
export function sdkClaims(claim: Claim, stageOf: () => Stage): void {
  let client: Client
  /** The Derivatives board, which has tabs and chips, in a frame of its own height. */
  let embed: Embedded
  beforeAll(async () => {
    client = await openClient(stageOf())
    embed = await client.open('liveboard', { liveboardId: board })
    await embed.receive('PinboardRendered')
  }, 120_000)

  claim('10.1.2', 'session and pre-auth information let the SDK sign in', async () => {
    await client.page.waitForFunction((sdk) => sdk.authEvents().includes('SUCCESS'), client.sdk)
    expect(await client.sdk.evaluate((sdk) => sdk.authEvents())).toEqual(['SDK_SUCCESS', 'SUCCESS'])
  })

  claim('10.1.4', 'the start is reported in order: listener, user, path, board, data, height', async () => {
    const order = ['appInit', 'EmbedListenerReady', 'ROUTE_CHANGE', 'PinboardRendered']
    const received = await types(embed)
    expect([...new Set(received.filter((type) => order.includes(type)))]).toEqual(order)
    const [person] = await embed.receive('authInit')
    expect(person?.data).toEqual({ userGUID: 'local|ana' })
    await embed.receive('data')
    const [height] = await embed.receive('EMBED_HEIGHT')
    expect(height?.data).toBeTypeOf('number')
  })

  claim('10.1.3', 'every host event of the SDK is answered and none is an error', async () => {
    const quiet = await openClient(stageOf())
    // If no actions are visible, no event can change the page.
    const view = await quiet.open('liveboard', { liveboardId: liveboards.home.id, visibleActions: [] })
    await view.receive('PinboardRendered')
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
          // An event without a listener returns an error; it does not reject.
          const reply = await view.trigger(event, {})
          if (reply instanceof Error) faults.push(`${event}: ${reply.message}`)
        } catch (error) {
          // The SDK itself rejects payloads without their required fields.
          if (!/validation|required|invalid|No answer found|must|missing/i.test(String(error)))
            faults.push(`${event}: ${String(error)}`)
        }
      }),
    )
    expect(faults).toEqual([])
    await quiet.close()
  })

  claim('10.1.5', 'a tab and a single visualization can be opened', async () => {
    const other = await openClient(stageOf())
    const tab = await other.open('liveboard', { liveboardId: board, activeTabId: 'positions' })
    const [rendered] = await tab.receive('PinboardRendered')
    expect(rendered?.data).toEqual({ liveboardId: board, tabId: 'positions' })
    const single = await other.open('liveboard', { liveboardId: stablecoins, vizId: 'where' })
    await single.ready('where')
    expect(await titles(single)).toEqual(['Where it circulates'])
    await other.close()
  })

  claim('10.1.1', 'flags are read plain and packed, at / and at /v2/', async () => {
    const packed = await openClient(stageOf(), { shouldEncodeUrlQueryParams: true })
    const view = await packed.open('liveboard', {
      liveboardId: stablecoins,
      isLiveboardCompactHeaderEnabled: true,
    })
    await view.receive('PinboardRendered')
    expect(view.frame.url()).toContain('base64UrlEncodedFlags=')
    expect(await view.frame.locator('.liveboard-title').count()).toBe(0)
    const search = await packed.open('search', { dataSource: liveboards.stablecoins.worksheetId })
    await search.receive('EmbedListenerReady')
    expect(new URL(search.frame.url()).pathname).toBe('/v2/')
    await packed.close()
  })

  claim('10.1.6', 'Navigate takes a path, a path with replace, and a number of steps', async () => {
    let before = await embed.now()
    await embed.trigger('Navigate', `embed/viz/${stablecoins}`)
    await embed.receive('PinboardRendered', { before })
    before = await embed.now()
    await embed.trigger('Navigate', { path: `embed/viz/${board}/tab/positions`, replace: true })
    const [shown] = await embed.receive('PinboardRendered', { before })
    expect(shown?.data).toEqual({ liveboardId: board, tabId: 'positions' })
    before = await embed.now()
    await embed.trigger('Navigate', -1)
    await embed.receive('ROUTE_CHANGE', { before })
    before = await embed.now()
    await embed.call('navigateToLiveboard', board)
    await embed.receive('PinboardRendered', { before })
  })

  claim(
    '10.2.16',
    'Navigate to the current path loads nothing and sends PinboardRendered again',
    async () => {
      await embed.ready('rich')
      const asked: string[] = []
      client.page.on('request', (request) => asked.push(request.url()))
      const before = await embed.now()
      await embed.trigger('Navigate', `embed/viz/${board}/tab/volatility`)
      await embed.receive('PinboardRendered', { before })
      expect(asked.filter((url) => url.includes('LoadContextBook'))).toEqual([])
    },
  )

  claim('10.2.13', 'tabs are listed, hidden and shown, and SetActiveTab opens one', async () => {
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
    // The message for the previous tab may arrive only now.
    await expect
      .poll(async () => (await embed.received()).slice(before))
      .toContainEqual(
        expect.objectContaining({
          type: 'PinboardRendered',
          data: expect.objectContaining({ tabId: 'volatility' }) as unknown,
        }),
      )
    expect(await embed.trigger('GetPageContext')).toMatchObject({
      currentContext: { type: 'liveboard', objectIds: { liveboardId: board, tabId: 'volatility' } },
    })
  })

  claim('10.2.13', 'filters are set, returned and reported', async () => {
    const before = await embed.now()
    await embed.trigger('updateFilters', { filter: { column: 'Exchange', oper: 'IN', values: ['Deribit'] } })
    const [changed] = await embed.receive('filterChanged', { before })
    expect(changed?.data).toMatchObject({ liveboardFilters: [deribit] })
    expect(await embed.trigger('getFilters')).toMatchObject({
      liveboardFilters: expect.arrayContaining([deribit]) as unknown,
    })
    await embed.trigger('ResetLiveboardPersonalisedView')
    await embed.receive('filterChanged', { before, count: 2 })
  })

  claim('14.8', 'runtime filters change the data in all three ways and are reported', async () => {
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
    expect((await plain.received()).slice(before).map(({ type }) => type)).not.toContain('PinboardRendered')
    expect(await plain.trigger('getFilters')).toMatchObject({
      runtimeFilters: [{ columnName: 'Stablecoin' }],
    })
    await other.close()
  })

  claim('14.1', 'SetPinboardVisibleVizs redraws without another PinboardRendered', async () => {
    const before = await embed.now()
    await embed.trigger('SetPinboardVisibleVizs', ['rich', 'cone'])
    await embed.frame.waitForFunction(() => document.querySelectorAll('.viz-tile').length === 2)
    await embed.trigger('SetPinboardVisibleVizs', [])
    await embed.frame.waitForFunction(() => document.querySelectorAll('.viz-tile').length > 2)
    expect((await embed.received()).slice(before).map(({ type }) => type)).not.toContain('PinboardRendered')
  })

  claim('3.8', 'a parameter is returned, set and hidden from the user', async () => {
    const parameter = { name: 'Time range', value: '30D' }
    const before = await embed.now()
    await embed.trigger('UpdateParameters', [{ ...parameter, isVisibleToUser: false }])
    const [changed] = await embed.receive('parameterChanged', { before })
    expect(changed?.data).toMatchObject({ parameters: [parameter] })
    expect(await embed.trigger('GetParameters')).toMatchObject({ parameters: [parameter] })
    await embed.frame.locator('.range-switch').waitFor({ state: 'detached' })
    // Hidden as long as the frame lives, as the vendor documents (developer-docs, runtime-parameters.adoc).
    const again = { ...parameter, value: '1Y', isVisibleToUser: true }
    await embed.trigger('UpdateParameters', [again])
    expect(await embed.trigger('GetParameters')).toMatchObject({
      parameters: [{ ...again, isVisibleToUser: false }],
    })
    expect(await embed.frame.locator('.range-switch').count()).toBe(0)
  })

  claim('2.5', 'filters without effect on a tab are hidden if the client requests it', async () => {
    const chips = () => embed.frame.locator('.liveboard-filter-chip .chip-label').allTextContents()
    expect(await chips()).toEqual(['Asset', 'Exchange'])
    await embed.trigger('updateEmbedParams', { hideIrrelevantFiltersAtTabLevel: true })
    await expect.poll(chips).toEqual(['Asset'])
    await embed.trigger('updateEmbedParams', { hideIrrelevantFiltersAtTabLevel: false })
    await expect.poll(chips).toEqual(['Asset', 'Exchange'])
  })

  claim('2.2', 'a personal view is saved from the menu, is in the URL, and is found by name', async () => {
    await embed.trigger('updateFilters', {
      filter: { column: 'Exchange', oper: 'IN', values: ['Deribit'] },
    })
    await embed.frame.locator('.board-menu-button').click()
    await embed.frame.locator('[data-testid="personalisedViewsDropdown"]').click()
    await embed.frame.getByLabel('View name').fill('Deribit only')
    await client.page.keyboard.press('Enter')
    const [saved] = await embed.receive('savePersonalisedView')
    const { viewId = '' } = (saved?.data ?? {}) as { viewId?: string }
    expect(saved?.data).toMatchObject({ viewName: 'Deribit only', liveboardId: board, isPublic: false })
    expect(embed.frame.url()).toContain(`?view=${viewId}`)
    await embed.frame.locator('.view-chip').waitFor()

    await embed.trigger('SelectPersonalisedView', {})
    const [back] = await embed.receive('changePersonalisedView')
    expect(back?.data).toMatchObject({ viewName: 'Original View', viewId: null })
    expect(embed.frame.url()).not.toContain('?view=')
    await embed.trigger('SelectPersonalisedView', { viewName: 'Deribit only' })
    expect(await embed.trigger('getFilters')).toMatchObject({
      liveboardFilters: expect.arrayContaining([deribit]) as unknown,
    })
    await embed.trigger('SelectPersonalisedView', {})

    let before = await embed.now()
    await embed.call('navigateToLiveboard', stablecoins)
    await embed.receive('PinboardRendered', { before })
    before = await embed.now()
    await embed.call('navigateToLiveboard', board, undefined, undefined, viewId)
    await embed.receive('PinboardRendered', { before })
    await embed.frame.locator('.view-chip').getByText('Deribit only').waitFor()
    // The board reopens in the same view, and the address names it.
    for (const id of [stablecoins, board]) {
      before = await embed.now()
      await embed.call('navigateToLiveboard', id)
      await embed.receive('PinboardRendered', { before })
    }
    expect(embed.frame.url()).toContain(`?view=${viewId}`)
    await embed.trigger('ResetLiveboardPersonalisedView')
    await embed.receive('resetLiveboard')
    await embed.frame.locator('.view-chip').waitFor({ state: 'detached' })
  })

  claim('14.2', 'an unknown event gets an empty answer, and nothing is deleted by a client', async () => {
    expect(await embed.trigger('NoSuchEvent', {})).toEqual({})
    const before = await embed.now()
    expect(await embed.trigger('onDeleteAnswer', {})).toMatchObject({ code: 'HOST_EVENT_NOT_OFFERED' })
    const [shown] = await embed.receive('Error', { before })
    expect(shown?.data).toMatchObject({ hostEvent: 'onDeleteAnswer' })
  })

  claim('10.2.13', 'the frame announces each host event that it handles', async () => {
    expect(await types(embed)).toEqual(expect.arrayContaining(['getTabs Subscribed', 'pin Subscribed']))
  })
}
