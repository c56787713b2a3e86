import fc from 'fast-check'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { describe } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import type { FaultRule } from '../../local/http/faults'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { createCatalogue } from '../../src/core/catalogue/catalogue'
import { catalogueConfiguration } from '../support/catalogue'
import { openGallery } from '../support/gallery'
import { goTo } from '../support/in-page'
import { expect, journey } from '../support/journey'
import { action, type Action } from '../support/random-user'
import type { Visitor } from '../support/visitor'

/** So many actions in `npm test`; `npm run bench -- random-user` has hundreds, of another seed each time. */
const actions = Number(process.env['RANDOM_USER_ACTIONS'] ?? 10)
const seed = Number(process.env['RANDOM_USER_SEED'] ?? 26)
/** Longest a page or a dialog may take while things fail around it: patient, because other work runs beside this. */
const patientMs = 20_000
/** Longest a key may take: less than the portal waits for a token, so that a shell that waited for one would be seen. */
const keyMs = 8_000

const { list, create } = dashboardLibraryRoutes
const email = 'trader@example.com'

/** What fails at the stack for each fault of the model; what the model leaves out stands for nothing here. */
function faultOf(taken: Action): FaultRule | null {
  switch (taken.kind) {
    case 'tokens-fail':
      return taken.failure.kind === 'token-unreachable'
        ? { service: 'token-service', kind: 'drop', times: 2 }
        : { service: 'token-service', kind: 'status', status: 503, times: 2 }
    case 'tokens-hang':
      return { service: 'token-service', kind: 'hang', times: 1 }
    case 'views-fail':
      return { service: 'bi-host', kind: 'status', status: 503, match: '/prism/', times: 3 }
    case 'frame-silent':
      return { service: 'bi-host', kind: 'hang', match: '~^/(?:v2/?|index.html)?$', times: 1 }
    case 'frame-blocked':
      return { service: 'bi-host', kind: 'drop', match: '~^/(?:v2/?|index.html)?$', times: 1 }
    case 'list-fails':
      return taken.failure.kind === 'library-unavailable'
        ? { service: 'bi-host', kind: 'status', status: 503, match: list.path, times: 2 }
        : { service: 'bi-host', kind: 'drop', match: create.path, times: 1 }
    case 'identity-fails':
      return { service: 'identity', kind: 'status', status: 503, match: '/oauth/token', times: 1 }
    case 'go':
    case 'press':
    case 'click':
    case 'write':
    case 'create':
    case 'pass':
    case 'tokens-come':
    case 'network':
      return null
  }
}

/** Runs in the page. Presses what a person could press, but for what leaves the portal or logs out. */
function pressOne(nth: number): void {
  const all = [
    ...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href^="/"]:not([target])'),
  ].filter(
    (element) =>
      element.closest('[inert], [aria-hidden="true"]') === null &&
      element.checkVisibility() &&
      !/log (?:in|out)/i.test(element.getAttribute('aria-label') ?? element.textContent ?? '') &&
      !(element.getAttribute('href') ?? '').startsWith('/open-data/'),
  )
  all[nth % all.length]?.click()
}

/** Calls for a token that are open at the same time, the most there were. */
function tokenCalls(page: Page): () => number {
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
  return () => most
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
const overlays = '[role=dialog], [role=alertdialog]'

/** Makes a dashboard as a person does, and says whether the portal said that it was made. */
async function createdHere(page: Page, name: string): Promise<boolean> {
  await uncovered(page)
  const plus = page.getByRole('button', { name: 'Create New Dashboard' }).first()
  if ((await plus.count()) === 0) return false
  await plus.dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Create New Dashboard' })
  const field = dialog.getByLabel('Dashboard Name')
  // Its file may be what is missing at the moment: then it says so, and nothing was asked of anybody.
  const shown = await field.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  if (!shown) return false
  await field.fill(name)
  await field.press('Enter')
  const made = dialog.waitFor({ state: 'detached', timeout: patientMs }).then(() => true)
  const failed = dialog
    .getByRole('alert')
    .waitFor({ timeout: patientMs })
    .then(() => false)
  return Promise.race([made, failed])
}

/** Closes what lies over the page. */
async function uncovered(page: Page): Promise<void> {
  for (let round = 0; round < 4 && (await page.locator(overlays).count()) > 0; round += 1)
    await page.keyboard.press('Escape')
}

/** Faults that bite where a page begins: it is loaded anew in the middle of them. */
const ofTheStart: ReadonlySet<Action['kind']> = new Set([
  'tokens-fail',
  'tokens-hang',
  'frame-silent',
  'frame-blocked',
  'identity-fails',
])

interface Known {
  readonly paths: readonly string[]
  /** Names of dashboards that the portal said were made. */
  readonly made: Set<string>
  readonly nth: number
}

async function take(
  { page, context }: Pick<Visitor, 'page' | 'context'>,
  taken: Action,
  known: Known,
): Promise<void> {
  if (ofTheStart.has(taken.kind)) {
    // Without a network there is no page to load.
    if (await page.evaluate(() => navigator.onLine)) await page.reload({ waitUntil: 'commit' })
    return
  }
  switch (taken.kind) {
    case 'go':
      return goTo(page, known.paths[taken.to % known.paths.length] ?? '/home')
    case 'press':
      return page.keyboard.press(taken.key)
    case 'click':
      return page.evaluate(pressOne, taken.nth)
    case 'write': {
      const fields = page.locator('input[type=text]:visible, textarea:visible')
      const count = await fields.count()
      if (count === 0) return
      // A dialog may close over it meanwhile.
      return fields
        .nth(taken.nth % count)
        .fill(taken.text, { timeout: 1_000 })
        .catch(() => undefined)
    }
    case 'create': {
      const name = `${taken.name} ${known.nth}`
      if (await createdHere(page, name)) known.made.add(name)
      return
    }
    case 'network':
      return context.setOffline(!taken.online)
    case 'frame-blocked':
    case 'frame-silent':
    case 'identity-fails':
    case 'list-fails':
    case 'pass':
    case 'tokens-come':
    case 'tokens-fail':
    case 'tokens-hang':
    case 'views-fail':
    // The stack has its own time; what fails there is set already.
  }
}

interface Shown {
  readonly title: string
  /** Name of the frame that shows its dashboard. */
  readonly board: string
}

interface Watched {
  readonly titles: ReadonlyMap<string, Shown>
  readonly mostCalls: () => number
  readonly elsewhere: () => Promise<readonly string[]>
  /** What was thrown or rejected in the page and nobody handled. */
  readonly unheard: readonly string[]
}

/** What holds whatever was done and whatever fails at the moment; throws by name. */
async function holds(page: Page, { titles, mostCalls, elsewhere, unheard }: Watched): Promise<void> {
  // The shell hears a key in the middle of it. What it hears with is a file; there may be no network for it.
  await page
    .locator('.shell > output.visually-hidden')
    .first()
    .waitFor({ state: 'attached', timeout: patientMs })
  await uncovered(page)
  await page.keyboard.press('Control+k')
  await search(page).waitFor({ timeout: keyMs })
  await page.keyboard.press('Escape')
  await search(page).waitFor({ state: 'detached', timeout: keyMs })
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
  expect(mostCalls(), 'calls for a token at once').toBeLessThanOrEqual(1)
  expect(await elsewhere(), 'a BI token outside the BI host').toEqual([])
  expect(unheard, 'thrown or rejected unheard').toEqual([])
}

describe('a random user', () => {
  journey(
    'of the running stack, with random faults, breaks nothing that always holds',
    { timeout: 60_000 + actions * 30_000 },
    async ({ visit, origins, faults }) => {
      const visitor = await visit({ givesUpSilence: true, viewport: { width: 1440, height: 450 } })
      const { page, context } = visitor
      const elsewhere = tokensElsewhere(context, origins)
      const mostCalls = tokenCalls(page)
      const unheard: string[] = []
      page.on('pageerror', (error) => unheard.push(error.stack ?? error.message))
      const host = await openGallery({ page, visitor, origins }, email)
      visitor.expectConsole(/^(?!Uncaught)/, 'what fails is written down')
      await page.evaluate(() => console.error('A random user begins.'))
      const titles = new Map(
        createCatalogue(catalogueConfiguration).datasets.map(({ path, title, sidebarName }) => [
          String(path),
          { title, board: `${sidebarName ?? title} dashboard` },
        ]),
      )
      const known = {
        paths: [...titles.keys(), '/saved-dashboards', '/chart-builder', '/nowhere'],
        made: new Set<string>(),
      }
      const watched = { titles, mostCalls, elsewhere, unheard }
      // Once while all is well: the files of what is asked of it are there.
      await holds(page, watched)
      const done: string[] = []
      let rules: readonly FaultRule[] = []
      try {
        for (const [nth, one] of fc.sample(action, { numRuns: actions, seed }).entries()) {
          done.push(JSON.stringify(one))
          const rule = faultOf(one)
          if (rule !== null) await faults.set(...(rules = [...rules.slice(-2), rule]))
          if (one.kind === 'tokens-come') await faults.clear()
          await take(visitor, one, { ...known, nth })
          await holds(page, watched)
        }
        // Everything works again, and what was acknowledged is there: at the host, and before the person.
        await faults.clear()
        await context.setOffline(false)
        await page.goto(visitor.address('/saved-dashboards'))
        const names = (await host.list()).map(({ name }) => name)
        expect([...known.made].filter((name) => !names.includes(name))).toEqual([])
        await page
          .getByRole('heading', { level: 2, name: `Dashboards (${names.length})`, exact: true })
          .waitFor()
      } catch (cause) {
        throw new Error(`seed ${seed}, after ${done.length} actions:\n${done.slice(-8).join('\n')}`, {
          cause,
        })
      }
      console.log(
        `${done.length} actions of seed ${seed}: ${countsOf(done)}; ${known.made.size} dashboards made, all listed.`,
      )
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
