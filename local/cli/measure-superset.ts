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
  /** From navigation to the first chart of Home: in the portal, and on a page of Superset's own embed SDK. */
  readonly firstChart: readonly Pair[]
  /** From the switch of the theme to the last chart in it; from a reload to the last chart. */
  readonly theme: readonly Pair[]
  /** Asked for while the theme changed. */
  readonly themeRequests: number
}

interface World {
  readonly browser: Browser
  readonly portal: string
  readonly superset: string
  readonly gateway: string
  /** Where Superset's SDK has a page of its own. */
  readonly sdk: string
}

/** The portal's Home on Superset, against Superset's own SDK on the same dashboard, in turn, each in a profile of its own. */
export function measureSuperset(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<SupersetMeasurements> {
  return withSuperset(importFile, say, async (world) => {
    // The first visits fill Superset's cache and count for nothing.
    await firstChart(world, 'portal')
    await firstChart(world, 'sdk')
    const firstCharts: Pair[] = []
    for (let pair = 0; pair < pairs; pair += 1) {
      // Who goes first is not always the same.
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
        // A page without a policy of its own, as most are: ours would let none of its scripts run.
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

/** What Superset has drawn of a chart: a number, or a picture. */
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

/** A page that is nothing but Superset's SDK. The token comes from the gateway, as the portal's does. */
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
  // Tall enough for all of Home: charts out of sight are not drawn.
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
    // Lines are drawn in: what moves is no other theme.
    await untilQuiet(page)
    theme.push({ one: await changeTheme(page, frame, () => (themeRequests += 1)), other })
  }
  await page.close()
  return { theme, themeRequests }
}

/** Until each chart with words in its picture has another picture. */
async function changeTheme(page: Page, frame: Frame, count: () => void): Promise<number> {
  await frame.evaluate(() => {
    const pictures = (): string[] =>
      [...document.querySelectorAll('.dashboard-component-chart-holder')]
        .filter((chart) => chart.querySelector('.header-line') === null)
        .flatMap((chart) => chart.querySelector('canvas')?.toDataURL() ?? [])
    Object.assign(window, { pictures, before: pictures() })
  })
  // Pictures that a page carries in itself are asked of nobody.
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
