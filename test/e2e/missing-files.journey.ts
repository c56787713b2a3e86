import type { Page } from 'playwright-core'
import { boardShown, goTo, idleNow } from '../support/in-page'
import { expect, journey, signIn } from '../support/journey'

/** Files of the portal whose address matches do not come, until what comes back is called. */
async function without(page: Page, files: RegExp, status?: number): Promise<() => Promise<void>> {
  await page.route(files, (route) => (status === undefined ? route.abort() : route.fulfill({ status })))
  // A page that is loaded already fetches in the old way for a moment more, and a key is quicker than that.
  const probe = '/?is-it-held'
  const probes = /\/\?is-it-held$/
  await page.route(probes, (route) => route.fulfill({ body: 'held' }))
  if (page.url() !== 'about:blank')
    await expect
      .poll(() => page.evaluate(async (address) => (await fetch(address)).text(), probe))
      .toBe('held')
  return () => page.unroute(files)
}

/** What a browser writes of a file that does not come, and React of the part that is made of it. */
const lost = /Failed to load resource|PartMissing|dynamically imported module/

journey(
  'a dialog whose file does not come says so; the next press asks for it again, style sheet and all',
  async ({ visitor, page }) => {
    visitor.expectConsole(lost, 'Files are kept away.')
    await page.goto(visitor.address('/home'))
    // Its button is there before anything hears the keys.
    await boardShown(page, 'Home')
    const notice = page.getByText(
      'This couldn’t be loaded. Try again, or save your work and reload the page.',
    )
    const wholly = /\/palette-[\w-]+\.css$/
    for (const [files, key, part] of [
      [wholly, 'Control+k', page.getByRole('combobox')],
      [/\/help-sheet-[\w-]+\.js$/, '?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      const give = await without(page, files)
      await page.keyboard.press(key)
      await notice.waitFor()
      await give()
      await page.keyboard.press(key)
      await part.waitFor()
      if (files === wholly) {
        // One that failed stays in the document, and lets nobody look into it.
        const held = await page.evaluate(
          (from) =>
            [...document.styleSheets]
              .filter(({ href }) => href?.includes(from))
              .map((sheet) => {
                try {
                  return sheet.cssRules.length
                } catch {
                  return 0
                }
              }),
          '/palette-',
        )
        expect(Math.max(...held)).toBeGreaterThan(0)
      }
      await page.keyboard.press('Escape')
      await part.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
  },
)

journey(
  'without a network a page and a dialog that were never opened say so; the page comes by itself when it is back',
  async ({ visitor, page }) => {
    visitor.expectConsole(lost, 'The network is cut.')
    await page.goto(visitor.address('/home'))
    await signIn(page, 'trader@example.com')
    // Its button is there before anything hears the keys.
    await boardShown(page, 'Home')
    await visitor.context.setOffline(true)
    await page.keyboard.press('n')
    await page.getByText('You’re offline. Try again when you’re back online.').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'This page needs a connection' }).waitFor()
    // Nor is anybody sent where the browser has only a page of its own to show.
    visitor.expectConsole(/Logout failed: unreachable/, 'the portal writes down why')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByText('You’re offline. Try again when you’re back online.').waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Create New Dashboard' }).waitFor()
  },
)

journey(
  'a portal that was put in place meanwhile is loaded, once, and on the page that was asked for',
  async ({ visitor, page }) => {
    visitor.expectConsole(lost, 'The files of the portal before are gone.')
    await page.goto(visitor.address('/home'))
    // What raises notices has come by then.
    await boardShown(page, 'Home')
    await without(page, /\/(builder-page|auth0-sdk)-[\w-]+\.js$/, 404)
    await page.route(visitor.address('/'), (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/open-data/index-new.js">',
      }),
    )
    const loads = (): number =>
      visitor.requests.filter(
        ({ url, resourceType }) => resourceType === 'document' && url.startsWith(visitor.origins.portal),
      ).length
    // Nobody is taken away from what they are doing; whoever only saw a login fail reads what to do.
    visitor.expectConsole(/Login failed: unreachable/, 'the portal writes down why')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('There’s a new version of this portal.').waitFor()
    expect(loads()).toBe(1)
    await goTo(page, '/chart-builder')
    await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
    await expect.poll(loads).toBe(2)
    await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/chart-builder')
    // The new one lacks it as well: it is not loaded in a circle.
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
    expect(loads()).toBe(2)
  },
)

journey(
  'files without which nothing works: the document itself says so, and a press asks again',
  async ({ visitor, page }) => {
    visitor.expectConsole(lost, 'Files are kept away.')
    const sentence = page.getByRole('alert').filter({ hasText: 'Part of the portal couldn’t be loaded.' })
    const give = await without(page, /\/deferred-ui-[\w-]+\.(js|css)$/)
    await page.goto(visitor.address('/home'))
    await sentence.waitFor()
    await give()
    await page.keyboard.press('Shift')
    await sentence.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')

    // One that is on its way: the page waits for it, and it comes to nobody who has given it up.
    let giveHelp = (): void => undefined
    const comes = new Promise<void>((resolve) => (giveHelp = resolve))
    await page.route(/\/help-sheet-[\w-]+\.js$/, async (route) => {
      await comes
      await route.continue()
    })
    await page.keyboard.press('?')
    const waiting = page.getByRole('dialog', { name: 'Loading' })
    await waiting.waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await waiting.getByRole('button', { name: 'Cancel' }).click()
    await waiting.waitFor({ state: 'detached' })
    await goTo(page, '/datasets/etf')
    await page.keyboard.press('?')
    await waiting.waitFor()
    await page.goBack()
    await waiting.waitFor({ state: 'detached' })
    const come = page.waitForResponse(/\/help-sheet-[\w-]+\.js$/)
    giveHelp()
    await come
    await idleNow(page.mainFrame())
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/home')

    const giveAll = await without(page, /\/index-[\w-]+\.js$/)
    await page.goto(visitor.address('/home'))
    await sentence.waitFor()
    await sentence.getByRole('link', { name: 'Reload' }).waitFor()
    await giveAll()

    visitor.expectConsole(/broken on purpose/, 'A file comes and does not run.')
    await page.route(/\/index-[\w-]+\.js$/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken on purpose")' }),
    )
    await page.goto(visitor.address('/home'))
    await sentence.waitFor()
    await page.unrouteAll()
    await page.goto(visitor.address('/home'))
    await boardShown(page, 'Home')
    expect(await sentence.count()).toBe(0)
  },
)

journey(
  'a browser that is too old for the portal is told so, and which are not',
  async ({ visitor, page }) => {
    visitor.expectConsole(/canParse is not a function/, 'Safari 16 cannot read the configuration.')
    await page.addInitScript(() => void Reflect.deleteProperty(URL, 'canParse'))
    await page.goto(visitor.address('/home'))
    const alert = page.getByRole('alert')
    await alert
      .filter({
        hasText: 'The portal needs Chrome or Edge 120, Firefox 125, Safari 17.4 or newer.',
      })
      .waitFor()
    expect(await alert.count()).toBe(1)
  },
)

journey(
  'what nobody has opened yet is fetched in idle time, and opens without a network',
  async ({ visitor, page }) => {
    // What the frame and the flags ask for last, some seconds behind all else: cut off, the browser would say so.
    const lastAnswers = Promise.all([
      page.waitForResponse(/\/open-data\/icons\.svg$/),
      page.waitForResponse((answer) => answer.request().resourceType() === 'eventsource'),
    ])
    await page.goto(visitor.address('/home'))
    await boardShown(page, 'Home')
    await expect
      .poll(async () => {
        await idleNow(page.mainFrame())
        // What has come, not what was asked for: the network is cut right after.
        return page.evaluate(() => {
          // The last is a part of a page that is fetched itself, so it comes behind all others.
          const wanted =
            /\/(builder-page|research-page|help-sheet|palette|confirm-dialog|add-charts-dialog)-[\w-]+\.js$/
          return performance.getEntriesByType('resource').filter(({ name }) => wanted.test(name)).length
        })
      })
      .toBe(6)
    await lastAnswers
    await visitor.context.setOffline(true)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
  },
)
