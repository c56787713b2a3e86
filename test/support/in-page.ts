import type { BrowserContext, Frame, FrameLocator, Page } from 'playwright-core'

/** Goes to another route in the page's present life, as a link of the portal does: nothing is loaded anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** The board of this name is on screen, with its frame named after it, and what stands back behind its first chart is there. */
export async function boardShown(page: Page, name: string): Promise<void> {
  await page
    .getByRole('region', { name: `${name} dashboard`, exact: true })
    .and(page.locator('[aria-busy="false"]'))
    .waitFor()
  await page.locator(`iframe[data-ts-iframe][title="${name} dashboard"]`).waitFor()
  await page.locator('.board__search').first().waitFor({ state: 'attached' })
}

/** The person's own Refresh, until what is given says that it is under way: shorter than what looks now and then may see. */
export async function refreshData(page: Page, underWay: string): Promise<void> {
  const seen = page.evaluate(
    (selector) =>
      new Promise<void>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector(selector) !== null) resolve()
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true })
        setTimeout(() => reject(new Error(`nothing was ${selector}`)), 30_000)
      }),
    underWay,
  )
  await Promise.all([seen, page.getByRole('button', { name: 'Refresh data' }).click()])
}

/** How far the page of a frame reaches beyond the frame. Where its parts scroll by themselves it does not. */
export function overflowOf(frame: FrameLocator): Promise<number> {
  return frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
}

/**
 * What pages of this context, and their frames, would do when the machine is idle waits for `idleNow`: charts that nobody sees are not
 * drawn, which is what a board costs most.
 */
export async function holdIdleWork(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const held = new Map<number, IdleRequestCallback>()
    let last = 0
    globalThis.requestIdleCallback = (run) => {
      last += 1
      held.set(last, run)
      return last
    }
    globalThis.cancelIdleCallback = (handle) => void held.delete(handle)
    ;(globalThis as { idleNow?: () => void }).idleNow = () => {
      const work = [...held.values()]
      held.clear()
      for (const run of work) run({ didTimeout: false, timeRemaining: () => 50 })
    }
  })
}

/** The machine has nothing else to do for a moment: what the document has put off until then is done. */
export async function idleNow(frame: Frame): Promise<void> {
  await frame.evaluate(() => (globalThis as { readonly idleNow?: () => void }).idleNow?.())
}
