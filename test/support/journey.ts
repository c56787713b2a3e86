import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import { launchBrowser } from '../../local/cli/browser'
import { faultSwitches, type FaultSwitches } from './fault-switches'
import { followNetworkLog } from './network-log'
import { openVisitor, type Visitor, type VisitorOptions } from './visitor'

export { boardReady, frameOf, signIn } from '../../local/cli/browser'
export { expect } from 'vitest'

interface Journey {
  readonly origins: StackOrigins
  /** The worker's browser, in which each test has its own profiles; relaunched if it has died. */
  readonly ownBrowser: () => Promise<{
    readonly browser: Browser
    /** Addresses outside this machine that it has connected to since the last call. */
    readonly outside: () => Promise<readonly string[]>
  }>
  readonly browser: Browser
  /** Another user, or the same one with other settings; closed when the journey ends. */
  readonly visit: (options?: VisitorOptions) => Promise<Visitor>
  readonly visitor: Visitor
  readonly page: Page
  /** Makes a service of the stack fail, until the journey ends. */
  readonly faults: FaultSwitches
}

function stackOfWorker(): StackOrigins {
  const origins = inject('stacks')[Number(process.env['VITEST_POOL_ID']) - 1]
  if (origins === undefined) throw new Error('This worker has no stack.')
  return origins
}

/**
 * A test in a browser against the running stack. It also fails when the console has an undeclared error, or when a page sent a request
 * outside this machine or leaked a token.
 */
export const journey = test.extend<Journey>({
  // Vitest reads the names of what a fixture needs from the first parameter, so it has to be a pattern.
  // oxlint-disable-next-line no-empty-pattern
  origins: async ({}, provide) => {
    await provide(stackOfWorker())
  },
  ownBrowser: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      let open: { readonly browser: Browser; readonly outside: () => Promise<readonly string[]> } | undefined
      const folder = await mkdtemp(join(tmpdir(), 'assay-browser-'))
      await provide(async () => {
        if (open?.browser.isConnected() === true) return open
        const networkLog = join(folder, `${randomUUID()}.json`)
        const browser = await launchBrowser({ executablePath: inject('browser'), networkLog })
        open = { browser, outside: followNetworkLog(networkLog) }
        return open
      })
      await open?.browser.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ ownBrowser }, provide) => {
      const { browser, outside } = await ownBrowser()
      await provide(browser)
      // The log is written a few events at a time: those of one more page flush the earlier ones.
      const page = await browser.newPage()
      await page.goto(`${stackOfWorker().services}/health`)
      await page.context().close()
      expect(await outside()).toEqual([])
    },
    { scope: 'file' },
  ],
  visit: async ({ browser, origins, task, onTestFinished }, provide) => {
    const visitors: Visitor[] = []
    const problems: string[] = []
    // Not during the fixture's teardown: a fixture that throws then is torn down again at the end of the second try, which fails because
    // of it.
    onTestFinished(() => expect(problems).toEqual([]))
    await provide(async (options) => {
      const visitor = await openVisitor(browser, origins, options)
      visitors.push(visitor)
      return visitor
    })
    await Promise.all(visitors.map((visitor) => visitor.consoleSettled()))
    problems.push(...visitors.flatMap((visitor) => visitor.problems()))
    for (const { handedOut } of visitors)
      problems.push(...(await handedOut.leaks()).map((leak) => `a token lies about: ${leak}`))
    const failed = problems.length > 0 || task.result?.state === 'fail'
    for (const [index, visitor] of visitors.entries()) {
      if (failed) console.log('Pictures:', await visitor.picture(`${task.name}-${index + 1}`))
      await visitor.leave()
    }
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
