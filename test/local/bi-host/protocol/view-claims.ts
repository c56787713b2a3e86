import { expect } from 'vitest'
import { liveboards } from '../../../../local/bi-host/wire/liveboards'
import { idleNow } from '../../../support/in-page'
import { openClient, types, type Claim, type Stage } from './stage'

const stablecoins = liveboards.stablecoins.id

/** The host through the SDK, with one view for each sentence: styling, actions, clicks on points, answers. */
export function viewClaims(claim: Claim, stageOf: () => Stage): void {
  claim(
    '10.2.13',
    'a click on a point is reported and filters the other charts, and its menu drills down in a dialog',
    async () => {
      const other = await openClient(stageOf())
      const view = await other.open('liveboard', {
        liveboardId: stablecoins,
        customActions: [{ id: 'mine', name: 'Mine', position: 'CONTEXTMENU', target: 'VIZ' }],
      })
      await view.ready('where')
      // A chart that is redrawn between press and release misses the click.
      await view.settled()
      const chart = view.frame.locator('[data-viz-id="where"] .chart-canvas')
      const spot = { position: { x: 120, y: 15 } }
      await chart.click(spot)
      const [click] = await view.receive('vizPointClick')
      expect(click?.data).toMatchObject({
        vizId: 'where',
        clickedPoint: { selectedAttributes: [{ value: 'Ethereum' }] },
      })
      const [cross] = await view.receive('cross-filter-changed')
      expect(cross?.data).toMatchObject({ conditions: [{ values: ['Ethereum'] }] })
      let before = await view.now()
      await view.frame.locator('.cross-filter-chip').click()
      await view.receive('cross-filter-changed', { before })
      await view.receive('data', { before })
      await view.settled()
      await chart.dblclick(spot)
      await view.receive('vizPointDoubleClick')
      await view.receive('dialog-open')
      await view.frame.locator('.drill-table tr').first().waitFor()
      before = await view.now()
      await other.page.keyboard.press('Escape')
      await view.receive('dialog-close', { before })
      await view.settled()
      await chart.click({ ...spot, button: 'right' })
      await view.receive('vizPointRightClick')
      await view.frame.locator('[data-testid="mine"]').click()
      const [custom] = await view.receive('customAction')
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
          .locator('.board-menu [data-testid]')
          .evaluateAll((items) => items.map((item) => item.getAttribute('data-testid') ?? ''))
        await other.page.keyboard.press('Escape')
        return ids
      }
      expect(await shown()).toEqual(expect.not.arrayContaining(['share']))
      await view.frame.locator('.board-menu-button').click()
      const present = view.frame.locator('[data-testid="present"]')
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
    'a client’s variables, rules, texts and style sheet style the frame, and can be removed',
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
      // Charts are redrawn in the current style.
      await expect.poll(picture).not.toBe(before)
      const customCSSUrl = `${stageOf().client}/look.css`
      await view.trigger('updateEmbedParams', { customisations: { style: { customCSSUrl } } })
      await expect.poll(styles).toEqual(['normal', '3px'])
      await other.close()
    },
  )

  claim('10.2.12', 'a frame as tall as its board draws what becomes visible', async () => {
    const other = await openClient(stageOf())
    const view = await other.open('liveboard', { liveboardId: stablecoins, fullHeight: true })
    await view.ready('total-supply')
    await other.page.waitForFunction((sdk) => sdk.height(0) > 2_000, other.sdk)
    const far = view.frame.locator('[data-viz-id="worst-redemption"]')
    expect(await far.getAttribute('aria-busy')).toBe('true')
    await far.scrollIntoViewIfNeeded()
    await view.ready('worst-redemption')
    await other.close()
  })

  claim('10.2.12', 'invisible charts are drawn when the machine is idle', async () => {
    const other = await openClient(stageOf())
    const view = await other.open('liveboard', { liveboardId: stablecoins })
    await view.ready('where')
    const waiting = view.frame.locator('.viz-tile[aria-busy="true"]')
    expect(await waiting.count()).toBeGreaterThan(0)
    await idleNow(view.frame)
    await expect.poll(() => waiting.count()).toBe(0)
    await other.close()
  })

  claim('10.2.12', 'numbers, tables and layout do not wait for the chart library', async () => {
    const other = await openClient(stageOf())
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await other.page.route('**/assets/charts-*', async (route) => {
      await released
      await route.continue()
    })
    const view = await other.open('liveboard', { liveboardId: liveboards.home.id })
    const ready = view.frame.locator('.viz-tile[aria-busy="false"]')
    await ready.locator('.kpi-value', { hasText: /\d/ }).first().waitFor()
    await ready.locator('td', { hasText: /\d/ }).first().waitFor()
    // Each chart has its place, title and legend already.
    const chart = view.frame.locator('.viz-tile[aria-busy="true"]', { has: view.frame.locator('.legend') })
    expect((await chart.first().boundingBox())?.height).toBeGreaterThan(100)
    expect(await view.frame.locator('canvas').count()).toBe(0)
    release()
    await view.settled()
    expect(await view.frame.locator('canvas').count()).toBeGreaterThan(0)
    await other.close()
  })

  claim('10.2.12', 'a board whose chart library does not load shows its numbers and says so', async () => {
    const other = await openClient(stageOf())
    await other.page.route('**/assets/charts-*', (route) => route.abort())
    const view = await other.open('liveboard', { liveboardId: liveboards.home.id })
    await view.settled()
    expect(await view.frame.locator('.kpi-value', { hasText: /\d/ }).count()).toBeGreaterThan(0)
    const message = { hasText: 'This chart could not be drawn' }
    const id = await view.frame.locator('.viz-tile', message).first().getAttribute('data-viz-id')
    const lost = view.frame.locator(`[data-viz-id="${id}"]`)
    const toggle = lost.getByRole('button', { name: /^Show as table/ })
    await toggle.click()
    await lost.locator('td', { hasText: /\d/ }).first().waitFor()
    // The next draw gets it.
    await other.page.unroute('**/assets/charts-*')
    await toggle.click()
    await lost.locator('canvas').first().waitFor()
    await other.close()
  })

  claim('10.1.7', 'a refused call is repeated with a new token, which is requested once', async () => {
    const other = await openClient(stageOf())
    const view = await other.open('liveboard', { liveboardId: stablecoins })
    await view.ready('where')
    await idleNow(view.frame)
    let refusals = 0
    await other.page.route('**/prism/?op=LoadContextBook', async (route) => {
      if (refusals > 0) return route.continue()
      refusals += 1
      return route.fulfill({ status: 401, body: '{}' })
    })
    await view.trigger('refreshLiveboardBrowserCache')
    await view.receive('ThoughtspotAuthExpired')
    await expect.poll(() => view.frame.locator('.viz-tile[aria-busy="false"]').count()).toBeGreaterThan(5)
    const received = await types(view)
    expect(received.filter((type) => type === 'ThoughtspotAuthExpired')).toHaveLength(1)
    expect(received).not.toContain('ThoughtspotAuthFailure')
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
        // Without a reply, the frame continues after this time.
        interceptTimeout: 100,
      })
      await view.ready('where')
      const asked: string[] = []
      other.page.on('request', (request) => asked.push(request.url()))
      await other.sdk.evaluate((sdk) => sdk.intercept(0, { data: { execute: true } }))
      const before = await view.now()
      await view.trigger('refreshLiveboardBrowserCache')
      const [call] = await view.receive('ApiIntercept', { before })
      expect(JSON.stringify(call?.data)).toContain('GetChartWithData')
      await view.receive('data', { before })
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

  claim('10.1.9', 'a conversation answers the question in its URL, with the vendor’s texts', async () => {
    const other = await openClient(stageOf())
    const { worksheetId } = liveboards.stablecoins
    const view = await other.open('spotter', {
      worksheetId,
      searchOptions: { searchQuery: 'supply by chain' },
      showSpotterLimitations: true,
      hideSourceSelection: true,
    })
    await view.receive('spotterLoadComplete')
    const [answered] = await view.receive('spotterResponseComplete')
    expect(answered?.data).toMatchObject({ convId: expect.any(String) as unknown })
    expect(await view.frame.locator('.conv-limits').textContent()).toMatch(/^Spotter answers/)
    expect(await view.frame.getByRole('combobox', { name: 'Data source' }).count()).toBe(0)
    await view.trigger('SpotterSearch', { query: 'only Ethereum and Tron', executeSearch: true })
    await view.receive('spotterResponseComplete', { count: 2 })
    await view.frame.getByRole('figure', { name: 'Supply by chain, Ethereum, Tron' }).waitFor()
    const pinned = await view.trigger('pin', { newVizName: 'Tron', newLiveboardName: 'Talk' })
    expect(pinned).toMatchObject({ liveboardId: expect.any(String) as unknown })
    await view.receive('pin')
    await view.trigger('ResetSpotterConversation')
    await view.receive('ResetSpotterConversation')
    expect(await view.frame.locator('.conv-turn').count()).toBe(0)
    await other.close()
  })

  claim(
    '14.6',
    'the full application has its pages with working links, and Explore opens the builder inside it',
    async () => {
      const other = await openClient(stageOf())
      const app = await other.open('app', { path: 'home' })
      await app.frame.getByRole('link', { name: 'Stablecoins' }).click()
      await app.receive('PinboardRendered')
      await app.ready('where')
      await app.frame.locator('[data-viz-id="where"] .viz-menu-button').click()
      await app.frame.locator('[data-testid="explore"]').click()
      await app.frame.waitForURL((url) => url.hash.startsWith('#/answer?question='))
      await app.frame.locator('.search-token').first().waitFor()
      for (const [path, words] of [
        ['data/tables', 'Stablecoin supply'],
        ['home/answers', 'Charts that you save appear here.'],
        ['insights/monitor-alerts', 'does not watch numbers or send alerts'],
      ] as const) {
        await app.trigger('Navigate', path)
        await app.frame.getByText(words).first().waitFor()
      }
      await other.close()
    },
  )
}
