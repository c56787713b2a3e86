import type { BrowserContext, Locator, Page, Request } from 'playwright-core'

const step = 500
/** Long enough for any timer of the portal; what has not happened by then does not happen. */
const mostSteps = 120
/** How long, in real ms, a response may take before the page's clock advances; then it hangs on purpose. */
const settleMs = 2_000

const open = new WeakMap<BrowserContext, Set<Request>>()

/** From now on, tracks the requests in flight of a context's pages. */
export function followQuestions(context: BrowserContext): void {
  const asked = new Set<Request>()
  open.set(context, asked)
  context.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.add(request)
  })
  context.on('requestfinished', (request) => asked.delete(request))
  context.on('requestfailed', (request) => asked.delete(request))
}

/** Advances the page's clock (`page.clock.install()`) until a condition holds, with everything that follows on the way. */
export async function passUntil(page: Page, wanted: Locator | (() => Promise<boolean>)): Promise<void> {
  const isSo = typeof wanted === 'function' ? wanted : () => wanted.isVisible()
  for (let passed = 0; passed < mostSteps; passed += 1) {
    if (await isSo()) return
    // On a busy machine the page's clock would otherwise pass a timeout before a response could arrive.
    await allAnswered(page)
    await page.clock.runFor(step)
  }
  throw new Error('A minute has gone by on the page, and it is still not so.')
}

/**
 * Waits until no request of the page is in flight, however it ended: Chromium sometimes reports a completely read response as aborted, and
 * `response.finished()` would wait forever. It continues after two seconds in any case.
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
