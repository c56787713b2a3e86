import type { BrowserContext, Frame, FrameLocator, Page, Locator, Request } from 'playwright-core'

/** Navigates within the loaded page, as a link of the portal does: nothing is reloaded. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path)
}

/** The dashboard of this name is on screen, with its frame named after it, and what loads after its first chart is there. */
export async function boardShown(page: Page, name: string): Promise<void> {
  await page
    .getByRole('region', { name: `${name} dashboard`, exact: true })
    .and(page.locator('[aria-busy="false"]'))
    .waitFor()
  await page.locator(`iframe[data-ts-iframe][title="${name} dashboard"]`).waitFor()
  await page.locator('.board__search').first().waitFor({ state: 'attached' })
}

/** Presses Refresh like a user, and waits until `underWay` matches. It observes mutations, because polling could miss so short a state. */
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

/** How far the page of a frame extends beyond the frame. Where its parts scroll by themselves it does not. */
export function overflowOf(frame: FrameLocator): Promise<number> {
  return frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
}

/**
 * Idle callbacks in pages of this context and their frames wait for `idleNow`. Charts that nobody sees are not drawn, which is the most
 * expensive part of a dashboard.
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

/** Simulates an idle moment: everything that the document has deferred until then runs. */
export async function idleNow(frame: Frame): Promise<void> {
  await frame.evaluate(() => (globalThis as { readonly idleNow?: () => void }).idleNow?.())
}

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
