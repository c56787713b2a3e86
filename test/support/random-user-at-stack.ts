import type { Page } from 'playwright-core'
import type { FaultRule } from '../../local/http/faults'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { goTo } from './in-page'
import type { Action } from './random-user'
import type { Visitor } from './visitor'

/** How long a page or a dialog may take during faults; generous, because other work runs in parallel. */
export const patientMs = 20_000

const { list, create } = dashboardLibraryRoutes
export const hangingTokens: FaultRule = { service: 'token-service', kind: 'hang', times: 1 }

/** What fails at the stack for each fault of the model; faults that the model lacks have no effect here. */
export function faultOf(taken: Action): FaultRule | null {
  switch (taken.kind) {
    case 'tokens-fail':
      return taken.failure.kind === 'token-unreachable'
        ? { service: 'token-service', kind: 'drop', times: 2 }
        : { service: 'token-service', kind: 'status', status: 503, times: 2 }
    case 'tokens-hang':
      return hangingTokens
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

/** Runs in the page. Presses what a user could press, except what leaves the portal or logs out. */
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

/** Overlays on the page. */
export const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

/** Creates a dashboard like a user; returns whether the portal reported that it was created. */
export async function createdHere(page: Page, name: string): Promise<boolean> {
  await uncovered(page)
  const plus = page.getByRole('button', { name: 'Create New Dashboard' }).first()
  if ((await plus.count()) === 0) return false
  await plus.dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Create New Dashboard' })
  const field = dialog.getByLabel('Dashboard Name')
  // Its file may be the one that fails: then it says so, and no request was sent.
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

/** Closes overlays on the page. */
export async function uncovered(page: Page): Promise<void> {
  for (let round = 0; round < 4 && (await dialogs(page).count()) > 0; round += 1)
    await page.keyboard.press('Escape')
}

/** Faults that take effect at the start of a page, which is therefore reloaded during them. */
const ofTheStart: ReadonlySet<Action['kind']> = new Set([
  'tokens-fail',
  'tokens-hang',
  'frame-silent',
  'frame-blocked',
  'identity-fails',
])

/** Reloads the page until it has requested a token; false where it requests none. */
export async function reloadUntilAsked(page: Page): Promise<boolean> {
  const asked = page.waitForRequest(/\/api\/token/, { timeout: patientMs }).then(
    () => true,
    () => false,
  )
  await page.reload({ waitUntil: 'commit' })
  return asked
}

interface Known {
  readonly paths: readonly string[]
  /** Names of dashboards that the portal reported as created. */
  readonly made: Set<string>
  readonly nth: number
}

export async function take(
  { page, context }: Pick<Visitor, 'page' | 'context'>,
  taken: Action,
  known: Known,
): Promise<void> {
  if (ofTheStart.has(taken.kind)) {
    // Without a network no page can load.
    if (!(await page.evaluate(() => navigator.onLine))) return
    // A key pressed before the request is sent is outside the fault.
    if (taken.kind === 'tokens-hang') await reloadUntilAsked(page)
    else await page.reload({ waitUntil: 'commit' })
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
    // The stack has its own time; its faults are set already.
  }
}
