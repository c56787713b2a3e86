import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../../local/cli/browser'
import { startParts, type StartedStack } from '../support/open-parts'
import { openVisitor } from '../support/visitor'

/** Nothing of the embedded stack's that can be real. */
let stack: StartedStack
let browser: Browser
beforeAll(async () => {
  stack = await startParts('keycloak', 'superset', 'gateway', 'flags', 'nginx')
  browser = await launchBrowser({ executablePath: inject('browser') })
}, 600_000)
afterAll(async () => {
  await browser.close()
  await stack.close()
})

test('Keycloak signs a person in, Superset draws, flagd decides, and a reload asks for no password; nothing leaves the machine', async () => {
  const visitor = await openVisitor(browser, stack.origins)
  const { page } = visitor
  const wait = { timeout: 120_000 }
  const drawn = page.frameLocator('iframe[src*="/embedded/"]').locator('canvas').first()
  const logOut = page.getByRole('button', { name: 'Log out', exact: true })
  try {
    await page.goto(visitor.address('/home'))
    await drawn.waitFor(wait)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('#username').fill('analyst@example.com', wait)
    await page.locator('#password').fill('demo')
    await page.locator('#kc-login').click()
    await logOut.waitFor(wait)
    const passwords = visitor.count(/\/login-actions\//)
    await page.goto(visitor.address('/datasets/stablecoins'))
    await logOut.waitFor(wait)
    await drawn.waitFor(wait)
    expect(visitor.count(/\/login-actions\//)).toBe(passwords)
    const asked = visitor.requests.filter(({ url }) => url.includes('/ofrep/'))
    expect(new Set(asked.map(({ url }) => new URL(url).origin))).toContain(stack.origins.portal)
    // Superset's own pages complain in the console of requests of their own; the portal's document may not, and nothing may leave.
    const ofPortal = [stack.origins.portal, 'Content Security Policy', 'left this machine']
    const problems = visitor.problems().filter((problem) => ofPortal.some((word) => problem.includes(word)))
    expect(problems).toEqual([])
  } catch (error) {
    console.log('Pictures:', await visitor.picture('whole'))
    throw error
  } finally {
    await visitor.leave()
  }
})
