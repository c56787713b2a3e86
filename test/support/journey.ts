import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import { launchBrowser } from '../../local/cli/browser'
import { faultSwitches, type FaultSwitches } from './fault-switches'
import { connectionsOutside } from './network-log'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor'

export { boardReady, frameOf, signIn } from '../../local/cli/portal-driver'
export { expect } from 'vitest'

interface Journey {
  readonly origins: StackOrigins
  readonly browser: Browser
  /** Another person, or the same one with other settings; left again when the journey ends. */
  readonly visit: (options?: VisitorOptions) => Promise<Visitor>
  readonly visitor: Visitor
  readonly page: Page
  /** Makes a service of the stack fail, until the journey ends. */
  readonly faults: FaultSwitches
}

/**
 * A test in a browser against the running stack. It fails when the console holds an error that nobody declared, or when
 * a page asked for anything outside this machine or left a token lying about, whatever else it has found.
 */
export const journey = test.extend<Journey>({
  // Vitest reads the names of what a fixture needs from the first parameter, so it has to be a pattern.
  // oxlint-disable-next-line no-empty-pattern
  origins: async ({}, provide) => {
    const origins = inject('stacks')[Number(process.env['VITEST_POOL_ID']) - 1]
    if (origins === undefined) throw new Error('This worker has no stack.')
    await provide(origins)
  },
  browser: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'assay-browser-'))
      const networkLog = join(folder, 'network.json')
      const browser = await launchBrowser({ executablePath: inject('browser'), networkLog })
      await provide(browser)
      await browser.close()
      expect(await connectionsOutside(networkLog)).toEqual([])
      await rm(folder, { recursive: true, force: true })
    },
    // Not of the worker: what its end finds would fail nothing.
    { scope: 'file' },
  ],
  visit: async ({ browser, origins, task }, provide) => {
    const visitors: Visitor[] = []
    await provide(async (options) => {
      const visitor = await openVisitor(browser, origins, options)
      visitors.push(visitor)
      return visitor
    })
    const problems = visitors.flatMap((visitor) => visitor.problems())
    for (const { handedOut } of visitors)
      problems.push(...(await handedOut.leaks()).map((leak) => `a token lies about: ${leak}`))
    const failed = problems.length > 0 || task.result?.state === 'fail'
    for (const [index, visitor] of visitors.entries()) {
      if (failed) console.log('Pictures:', await visitor.picture(`${task.name}-${index + 1}`))
      await visitor.leave()
    }
    expect(problems).toEqual([])
  },
  visitor: async ({ visit }, provide) => provide(await visit()),
  page: async ({ visitor }, provide) => provide(visitor.page),
  faults: async ({ origins }, provide) => {
    const switches = faultSwitches(origins)
    await switches.clearCounts()
    await provide(switches)
    await switches.clear()
  },
})
