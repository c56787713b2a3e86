import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { launchBrowser } from '../../../local/cli/browser'
import { checkConfiguration, reportOf } from '../../../local/deployment/check'
import { descendants, openToNetworks } from '../../support/processes'
import { openVisitor, type Visitor } from '../../support/visitor'
import { fillInKeycloak } from './keycloak'

// The real services in place of the embedded stack: what the user sees, also while one is down.

const { origins, flagFile, control } = inject('whole')
const wait = { timeout: 120_000 }

let browser: Browser
let visitor: Visitor
beforeAll(async () => {
  browser = await launchBrowser({ executablePath: inject('browser') })
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await openVisitor(browser, origins)
})
afterEach(() => visitor.leave())

const logOut = () => visitor.page.getByRole('button', { name: 'Log out', exact: true })
const drawn = (timeout = wait.timeout) =>
  visitor.page
    .frameLocator('iframe[src*="/embedded/"]:visible')
    .locator('canvas')
    .first()
    .waitFor({ timeout })

async function signIn(): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await fillInKeycloak(visitor.page, 'analyst@example.com')
  await logOut().waitFor(wait)
}

async function act(service: string, action: 'stop' | 'start'): Promise<void> {
  const reply = await fetch(`${control}/${service}/${action}`, { method: 'POST' })
  expect(reply.status, await reply.text()).toBe(200)
}

/** Superset's pages log errors about their own requests. The portal's document may not, and no request may leave the machine. */
function problems(): readonly string[] {
  const ofPortal = [origins.portal, 'Content Security Policy', 'left this machine', 'expected in the console']
  return visitor.problems().filter((problem) => ofPortal.some((word) => problem.includes(word)))
}

test('Keycloak signs in, Superset renders, flagd serves flags, a reload needs no password, and no request leaves the machine', async () => {
  const { page } = visitor
  await page.goto(visitor.address('/home'))
  await drawn()
  // A page without a dashboard, which would only be rendered again and left.
  await page.goto(visitor.address('/nowhere'))
  await signIn()
  const passwords = visitor.count(/\/login-actions\//)
  await page.goto(visitor.address('/datasets/stablecoins'))
  await logOut().waitFor(wait)
  await drawn()
  expect(visitor.count(/\/login-actions\//)).toBe(passwords)
  const asked = visitor.requests.filter(({ url }) => url.includes('/ofrep/'))
  expect(new Set(asked.map(({ url }) => new URL(url).origin))).toContain(origins.portal)
  expect(problems()).toEqual([])
})

test('check-configuration passes the real services, and names those that do not know an unregistered portal origin', async () => {
  const document = await (await fetch(origins.portal)).text()
  const [, text = ''] = /id="portal-configuration"[^>]*>([^<]*)</.exec(document) ?? []
  const values = JSON.parse(text) as Record<string, string>
  const check = (portal: string) => checkConfiguration(values, portal, { deadlineMs: 20_000, fetch })
  const known = await check(origins.portal)
  expect(reportOf('whole.env', known)).toContain('Ready: all checks passed.')
  const { findings } = await check('http://localhost:9')
  const of = (verdict: string): readonly string[] =>
    findings.filter((one) => one.verdict === verdict).map(({ what }) => what)
  expect(of('failed')).toEqual(expect.arrayContaining(['Client at the provider', 'Tokens of the provider']))
  expect(of('open')).toEqual(['Log-out at the provider'])
})

test('no started service accepts connections from other machines', async () => {
  // The parent process, Vitest's, has started the stack and this process.
  const pids = [process.ppid, ...(await descendants(process.ppid))]
  expect(await openToNetworks(pids)).toEqual([])
  const open = createServer().listen(0, '0.0.0.0')
  try {
    await once(open, 'listening')
    expect(await openToNetworks([process.pid])).toHaveLength(1)
  } finally {
    open.close()
  }
})

test('a flag changed in the file is applied, an outage changes nothing, and a change during it is applied afterwards', async () => {
  const { page } = visitor
  const preview = page.getByText('Preview', { exact: true })
  const key = 'miu-query-params-bypass'
  const before = await readFile(flagFile, 'utf8')
  const flip = async (defaultVariant: 'on' | 'off'): Promise<void> => {
    const document = JSON.parse(before) as { flags: Record<string, object> }
    const flags = { ...document.flags, [key]: { ...document.flags[key], defaultVariant, targeting: {} } }
    await writeFile(flagFile, JSON.stringify({ ...document, flags }))
  }
  try {
    await page.goto(visitor.address('/nowhere?preview=assay-preview-7c1d4f5e9a410d2b6c8e1a01'))
    await preview.waitFor({ state: 'visible', ...wait })
    await signIn()
    await preview.waitFor({ state: 'visible', ...wait })
    await flip('off')
    await preview.waitFor({ state: 'detached', ...wait })
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('/ofrep/')) answers.push(response.status())
    })
    page.on('requestfailed', (request) => {
      if (request.url().includes('/ofrep/')) answers.push(0)
    })
    visitor.expectConsole(/ofrep|Flags not loaded: unreachable/, 'the flag server is away')
    await act('flags', 'stop')
    await expect.poll(() => answers.some((status) => status === 0 || status >= 500), wait).toBe(true)
    expect(await preview.count()).toBe(0)
    await flip('on')
    await act('flags', 'start')
    await preview.waitFor({ state: 'visible', ...wait })
    expect(problems()).toEqual([])
  } finally {
    await act('flags', 'start')
    await writeFile(flagFile, before)
  }
})

test('when Superset restarts under an open portal, a panel names the dashboard and its Retry loads it', async () => {
  await visitor.leave()
  visitor = await openVisitor(browser, origins, { givesUpSilence: true })
  const { page } = visitor
  await page.goto(visitor.address('/nowhere'))
  await signIn()
  const passwords = visitor.count(/\/login-actions\//)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await drawn()
  await act('superset', 'stop')
  try {
    await page.getByRole('link', { name: 'Stablecoins', exact: true }).first().click()
    const panel = page.getByRole('alert').filter({ hasText: 'Stablecoins dashboard' })
    await panel.waitFor(wait)
    await act('superset', 'start')
    // A Superset that has just started may exceed the portal's timeout: then the panel is shown again.
    await vi.waitFor(async () => {
      if (await panel.isVisible()) await panel.getByRole('button', { name: 'Retry' }).click()
      await drawn(30_000)
    }, wait)
    expect(await panel.count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/datasets/stablecoins')
    await logOut().waitFor(wait)
    expect(visitor.count(/\/login-actions\//)).toBe(passwords)
  } finally {
    await act('superset', 'start')
  }
})
