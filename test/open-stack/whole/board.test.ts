import { readFileSync } from 'node:fs'
import type { Browser, Frame, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { frameOf, launchBrowser } from '../../../local/cli/browser'
import { objections } from '../../support/axe'
import { gallery } from '../../support/gallery'
import { boardShown } from '../../support/in-page'
import { openSignedIn } from '../../support/signed-in'
import { openVisitor, type Visitor } from '../../support/visitor'
import { fillInKeycloak } from './keycloak'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser({ executablePath: inject('browser') })
})
afterAll(() => browser.close())

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await fillInKeycloak(page, 'analyst@example.com')
  await page.getByRole('button', { name: 'Log out', exact: true }).waitFor()
}

const wait = { timeout: 120_000 }

/** The document of the dashboard on screen, once a chart is rendered. */
async function dashboardOf(page: Page): Promise<Frame> {
  const element = page.locator('iframe[src*="/embedded/"]:visible')
  await element.contentFrame().locator('.dashboard-component-chart-holder canvas').first().waitFor(wait)
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('The page shows no dashboard.')
  return frame
}

/** The assumptions of the page script and of the preloaded files that no longer hold in this Superset, by name. */
async function brokenAssumptions(frame: Frame, listed: readonly string[]): Promise<readonly string[]> {
  const { missing, asked, version } = await frame.evaluate((selectors) => {
    const bootstrap = JSON.parse(document.querySelector('#app')?.getAttribute('data-bootstrap') ?? '{}')
    return {
      missing: selectors.filter((selector) => document.querySelector(selector) === null),
      asked: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      version: String(bootstrap.common?.menu_data?.navbar_right?.version_string ?? ''),
    }
  }, elements)
  const files = asked.filter((path) => path.startsWith('/static/assets/'))
  return [
    ...(version === '6.1.0' ? [] : [`version ${version || 'that the page does not name'}`]),
    ...missing.map((selector) => `element ${selector}`),
    ...(asked.includes('/assay/lifecycle.js') ? [] : ['template extension head_custom_extra.html']),
    ...interfaces.filter((path) => !asked.some((one) => path.test(one))).map((path) => `interface ${path}`),
    ...askedAhead
      .filter((path) => asked.filter((one) => path.test(one)).length > 1)
      .map((path) => `interface ${path} is asked ahead in vain`),
    ...files.filter((path) => !listed.includes(path)).map((path) => `file ${path} is not fetched ahead`),
  ]
}

/** Elements of Superset's page that `lifecycle.js` looks for. */
const elements = [
  '.grid-container .dashboard-component',
  '.grid-content',
  '.dashboard-component-chart-holder .dashboard-chart .slice_container',
  '.dashboard-component-tabs .ant-tabs-nav-list > [data-node-key]',
  '.ant-tabs-tab-active[data-node-key] [role="tab"]',
]
/** Preloaded requests: sent twice if Superset's application does not use the preloaded response. */
const askedAhead = [
  /\/api\/v1\/me\/roles\/$/,
  /\/api\/v1\/dashboard\/[^/]+$/,
  /\/api\/v1\/dashboard\/[^/]+\/charts$/,
  /\/api\/v1\/dashboard\/[^/]+\/datasets$/,
]
const interfaces = [...askedAhead, /\/api\/v1\/chart\/data$/]
const listed = [
  ...readFileSync('local/open-stack/superset/assay/warm.html', 'utf8').matchAll(/href="([^"]+)"/g),
].map(([, path = '']) => path)

/** The axe findings in Superset's document that docs/superset.md lists. */
const listedFindings = [
  ...(/Superset's document has these, which are its own: (.+)\./
    .exec(readFileSync('docs/superset.md', 'utf8'))?.[1]
    ?.matchAll(/`([\w-]+)`/g) ?? []),
].map(([, rule = '']) => rule)

test('every element that the portal relies on exists by name; axe finds nothing in the portal, and only listed issues in Superset', async () => {
  const visitor = await openVisitor(browser, inject('whole').origins)
  const { page } = visitor
  try {
    await page.goto(visitor.address('/home'))
    const frame = await dashboardOf(page)
    expect(await brokenAssumptions(frame, listed)).toEqual([])
    // Every change is reported by name, as the end of this test shows.
    const findings = (await objections(frame)).map((text) => text.slice(0, text.indexOf(':')))
    expect(listedFindings.length).toBeGreaterThan(5)
    expect(findings.filter((rule) => !listedFindings.includes(rule))).toEqual([])
    expect(await objections(page)).toEqual([])
    await frame.evaluate(async (selector) => {
      // Not through fetch, to which the page script listens: it would report a refusal to the portal.
      const again = new XMLHttpRequest()
      again.open('GET', '/api/v1/me/roles/')
      const answered = new Promise((resolve) => again.addEventListener('loadend', resolve))
      again.send()
      await answered
      document.querySelector(selector)?.setAttribute('class', 'renamed')
      const app = document.querySelector('#app')
      app?.setAttribute('data-bootstrap', app.getAttribute('data-bootstrap')?.replaceAll('6.1.0', '') ?? '')
    }, '.grid-content')
    expect(await brokenAssumptions(frame, listed.slice(1))).toEqual([
      'version that the page does not name',
      'element .grid-content',
      `interface ${askedAhead[0]} is asked ahead in vain`,
      `file ${listed[0]} is not fetched ahead`,
    ])
  } catch (error) {
    console.log('Pictures:', await visitor.picture('superset-portal'))
    throw error
  } finally {
    await visitor.leave()
  }
}, 240_000)

/** The accessible name of the focused element, and whether it is visible. */
const focused = (page: Page): Promise<{ readonly name: string; readonly seen: boolean }> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    const name = element?.getAttribute('aria-label') ?? element?.getAttribute('title') ?? element?.textContent
    return { name: name ?? '', seen: width > 20 && height > 10 }
  })

async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  const walked: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (now.name === name) return expect(now).toEqual({ name, seen: true })
    walked.push(now.name)
  }
  throw new Error(`No way to ${name} by ${key}: ${walked.join(' | ')}`)
}

/** A popover with this text that has stopped growing: a tap on a growing one would make Playwright scroll the page. */
const opened = (frame: Frame, text: string): Locator =>
  frame.locator('.ant-popover:not(.ant-zoom-big)').filter({ hasText: text, visible: true })

const roomToScroll = (frame: Frame): Promise<number> =>
  frame.evaluate(() => (document.scrollingElement?.scrollHeight ?? 0) - innerHeight)

test('on a phone, the popup of the range filter stays on the screen', async () => {
  const visitor = await openVisitor(browser, inject('whole').origins, {
    viewport: { width: 390, height: 844 },
    context: { hasTouch: true },
  })
  const { page } = visitor
  try {
    await page.goto(visitor.address('/home'))
    const frame = await dashboardOf(page)
    // Nothing scrolls inside the frame: Superset would close an open popover.
    await expect.poll(() => roomToScroll(frame), wait).toBe(0)
    await frame.getByText('More filters').tap()
    await opened(frame, 'Last quarter').getByText('Last quarter').first().tap()
    const dialog = opened(frame, 'Last year').and(frame.locator('.time-range-popover'))
    await dialog.getByText('Last year', { exact: true }).tap()
    await dialog.getByRole('button', { name: 'Apply' }).tap()
    await dialog.waitFor({ state: 'hidden' })
    await frame.locator('[data-test="filter-bar__apply-button"]').tap()
    await expect.poll(() => new URL(page.url()).search, wait).toBe('?range=1y')
  } catch (error) {
    console.log('Pictures:', await visitor.picture('superset-phone'))
    throw error
  } finally {
    await visitor.leave()
  }
}, 240_000)

test('the keyboard enters, leaves and skips the dashboard and opens the palette, which offers only what Superset supports', async () => {
  const visitor = await openVisitor(browser, inject('whole').origins)
  const { page } = visitor
  const path = (): string => new URL(page.url()).pathname
  try {
    await page.goto(visitor.address('/saved-dashboards'))
    await signIn(page)
    await page.goto(visitor.address('/home'))
    const frame = await dashboardOf(page)
    await page.evaluate(() => document.querySelector<HTMLElement>('#dashboard')?.focus())
    await tabTo(page, 'Skip past the dashboard')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await focused(page)).name).toBe('End of the dashboard')
    // The palette from the link beside the dashboard, and Escape back to that link.
    await tabTo(page, 'Search from the dashboard', 'Shift+Tab')
    await page.keyboard.press('Enter')
    const palette = page.getByRole('dialog').getByRole('combobox')
    for (const [typed, found] of [
      ['Data Weaver', 0],
      ['Deep Research', 0],
      ['Create New Dashboard', 1],
      ['Refresh data', 1],
    ] as const) {
      await palette.fill(typed)
      await expect.poll(() => page.getByRole('option', { name: typed }).count()).toBe(found)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toEqual({ name: 'Search from the dashboard', seen: true })
    // Backwards into the frame, through all of it, and out at its start.
    await page.keyboard.press('Shift+Tab')
    await frame.locator(':focus').waitFor()
    await tabTo(page, 'Search from the dashboard', 'Shift+Tab')
    await page.keyboard.press('Tab')
    await frame.locator(':focus').waitFor()
    await tabTo(page, 'Search from the dashboard')

    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByText('Create a dashboard').waitFor()
    expect(await help.getByText('Data Weaver').count()).toBe(0)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    expect(path()).toBe('/home')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'All Dashboards' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Create New Dashboard' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await expect.poll(path).toBe('/home')
    expect(visitor.problems()).toEqual([])
  } catch (error) {
    console.log('Pictures:', await visitor.picture('superset-keyboard'))
    throw error
  } finally {
    await visitor.leave()
  }
}, 240_000)

/** The gateway carries out requests of this method, and their responses are held until `release`. */
async function holdResponses(page: Page, method: 'PATCH' | 'POST') {
  const sent: string[] = []
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/dashboards{,/*}', async (route) => {
    if (route.request().method() !== method) return route.fallback()
    sent.push(route.request().url())
    const response = await route.fetch()
    await released
    // The caller may have given up waiting.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { release, sent }
}

test('a saved dashboard is created, opened, renamed, duplicated and deleted exactly once each, however slow the gateway is', async () => {
  const visitor = await openVisitor(browser, inject('whole').origins)
  const { page } = visitor
  const here = gallery(page)
  const shown = page.locator('.board--saved[aria-busy="false"]:not([data-failed="true"])')
  try {
    await page.goto(visitor.address('/saved-dashboards'))
    await signIn(page)
    await here.count(0).waitFor(wait)
    await here.new.click()
    await here.name.fill('Morning note')
    await here.send.click()
    await here.count(1).waitFor(wait)
    await here.link('Morning note').click()
    await page.getByRole('heading', { level: 1, name: 'Morning note' }).waitFor()
    await shown.waitFor(wait)
    await page.getByRole('link', { name: 'Back to Dashboard Gallery' }).click()

    const renaming = await holdResponses(page, 'PATCH')
    await page.getByRole('button', { name: 'Rename Morning note' }).click()
    await page.getByRole('textbox', { name: 'New name for Morning note' }).fill('Evening note')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Saving...' }).waitFor()
    await page.keyboard.press('Enter')
    renaming.release()
    await here.link('Evening note').waitFor(wait)
    expect(renaming.sent).toHaveLength(1)
    // After the timeout: the list has the copy, so it is reported as created.
    const copying = await holdResponses(page, 'POST')
    visitor.expectConsole(/Copy failed: timeout/, 'the portal writes down that nobody answered')
    await page.getByRole('button', { name: 'Duplicate Evening note' }).click()
    await page.getByRole('button', { name: 'Duplicating Evening note' }).press('Enter')
    await page.getByText('Created “Copy of Evening note”.').waitFor(wait)
    copying.release()
    await here.link('Copy of Evening note').waitFor(wait)
    await here.count(2).waitFor()
    expect(copying.sent).toHaveLength(1)
    // After a reload the list is the same.
    await page.reload()
    await here.link('Copy of Evening note').click()
    await page.getByRole('heading', { level: 1, name: 'Copy of Evening note' }).waitFor()
    await shown.waitFor(wait)
    await page.getByRole('link', { name: 'Back to Dashboard Gallery' }).click()
    for (const [name, left] of [
      ['Copy of Evening note', 1],
      ['Evening note', 0],
    ] as const) {
      await here.delete(name).click()
      await here.confirm.click()
      await here.count(left).waitFor(wait)
    }
    expect(visitor.problems()).toEqual([])
  } catch (error) {
    console.log('Pictures:', await visitor.picture('superset-own'))
    throw error
  } finally {
    await visitor.leave()
  }
}, 240_000)

/** The text of "Copy link" once the URL has the choices, with this portal's origin, so that it can be opened in another. */
async function copiedLink({ page, context }: Visitor, query: string): Promise<string> {
  await expect.poll(() => new URL(page.url()).search, wait).toBe(query)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page
    .getByText(/^Link copied/)
    .first()
    .waitFor({ state: 'attached' })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(page.url())
  return copied.slice(new URL(copied).origin.length)
}

test('a link copied under one vendor opens under the other with everything both support, both ways, and names what is missing', async () => {
  const { embedded, origins } = inject('whole')
  const [here, there] = [await openVisitor(browser, embedded), await openVisitor(browser, origins)]
  try {
    await openSignedIn(here, '/datasets/derivatives', 'analyst@example.com')
    await boardShown(here.page, 'Derivatives')
    const board = frameOf(here.page)
    await board.getByText('30D', { exact: true }).click()
    for (const [chip, role, value] of [
      ['Asset', 'radio', 'BTC'],
      ['Exchange', 'checkbox', 'Deribit'],
    ] as const) {
      await board.getByRole('button', { name: new RegExp(`^${chip}`) }).click()
      await board.getByRole(role, { name: value, exact: true }).check()
      await here.page.keyboard.press('Escape')
    }
    const given = await copiedLink(here, '?range=30d&asset=BTC&exchange=Deribit')

    /** The filters of the chart queries to Superset. */
    const asked: string[] = []
    there.page.on('request', (request) => {
      if (request.url().includes('/api/v1/chart/data')) asked.push(request.postData() ?? '')
    })
    await there.page.goto(there.address('/saved-dashboards'))
    await signIn(there.page)
    await there.page.goto(there.address(given))
    const opened = await dashboardOf(there.page)
    await there.page.getByText('it has no filter “Asset”.').waitFor(wait)
    expect(asked.filter((body) => body.includes('Deribit') && body.includes('Last month'))).not.toEqual([])
    // Superset lacks one filter; its filter bar shows the others, where they can be changed.
    await opened.locator('[data-test="time-range-trigger"]').click()
    await opened.getByText('Last year', { exact: true }).click()
    await opened.locator('[data-test="date-filter-control__apply-button"]').click()
    await opened.locator('[data-test="NATIVE_FILTER-exchange"]').click()
    await opened.locator('.ant-select-item-option').filter({ hasText: 'OKX' }).click()
    await opened.locator('[data-test="filter-bar__apply-button"]').click()
    await opened.getByRole('tab', { name: 'Definitions' }).click()
    const returned = await copiedLink(there, '?tab=definitions&range=1y&exchange=Deribit,OKX')

    await here.page.goto(here.address(returned))
    await boardShown(here.page, 'Derivatives')
    await here.page.getByText('it has no such tab.').waitFor()
    expect(await board.locator('.range-switch label:has(:checked)').innerText()).toBe('1Y')
    await board.getByRole('button', { name: /^Exchange/ }).click()
    for (const name of ['Deribit', 'OKX'])
      await board.getByRole('checkbox', { name, exact: true, checked: true }).waitFor()
    expect(await board.getByRole('checkbox', { checked: true }).count()).toBe(2)
    for (const visitor of [here, there]) expect(visitor.problems()).toEqual([])
  } catch (error) {
    console.log('Pictures:', await here.picture('vendors-here'), await there.picture('vendors-there'))
    throw error
  } finally {
    await here.leave()
    await there.leave()
  }
}, 300_000)
