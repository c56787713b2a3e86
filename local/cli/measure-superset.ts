import { readFile } from 'node:fs/promises'
import type { Browser, Frame, Page, Request } from 'playwright-core'
import dashboards from '../open-stack/superset/dashboards.json' with { type: 'json' }
import { policyHeader } from '../http/guard'
import { listen } from '../http/listen'
import { findBrowser, launchBrowser, untilQuiet } from './browser'
import { freePorts } from './ports'
import type { ImportFile } from './stack-settings'
import { withOpenStack, type Pair } from './with-stack'

export interface SupersetMeasurements {
  /** From navigation to the first chart of Home, in the portal and on a page with only Superset's embed SDK. */
  readonly firstChart: readonly Pair[]
  /** From a theme change to the last chart in the new theme, and from a reload to the last chart. */
  readonly theme: readonly Pair[]
  /** Requests during all theme changes. */
  readonly themeRequests: number
}

interface World {
  readonly browser: Browser
  readonly portal: string
  readonly superset: string
  readonly gateway: string
  /** Origin of the page with only Superset's SDK. */
  readonly sdk: string
}

/** Compares the portal's Home on Superset with Superset's own SDK on the same dashboard, alternately, each in a new browser profile. */
export function measureSuperset(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<SupersetMeasurements> {
  return withSuperset(importFile, say, async (world) => {
    // The first visits warm Superset's cache and are discarded.
    await firstChart(world, 'portal')
    await firstChart(world, 'sdk')
    const firstCharts: Pair[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      // Alternates which one goes first.
      const order = pair % 2 === 0 ? (['portal', 'sdk'] as const) : (['sdk', 'portal'] as const)
      const times = { portal: 0, sdk: 0 }
      for (const page of order) times[page] = await firstChart(world, page)
      firstCharts.push({ one: times.portal, other: times.sdk })
    }
    return { firstChart: firstCharts, ...(await measureTheme(world, pairs)) }
  })
}

export async function withSuperset<Outcome>(
  importFile: ImportFile,
  say: (line: string) => void,
  work: (world: World) => Promise<Outcome>,
): Promise<Outcome> {
  const executablePath = await findBrowser(say)
  const port = (await freePorts()).portal
  const others = { chosen: ['superset', 'gateway'], otherOrigins: [`http://localhost:${port}`] }
  return withOpenStack(importFile, say, others, async ({ portal, ports }) => {
    const superset = `http://127.0.0.1:${ports.superset}`
    const gateway = `http://localhost:${ports.gateway}`
    const html = await sdkPage({ superset, gateway })
    const sdk = await listen({
      name: 'page of the SDK',
      port,
      variable: 'none',
      handler(_request, response) {
        // Most pages have no content security policy. The local one would block all scripts of this page.
        response.removeHeader(policyHeader)
        response.setHeader('content-type', 'text/html').end(html)
      },
    })
    try {
      const browser = await launchBrowser({ executablePath, fullSpeed: true })
      try {
        return await work({ browser, portal, superset, gateway, sdk: sdk.origin })
      } finally {
        await browser.close()
      }
    } finally {
      await sdk.close()
    }
  })
}

/** Selector of a drawn chart's number or canvas. */
const drawn = '.dashboard-component-chart-holder :is(canvas, .header-line)'

async function firstChart(world: World, by: 'portal' | 'sdk'): Promise<number> {
  const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(by === 'sdk' ? world.sdk : `${world.portal}/home`, { waitUntil: 'commit' })
    await page
      .frameLocator(`iframe[src^="${world.superset}/embedded/"]`)
      .locator(drawn)
      .first()
      .waitFor({ state: 'attached', timeout: 60_000 })
    return performance.now() - began
  } finally {
    await context.close()
  }
}

/** A page with only Superset's SDK. Its token comes from the gateway, as the portal's does. */
async function sdkPage({ superset, gateway }: Pick<World, 'superset' | 'gateway'>): Promise<string> {
  const sdk = await readFile('node_modules/@superset-ui/embedded-sdk/bundle/index.js', 'utf8')
  const script = `
    const ask = () => fetch('${gateway}/v1/tokens', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"dashboards":[]}',
    }).then((reply) => reply.json()).then(({ token }) => token)
    supersetEmbeddedSdk.embedDashboard({
      id: '${dashboards.find(({ slug }) => slug === 'home')?.embeddedId}',
      supersetDomain: '${superset}',
      mountPoint: document.querySelector('main'),
      fetchGuestToken: ask,
      dashboardUiConfig: { hideTitle: true, hideChartControls: true, emitDataMasks: true },
    })`
  const style = 'body{margin:0} iframe{border:0;width:100vw;height:100vh}'
  return `<!doctype html><title>SDK</title><style>${style}</style><main></main><script>${sdk}</script><script>${script}</script>`
}

async function measureTheme(
  { browser, portal, superset }: World,
  pairs: number,
): Promise<Pick<SupersetMeasurements, 'theme' | 'themeRequests'>> {
  // Tall enough for all of Home, since Superset does not draw charts off screen.
  const page = await browser.newPage({ viewport: { width: 1440, height: 3000 } })
  const allDrawn = async (): Promise<Frame> => {
    const element = await page.waitForSelector(`iframe[src^="${superset}/embedded/"]`)
    const frame = await element.contentFrame()
    if (frame === null) throw new Error('The frame of Superset has no page.')
    await frame.waitForFunction(
      (selector) => {
        const charts = [...document.querySelectorAll('.dashboard-component-chart-holder')]
        return charts.length > 0 && charts.every((chart) => chart.querySelector(selector) !== null)
      },
      'canvas, .header-line',
      { polling: 'raf', timeout: 60_000 },
    )
    return frame
  }
  await page.goto(`${portal}/home`)
  await allDrawn()
  const theme: Pair[] = []
  let themeRequests = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    const reloaded = performance.now()
    await page.reload({ waitUntil: 'commit' })
    const frame = await allDrawn()
    const other = performance.now() - reloaded
    // Lets the charts' entry animations end, so that they do not pass for the new theme.
    await untilQuiet(page)
    theme.push({ one: await changeTheme(page, frame, () => (themeRequests += 1)), other })
  }
  await page.close()
  return { theme, themeRequests }
}

/** Changes the theme and waits until every chart drawn on a canvas has changed its picture. */
async function changeTheme(page: Page, frame: Frame, count: () => void): Promise<number> {
  await frame.evaluate(() => {
    const pictures = (): string[] =>
      [...document.querySelectorAll('.dashboard-component-chart-holder')]
        .filter((chart) => chart.querySelector('.header-line') === null)
        .flatMap((chart) => chart.querySelector('canvas')?.toDataURL() ?? [])
    Object.assign(window, { pictures, before: pictures() })
  })
  // `data:` URLs make no network request.
  const onRequest = (request: Request): void => {
    if (!request.url().startsWith('data:')) count()
  }
  page.on('request', onRequest)
  const began = performance.now()
  await page.getByRole('button', { name: /^Switch to (?:light|dark) mode$/ }).click()
  await frame.waitForFunction(
    () => {
      const { pictures, before } = window as unknown as { pictures: () => string[]; before: string[] }
      const now = pictures()
      return now.length === before.length && now.every((picture, at) => picture !== before[at])
    },
    null,
    { polling: 'raf', timeout: 30_000 },
  )
  const time = performance.now() - began
  page.off('request', onRequest)
  return time
}
