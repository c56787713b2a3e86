import { HostEvent } from '@thoughtspot/visual-embed-sdk'
import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { openClient, type Claim, type Embedded, type Stage } from './stage'

const { worksheetId, id: stablecoins } = liveboards.stablecoins

const entries = (view: Embedded, menu: string): Promise<Readonly<Record<string, string>>> =>
  view.frame
    .locator(`${menu} [data-testid]`)
    .evaluateAll((items) =>
      Object.fromEntries(items.map((item) => [item.getAttribute('data-testid') ?? '', item.textContent])),
    )

const supply = 'top 20 chains by supply'
const narrowed = {
  worksheetId,
  searchOptions: { searchQuery: supply },
  runtimeFilters: [{ columnName: 'Chain', operator: 'IN', values: ['Tron', 'Solana'] }],
  runtimeParameters: [{ name: 'Time range', value: '30D' }],
}

/** The chains in the answer to message number `count` of a conversation, as soon as that answer is there. */
async function chains(view: Embedded, count: number): Promise<readonly string[]> {
  await view.receive('spotterResponseComplete', { count })
  const message = view.frame.locator('.conv-turn').nth(count - 1)
  await message.locator('figure:not([aria-busy="true"])').waitFor()
  await view.trigger('answerChartSwitcher')
  await message.locator('td').first().waitFor()
  const shown = await message.locator('tbody th, tbody td').allTextContents()
  return shown.filter((text) => /^[A-Z][A-Za-z ]+$/.test(text)).toSorted()
}

/** Needs of existing clients beyond boards: section 14 of the reference, and the vendor's default texts where no client changes them. */
export function clientClaims(claim: Claim, stageOf: () => Stage): void {
  claim(
    '14.8',
    'runtime filters and parameters narrow a conversation, initially and after a change',
    async () => {
      const client = await openClient(stageOf())
      const view = await client.open('spotter', narrowed)
      expect(view.frame.url()).not.toContain('col1=')
      expect(await chains(view, 1)).toEqual(['Solana', 'Tron'])
      await view.trigger(HostEvent.UpdateRuntimeFilters, [
        { columnName: 'Chain', operator: 'NE', values: ['Ethereum'] },
      ])
      await view.trigger('SpotterSearch', { query: supply, executeSearch: true })
      const others = await chains(view, 2)
      expect(others.length).toBeGreaterThan(3)
      expect(others).not.toContain('Ethereum')
      await client.close()
    },
  )

  claim('14.8', 'runtime filters and parameters in the address narrow a conversation', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('spotter', {
      ...narrowed,
      excludeRuntimeFiltersfromURL: false,
      excludeRuntimeParametersfromURL: false,
    })
    expect(view.frame.url()).toMatch(/col1=Chain.*param1=Time/)
    expect(await chains(view, 1)).toEqual(['Solana', 'Tron'])
    await client.close()
  })

  claim(
    '14.5',
    'a search page answers for its source before the first question, and without a source',
    async () => {
      const client = await openClient(stageOf())
      const view = await client.open('search', {
        dataSource: worksheetId,
        searchOptions: { searchTokenString: 'supply' },
      })
      await view.receive('dataSourceSelected')
      expect(await view.frame.getByRole('combobox', { name: 'Question' }).inputValue()).toBe('supply')
      expect(await view.trigger(HostEvent.GetAnswerSession, {})).toMatchObject({
        session: { sessionId: expect.any(String) as unknown },
        embedAnswerData: { columns: expect.any(Array) as unknown },
      })
      const rows = client.sdk.evaluate(async (sdk) => (await (await sdk.service(0)).fetchData()).data)
      expect((await rows)[0].totalRowCount).toBeGreaterThan(0)

      // As in the vendor's own example: the data under the first column, by the column's name in the source.
      const under = await client.sdk.evaluate(async (sdk) => {
        const service = await sdk.service(0)
        const [{ columns }] = (await service.getAnswer()).visualizations
        const name = columns[0].column.referencedColumns[0].displayName as string
        const found = await (await service.getUnderlyingDataForPoint([name], [])).fetchData(0, 100)
        return [columns[0].column.name, name, found.data[0].totalRowCount > 0] as const
      })
      expect(under).toEqual(['Day', 'Date', true])

      const bare = await client.open('search', {})
      await bare.receive('EmbedListenerReady')
      const nothing = [
        [HostEvent.Pin, { newVizName: 'None', newLiveboardName: 'None' }],
        [HostEvent.SaveAnswer, { name: 'None', description: '' }],
      ] as const
      for (const [event, payload] of nothing) await expect(bare.trigger(event, payload)).rejects.toThrow()
      await client.close()
    },
  )

  claim('14.6', 'a client may give the host’s URL with a hash', async () => {
    const client = await openClient(stageOf(), { thoughtSpotHost: `${stageOf().host}/#/` })
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.receive('PinboardRendered')
    await client.close()
  })

  claim('14.7', 'an allow-list of actions covers the client’s own', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', {
      liveboardId: stablecoins,
      visibleActions: ['pin', 'mine'],
      customActions: [
        { id: 'mine', name: 'Mine', position: 'MENU', target: 'VIZ' },
        { id: 'other', name: 'Other', position: 'MENU', target: 'VIZ' },
      ],
    })
    await view.ready('where')
    await view.frame.locator('[data-viz-id="where"] .viz-menu-button').click()
    expect(Object.keys(await entries(view, '.viz-menu'))).toEqual(['pin', 'mine'])
    await client.close()
  })

  claim('14.11', 'a client with tracking enabled sends requests to the host only', async () => {
    const client = await openClient(stageOf(), { disableSDKTracking: false })
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.ready('where')
    const origins = new Set(client.asked.map((url) => new URL(url).origin))
    expect([...origins].toSorted()).toEqual([stageOf().client, stageOf().host].toSorted())
    await client.close()
  })

  claim('10.2.15', 'a request for a preview, of which there are none, adds nothing to the page', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', {
      liveboardId: stablecoins,
      vizId: 'where',
      showPreviewLoader: true,
    })
    await view.ready('where')
    expect(client.asked.some((url) => url.includes('op=GetEurekaVizSnapshots'))).toBe(true)
    expect(client.asked.filter((url) => url.includes('ag-grid'))).toEqual([])
    await client.close()
  })

  claim('3.9', 'a visualization has its own TML, and a board its export request', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.ready('where')
    expect(await view.trigger(HostEvent.GetTML, { vizId: 'where' })).toMatchObject({
      answer: { name: 'Where it circulates' },
    })
    expect(await view.trigger(HostEvent.GetTML, {})).toMatchObject({ liveboard: { name: 'Stablecoins' } })
    expect(await view.trigger(HostEvent.getExportRequestForCurrentPinboard, {})).toMatchObject({
      liveboardId: stablecoins,
    })
    await client.close()
  })

  claim('6', 'without customizations the host uses the vendor’s own texts', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', { liveboardId: stablecoins })
    await view.ready('total-supply')
    await view.frame.locator('[data-viz-id="total-supply"] .viz-menu-button').click()
    expect(await entries(view, '.viz-menu')).toMatchObject({
      AskAi: 'Spotter',
      spotIQAnalyze: 'SpotIQ analyze',
      addToWatchlist: 'Add to watchlist',
      createMonitor: 'Create alert',
      manageMonitor: 'Manage alerts',
    })
    const hint = (id: string) => view.frame.locator(`.viz-menu [data-testid="${id}"]`).getAttribute('title')
    expect(await hint('AskAi')).toBe('Get AI insights on this visualization')
    expect(await hint('spotIQAnalyze')).toBe('Run SpotIQ')
    await client.page.keyboard.press('Escape')
    await view.trigger('UpdateRuntimeFilters', [
      { columnName: 'Stablecoin', operator: 'EQ', values: ['None'] },
    ])
    await view.frame.getByText('No data found for this query').first().waitFor()
    await view.frame.getByText('Your query returned no data. Try changing the filters.').first().waitFor()

    const { liveboardId } = (await view.trigger(HostEvent.Pin, {
      vizId: 'where',
      newVizName: 'Where',
      newLiveboardName: 'Words',
    })) as { readonly liveboardId: string }
    const app = await client.open('app', { path: `pinboard/${liveboardId}` })
    await app.frame.locator('.viz-menu-button').click()
    expect(await entries(app, '.viz-menu')).toMatchObject({ editTitle: 'Rename' })
    await app.frame.locator('.viz-menu [data-testid="spotIQAnalyze"]').click()
    await app.frame.getByText('SpotIQ Analysis', { exact: true }).waitFor()
    await client.close()
  })
}
