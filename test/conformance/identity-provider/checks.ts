import type { PortalBrowser } from './browser-subject'
import type { PageSetup } from './page/setup'
import type { IdentityBrowser } from './subject'

/** One requirement for an adapter. It throws when the adapter does not meet it. */
export interface Check<Browser extends IdentityBrowser = IdentityBrowser, Setup = undefined> {
  /** Number of the point in the reference list. */
  readonly point: number
  readonly name: string
  readonly setup?: Setup
  readonly run: (browser: Browser) => Promise<void>
}

/** A check that needs a real page. */
export type BrowserCheck = Check<PortalBrowser, Partial<PageSetup>>

/** The 20 points of the shared suite, abbreviated. */
export const points: readonly string[] = [
  'Cold start without a session',
  'What sign-in sends',
  'Callback',
  'Started twice, reloaded, Back',
  'Forged callbacks',
  'Error callback',
  'Error codes',
  'ID token table',
  'Token kept, renewed, shared',
  'Reload restores',
  'Renewal after a 401',
  'Session ended elsewhere',
  'Rotation and reuse',
  'Second factor, consent, slow and broken provider',
  'Sign-out',
  'Account switch',
  'No token left behind',
  "The portal's own policy",
  'Token accepted by the token service',
  'Watchers',
]
