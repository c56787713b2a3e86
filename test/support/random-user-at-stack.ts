import type { Page } from 'playwright-core'
import type { FaultRule } from '../../local/http/faults'
import { dashboardLibraryRoutes } from '../../src/adapters/dashboard-library/thoughtspot/rest-versions'
import { goTo } from './in-page'
import type { Action } from './random-user'
import type { Visitor } from './visitor'

/** Longest a page or a dialog may take while things fail around it: patient, because other work runs beside this. */
export const patientMs = 20_000

const { list, create } = dashboardLibraryRoutes
export const hangingTokens: FaultRule = { service: 'token-service', kind: 'hang', times: 1 }

/** What fails at the stack for each fault of the model; what the model leaves out stands for nothing here. */
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

/** What lies over the page. */
export const dialogs = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

/** Makes a dashboard as a person does, and says whether the portal said that it was made. */
export async function createdHere(page: Page, name: string): Promise<boolean> {
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
export async function uncovered(page: Page): Promise<void> {
  for (let round = 0; round < 4 && (await dialogs(page).count()) > 0; round += 1)
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

/** Loads the page anew, until it has asked for a token; false where it asks for none. */
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
  /** Names of dashboards that the portal said were made. */
  readonly made: Set<string>
  readonly nth: number
}

export async function take(
  { page, context }: Pick<Visitor, 'page' | 'context'>,
  taken: Action,
  known: Known,
): Promise<void> {
  if (ofTheStart.has(taken.kind)) {
    // Without a network there is no page to load.
    if (!(await page.evaluate(() => navigator.onLine))) return
    // A key that is pressed before the call is made is pressed outside the fault.
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
    // The stack has its own time; what fails there is set already.
  }
}
