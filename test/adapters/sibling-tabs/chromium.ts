import type { Browser } from 'playwright-core'
import { findBrowser, findTestBrowser, launchBrowser } from '../../../local/cli/browser'

export async function launch(): Promise<Browser> {
  return launchBrowser({ executablePath: await findTestBrowser(() => undefined) })
}

/** A Chromium with the back/forward cache, as users have it; Playwright would switch it off. */
export async function launchWhole(): Promise<Browser> {
  return launchBrowser({ executablePath: await findBrowser(() => undefined), backForwardCache: true })
}
