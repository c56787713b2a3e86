import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { errors, type Locator, type Page } from 'playwright-core'
import { describe, it } from 'vitest'
import { flagSwitches } from '../support/fault-switches'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { followFlagContexts } from '../support/visitor'
import { invitation } from '../support/specified-texts'

/** The local stack's secret; a build contains only its hash. */
const secret = ['assay-preview', '7c1d4f5e9a410d2b6c8e1a01'].join('-')

const sdkFrames = 'iframe[data-ts-iframe]'

/** Timeout for one step in a menu: a change of the board may close it or remove the focused entry. */
const step = { timeout: 3_000 }

/** The entries of the first tile's menu now; `null` if the menu changed meanwhile. */
async function tileMenu(page: Page): Promise<readonly string[] | null> {
  const frame = frameOf(page)
  const button = frame.getByRole('button', { name: /^More actions: / }).first()
  if ((await button.count()) === 0) return []
  const items = frame.getByRole('menuitem')
  try {
    if ((await button.getAttribute('aria-expanded', step)) !== 'true') await button.click(step)
    await items.first().waitFor(step)
    const texts = await items.allTextContents()
    await items.first().press('Escape', step)
    await items.first().waitFor({ state: 'detached', ...step })
    return texts.length === 0 ? null : texts.map((text) => text.trim())
  } catch (error) {
    if (error instanceof errors.TimeoutError) return null
    throw error
  }
}

const offersResearch = async (page: Page): Promise<boolean | null> =>
  (await tileMenu(page))?.includes('Deep Research') ?? null

/** Everything that this browser stores for the portal, decoded. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .flat()
      .map((text) => {
        try {
          return `${text} ${atob(text.split(':').at(-1) ?? '')}`
        } catch {
          return text
        }
      })
      .join('\n'),
  )

describe('a changed flag', () => {
  journey(
    'updates an open dashboard in place, without a reload or layout shift, and sign-out clears the user’s flag context',
    async ({ page, visitor, origins, faults }) => {
      const switches = flagSwitches(origins)
      const lines: string[] = []
      page.on('console', (message) => lines.push(message.text()))
      await page.addInitScript(() => {
        Object.assign(window, { shifts: [] })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value } = entry as PerformanceEntry & { readonly value: number }
            ;(window as Window & { shifts?: number[] }).shifts?.push(value)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await openSignedIn(visitor, '/home', 'analyst@example.com')
      await boardReady(page)
      await expect.poll(() => offersResearch(page)).toBe(true)
      // The flag stream opens after the dashboard, and an earlier change arrives only then.
      await expect.poll(() => visitor.count(/\/ping\//)).toBeGreaterThan(0)
      const frame = await page.locator(sdkFrames).elementHandle()
      const before = visitor.requests.length
      const shiftsBefore = await page.evaluate(
        () => (window as Window & { shifts?: number[] }).shifts?.length,
      )
      try {
        // As a user does it, on the flag service's page.
        const flags = await visitor.context.newPage()
        await flags.goto(`${origins.services}/flags`)
        await flags.getByRole('switch', { name: 'miu-chart-interactions-enabled' }).click()
        await expect
          .poll(() =>
            flags
              .getByRole('switch', { name: 'miu-chart-interactions-enabled' })
              .getAttribute('aria-checked'),
          )
          .toBe('false')
        await flags.close()
        await expect.poll(() => offersResearch(page)).toBe(false)
        await switches.change({ 'miu-chart-interactions-enabled': true })
        await expect.poll(() => offersResearch(page)).toBe(true)
        await switches.change({ 'miu-deep-research-enabled': false })
        await expect.poll(() => offersResearch(page)).toBe(false)
      } finally {
        await switches.reset()
      }
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
      expect(await page.locator(sdkFrames).count()).toBe(1)
      const asked = visitor.requests.slice(before).filter(({ url }) => !url.startsWith(origins.services))
      expect(asked.filter(({ resourceType }) => resourceType === 'document')).toEqual([])
      expect(asked.filter(({ url }) => url.includes('/api/token'))).toEqual([])
      const shifts = await page.evaluate(
        (from) => (window as Window & { shifts?: number[] }).shifts?.slice(from),
        shiftsBefore,
      )
      expect(shifts).toEqual([])

      // The user's name is in no console message, and in no cache after sign-out.
      await expect.poll(() => stored(page)).toContain('analyst@example.com')
      await faults.set({ service: 'flags', kind: 'drop' }, { service: 'flag-stream', kind: 'drop' })
      visitor.expectConsole(/Failed to load resource|\[assay\] flags/, 'the flag service was taken away')
      await page.reload()
      await boardReady(page)
      await faults.clear()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByText('Log In', { exact: true }).first().waitFor()
      await boardReady(page)
      expect(await stored(page)).not.toMatch(/analyst|Winter/)
      expect(lines.join('\n')).not.toMatch(/analyst|Winter|YW5hbHlzdE/)
    },
  )
})

const badge = (page: Page): Locator => page.getByText('Preview', { exact: true })

describe('preview mode', () => {
  journey(
    'needs both the secret and the flag, follows the flag live, turns every boolean on, and can be left',
    async ({ page, visitor, origins }) => {
      const switches = flagSwitches(origins)
      const asked = followFlagContexts(page)
      /** The bypass attribute in the latest request to the flag service. */
      const bypassSent = (): unknown => asked.at(-1)?.custom.hasBypassAccess
      await page.goto(visitor.address(`/datasets/etf?preview=${secret}`))
      await page.getByText(invitation).waitFor()
      expect(await badge(page).count()).toBe(0)
      await expect.poll(() => new URL(page.url()).search).toBe('')
      try {
        await switches.change({ 'miu-query-params-bypass': true, 'miu-deep-research-enabled': false })
        await badge(page).waitFor()
        await switches.change({ 'miu-query-params-bypass': false })
        await badge(page).waitFor({ state: 'detached' })
        await switches.change({ 'miu-query-params-bypass': true })
        await badge(page).waitFor()
        expect(bypassSent()).toBe(true)

        await signIn(page, 'analyst@example.com')
        await badge(page).waitFor()
        await boardReady(page)
        await expect.poll(() => offersResearch(page)).toBe(true)
        await page.getByRole('button', { name: 'Leave preview' }).click()
        await badge(page).waitFor({ state: 'detached' })
        await expect.poll(() => offersResearch(page)).toBe(false)
        await expect.poll(() => bypassSent()).toBe(false)
        await page.reload()
        await boardReady(page)
        expect(await badge(page).count()).toBe(0)
        // A wrong value has no effect, and is still removed from the URL.
        await page.goto(visitor.address('/datasets/etf?preview=guess&tab=x'))
        await boardReady(page)
        await expect.poll(() => new URL(page.url()).searchParams.has('preview')).toBe(false)
        expect(await badge(page).count()).toBe(0)
        expect(bypassSent()).toBe(false)
      } finally {
        await switches.reset()
      }
    },
  )
})

describe('the other flag adapter', () => {
  journey(
    'is chosen by configuration alone and follows the same flags',
    async ({ page, visitor, origins }) => {
      const switches = flagSwitches(origins)
      // Acts as if the server were configured so: the portal reads the document's configuration once it is parsed.
      await page.addInitScript(() => {
        document.addEventListener('readystatechange', () => {
          const given = document.querySelector('#portal-configuration')
          if (document.readyState !== 'interactive' || given === null) return
          const other = document.createElement('div')
          other.id = given.id
          other.hidden = true
          other.textContent = JSON.stringify({ ...JSON.parse(given.textContent), ASSAY_FLAGS: 'ofrep' })
          given.replaceWith(other)
        })
      })
      await page.goto(visitor.address(`/datasets/etf?preview=${secret}`))
      await page.getByText(invitation).waitFor()
      expect(await badge(page).count()).toBe(0)
      try {
        await switches.change({ 'miu-query-params-bypass': true })
        await badge(page).waitFor()
      } finally {
        await switches.reset()
      }
      await badge(page).waitFor({ state: 'detached' })
      expect(visitor.count(/\/ofrep\/v1\/evaluate\/flags$/)).toBeGreaterThanOrEqual(3)
      expect(visitor.count(/\/ofrep\/stream$/)).toBe(1)
      expect(visitor.count(/\/sdk\/evalx\/|\/ping\/assay-/)).toBe(0)
    },
  )
})

describe('the preview secret', () => {
  const built = readdirSync('dist/portal', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = readFileSync(path)
      const text = path.endsWith('.br')
        ? brotliDecompressSync(bytes)
        : path.endsWith('.gz')
          ? gunzipSync(bytes)
          : bytes
      return { path, text: text.toString('latin1') }
    })
  const holding = (text: string): readonly string[] =>
    built.filter((file) => file.text.includes(text)).map(({ path }) => path)

  it('appears in no encoding in the built output, which has only its hash', async () => {
    const bytes = new TextEncoder().encode(secret)
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    expect(holding(hash).length).toBeGreaterThan(0)
    for (const disguise of [
      secret,
      secret.split('-').at(-1) ?? '',
      Buffer.from(bytes).toString('base64').slice(0, 40),
      Buffer.from(bytes).toString('hex'),
    ])
      expect(holding(disguise), disguise).toEqual([])
  })
})
