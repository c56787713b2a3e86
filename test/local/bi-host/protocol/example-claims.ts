import { Action, HostEvent, Page } from '@thoughtspot/visual-embed-sdk'
import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { openClient, type Claim, type Client, type Embedded, type Stage } from './stage'

const { worksheetId, id: liveboardId } = liveboards.stablecoins
const { id: withTabs } = liveboards.ethereum
const { id: another } = liveboards.bitcoin
const whole = { frameParams: { width: '100%', height: '100%' } }
const supply = (chains: string) => [{ columnName: 'Chain', operator: 'EQ', values: [chains] }]

interface Example {
  /** Path below `visual-embed` in thoughtspot/developer-examples (b6e416e). Pages that make the same calls share an entry. */
  readonly name: string
  readonly kind: Parameters<Client['open']>[0]
  readonly view: object
  /** What the example's page demonstrates. */
  readonly shows: (view: Embedded, client: Client) => Promise<void>
}

const drawn = async (view: Embedded): Promise<void> => {
  await view.receive('PinboardRendered')
  await view.frame.locator('figure').first().waitFor()
}
const answered = async (view: Embedded): Promise<void> =>
  view.frame.locator('.conv-turn figure').first().waitFor()
const asks = async (view: Embedded): Promise<void> => view.frame.getByRole('textbox').first().waitFor()
/** Hidden by the examples that remove actions from a conversation. */
const taken = [
  Action.PreviewDataSpotter,
  Action.ResetSpotterChat,
  Action.EditPreviousPrompt,
  Action.DeletePreviousPrompt,
  Action.Edit,
  Action.Share,
  Action.AnswerChartSwitcher,
  Action.Pin,
  Action.Save,
]

const examples: readonly Example[] = [
  {
    name: 'liveboard: BasicLiveboard',
    kind: 'liveboard',
    view: { ...whole, liveboardId },
    shows: drawn,
  },
  {
    name: 'liveboard: FullHeightLiveboard, EmbedWithReact',
    kind: 'liveboard',
    view: { ...whole, liveboardId, fullHeight: true },
    async shows(view, { sdk }) {
      await drawn(view)
      await view.receive('EMBED_HEIGHT')
      // Its container has no height of its own, so 100% of that would be less.
      await expect.poll(() => sdk.evaluate((own) => own.height(0))).toBeGreaterThan(1_000)
    },
  },
  {
    name: 'liveboard: LiveboardWithTabs',
    kind: 'liveboard',
    view: { liveboardId: withTabs, activeTabId: 'network-and-staking', fullHeight: true },
    async shows(view) {
      await drawn(view)
      expect(view.frame.url()).toContain(`/${withTabs}/tab/network-and-staking`)
      await view.frame.getByRole('tab', { selected: true, name: 'Network and staking' }).waitFor()
    },
  },
  {
    name: 'liveboard: EmbedWithReactWithOptions',
    kind: 'liveboard',
    view: { liveboardId, fullHeight: true, runtimeFilters: supply('Tron') },
    async shows(view) {
      await drawn(view)
      await view.trigger(HostEvent.SetVisibleVizs, ['where', 'detail'])
      await expect.poll(() => view.frame.locator('.viz-tile').count()).toBe(2)
      expect(await view.trigger(HostEvent.GetFilters)).toMatchObject({ runtimeFilters: supply('Tron') })
    },
  },
  {
    name: 'visualization: EmbedViaClass, EmbedViaReact',
    kind: 'liveboard',
    view: { ...whole, liveboardId, vizId: 'where', runtimeFilters: supply('Tron') },
    async shows(view) {
      await drawn(view)
      expect(await view.frame.locator('.viz-tile').count()).toBe(1)
    },
  },
  {
    name: 'answer-service',
    kind: 'search',
    view: { frameParams: { height: '90vh', width: '100%' }, dataSource: worksheetId },
    async shows(view, { sdk }) {
      await view.receive('dataSourceSelected')
      const service = await sdk.evaluateHandle((own) => own.service(0))
      expect(await service.evaluate((own) => own.getSourceDetail())).toMatchObject({
        columns: expect.arrayContaining([expect.objectContaining({ name: 'Chain' })]) as unknown,
      })
      expect(await service.evaluate((own) => own.fetchData())).toMatchObject({
        columns: expect.arrayContaining([expect.anything()]) as unknown,
      })
      const underlying = await service.evaluate(async (own) => {
        const answer = await own.getAnswer()
        const column = answer?.visualizations?.[0]?.columns?.[0]?.column?.referencedColumns?.[0]?.displayName
        return (await own.getUnderlyingDataForPoint([column], [])).fetchData(0, 100)
      })
      expect((underlying as { readonly data: readonly unknown[] }).data).toHaveLength(1)
    },
  },
  {
    name: 'custom-actions: JSONReturn',
    kind: 'search',
    view: {
      collapseDataSources: true,
      visibleActions: ['show-json'],
      dataSources: [worksheetId],
      searchOptions: { searchTokenString: '[Supply] [Chain]', executeSearch: true },
      // On a cluster, an administrator adds it.
      customActions: [{ id: 'show-json', name: 'Show JSON', position: 'MENU', target: 'ANSWER' }],
    },
    async shows(view, { sdk }) {
      await view.frame.getByRole('button', { name: 'More actions' }).click()
      await view.frame.getByRole('menuitem', { name: 'Show JSON' }).click()
      const [custom] = await view.receive('customAction')
      expect(custom?.data).toMatchObject({
        id: 'show-json',
        embedAnswerData: { columns: expect.arrayContaining([expect.anything()]) as unknown },
      })
      const service = await sdk.evaluateHandle((own) => own.actionService(0))
      expect(await service.evaluate((own) => own.fetchData())).toMatchObject({
        columns: expect.arrayContaining([expect.anything()]) as unknown,
      })
    },
  },
  {
    name: 'host-event-parameterized: the board',
    kind: 'liveboard',
    view: { liveboardId },
    async shows(view) {
      await view.ready('where')
      const pinned = { newVizName: 'Test Vziz', vizId: 'where', newLiveboardName: 'Of an example' }
      expect(await view.trigger(HostEvent.Pin, pinned)).toMatchObject({
        liveboardId: expect.any(String) as unknown,
      })
    },
  },
  {
    name: 'spotter/spotter-embed: Converse, ConverseAsJSEmbed',
    kind: 'conversation',
    view: { ...whole, worksheetId },
    shows: asks,
  },
  {
    name: 'spotter/spotter-embed: ConverseWithSearch',
    kind: 'conversation',
    view: { ...whole, worksheetId, searchOptions: { searchQuery: 'supply by chain' } },
    shows: answered,
  },
  {
    name: 'spotter/spotter-embed: ConverseWithDisable',
    kind: 'conversation',
    view: { ...whole, worksheetId, disableSourceSelection: true, disabledActions: taken },
    shows: asks,
  },
  {
    name: 'spotter/spotter-embed: ConverseWithHidden',
    kind: 'conversation',
    view: { ...whole, worksheetId, hideSourceSelection: true, hiddenActions: taken },
    async shows(view) {
      await asks(view)
      for (const id of taken) expect(await view.frame.locator(`[data-testid="${id}"]`).count()).toBe(0)
    },
  },
  {
    name: 'auth/cookieless; pre-rendering: NormalEmbed',
    kind: 'app',
    view: {},
    async shows(view, { sdk }) {
      await view.frame.getByRole('heading').first().waitFor()
      await expect.poll(() => sdk.evaluate((own) => own.authEvents())).toContain('SDK_SUCCESS')
    },
  },
  {
    name: 'pendo-integration: FullApp, without Pendo',
    kind: 'app',
    view: { frameParams: { width: '1280px', height: '75vh' }, modularHomeExperience: true },
    shows: async (view) => view.frame.getByRole('heading').first().waitFor(),
  },
]

/** The first column of the clicked point, read as the examples' own `dataclasses.js` reads it. */
function pressed(data: unknown): { readonly columnName: string; readonly values: readonly unknown[] } {
  const { contextMenuPoints } = data as {
    readonly contextMenuPoints: {
      readonly clickedPoint: {
        readonly selectedAttributes: readonly { readonly column: { name: string }; readonly value: unknown }[]
      }
    }
  }
  const [first] = contextMenuPoints.clickedPoint.selectedAttributes
  return { columnName: first?.column.name ?? '', values: [first?.value] }
}

/** The calls of the vendor's example pages, made through the SDK's own classes. docs/thoughtspot.md lists the omitted pages. */
export function exampleClaims(claim: Claim, stageOf: () => Stage): void {
  for (const { name, kind, view, shows } of examples)
    claim('examples', name, async () => {
      const client = await openClient(stageOf())
      await shows(await client.open(kind, view), client)
      await client.close()
    })

  claim('examples', 'custom-actions: DetailPane', async () => {
    const client = await openClient(stageOf())
    const { host, client: origin } = stageOf()
    /** Sends a request like the example's own helpers, but with a token instead of a cookie. */
    const ask = (path: string, form: Readonly<Record<string, string>>) =>
      client.page.evaluate(
        async ([url, tokenUrl, fields]) => {
          const headers = {
            'Accept-Language': 'en-US',
            'X-Requested-By': 'ThoughtSpot',
            authorization: `Bearer ${await (await fetch(tokenUrl)).text()}`,
          }
          const body = new URLSearchParams(fields)
          return (await fetch(url, { method: 'POST', headers, body })).json() as Promise<unknown>
        },
        [`${host}/callosum/v1/tspublic/v1${path}`, `${origin}/token`, form] as const,
      )
    const saved = { name: 'Supply by chain', query: { measures: ['stable_supply.supply'] } }
    const answer = { ...saved, query: { ...saved.query, attributes: ['stable_supply.chain'] } }
    const { object } = (await ask('/metadata/tml/import', {
      import_objects: JSON.stringify([{ answer }]),
    })) as { readonly object: readonly { readonly response: { readonly header: { id_guid: string } } }[] }
    const view = await client.open('search', {
      answerId: object[0]?.response.header.id_guid,
      visibleActions: ['show-details'],
      // On a cluster, an administrator adds it.
      customActions: [
        { id: 'show-details', name: 'Show Details', position: 'CONTEXTMENU', target: 'ANSWER' },
      ],
    })
    const chart = view.frame.locator('figure.answer[aria-busy="false"] [role="application"]')
    await chart.focus()
    await client.page.keyboard.press('End')
    await client.page.keyboard.press('Shift+F10')
    const entry = view.frame.getByRole('menuitem', { name: 'Show Details' })
    await entry.waitFor()
    await client.page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    expect(await chart.evaluate((own) => own === document.activeElement)).toBe(true)
    await chart.locator('.chart-canvas').click({ position: { x: 120, y: 15 }, button: 'right' })
    await entry.click()
    const [custom] = await view.receive('customAction')
    expect(custom?.data).toMatchObject({
      id: 'show-details',
      contextMenuPoints: {
        clickedPoint: {
          selectedAttributes: [{ column: { name: 'Chain' }, value: 'Ethereum' }],
          deselectedAttributes: [],
          selectedMeasures: [{ column: { name: 'Supply' } }],
          deselectedMeasures: [],
        },
      },
    })
    const found = await ask(
      `/searchdata?batchSize=-1&data_source_guid=${worksheetId}&query_string=${encodeURIComponent("[Supply] [Stablecoin] [Chain] [Chain] = 'Ethereum'")}`,
      {},
    )
    expect(found).toMatchObject({ columnNames: ['Stablecoin', 'Chain', 'Supply'] })
    expect((found as { readonly data: readonly unknown[] }).data.length).toBeGreaterThan(1)
    await client.close()
  })

  claim('examples', 'style-customizations', async () => {
    const { client: origin } = stageOf()
    // The example's style sheet and sprite, from an origin that the host allows, and some of its texts and variables.
    const customCSSUrl = `${origin}/look.css`
    const client = await openClient(stageOf(), {
      customizations: {
        style: { customCSSUrl, customCSS: { variables: { '--ts-var-root-background': '#F7F5FF' } } },
        iconSpriteUrl: `${origin}/icons.svg`,
        content: { strings: { Liveboard: 'Dashboard', SpotIQ: 'Insights' } },
      },
    })
    const rules_UNSTABLE = { '[data-testid="select-dropdown-header"]': { 'background-color': '#ABC7F9' } }
    const view = await client.open('app', {
      pageId: Page.Home,
      showPrimaryNavbar: true,
      customizations: {
        style: { customCSSUrl, customCSS: { rules_UNSTABLE } },
        content: { strings: { Liveboard: 'Dashboard - App' } },
      },
    })
    await view.frame.getByRole('link', { name: 'Stablecoins' }).first().click()
    await view.ready('where')
    const tile = view.frame.locator('[data-viz-id="where"]')
    await tile.getByRole('button', { name: /^Show as table/ }).click()
    // The icon that returns to the chart is the sprite's symbol, with the sprite's path.
    const icon = tile.locator('.viz-table-toggle use[href="#rd-icon-chart"]')
    await icon.waitFor({ state: 'attached' })
    expect(await view.frame.locator('#rd-icon-chart path').getAttribute('d')).toBe('M1 1h16v16z')
    expect(await tile.locator('.viz-title').evaluate((own) => getComputedStyle(own).letterSpacing)).toBe(
      '3px',
    )
    const ground = () =>
      view.frame.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--ts-var-root-background').trim(),
      )
    expect(await ground()).toBe('#F7F5FF')
    await client.close()
  })

  claim('examples', 'custom-actions: ContentLinking', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', {
      liveboardId,
      visibleActions: ['filter-content'],
      customActions: [
        { id: 'filter-content', name: 'Filter Content', position: 'CONTEXTMENU', target: 'VIZ' },
      ],
    })
    await view.ready('where')
    await view.settled()
    await view.frame
      .locator('[data-viz-id="where"] .chart-canvas')
      .click({ position: { x: 120, y: 15 }, button: 'right' })
    await view.frame.getByRole('menuitem', { name: 'Filter Content' }).click()
    const [custom] = await view.receive('customAction')
    expect(custom?.data).toMatchObject({ id: 'filter-content' })
    const { columnName, values } = pressed(custom?.data)
    expect([columnName, values]).toEqual(['Chain', ['Ethereum']])
    const before = await view.now()
    await view.trigger(HostEvent.UpdateRuntimeFilters, [{ columnName, operator: 'EQ', values }])
    await view.receive('data', { before })
    expect(await view.trigger(HostEvent.GetFilters)).toMatchObject({
      runtimeFilters: [{ columnName, operator: 'EQ', values }],
    })
    await client.close()
  })

  claim('examples', 'custom-actions: ShowDetails', async () => {
    const client = await openClient(stageOf())
    const view = await client.open('liveboard', {
      liveboardId,
      vizId: 'where',
      visibleActions: ['show-details'],
      customActions: [{ id: 'show-details', name: 'Show Details', position: 'CONTEXTMENU', target: 'VIZ' }],
    })
    await view.ready('where')
    await view.settled()
    await view.frame.locator('.chart-canvas').click({ position: { x: 120, y: 15 }, button: 'right' })
    await view.frame.getByRole('menuitem', { name: 'Show Details' }).click()
    const [custom] = await view.receive('customAction')
    const { columnName, values } = pressed(custom?.data)
    const details = await client.open('liveboard', {
      frameParams: {},
      disabledActions: [],
      disabledActionReason: 'Reason for disabling',
      hiddenActions: [],
      liveboardId,
      vizId: 'detail',
      // As in the example: all values of the column in one list.
      runtimeFilters: [{ columnName, operator: 'EQ', values: [values] }],
    })
    await details.ready('detail')
    const chains = await details.frame.locator('tbody tr').allTextContents()
    expect(chains.length).toBeGreaterThan(0)
    expect(await details.trigger(HostEvent.GetFilters)).toMatchObject({
      runtimeFilters: [{ columnName: 'Chain', values: ['Ethereum'] }],
    })
    await client.close()
  })

  claim('examples', 'pre-rendering: one frame is made ahead and shown on each visit', async () => {
    const client = await openClient(stageOf())
    for (const [id, ahead, visits] of [
      ['pre-render-with-liveboard-id', { liveboardId }, [liveboardId]],
      // Pre-rendered without a dashboard, then navigated to each.
      ['pre-render-without-liveboard-id', {}, [liveboardId, another]],
    ] as const) {
      const frames = await client.page.locator('iframe').count()
      await client.sdk.evaluate(
        async (own, [preRenderId, config]) => {
          await new own.lib.LiveboardEmbed(document.createElement('div'), {
            preRenderId,
            ...config,
          }).preRender()
        },
        [id, ahead] as const,
      )
      for (const visited of visits) {
        await client.sdk.evaluate(
          async (own, [preRenderId, board]) => {
            const container = document.body.appendChild(document.createElement('div'))
            container.style.height = '600px'
            const embed = new own.lib.LiveboardEmbed(container, { preRenderId, liveboardId: board })
            await embed.showPreRender()
          },
          [id, visited] as const,
        )
        const frame = client.page.frameLocator('iframe').last()
        await frame.getByRole('figure').first().waitFor()
        expect(await client.page.locator('iframe').count()).toBe(frames + 1)
        const shown = await client.page.locator('iframe').last().elementHandle()
        await expect.poll(async () => (await shown?.contentFrame())?.url()).toContain(visited)
      }
    }
    await client.close()
  })
}
