import type { Page } from 'playwright-core'
import { boardShown, goTo, idleNow } from '../support/in-page'
import { expect, journey, signIn } from '../support/journey'

/** Blocks the portal's files whose URL matches, until the returned function is called. */
async function blockFiles(page: Page, files: RegExp, status?: number): Promise<() => Promise<void>> {
  await page.route(files, (route) => (status === undefined ? route.abort() : route.fulfill({ status })))
  // A loaded page keeps fetching without the new route for a moment, and a key press may come sooner.
  const probe = '/?is-it-held'
  const probes = /\/\?is-it-held$/
  await page.route(probes, (route) => route.fulfill({ body: 'held' }))
  if (page.url() !== 'about:blank')
    await expect
      .poll(() => page.evaluate(async (address) => (await fetch(address)).text(), probe))
      .toBe('held')
  return () => page.unroute(files)
}

/** Console messages of the browser for a missing file, and of React for the part in it. */
const missingFileErrors = /Failed to load resource|PartMissing|dynamically imported module/

journey(
  'a dialog whose chunk fails to load reports it, and the next press retries, including the style sheet',
  async ({ visitor, page }) => {
    visitor.expectConsole(missingFileErrors, 'Files are kept away.')
    await page.goto(visitor.address('/home'))
    // The button is there before the key listeners are.
    await boardShown(page, 'Home')
    const notice = page.getByText(
      'This couldn’t be loaded. Try again, or save your work and reload the page.',
    )
    const paletteStyles = /\/palette-[\w-]+\.css$/
    for (const [files, key, part] of [
      [paletteStyles, 'ControlOrMeta+k', page.getByRole('combobox')],
      [/\/help-sheet-[\w-]+\.js$/, '?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      const unblock = await blockFiles(page, files)
      await page.keyboard.press(key)
      await notice.waitFor()
      await unblock()
      await page.keyboard.press(key)
      await part.waitFor()
      if (files === paletteStyles) {
        // A failed style sheet stays in the document, and its rules cannot be read.
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
  'while offline, a page and a dialog that are not loaded yet report it; the page loads by itself once back online',
  async ({ visitor, page }) => {
    visitor.expectConsole(missingFileErrors, 'The network is cut.')
    await page.goto(visitor.address('/home'))
    await signIn(page, 'trader@example.com')
    // The button is there before the key listeners are.
    await boardShown(page, 'Home')
    await visitor.context.setOffline(true)
    await page.keyboard.press('n')
    await page.getByText('You’re offline. Try again when you’re back online.').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'This page needs a connection' }).waitFor()
    // Nor does the portal navigate to where the browser could only show its own error page.
    visitor.expectConsole(/Logout failed: unreachable/, 'the portal writes down why')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await page.getByText('You’re offline. Try again when you’re back online.').waitFor()
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Create New Dashboard' }).waitFor()
  },
)

journey('after a new release, the portal reloads once, on the requested page', async ({ visitor, page }) => {
  visitor.expectConsole(missingFileErrors, 'The files of the portal before are gone.')
  await page.goto(visitor.address('/home'))
  // The code that raises notices has loaded by then.
  await boardShown(page, 'Home')
  await blockFiles(page, /\/(builder-page|auth0-sdk)-[\w-]+\.js$/, 404)
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
  // The portal does not reload under the user; after a failed login a notice says what to do.
  visitor.expectConsole(/Login failed: unreachable/, 'the portal writes down why')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByText('There’s a new version of this portal.').waitFor()
  expect(loads()).toBe(1)
  await goTo(page, '/chart-builder')
  await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
  await expect.poll(loads).toBe(2)
  await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/chart-builder')
  // The new release lacks the file too: no reload loop.
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' }).waitFor()
  expect(loads()).toBe(2)
})

journey(
  'when an essential file fails to load, the document itself reports it, and the next press or Reload retries',
  async ({ visitor, page }) => {
    visitor.expectConsole(missingFileErrors, 'Files are kept away.')
    const sentence = page.getByRole('alert').filter({ hasText: 'Part of the portal couldn’t be loaded.' })
    const unblock = await blockFiles(page, /\/deferred-ui-[\w-]+\.(js|css)$/)
    await page.goto(visitor.address('/home'))
    await sentence.waitFor()
    await unblock()
    await page.keyboard.press('Shift')
    await sentence.waitFor({ state: 'hidden' })
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')

    // A chunk in flight: the page waits for it, and it does not open after the user has canceled.
    let releaseHelp = (): void => undefined
    const helpReleased = new Promise<void>((resolve) => (releaseHelp = resolve))
    await page.route(/\/help-sheet-[\w-]+\.js$/, async (route) => {
      await helpReleased
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
    releaseHelp()
    await come
    await idleNow(page.mainFrame())
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/home')

    const unblockAll = await blockFiles(page, /\/index-[\w-]+\.js$/)
    // A copied link has its question in the fragment.
    const address = visitor.address('/deep-research?source=x#q=Volumes')
    await page.goto(address)
    await sentence.waitFor()
    const reloaded = page.waitForEvent('load')
    await sentence.getByRole('link', { name: 'Reload' }).click()
    await reloaded
    expect(page.url()).toBe(address)
    await sentence.waitFor()
    await unblockAll()

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

journey('an unsupported browser gets a message that lists the supported ones', async ({ visitor, page }) => {
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
})

journey('chunks are prefetched at idle time, and their pages open offline', async ({ visitor, page }) => {
  // The last requests of the frame and the flags, some seconds after all others: if cut off, the browser would log an error. The
  // flags are requested once more after their stream has opened, at its first event.
  const flagStream = page.waitForResponse((answer) => answer.request().resourceType() === 'eventsource')
  const lastAnswers = Promise.all([
    page.waitForResponse(/\/open-data\/icons\.svg$/),
    flagStream.then(() => page.waitForResponse(/\/sdk\/evalx\//)).then((answer) => answer.finished()),
  ])
  await page.goto(visitor.address('/home'))
  await boardShown(page, 'Home')
  await expect
    .poll(async () => {
      await idleNow(page.mainFrame())
      // Counts responses, not requests, because the network is cut right after.
      return page.evaluate(() => {
        // The last is a part of a prefetched page, so it loads after all others.
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
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').waitFor()
})
