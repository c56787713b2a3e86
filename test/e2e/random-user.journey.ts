import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { describe } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import type { FaultRule } from '../../local/http/faults'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../support/catalogue'
import { gallery, hostAs, type HostCalls, openGallery } from '../support/gallery'
import { expect, journey } from '../support/journey'
import { action, type Action } from '../support/random-user'
import {
  createdHere,
  dialogs,
  faultOf,
  hangingTokens,
  patientMs,
  reloadUntilAsked,
  take,
  uncovered,
} from '../support/random-user-at-stack'

/** The number of actions in `npm test`; `npm run bench -- random-user` runs hundreds, with a new seed each time. */
const actions = Number(process.env['RANDOM_USER_ACTIONS'] ?? 10)
const seed = Number(process.env['RANDOM_USER_SEED'] ?? 26)
/** Timeout for a key press, shorter than the portal's token timeout, so that a shell that waits for a token fails the test. */
const keyTimeoutMs = 8_000
/** The last actions of each run: without a fault during a key press and a created dashboard, two invariants would hold vacuously. */
const finalActions: readonly Action[] = [{ kind: 'create', name: 'Always' }, { kind: 'tokens-hang' }]

const { create } = dashboardLibraryRoutes
const email = 'trader@example.com'

interface TokenCalls {
  /** Calls in flight now. */
  open(): number
  /** The highest number of concurrent calls. */
  most(): number
}

function followTokenCalls(page: Page): TokenCalls {
  const open = new Set<Request>()
  let most = 0
  page.on('request', (request) => {
    // A new document drops the requests of the previous one.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    if (!/\/api\/token/.test(request.url())) return
    open.add(request)
    most = Math.max(most, open.size)
  })
  const ended = (request: Request): void => void open.delete(request)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return { open: () => open.size, most: () => most }
}

/** Requests outside the BI host that had a BI token in their URL, headers or body. */
function tokensElsewhere(context: BrowserContext, { biHost, services }: StackOrigins) {
  const tokens = new Set<string>()
  const sent: { readonly url: string; readonly all: string }[] = []
  const reading: Promise<unknown>[] = []
  context.on('response', (response) => {
    if (!response.ok() || !response.url().startsWith(`${services}/api/token`)) return
    // A navigation discards pending responses.
    reading.push(
      response.text().then(
        (token) => tokens.add(token),
        () => undefined,
      ),
    )
  })
  context.on('request', (request) => {
    const url = request.url()
    if (new URL(url).origin === biHost) return
    sent.push({ url, all: `${url} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}` })
  })
  return async (): Promise<readonly string[]> => {
    await Promise.all(reading)
    const known = [...tokens].filter((token) => token.length >= 20)
    return sent.filter(({ all }) => known.some((token) => all.includes(token))).map(({ url }) => url)
  }
}

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })

interface Shown {
  readonly title: string
  /** Name of the frame that shows its dashboard. */
  readonly board: string
}

interface Watched {
  readonly titles: ReadonlyMap<string, Shown>
  readonly calls: TokenCalls
  /** Key presses handled while one token call was in flight the whole time. */
  keysInFaults: number
  readonly elsewhere: () => Promise<readonly string[]>
  /** Unhandled exceptions and rejections of the page. */
  readonly unheard: readonly string[]
}

/**
 * The shell answers a key now: Search opens on it. What it answers with is a file; there may be no network for it. A dialog that was asked
 * for before the key and comes after it covers the page: it is closed, and the key pressed once more.
 */
async function expectKeyHandled(page: Page, timeoutMs = keyTimeoutMs): Promise<void> {
  await page
    .locator('.shell > output.visually-hidden')
    .first()
    .waitFor({ state: 'attached', timeout: patientMs })
  for (let presses = 0; presses < 2; presses += 1) {
    await uncovered(page)
    await page.keyboard.press('ControlOrMeta+k')
    const answered = await dialogs(page)
      .first()
      .waitFor({ timeout: timeoutMs })
      .then(
        () => true,
        () => false,
      )
    expect(answered, 'a key is answered before the fault ends').toBe(true)
    if (await search(page).isVisible()) return
  }
  expect.fail('Search opens on its key')
}

/** Escape closes Search. If a late dialog covers it, a second Escape is needed, because each closes the topmost one. */
async function closesOnEscape(page: Page): Promise<void> {
  let presses = 0
  await expect
    .poll(
      async () => {
        if ((await search(page).count()) === 0) return 'closed'
        if (presses++ < 2) await page.keyboard.press('Escape')
        return 'open'
      },
      { timeout: keyTimeoutMs, interval: 1_000 },
    )
    .toBe('closed')
}

/** Every dashboard that the portal reported as created is in the host’s list and on the user's screen. */
async function expectNothingLost(page: Page, host: HostCalls, made: ReadonlySet<string>): Promise<void> {
  const names = (await host.list()).map(({ name }) => name)
  expect(
    [...made].filter((name) => !names.includes(name)),
    'acknowledged and lost',
  ).toEqual([])
  await page.getByRole('heading', { level: 2, name: `Dashboards (${names.length})`, exact: true }).waitFor()
}

/** The invariants that hold after any action and during any fault; throws with the name of the broken one. */
async function expectInvariants(page: Page, watched: Watched): Promise<void> {
  const { titles, calls, elsewhere, unheard } = watched
  const before = calls.open()
  await expectKeyHandled(page)
  if (before > 0 && calls.open() > 0) watched.keysInFaults += 1
  await closesOnEscape(page)
  // The URL names the dataset on screen, the page has its title, and no frame of another dataset is visible.
  const wanted = titles.get(new URL(page.url()).pathname)
  if (wanted !== undefined) {
    const heading = page.locator('main h1').first()
    await expect.poll(() => heading.textContent(), { timeout: patientMs }).toBe(wanted.title)
    const shown = await page
      .locator('main iframe[data-ts-iframe]:visible')
      .evaluateAll((frames) => frames.map((frame) => (frame as HTMLIFrameElement).title))
    expect(shown.filter((name) => name.endsWith(' dashboard') && name !== wanted.board)).toEqual([])
  }
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0)
  expect(calls.most(), 'calls for a token at once').toBeLessThanOrEqual(1)
  expect(await elsewhere(), 'a BI token outside the BI host').toEqual([])
  expect(unheard, 'thrown or rejected unheard').toEqual([])
}

/** Planted defect: the shell ignores keys while a token call is in flight. Runs in the page, before its own scripts. */
function ignoreKeysDuringTokenCalls(): void {
  let open = 0
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!address.includes('/api/token')) return send(input, init)
    open += 1
    return send(input, init).finally(() => {
      open -= 1
    })
  }
  const swallow = (event: KeyboardEvent): void => {
    if (open > 0) event.stopImmediatePropagation()
  }
  globalThis.addEventListener('keydown', swallow, true)
}

/** Planted defect: the host acknowledges a new dashboard and does not store it. */
const forgetfulHost: FaultRule = {
  service: 'bi-host',
  kind: 'reply',
  match: create.path,
  contentType: 'application/json',
  body: JSON.stringify({
    object: [{ response: { status: { status_code: 'OK' }, header: { id_guid: randomUUID() } } }],
  }),
}

describe('a random user', () => {
  journey(
    'breaks no invariant on the running stack with random faults; two planted defects are detected',
    { timeout: 60_000 + actions * 30_000 },
    async ({ visit, origins, faults }) => {
      const visitor = await visit({ givesUpSilence: true, viewport: { width: 1440, height: 450 } })
      const { page, context } = visitor
      const elsewhere = tokensElsewhere(context, origins)
      const calls = followTokenCalls(page)
      const unheard: string[] = []
      page.on('pageerror', (error) => unheard.push(error.stack ?? error.message))
      await openGallery({ page, visitor, origins }, email)
      visitor.expectConsole(/^(?!Uncaught)/, 'what fails is written down')
      await page.evaluate(() => console.error('A random user begins.'))
      const titles = new Map(
        createCatalogue(catalogueConfiguration).datasets.map(({ path, title, sidebarName }) => [
          String(path),
          { title, board: `${sidebarName} dashboard` },
        ]),
      )
      const known = {
        paths: ['/saved-dashboards', ...titles.keys(), '/chart-builder', '/nowhere'],
        made: new Set<string>(),
      }
      const watched: Watched = { titles, calls, keysInFaults: 0, elsewhere, unheard }
      // Once without a fault, so that the chunks of Search are loaded.
      await expectInvariants(page, watched)
      const done: string[] = []
      let rules: readonly FaultRule[] = []
      const play = async (one: Action): Promise<void> => {
        const nth = done.push(JSON.stringify(one))
        if (one.kind === 'tokens-come') await faults.set(...(rules = []))
        const rule = faultOf(one)
        if (rule !== null) await faults.set(...(rules = [...rules.slice(-2), rule]))
        await take(visitor, one, { ...known, nth })
        await expectInvariants(page, watched)
      }
      // Everything works again.
      const heal = async (): Promise<void> => {
        await faults.set(...(rules = []))
        await context.setOffline(false)
        await page.goto(visitor.address('/saved-dashboards'))
        await gallery(page).new.waitFor()
      }
      try {
        for (const one of fc.sample(action, { numRuns: actions, seed })) await play(one)
        await heal()
        for (const one of finalActions) await play(one)
        expect(watched.keysInFaults, 'keys in the middle of a fault').toBeGreaterThan(0)
        expect(known.made.size, 'dashboards made').toBeGreaterThan(0)
        await heal()
        await expectNothingLost(page, await hostAs({ visitor, origins }, email), known.made)
      } catch (cause) {
        throw new Error(`seed ${seed}, after ${done.length} actions:\n${done.slice(-8).join('\n')}`, {
          cause,
        })
      }
      console.log(
        `${done.length} actions of seed ${seed}: ${countsOf(done)}; ${watched.keysInFaults} keys in open calls for tokens; ${known.made.size} dashboards made, all listed.`,
      )

      // The same two checks must fail on a defective host and a defective portal.
      await faults.set(forgetfulHost)
      expect(await createdHere(page, 'Forgotten')).toBe(true)
      await page.getByText('“Forgotten” was created, but your list doesn’t show it yet.').waitFor()
      await expect(
        expectNothingLost(page, await hostAs({ visitor, origins }, email), new Set(['Forgotten'])),
      ).rejects.toThrow('acknowledged and lost')
      await context.addInitScript(ignoreKeysDuringTokenCalls)
      await faults.set(hangingTokens)
      expect(await reloadUntilAsked(page)).toBe(true)
      await expect(expectKeyHandled(page, 2_000)).rejects.toThrow('a key is answered before the fault ends')
    },
  )
})

/** `go 12, click 9, …` */
function countsOf(done: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of done) {
    const { kind } = JSON.parse(one) as Action
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}
