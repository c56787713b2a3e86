import type { Page } from 'playwright-core'
import { boardShown } from '../support/in-page'
import { boardReady, expect, frameOf, journey } from '../support/journey'
import { frameDocuments } from '../support/visitor'
import { invitation } from '../support/specified-texts'

/** Frames the SDK has made on this page that are still there. */
const sdkFrames = 'iframe[data-ts-iframe]'

journey(
  'an anonymous visitor is asked to sign in on a dataset, and sees Home live: at least eight drawn tiles in one embedded frame',
  async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/datasets/stablecoins'))
    await page.getByText(invitation).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).waitFor()
    expect(await page.locator(sdkFrames).count()).toBe(0)
    expect(visitor.count(/\/api\/token/)).toBe(0)

    // The SDK stays away until the dashboard's token is asked for: the one waits for nothing of the other.
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
    // A chart that is said to be drawn has room, and ink.
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

/** In the sidebar, which shows one folder's pages at a time. */
const clicked = [
  ['Institutional Metrics', 'Bitcoin', 'Ethereum'],
  ['Trading Markets', 'Spot Analytics', 'Derivatives', 'Futures'],
  ['On-chain', 'Staking', 'RWA'],
] as const

/** Seven boards that nobody has seen so far are clicked before the first of them has come: ids of those that are asked for. */
async function askedByQuickClicks(page: Page): Promise<readonly string[]> {
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
  'a person signs in with the identity chunk delayed, is back where they were, goes through boards in one frame, of seven quick ones by two loads, and signs out',
  async ({ page, visitor }) => {
    let press = (): void => undefined
    const pressed = new Promise<void>((resolve) => (press = resolve))
    await page.route(/auth0-sdk|auth0-spa-js\.production/, async (route) => {
      // Behind the shell, at the return of the sign-in as well, and the first time behind the press.
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

    // A page loaded anew knows them.
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
    // One Back is one page.
    await page.goBack()
    await titled('Stablecoins')
    expect(new URL(page.url()).pathname).toBe('/datasets/stablecoins')
    await page.goBack()
    await titled('ETF')
    expect(new URL(page.url()).pathname).toBe('/datasets/etf')
    await boardShown(page, 'ETF')
    // The first that was clicked, and the one that somebody stays on.
    expect(await askedByQuickClicks(page)).toHaveLength(2)
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
