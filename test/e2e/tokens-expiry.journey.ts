import type { ElementHandle, Page } from 'playwright-core'
import { describe } from 'vitest'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { tokenCalls } from '../support/token-calls'
import type { Visitor } from '../support/visitor'

const sdkFrame = 'iframe[data-ts-iframe]'

/** Documents of the BI application that the SDK's frames have asked for; the prefetch has no such query. */
const frameDocuments = ({ requests }: Visitor): number =>
  requests.filter(
    ({ url, resourceType }) => resourceType === 'document' && /:\d+\/(v2\/)?\?embedApp=true&/.test(url),
  ).length

interface OpenBoard {
  readonly frame: ElementHandle
  /** What a person has made of the board, as the page and the frame show it. */
  readonly look: () => Promise<unknown>
}

/** Derivatives in ETH and one exchange, over 90 days, scrolled down, at an address with a tab. */
async function openFiltered(page: Page, visitor: Visitor): Promise<OpenBoard> {
  await page.goto(visitor.address('/datasets/derivatives?tab=overview'))
  await signIn(page, 'analyst@example.com')
  await boardReady(page)
  const board = frameOf(page)
  const chip = board.locator('.liveboard-filter-chip').nth(1)
  await chip.click()
  await board.locator('.filter-value').first().click()
  await page.keyboard.press('Escape')
  await board.locator('.range-switch').getByText('90D').click()
  await boardReady(page)
  await page.evaluate(() => window.scrollTo(0, 400))
  const frame = await page.locator(sdkFrame).elementHandle()
  if (frame === null) throw new Error('The board has no frame.')
  return {
    frame,
    look: async () => ({
      connected: await frame.evaluate((element) => element.isConnected),
      filter: await chip.textContent(),
      range: await board
        .locator('.range-switch input:checked')
        .evaluate((input) => input.parentElement?.textContent),
      scroll: await page.evaluate(() => window.scrollY),
      address: new URL(page.url()).pathname + new URL(page.url()).search,
      alerts: await page.getByRole('alert').count(),
    }),
  }
}

/** Not by a pointer: that would scroll to where it clicks. */
const chooseMonth = (page: Page): Promise<void> =>
  frameOf(page)
    .locator('.range-switch label')
    .filter({ hasText: '30D' })
    .locator('input')
    .dispatchEvent('click')

describe('a BI token that ends while a filtered board is open', () => {
  journey('is renewed before its end, without a trace', async ({ page, visitor, faults }) => {
    await page.clock.install()
    const { look } = await openFiltered(page, visitor)
    const before = await look()
    const documents = frameDocuments(visitor)
    const renewed = page.waitForResponse(/\/api\/token-authenticated$/)
    // Five minutes' lifetime, renewed a minute before.
    await page.clock.fastForward(241_000)
    expect((await renewed).status()).toBe(200)
    await chooseMonth(page)
    await boardReady(page)
    expect(await look()).toEqual({ ...(before as object), range: '30D' })
    expect(frameDocuments(visitor)).toBe(documents)
    expect(await tokenCalls(faults)).toEqual({ anonymous: 0, personal: 2, probes: 0 })
  })

  journey('while the machine slept, is renewed on waking', async ({ page, visitor, faults }) => {
    await page.clock.install()
    const { look } = await openFiltered(page, visitor)
    const before = await look()
    const renewed = page.waitForResponse(/\/api\/token-authenticated$/)
    // Timers do not run in a sleeping machine: only the clock has gone on.
    await page.clock.setSystemTime(Date.now() + 3_600_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await renewed
    await boardReady(page)
    expect(await look()).toEqual(before)
    expect((await tokenCalls(faults)).personal).toBe(2)
  })
})

describe('one person', () => {
  journey(
    'costs one token call: four boards, twelve clicks, three tabs',
    async ({ page, visitor, faults }) => {
      await page.goto(visitor.address('/home'))
      await signIn(page, 'analyst@example.com')
      await boardReady(page)
      const tabs = [page, await visitor.context.newPage(), await visitor.context.newPage()]
      for (const [index, path] of ['/datasets/bitcoin', '/datasets/etf'].entries()) {
        await tabs[index + 1]?.goto(visitor.address(path))
      }
      for (const tab of tabs) {
        await tab.bringToFront()
        await boardReady(tab)
        for (const name of ['Stablecoins', 'Global Crypto Market', 'Home', 'Stablecoins']) {
          await tab.getByRole('link', { name, exact: true }).click()
        }
        await tab.locator(`${sdkFrame}[title="Stablecoins dashboard"]`).waitFor()
        await boardReady(tab)
      }
      expect(await tokenCalls(faults)).toEqual({ anonymous: 1, personal: 1, probes: 0 })
      // The first tab goes; the others still know, and a fourth asks them.
      await page.close()
      const fourth = await visitor.context.newPage()
      await fourth.goto(visitor.address('/datasets/stablecoins'))
      await boardReady(fourth)
      expect(await tokenCalls(faults)).toEqual({ anonymous: 1, personal: 1, probes: 0 })
    },
  )

  journey('costs a reload nothing while another tab is open', async ({ page, visitor, faults }) => {
    await page.goto(visitor.address('/datasets/stablecoins'))
    await signIn(page, 'trader@example.com')
    await boardReady(page)
    const other = await visitor.context.newPage()
    await other.goto(visitor.address('/datasets/etf'))
    await boardReady(other)
    await page.bringToFront()
    await page.reload()
    await boardReady(page)
    expect(await tokenCalls(faults)).toEqual({ anonymous: 0, personal: 1, probes: 0 })
  })
})
