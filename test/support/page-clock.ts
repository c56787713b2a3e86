import type { BrowserContext, Locator, Page, Request } from 'playwright-core'

const step = 500
/** Enough for any wait of the portal; what has not come by then does not come. */
const mostSteps = 120
/** Longest an answer is waited for before the page's clock goes on, in real milliseconds: then it hangs as it was told to. */
const settleMs = 2_000

const open = new WeakMap<BrowserContext, Set<Request>>()

/** Knows from now on what the pages of a context have asked and not been answered. */
export function followQuestions(context: BrowserContext): void {
  const asked = new Set<Request>()
  open.set(context, asked)
  context.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.add(request)
  })
  context.on('requestfinished', (request) => asked.delete(request))
  context.on('requestfailed', (request) => asked.delete(request))
}

/** Lets the page's clock (`page.clock.install()`) run ahead until something is so, with everything that follows on the way. */
export async function passUntil(page: Page, wanted: Locator | (() => Promise<boolean>)): Promise<void> {
  const isSo = typeof wanted === 'function' ? wanted : () => wanted.isVisible()
  for (let passed = 0; passed < mostSteps; passed += 1) {
    if (await isSo()) return
    // On a busy machine the page's clock would otherwise be past a deadline before an answer had a chance to arrive.
    await allAnswered(page)
    await page.clock.runFor(step)
  }
  throw new Error('A minute has gone by on the page, and it is still not so.')
}

/**
 * Waits until nothing that the page has asked is under way, however it ended: Chromium reports an answer that was read to its end as
 * aborted now and then, and `response.finished()` would wait for ever. After two seconds it goes on all the same.
 */
export async function allAnswered(page: Page): Promise<void> {
  const asked = open.get(page.context())
  if (asked === undefined) return
  const until = Date.now() + settleMs
  while (asked.size > 0) {
    const left = until - Date.now()
    if (left > 0 && (await oneEnds(page.context(), left))) continue
    asked.clear()
  }
}

function oneEnds(context: BrowserContext, timeout: number): Promise<boolean> {
  return Promise.any([
    context.waitForEvent('requestfinished', { timeout }),
    context.waitForEvent('requestfailed', { timeout }),
  ]).then(
    () => true,
    () => false,
  )
}
