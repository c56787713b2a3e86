import type { Locator, Page } from 'playwright-core'

const step = 500
/** Enough for any wait of the portal; what has not come by then does not come. */
const mostSteps = 120

/** Lets the page's clock (`page.clock.install()`) run ahead until something is so, with everything that follows on the way. */
export async function passUntil(page: Page, wanted: Locator | (() => Promise<boolean>)): Promise<void> {
  const isSo = typeof wanted === 'function' ? wanted : () => wanted.isVisible()
  for (let passed = 0; passed < mostSteps; passed += 1) {
    if (await isSo()) return
    await page.clock.runFor(step)
  }
  throw new Error('A minute has gone by on the page, and it is still not so.')
}
