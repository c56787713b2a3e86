import { readFileSync } from 'node:fs'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../../local/cli/browser'
import { objections } from '../support/axe'
import { startParts, type StartedStack } from '../support/open-parts'
import { openVisitor } from '../support/visitor'

/** The portal on the real Superset; the rest is embedded. */
let stack: StartedStack
let browser: Browser
beforeAll(async () => {
  stack = await startParts('superset', 'gateway')
  browser = await launchBrowser({ executablePath: inject('browser') })
}, 600_000)
afterAll(async () => {
  await browser.close()
  await stack.close()
})

const wait = { timeout: 120_000 }

/** The document of the dashboard on screen, once it has drawn something. */
async function dashboardOf(page: Page): Promise<Frame> {
  const element = page.locator('iframe[src*="/embedded/"]:visible')
  await element.contentFrame().locator('.dashboard-component-chart-holder canvas').first().waitFor(wait)
  const frame = await (await element.elementHandle())?.contentFrame()
  if (!frame) throw new Error('The page shows no dashboard.')
  return frame
}

/** What the page script and the files fetched ahead rest on: what is no longer so in this Superset, by name. */
async function changes(frame: Frame, listed: readonly string[]): Promise<readonly string[]> {
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
    ...(version === '' || version === '6.1.0' ? [] : [`version ${version}`]),
    ...missing.map((selector) => `element ${selector}`),
    ...(asked.includes('/assay/lifecycle.js') ? [] : ['template extension head_custom_extra.html']),
    ...interfaces.filter((path) => !asked.some((one) => path.test(one))).map((path) => `interface ${path}`),
    ...files.filter((path) => !listed.includes(path)).map((path) => `file ${path} is not fetched ahead`),
  ]
}

/** Of Superset's page, as `lifecycle.js` looks for them. */
const elements = [
  '.grid-container .dashboard-component',
  '.grid-content',
  '.dashboard-component-chart-holder .dashboard-chart .slice_container',
  '.dashboard-component-tabs .ant-tabs-nav-list > [data-node-key]',
  '.ant-tabs-tab-active[data-node-key] [role="tab"]',
]
const interfaces = [
  /\/api\/v1\/me\/roles\/$/,
  /\/api\/v1\/dashboard\/[^/]+$/,
  /\/api\/v1\/dashboard\/[^/]+\/charts$/,
  /\/api\/v1\/chart\/data$/,
]
const listed = [
  ...readFileSync('local/open-stack/superset/assay/warm.html', 'utf8').matchAll(/href="([^"]+)"/g),
].map(([, path = '']) => path)

test('what is rested on is there, by name; the portal’s document has no findings, and the keyboard goes into the dashboard and out', async () => {
  const visitor = await openVisitor(browser, stack.origins)
  const { page } = visitor
  try {
    await page.goto(visitor.address('/home'))
    const frame = await dashboardOf(page)
    expect(await changes(frame, listed)).toEqual([])
    // Into the dashboard and out of it again, by Tab alone.
    await page.locator('body').press('Tab')
    const seen = new Set<string>()
    for (let presses = 0; presses < 200 && !seen.has('back'); presses += 1) {
      const inside = await page.evaluate(() => document.activeElement?.tagName === 'IFRAME')
      if (inside) seen.add('in')
      else if (seen.has('in')) seen.add('back')
      await page.keyboard.press('Tab')
    }
    expect([...seen]).toEqual(['in', 'back'])
    // Each of them is missed by its name.
    await frame.evaluate(
      (selector) => document.querySelector(selector)?.setAttribute('class', 'renamed'),
      '.grid-content',
    )
    expect(await changes(frame, listed.slice(1))).toEqual([
      'element .grid-content',
      `file ${listed[0]} is not fetched ahead`,
    ])
    expect(await objections(page)).toEqual([])
    const findings = (await objections(frame)).map((text) => text.slice(0, text.indexOf(':')))
    console.log(`Findings in Superset's document: ${findings.join(', ')}`)
  } catch (error) {
    console.log('Pictures:', await visitor.picture('superset-portal'))
    throw error
  } finally {
    await visitor.leave()
  }
}, 240_000)
