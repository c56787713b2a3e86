import type { CDPSession, Page } from 'playwright-core'
import { boardReady, signIn } from './browser'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'

/** What a page and the stack retain after so many rounds. Memory is in megabytes. */
export interface SoakPoint {
  readonly what: 'switches' | 'panels' | 'sign-ins'
  readonly rounds: number
  readonly nodes: number
  readonly listeners: number
  readonly documents: number
  readonly frames: number
  /** JavaScript heap of the page after garbage collection. */
  readonly heap: number
  /** Flag streams open at the service. */
  readonly streams: number
  /** Resident memory of this process, in which the whole stack runs. */
  readonly resident: number
}

/** In milliseconds; slightly longer than `TRIGGER_TIMEOUT` in the SDK's `processTrigger.ts`. */
const triggerTimeoutMs = 31_000

const person = 'analyst@example.com'
const boards = ['Stablecoins', 'Global Crypto Market', 'Home']

/**
 * Simulates one visit that lasts a working day: so many board switches, Deep Research panels (open, ask, close), and sign-outs with
 * sign-ins. Takes five samples of each; a leak grows with every round.
 */
export function measureSoak(
  {
    switches,
    panels,
    signIns,
  }: { readonly switches: number; readonly panels: number; readonly signIns: number },
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly SoakPoint[]> {
  return withStack(importFile, say, async ({ origins }, browser) => {
    const points: SoakPoint[] = []
    const page = await browser.newPage({ viewport: { width: 1440, height: 600 }, reducedMotion: 'reduce' })
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable')
    const rounds = async (
      what: SoakPoint['what'],
      count: number,
      round: () => Promise<void>,
    ): Promise<void> => {
      const every = Math.max(1, Math.floor(count / 5))
      for (let done = 1; done <= count; done += 1) {
        await round()
        if (done % every !== 0) continue
        // The SDK retains a removed frame, with everything around it, while it waits for the frame's reply to a trigger.
        await page.waitForTimeout(triggerTimeoutMs)
        const point = { what, rounds: done, ...(await held(client, origins.flagStream)) }
        points.push(point)
        say(JSON.stringify(point))
      }
    }
    await page.goto(`${origins.portal}/home`)
    await signIn(page, person)
    await boardReady(page)
    let at = 0
    await rounds('switches', switches, async () => {
      await goTo(page, boards[(at += 1) % boards.length] ?? 'Home')
    })
    await goTo(page, 'Stablecoins')
    await boardReady(page)
    await rounds('panels', panels, () => askInPanel(page))
    await rounds('sign-ins', signIns, async () => {
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
      await signIn(page, person)
      await page.locator('iframe[data-ts-iframe]:visible').first().waitFor()
    })
    return points
  })
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
  await page.locator(`iframe[data-ts-iframe][title="${name} dashboard"]`).waitFor()
}

async function askInPanel(page: Page): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Deep Research' })
  await page.getByRole('button', { name: 'Deep Research', exact: true }).click()
  const field = panel.getByRole('textbox', { name: 'Your question' })
  await field.fill('stablecoin supply by chain, last 90 days')
  await field.press('Enter')
  await panel.locator('iframe').last().waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

async function held(client: CDPSession, flagStream: string) {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  const health = await (await fetch(`${flagStream}/health`)).text()
  return {
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    documents: of('Documents'),
    frames: of('Frames'),
    heap: Math.round(of('JSHeapUsedSize') / 104_857.6) / 10,
    streams: Number(/\d+/.exec(health)?.[0]),
    resident: Math.round(process.memoryUsage().rss / 1_048_576),
  }
}
