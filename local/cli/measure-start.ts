import type { Browser } from 'playwright-core'
import type { FaultRule } from '../http/faults'
import type { ImportFile } from './load-stack'
import { frameOf } from './portal-driver'
import { withStack } from './with-stack'

export interface StartPair {
  /** Milliseconds from navigation to the first drawn tile of Home. */
  readonly healthy: number
  readonly hung: number
  readonly ratio: number
}

/** What the flag service does in the second half of each pair. */
const hungFlags: readonly FaultRule[] = [
  { service: 'flags', kind: 'hang' },
  { service: 'flag-stream', kind: 'hang' },
]

/**
 * The first tile of Home with flags healthy and with flags that never answer, in turn, each in a profile of its own. The ratio pair
 * by pair holds when the machine's speed drifts.
 */
export function measureStart(
  pairs: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly StartPair[]> {
  return withStack(importFile, say, async ({ origins, faults }, browser) => {
    const results: StartPair[] = []
    // The first visit fills the server's caches and counts for nothing.
    await firstTile(browser, origins.portal)
    for (let pair = 0; pair < pairs; pair += 1) {
      faults.replace([])
      const healthy = await firstTile(browser, origins.portal)
      faults.replace(hungFlags)
      const hung = await firstTile(browser, origins.portal)
      results.push({ healthy, hung, ratio: hung / healthy })
    }
    return results
  })
}

async function firstTile(browser: Browser, portal: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${portal}/home`, { waitUntil: 'commit' })
    await frameOf(page)
      .locator('figure:not([aria-busy="true"])')
      .first()
      .waitFor({ state: 'attached', timeout: 60_000 })
    return performance.now() - began
  } finally {
    await context.close()
  }
}
