import type { Browser } from 'playwright-core'
import { findBrowser, findTestBrowser, launchBrowser } from '../../../local/cli/browser'

export async function launch(): Promise<Browser> {
  return launchBrowser({ executablePath: await findTestBrowser(() => undefined) })
}

/** A Chromium as people have it: pages may be kept for Back and Forward, which Playwright would switch off. */
export async function launchWhole(): Promise<Browser> {
  return launchBrowser({ executablePath: await findBrowser(() => undefined), backForwardCache: true })
}
