import type { Page } from 'playwright-core'
import { boardShown } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { frameDocuments } from '../support/visitor'
import { invitation } from '../support/specified-texts'

/** Frames of the SDK that are still on this page. */
const sdkFrames = 'iframe[data-ts-iframe]'

journey(
  'a signed-out visitor sees the sign-in prompt on a dataset, and Home with at least eight rendered charts in one frame',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/datasets/stablecoins'))
    await page.getByText(invitation).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).waitFor()
    expect(await page.locator(sdkFrames).count()).toBe(0)
    expect(visitor.count(/\/api\/token/)).toBe(0)

    // The SDK file is held back until the token is requested: the token request does not wait for the SDK.
    const asked = page.waitForRequest(/\/api\/token$/)
    await page.route(/\/thoughtspot-sdk-/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(visitor.address('/'))
    await boardReady(page)
    expect(new URL(page.url()).pathname).toBe('/home')
    await expect.poll(() => page.title()).toContain('Assay')
    const drawn = frameOf(page).locator('figure:not([aria-busy="true"])')
    await expect.poll(() => drawn.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(8)
    await page.locator(`${sdkFrames}[title="Home dashboard"]`).waitFor()
    // A chart that counts as rendered has a size and pixels.
    const heights = await drawn
      .locator('canvas')
      .evaluateAll((charts) => charts.map((chart) => chart.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.min(...heights)).toBeGreaterThan(100)
    expect(visitor.count(/\/api\/token$/)).toBe(1)
    expect(visitor.count(/token-authenticated|isactive/)).toBe(0)
    const counts = await faults.counts()
    expect(Object.keys(counts['token-service'] ?? {})).toEqual(['GET /api/token'])
  },
)

/** Clicks in the sidebar, which shows one folder's pages at a time. */
const clicked = [
  ['Institutional Metrics', 'Bitcoin', 'Ethereum'],
  ['Trading Markets', 'Spot Analytics', 'Derivatives', 'Futures'],
  ['On-chain', 'Staking', 'RWA'],
] as const

/** Clicks seven unvisited boards before the first has loaded; returns the ids of the requested ones. */
async function boardsRequestedByQuickClicks(page: Page): Promise<readonly string[]> {
  const data = /op=LoadContextBook/
  const asked = new Set<string>()
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(data, async (route) => {
    const { liveboardId } = route.request().postDataJSON() as { readonly liveboardId: string }
    asked.add(liveboardId)
    await released
    await route.continue()
  })
  for (const [folder, ...names] of clicked) {
    await page.getByRole('button', { name: folder, exact: true }).click()
    for (const name of names) await page.getByRole('link', { name, exact: true }).click()
  }
  release()
  await boardShown(page, 'RWA')
  await page.unroute(data)
  return [...asked]
}

journey(
  'sign-in works with a late identity chunk and returns to the same page; dashboards share one frame, seven quick clicks cost two loads',
  async ({ page, visitor }) => {
    let press = (): void => undefined
    const pressed = new Promise<void>((resolve) => (press = resolve))
    await page.route(/auth0-sdk|auth0-spa-js\.production/, async (route) => {
      // Loads after the shell, also on return from sign-in, and the first time only after the press.
      await page.locator('.sidebar').waitFor()
      await pressed
      await route.continue()
    })
    await page.goto(visitor.address('/datasets/etf'))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    press()
    await page.getByLabel('Email').fill('trader@example.com')
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await boardReady(page)
    expect(new URL(page.url()).pathname).toBe('/datasets/etf')
    expect(new URL(page.url()).search).toBe('')
    await page.getByText('Hi, Zoë Müller').waitFor()
    await page.locator(`${sdkFrames}[title="ETF dashboard"]`).waitFor()

    // A reload keeps the session.
    await page.reload()
    await page.getByText('Hi, Zoë Müller').waitFor()
    await boardReady(page)
    const frame = await page.locator(sdkFrames).elementHandle()
    const made = frameDocuments(visitor)
    const asked = visitor.count(/token-authenticated/)
    const titled = (name: string): Promise<void> =>
      page.locator(`${sdkFrames}[title="${name} dashboard"]`).waitFor()
    await page.getByRole('link', { name: 'Stablecoins', exact: true }).click()
    await titled('Stablecoins')
    await boardReady(page)
    await page.getByRole('link', { name: 'Global Crypto Market', exact: true }).click()
    await titled('Global Crypto Market')
    await boardReady(page)
    await page.getByRole('heading', { level: 1, name: 'Global Crypto Market', exact: true }).waitFor()
    // Each Back goes back one page.
    await page.goBack()
    await titled('Stablecoins')
    expect(new URL(page.url()).pathname).toBe('/datasets/stablecoins')
    await page.goBack()
    await titled('ETF')
    expect(new URL(page.url()).pathname).toBe('/datasets/etf')
    await boardShown(page, 'ETF')
    // The first clicked board, and the one the user stays on.
    expect(await boardsRequestedByQuickClicks(page)).toHaveLength(2)
    expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
    expect(frameDocuments(visitor)).toBe(made)
    expect(visitor.count(/token-authenticated/)).toBe(asked)

    const back = page.waitForResponse((response) => response.url() === visitor.address('/'))
    await page.getByRole('button', { name: 'Log out' }).click()
    await back
    await page.getByText('Log In', { exact: true }).first().waitFor()
    await page.goto(visitor.address('/datasets/stablecoins'))
    await page.getByText(invitation).waitFor()
  },
)
