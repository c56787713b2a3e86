import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { fontFallbackMs } from '../../src/core/kernel/limits'
import { boardShown, goTo, refreshData, allAnswered } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { openSignedIn } from '../support/signed-in'
import { openGallery } from '../support/gallery'
import { watchControls, watchShifts } from '../support/shifts'

const phone = { width: 390, height: 844 }

/** From here on the page records color transitions, which would show two themes in one frame. */
const recordTransitions = (html: Locator): Promise<void> =>
  html.evaluate((root: HTMLElement) =>
    root.addEventListener('transitionrun', ({ propertyName }) =>
      root.setAttribute('data-fading', propertyName),
    ),
  )

/** Resolves after three more animation frames. */
const drawnFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })

/** The recorded transitions after three more animation frames, because the events come late. */
const recordedTransitions = (html: Locator): Promise<string | null> =>
  html.evaluate(async (root) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return root.getAttribute('data-fading')
  })

describe('page layout', () => {
  journey(
    'does not shift during load, on hover, on a theme change or on a route change',
    async ({ visitor, page, origins, faults }) => {
      const shifts = await watchShifts(visitor)
      // The start gate is shown for a while, and some style sheets load late.
      await faults.set({ service: 'flags', kind: 'delay', milliseconds: 700 })
      await page.route(/deferred-ui[^/]*\.css/, async (route) => {
        const gate = page.getByText('Loading...', { exact: true })
        await gate.waitFor({ timeout: 2_000 }).catch(() => undefined)
        await route.continue()
      })
      await page.goto(visitor.address('/home'))
      await boardReady(page)
      expect(await shifts(page)).toEqual([])
      await faults.clear()
      await page.unrouteAll()
      // The BI frame is preloaded only when the session has to be restored.
      const ahead = (): number => visitor.requests.filter(({ url }) => url.endsWith('?embedApp=true')).length
      expect(ahead()).toBe(0)
      await signIn(page, 'analyst@example.com')
      expect(ahead()).toBeGreaterThan(0)
      await boardReady(page)
      const reload = visitor.requests.length
      await page.reload()
      await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
      await boardReady(page)
      // The last requests, some seconds later.
      const since = () => visitor.requests.slice(reload)
      await expect.poll(() => since().some(({ url }) => url.endsWith('/open-data/icons.svg'))).toBe(true)
      await expect.poll(() => since().some(({ resourceType }) => resourceType === 'eventsource')).toBe(true)
      expect(await shifts(page)).toEqual([])

      // The sidebar is narrow by default, and hovering opens it over the page.
      await page.setViewportSize({ width: 1200, height: 900 })
      const sidebar = page.locator('.sidebar')
      await page.locator('.sidebar[data-state="narrow"]').waitFor()
      const before = (await shifts(page)).length
      // Not its height, which is the board's and changes with the page width.
      const column = async (): Promise<object> => {
        const { x, y, width } = (await page.locator('.main-column').boundingBox()) ?? {}
        return { x, y, width }
      }
      const there = await column()
      await sidebar.hover({ position: { x: 30, y: 300 } })
      await page.locator('.sidebar[data-state="peek"]').waitFor()
      expect(await column()).toEqual(there)
      await page.mouse.move(800, 20)
      await page.locator('.sidebar[data-state="narrow"]').waitFor()
      expect((await shifts(page)).slice(before)).toEqual([])

      const frame = await page.locator('iframe[data-ts-iframe]:visible').elementHandle()
      const ground = (): Promise<string> =>
        frameOf(page)
          .locator('html')
          .evaluate((html) => getComputedStyle(html).backgroundColor)
      await expect.poll(ground).toBe('rgb(25, 31, 38)')
      const requests = visitor.requests.length
      const looks = [page.locator('html'), frameOf(page).locator('html')]
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      // Move the pointer off controls that have a hover style.
      await page.mouse.move(400, 20)
      for (const look of looks) await recordTransitions(look)
      await page.getByRole('button', { name: 'Switch to light mode' }).press('Enter')
      await expect.poll(ground).toBe('rgb(249, 250, 251)')
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
      for (const look of looks) expect(await recordedTransitions(look)).toBeNull()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // The flag stream reconnects at any time and then requests changes.
      const byTheirTime = [`${origins.flagStream}/`, `${origins.services}/sdk/evalx/`]
      const isAsked = (url: string): boolean => !byTheirTime.some((start) => url.startsWith(start))
      expect(visitor.requests.slice(requests).flatMap(({ url }) => (isAsked(url) ? [url] : []))).toEqual([])
      expect((await shifts(page)).slice(before)).toEqual([])

      const walk = async (): Promise<void> => {
        for (const [path, name] of [
          ['/datasets/stablecoins', 'Stablecoins'],
          ['/datasets/none-such', null],
          ['/datasets/stablecoins', 'Stablecoins'],
          ['/home', 'Home'],
        ] as const) {
          await goTo(page, path)
          if (name === null) await page.getByRole('heading', { name: 'Page not found' }).waitFor()
          else await boardShown(page, name)
        }
      }
      // Each chunk is fetched once on first use; known pages send no request to the portal.
      await walk()
      await allAnswered(page)
      const known = visitor.requests.length
      await walk()
      expect(visitor.requests.slice(known).filter(({ url }) => url.startsWith(origins.portal))).toEqual([])
      const asked = visitor.requests.slice(requests)
      expect(asked.filter(({ url }) => /favicon/.test(url))).toEqual([])
      expect(asked.filter(({ resourceType }) => resourceType === 'document')).toEqual([])
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
      // A revisited page restores its scroll position, and the next page starts at the top.
      const scroll = (): Promise<number> => page.evaluate(() => window.scrollY)
      await page.evaluate(() => window.scrollTo(0, 600))
      await expect.poll(() => page.evaluate((): unknown => history.state)).toMatchObject({ scroll: 600 })
      await page.reload()
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
      await expect.poll(scroll).toBe(600)
      await boardReady(page)
      await goTo(page, '/datasets/stablecoins')
      await boardShown(page, 'Stablecoins')
      expect(await scroll()).toBe(0)
    },
  )

  journey(
    'does not shift when the font arrives late, and renders without it after the timeout',
    async ({ visitor, page, origins, visit }) => {
      const shifts = await watchShifts(visitor)
      await page.addInitScript((fallback) => {
        const wait = window.setTimeout.bind(window)
        let held = false
        window.setTimeout = ((action: () => void, milliseconds?: number, ...rest: unknown[]) => {
          if (held || milliseconds !== fallback) return wait(action, milliseconds, ...rest)
          held = true
          return 0
        }) as typeof window.setTimeout
      }, fontFallbackMs)
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      await page.route(/urbanist-latin\.woff2/, async (route) => {
        await released
        await route.continue()
      })
      // Waits until the portal's code has run.
      const flags = page.waitForRequest((request) => request.url().startsWith(`${origins.services}/sdk/`), {
        timeout: 10_000,
      })
      await page.goto(visitor.address('/home'), { waitUntil: 'commit' })
      await flags
      await drawnFrames(page)
      expect(await page.locator('.start').count()).toBe(1)
      release()
      await boardReady(page)
      expect(await shifts(page)).toEqual([])

      const without = await visit({})
      await without.page.route(/urbanist-latin\.woff2/, () => undefined)
      await without.page.goto(without.address('/home'), { waitUntil: 'commit' })
      await without.page.getByRole('navigation', { name: 'Tools' }).waitFor()
      await without.page.unrouteAll()
    },
  )

  journey('does not shift while it loads on a phone', async ({ visit }) => {
    const visitor = await visit({ viewport: phone, theme: 'light' })
    const shifts = await watchShifts(visitor)
    await visitor.page.goto(visitor.address('/home'))
    await boardReady(visitor.page)
    await goTo(visitor.page, '/datasets/rwa')
    await visitor.page.getByRole('button', { name: 'Log In' }).waitFor()
    expect(await shifts(visitor.page)).toEqual([])
  })
})

journey('Show more is never seen beside a description that fits', async ({ page, visitor }) => {
  await visitor.context.addInitScript(() => {
    const look = (): void => {
      const more = document.querySelector('.description .text-button')
      const isSeen = more?.checkVisibility({ visibilityProperty: true }) === true
      if (isSeen) document.documentElement.setAttribute('data-seen', more.textContent)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const seen = (): Promise<string | null> => page.locator('html').getAttribute('data-seen')
  await openSignedIn(visitor, '/datasets/stablecoins', 'analyst@example.com')
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  expect(await seen()).toBeNull()
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Show less' }).waitFor()
})

describe('a page that reloads for a signed-in user', () => {
  for (const [device, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', phone],
  ] as const)
    journey(
      `has no control where another one was before, on a ${device}`,
      async ({ page, visitor, origins, faults }) => {
        const host = await openGallery({ page, visitor, origins }, 'analyst@example.com', ['Note'])
        const [own] = await host.list()
        await page.setViewportSize(viewport)
        const replaced = await watchControls(visitor)
        // The session is unknown for a while.
        await faults.set({ service: 'identity', kind: 'delay', milliseconds: 500 })
        for (const path of ['/home', '/datasets/stablecoins', '/saved-dashboards']) {
          await page.goto(visitor.address(path))
          await page
            .getByRole('button', { name: /^(?:Duplicate|Rename) / })
            .first()
            .waitFor()
          expect([path, await replaced(page)]).toEqual([path, []])
        }
        // Whether it is empty is known last.
        await page.goto(visitor.address(`/saved-dashboards/${own?.id}`))
        await page.getByRole('region', { name: 'Start this dashboard' }).waitFor()
        expect(await replaced(page)).toEqual([])
      },
    )
})

describe('the time range and filters of a dashboard', () => {
  const chips = (page: Page) => frameOf(page).locator('[data-field="stable_supply.chain"]')
  const range = (page: Page): Promise<string> =>
    frameOf(page).locator('.range-switch label:has(:checked)').innerText()
  const search = (page: Page): string => new URL(page.url()).search

  journey(
    'are in the URL, follow Back and Forward, and open the same from a copied link for another user',
    async ({ page, visitor, visit }) => {
      await openSignedIn(visitor, '/datasets/stablecoins', 'analyst@example.com')
      await boardShown(page, 'Stablecoins')
      const documents = () =>
        visitor.requests.filter(({ resourceType }) => resourceType === 'document').length
      const before = documents()
      expect([search(page), await range(page)]).toEqual(['', '1Y'])
      await frameOf(page).getByText('30D', { exact: true }).click()
      await expect.poll(() => search(page)).toBe('?range=30d')
      await chips(page).click()
      await frameOf(page).getByRole('checkbox', { name: 'Ethereum', exact: true }).check()
      await expect.poll(() => search(page)).toBe('?range=30d&chain=Ethereum')
      await page.keyboard.press('Escape')
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied: 30 days, Chain = Ethereum', { exact: true }).first().waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(page.url())

      await page.goBack()
      await expect.poll(() => chips(page).innerText()).toMatch(/All/)
      expect([search(page), await range(page)]).toEqual(['?range=30d', '30D'])
      await page.goBack()
      await expect.poll(() => range(page)).toBe('1Y')
      expect(search(page)).toBe('')
      await page.goForward()
      await expect.poll(() => range(page)).toBe('30D')
      await page.goForward()
      await expect.poll(() => chips(page).innerText()).toMatch(/Ethereum/)
      expect(search(page)).toBe('?range=30d&chain=Ethereum')
      // The board was loaded only once for all of this.
      expect(documents()).toBe(before)

      // Another user opens it, signed out: sign-in leads to the same state.
      const other = await visit()
      await other.page.goto(copied)
      await other.page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
      await other.page.getByLabel('Email').fill('trader@example.com')
      await other.page.getByLabel('Password').fill('demo')
      await other.page.getByRole('button', { name: 'Continue' }).click()
      await boardShown(other.page, 'Stablecoins')
      await expect.poll(() => chips(other.page).innerText()).toMatch(/Ethereum/)
      await expect.poll(() => range(other.page)).toBe('30D')
      expect(other.page.url()).toBe(copied)

      // What this board lacks is named, and the rest of the link is applied.
      await other.page.goto(`${visitor.address('/datasets/stablecoins')}?range=90d&network=Solana&tab=gone`)
      await boardShown(other.page, 'Stablecoins')
      await other.page.getByText(/it has no filter “Network”/).waitFor()
      await expect.poll(() => range(other.page)).toBe('90D')

      // Nor are unfiltered figures shown in place of filtered ones without a notice.
      await other.page.goto(`${visitor.address('/datasets/stablecoins')}?chain=Nope`)
      await boardShown(other.page, 'Stablecoins')
      await other.page.getByText(/link’s filter: “Nope” under “Chain”/).waitFor()
    },
  )
})

describe('the tab and personal view of a dashboard', () => {
  const path = '/datasets/derivatives'
  const selected = (page: Page): Promise<string | null> =>
    frameOf(page).locator('[role="tab"][aria-selected="true"]').getAttribute('data-tab-id')

  journey(
    'stay in the URL through refresh, reload, sharing and sign-in',
    async ({ page, visitor, visit }) => {
      await openSignedIn(visitor, path, 'analyst@example.com')
      await boardShown(page, 'Derivatives')
      expect(new URL(page.url()).search).toBe('')
      const entries = await page.evaluate(() => history.length)
      const documents = visitor.requests.filter(({ resourceType }) => resourceType === 'document').length
      const second = frameOf(page).getByRole('tab').nth(1)
      const id = await second.getAttribute('data-tab-id')
      await second.click()
      await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(id)
      await expect.poll(() => selected(page)).toBe(id)
      expect(await page.evaluate(() => history.length)).toBe(entries + 1)
      expect(visitor.requests.filter(({ resourceType }) => resourceType === 'document')).toHaveLength(
        documents,
      )
      const address = page.url()
      await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied', { exact: true }).first().waitFor({ state: 'attached' })
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(address)

      await refreshData(page, '.board[aria-busy="true"]')
      await boardShown(page, 'Derivatives')
      await expect.poll(() => selected(page)).toBe(id)
      expect(page.url()).toBe(address)

      await page.reload()
      await boardShown(page, 'Derivatives')
      await expect.poll(() => selected(page)).toBe(id)
      expect(page.url()).toBe(address)

      // Another user opens the copied link, signed out.
      const other = await visit()
      await other.page.goto(copied)
      await other.page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
      await other.page.getByLabel('Email').fill('trader@example.com')
      await other.page.getByLabel('Password').fill('demo')
      await other.page.getByRole('button', { name: 'Continue' }).click()
      await boardShown(other.page, 'Derivatives')
      await expect.poll(() => selected(other.page)).toBe(id)
      expect(other.page.url()).toBe(address)

      // A plain link in the sidebar opens the board in its default state.
      await page.getByRole('link', { name: 'Derivatives', exact: true }).click()
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await boardShown(page, 'Derivatives')
      await expect.poll(() => selected(page)).not.toBe(id)

      // A personal view is in the URL too: after a refresh, and when the board returns through a plain link.
      const board = frameOf(page)
      // View names are unique per user, so a retry needs another name.
      const name = `Month ${visitor.requests.length}`
      await board.getByText('30D', { exact: true }).click()
      await board.locator('.board-menu-button').click()
      await board.locator('[data-testid="personalisedViewsDropdown"]').click()
      await board.getByLabel('View name').fill(name)
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).searchParams.get('view')).not.toBeNull()
      const view = new URL(page.url()).searchParams.get('view')
      const month = board.locator('.view-chip', { hasText: name })
      await refreshData(page, '.board[aria-busy="true"]')
      await boardShown(page, 'Derivatives')
      await month.waitFor()
      expect(new URL(page.url()).searchParams.get('view')).toBe(view)
      await goTo(page, '/home')
      await boardShown(page, 'Home')
      await goTo(page, path)
      await boardShown(page, 'Derivatives')
      await month.waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe(`?view=${view}`)
    },
  )
})
