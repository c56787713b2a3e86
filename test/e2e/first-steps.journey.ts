import { describe } from 'vitest'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { invitation } from '../support/specified-texts'

/** Frames the SDK has made on this page that are still there. */
const sdkFrames = 'iframe[data-ts-iframe]'

describe('an anonymous visitor', () => {
  journey(
    'sees Home live: at least eight drawn tiles in one embedded frame',
    async ({ page, visitor, faults }) => {
      await page.goto(visitor.address('/'))
      await boardReady(page)
      expect(new URL(page.url()).pathname).toBe('/home')
      await expect(page.title()).resolves.toContain('Assay')
      await expect
        .poll(() => frameOf(page).locator('figure:not([aria-busy="true"])').count(), { timeout: 20_000 })
        .toBeGreaterThanOrEqual(8)
      expect(await page.locator(sdkFrames).getAttribute('title')).toBe('Home dashboard')
      // A chart that is said to be drawn has room, and ink.
      const charts = await frameOf(page).locator('figure:not([aria-busy="true"]) canvas').all()
      expect(charts.length).toBeGreaterThan(0)
      for (const chart of charts) expect((await chart.boundingBox())?.height ?? 0).toBeGreaterThan(100)
      expect(visitor.count(/\/api\/token$/)).toBe(1)
      expect(visitor.count(/token-authenticated|isactive/)).toBe(0)
      const counts = await faults.counts()
      expect(Object.keys(counts['token-service'] ?? {})).toEqual(['GET /api/token'])
    },
  )

  journey(
    'is asked to sign in on the other datasets, and asks for no token there',
    async ({ page, visitor }) => {
      await page.goto(visitor.address('/datasets/stablecoins'))
      await page.getByText(invitation).waitFor()
      await page.getByRole('main').getByRole('button', { name: 'Log In' }).waitFor()
      expect(await page.locator(sdkFrames).count()).toBe(0)
      expect(visitor.count(/\/api\/token/)).toBe(0)
      await page
        .getByRole('main')
        .getByRole('link', { name: 'Back to Home' })
        .or(page.getByRole('button', { name: 'Back to Home' }))
        .click()
      await boardReady(page)
      expect(new URL(page.url()).pathname).toBe('/home')
    },
  )
})

describe('a person', () => {
  journey(
    'signs in with the identity chunk delayed, and is back where they were',
    async ({ page, visitor }) => {
      await page.route(/auth0-sdk|auth0-spa-js\.production/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        await route.continue()
      })
      await page.goto(visitor.address('/datasets/etf'))
      await signIn(page, 'analyst@example.com')
      await boardReady(page)
      expect(new URL(page.url()).pathname).toBe('/datasets/etf')
      expect(new URL(page.url()).search).toBe('')
      await page.getByText('Hi, Ada Winter').waitFor()
      expect(await page.locator(sdkFrames).getAttribute('title')).toBe('ETF dashboard')
    },
  )

  journey('is still signed in after a reload, and signs out', async ({ page, visitor }) => {
    await page.goto(visitor.address('/home'))
    await signIn(page, 'trader@example.com')
    await boardReady(page)
    await page.reload()
    await page.getByText('Hi, Zoë Müller').waitFor()
    await boardReady(page)
    const back = page.waitForResponse((response) => response.url() === visitor.address('/'))
    await page.getByRole('button', { name: 'Log out' }).click()
    await back
    await page.getByText('Log In', { exact: true }).first().waitFor()
    await page.goto(visitor.address('/datasets/stablecoins'))
    await page.getByText(invitation).waitFor()
  })

  journey('goes through three boards in one frame, and one Back is one page', async ({ page, visitor }) => {
    await openSignedIn(visitor, '/home', 'analyst@example.com')
    await boardReady(page)
    const frame = await page.locator(sdkFrames).elementHandle()
    const frameDocuments = (): number =>
      visitor.requests.filter(
        ({ url, resourceType }) => resourceType === 'document' && /:\d+\/(v2\/)?\?embedApp=true&/.test(url),
      ).length
    const made = frameDocuments()
    const titled = (name: string): Promise<void> =>
      page.locator(`${sdkFrames}[title="${name} dashboard"]`).waitFor()
    await page.getByRole('link', { name: 'Stablecoins', exact: true }).click()
    await titled('Stablecoins')
    await boardReady(page)
    await page.getByRole('link', { name: 'Global Crypto Market', exact: true }).click()
    await titled('Global Crypto Market')
    await boardReady(page)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Global Crypto Market')
    await page.goBack()
    await titled('Stablecoins')
    expect(new URL(page.url()).pathname).toBe('/datasets/stablecoins')
    await page.goBack()
    await titled('Home')
    expect(new URL(page.url()).pathname).toBe('/home')
    expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
    expect(frameDocuments()).toBe(made)
    expect(visitor.count(/token-authenticated/)).toBe(1)
  })
})
