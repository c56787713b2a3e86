import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { fontFallbackMs } from '../../src/core/kernel/limits'
import { boardShown, goTo, refreshData } from '../support/in-page'
import { boardReady, expect, frameOf, journey, signIn } from '../support/journey'
import { allAnswered } from '../support/page-clock'
import { openSignedIn } from '../support/signed-in'
import { watchShifts } from '../support/shifts'

const phone = { width: 390, height: 844 }

/** From here on the page says of itself what fades from one color to another: two themes in one frame. */
const markFading = (html: Locator): Promise<void> =>
  html.evaluate((root: HTMLElement) =>
    root.addEventListener('transitionrun', ({ propertyName }) =>
      root.setAttribute('data-fading', propertyName),
    ),
  )

/** The page has drawn three frames more. */
const drawnFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })

/** What has faded, when it has drawn three frames more: until then nobody is told. */
const faded = (html: Locator): Promise<string | null> =>
  html.evaluate(async (root) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return root.getAttribute('data-fading')
  })

describe('the page stands still', () => {
  journey(
    'while it loads, under the pointer, on another theme and on another route',
    async ({ visitor, page, origins, faults }) => {
      const shifts = await watchShifts(visitor)
      // The start gate stands for a while, and some styles come late.
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
      // Files of a dashboard's page are fetched ahead only where it has to be found out who is here.
      const ahead = (): number => visitor.requests.filter(({ url }) => url.endsWith('?embedApp=true')).length
      expect(ahead()).toBe(0)
      await signIn(page, 'analyst@example.com')
      expect(ahead()).toBeGreaterThan(0)
      await boardReady(page)
      const reload = visitor.requests.length
      await page.reload()
      await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
      await boardReady(page)
      // Last of all, some seconds behind.
      const since = () => visitor.requests.slice(reload)
      await expect.poll(() => since().some(({ url }) => url.endsWith('/open-data/icons.svg'))).toBe(true)
      await expect.poll(() => since().some(({ resourceType }) => resourceType === 'eventsource')).toBe(true)
      expect(await shifts(page)).toEqual([])

      // Narrow unless asked for: the pointer opens it over the page.
      await page.setViewportSize({ width: 1200, height: 900 })
      const sidebar = page.locator('.sidebar')
      await page.locator('.sidebar[data-state="narrow"]').waitFor()
      const before = (await shifts(page)).length
      // Its height is the board's, which is laid out anew for the narrower page.
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
      // What the pointer rests on has a look of its own.
      await page.mouse.move(400, 20)
      for (const look of looks) await markFading(look)
      await page.getByRole('button', { name: 'Switch to light mode' }).press('Enter')
      await expect.poll(ground).toBe('rgb(249, 250, 251)')
      await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
      for (const look of looks) expect(await faded(look)).toBeNull()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // A stream of flags is opened anew when it has to be, and then asks what has changed.
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
      // Parts of a page that are met for the first time are fetched once; what is known asks the portal for nothing.
      await walk()
      await allAnswered(page)
      const known = visitor.requests.length
      await walk()
      expect(visitor.requests.slice(known).filter(({ url }) => url.startsWith(origins.portal))).toEqual([])
      const asked = visitor.requests.slice(requests)
      expect(asked.filter(({ url }) => /favicon/.test(url))).toEqual([])
      expect(asked.filter(({ resourceType }) => resourceType === 'document')).toEqual([])
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
      // A page that is read again comes back to where it was; the next one begins at its top.
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
    'while its font comes behind its code, and is drawn without it soon',
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
      // The portal's code has run.
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

  journey('while it loads on a phone', async ({ visit }) => {
    const visitor = await visit({ viewport: phone, theme: 'light' })
    const shifts = await watchShifts(visitor)
    await visitor.page.goto(visitor.address('/home'))
    await boardReady(visitor.page)
    await goTo(visitor.page, '/datasets/rwa')
    await visitor.page.getByRole('button', { name: 'Log In' }).waitFor()
    expect(await shifts(visitor.page)).toEqual([])
  })
})

describe('a range and a filter of a board', () => {
  const chips = (page: Page) => frameOf(page).locator('[data-field="stable_supply.chain"]')
  const range = (page: Page): Promise<string> =>
    frameOf(page).locator('.range-switch label:has(:checked)').innerText()
  const search = (page: Page): string => new URL(page.url()).search

  journey(
    'stand in the address: Back and Forward walk them, and a copied link opens the same for somebody else',
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
      // The board was loaded once for all of it.
      expect(documents()).toBe(before)

      // Somebody else opens it, signed out: the sign-in brings them to the same.
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

      // What this board does not have is named; the rest of the link is shown.
      await other.page.goto(`${visitor.address('/datasets/stablecoins')}?range=90d&network=Solana&tab=gone`)
      await boardShown(other.page, 'Stablecoins')
      await other.page.getByText(/it has no filter “Network”/).waitFor()
      await expect.poll(() => range(other.page)).toBe('90D')

      // Nor are figures of everything shown in the place of some without a word.
      await other.page.goto(`${visitor.address('/datasets/stablecoins')}?chain=Nope`)
      await boardShown(other.page, 'Stablecoins')
      await other.page.getByText(/asks for “Nope” under “Chain”/).waitFor()
    },
  )
})

describe('a tab and a personal view of a board', () => {
  const path = '/datasets/derivatives'
  const selected = (page: Page): Promise<string | null> =>
    frameOf(page).locator('[role="tab"][aria-selected="true"]').getAttribute('data-tab-id')

  journey(
    'stand in the address, through refresh, reload, sharing and sign-in',
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

      // Somebody else opens the copied link, signed out.
      const other = await visit()
      await other.page.goto(copied)
      await other.page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
      await other.page.getByLabel('Email').fill('trader@example.com')
      await other.page.getByLabel('Password').fill('demo')
      await other.page.getByRole('button', { name: 'Continue' }).click()
      await boardShown(other.page, 'Derivatives')
      await expect.poll(() => selected(other.page)).toBe(id)
      expect(other.page.url()).toBe(address)

      // A plain link of the sidebar is the board as it opens.
      await page.getByRole('link', { name: 'Derivatives', exact: true }).click()
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await boardShown(page, 'Derivatives')
      await expect.poll(() => selected(page)).not.toBe(id)

      // A personal view is in the address too: through refresh, and when the board comes back by a plain link.
      const board = frameOf(page)
      // Names are one person's own: a second try needs another.
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
