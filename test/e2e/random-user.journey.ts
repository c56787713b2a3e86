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

/** So many actions in `npm test`; `npm run bench -- random-user` has hundreds, of another seed each time. */
const actions = Number(process.env['RANDOM_USER_ACTIONS'] ?? 10)
const seed = Number(process.env['RANDOM_USER_SEED'] ?? 26)
/** Longest a key may take: less than the portal waits for a token, so that a shell that waited for one would be seen. */
const keyMs = 8_000
/** What each run ends with, whatever chance has brought: without a fault to press a key in and a dashboard that was made, two invariants hold of nothing. */
const always: readonly Action[] = [{ kind: 'create', name: 'Always' }, { kind: 'tokens-hang' }]

const { create } = dashboardLibraryRoutes
const email = 'trader@example.com'

interface TokenCalls {
  /** Open at this moment. */
  open(): number
  /** Open at the same time, the most there were. */
  most(): number
}

function followTokenCalls(page: Page): TokenCalls {
  const open = new Set<Request>()
  let most = 0
  page.on('request', (request) => {
    // Another document knows nothing of what the one before it has asked.
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

/** Requests outside the BI host that had a BI token in their address, head or body. */
function tokensElsewhere(context: BrowserContext, { biHost, services }: StackOrigins) {
  const tokens = new Set<string>()
  const sent: { readonly url: string; readonly all: string }[] = []
  const reading: Promise<unknown>[] = []
  context.on('response', (response) => {
    if (!response.ok() || !response.url().startsWith(`${services}/api/token`)) return
    // A page that leaves takes its answers with it.
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
  /** Keys that were answered while a call for a token was open, from before the press until after the answer. */
  keysInFaults: number
  readonly elsewhere: () => Promise<readonly string[]>
  /** What was thrown or rejected in the page and nobody handled. */
  readonly unheard: readonly string[]
}

/**
 * The shell answers a key now: Search opens on it. What it answers with is a file; there may be no network for it. A dialog that was asked
 * for before the key and comes after it covers the page: it is closed, and the key pressed once more.
 */
async function answersAKey(page: Page, timeoutMs = keyMs): Promise<void> {
  await page
    .locator('.shell > output.visually-hidden')
    .first()
    .waitFor({ state: 'attached', timeout: patientMs })
  for (let presses = 0; presses < 2; presses += 1) {
    await uncovered(page)
    await page.keyboard.press('Control+k')
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

/** Escape closes Search; once more where the late dialog came over it, for each closes what lies on top. */
async function closesOnEscape(page: Page): Promise<void> {
  let presses = 0
  await expect
    .poll(
      async () => {
        if ((await search(page).count()) === 0) return 'closed'
        if (presses++ < 2) await page.keyboard.press('Escape')
        return 'open'
      },
      { timeout: keyMs, interval: 1_000 },
    )
    .toBe('closed')
}

/** What the portal said was made is in the host’s list, and before the person who made it. */
async function nothingLost(page: Page, host: HostCalls, made: ReadonlySet<string>): Promise<void> {
  const names = (await host.list()).map(({ name }) => name)
  expect(
    [...made].filter((name) => !names.includes(name)),
    'acknowledged and lost',
  ).toEqual([])
  await page.getByRole('heading', { level: 2, name: `Dashboards (${names.length})`, exact: true }).waitFor()
}

/** What holds whatever was done and whatever fails at the moment; throws by name. */
async function holds(page: Page, watched: Watched): Promise<void> {
  const { titles, calls, elsewhere, unheard } = watched
  const before = calls.open()
  await answersAKey(page)
  if (before > 0 && calls.open() > 0) watched.keysInFaults += 1
  await closesOnEscape(page)
  // The address says which dataset is on screen, the page has its name, and no frame is seen of another.
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

/** A portal whose shell waits for tokens: it hears no key while a call for one is open. Runs in the page, before its own scripts. */
function deafWhileTokensAreAsked(): void {
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

/** A host that acknowledges a dashboard and keeps none. */
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
    'of the running stack, with random faults, breaks nothing that always holds; a shell that waits for tokens and a host that forgets are found out',
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
          { title, board: `${sidebarName ?? title} dashboard` },
        ]),
      )
      const known = {
        paths: ['/saved-dashboards', ...titles.keys(), '/chart-builder', '/nowhere'],
        made: new Set<string>(),
      }
      const watched: Watched = { titles, calls, keysInFaults: 0, elsewhere, unheard }
      // Once while all is well: the files of what is asked of it are there.
      await holds(page, watched)
      const done: string[] = []
      let rules: readonly FaultRule[] = []
      const play = async (one: Action): Promise<void> => {
        const nth = done.push(JSON.stringify(one))
        if (one.kind === 'tokens-come') await faults.set(...(rules = []))
        const rule = faultOf(one)
        if (rule !== null) await faults.set(...(rules = [...rules.slice(-2), rule]))
        await take(visitor, one, { ...known, nth })
        await holds(page, watched)
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
        for (const one of always) await play(one)
        expect(watched.keysInFaults, 'keys in the middle of a fault').toBeGreaterThan(0)
        expect(known.made.size, 'dashboards made').toBeGreaterThan(0)
        await heal()
        await nothingLost(page, await hostAs({ visitor, origins }, email), known.made)
      } catch (cause) {
        throw new Error(`seed ${seed}, after ${done.length} actions:\n${done.slice(-8).join('\n')}`, {
          cause,
        })
      }
      console.log(
        `${done.length} actions of seed ${seed}: ${countsOf(done)}; ${watched.keysInFaults} keys in open calls for tokens; ${known.made.size} dashboards made, all listed.`,
      )

      // The same two questions about a host and a portal that are not right.
      await faults.set(forgetfulHost)
      expect(await createdHere(page, 'Forgotten')).toBe(true)
      await page.getByText('“Forgotten” was created, but your list doesn’t show it yet.').waitFor()
      await expect(
        nothingLost(page, await hostAs({ visitor, origins }, email), new Set(['Forgotten'])),
      ).rejects.toThrow('acknowledged and lost')
      await context.addInitScript(deafWhileTokensAreAsked)
      await faults.set(hangingTokens)
      expect(await reloadUntilAsked(page)).toBe(true)
      await expect(answersAKey(page, 2_000)).rejects.toThrow('a key is answered before the fault ends')
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
