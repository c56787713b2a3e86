import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { LocalService } from '../http/listen'
import { buildPage, pageSettings, servePage, type BenchPage } from './bench-pages'
import { shownBy, visitOf, watchPage, type Network, type Shown, type Visit } from './bench-visit'
import { findBrowser, launchBrowser, signIn } from './browser'
import { freePorts } from './ports'
import { withSuperset } from './measure-superset'
import type { ImportFile } from './stack-settings'
import { withStack } from './with-stack'

/** One visit to each page in sequence. */
export type LoadRound = Readonly<Partial<Record<LoadPage, Visit>>>
export type LoadPage = 'portal' | BenchPage

export interface LoadMeasurement {
  readonly network: Network
  readonly visit: 'first' | 'repeat'
  readonly who: 'anonymous' | 'signed in'
  readonly rounds: readonly LoadRound[]
  /** Name and version. */
  readonly browser: string
}

/** Measures the portal's Home and pages with the same dashboard alternately, in new browser profiles each round. */
export async function measureLoad(
  rounds: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly LoadMeasurement[]> {
  const executablePath = await findBrowser(say)
  const { portal: minimalPort, biHost: usualPort } = await freePorts()
  const folder = await mkdtemp(join(tmpdir(), 'assay-load-'))
  const served: LocalService[] = []
  try {
    return await withStack(
      importFile,
      say,
      async (stack, browser) => {
        const settings = pageSettings(stack)
        for (const [page, port] of [
          ['minimal', minimalPort],
          ['usual', usualPort],
        ] as const) {
          await buildPage(page, join(folder, page), settings)
          served.push(await servePage(join(folder, page), port))
        }
        const together = await launchBrowser({ executablePath, ...asOne })
        const addresses = {
          portal: `${stack.origins.portal}/home`,
          minimal: `${served[0]?.origin}/`,
          usual: `${served[1]?.origin}/`,
        }
        const measure = (one: Browser, network: Network, who: LoadMeasurement['who']) =>
          measureNetwork({ browser: one, addresses, rounds, network, who, say, shown: shownBy.thoughtspot })
        try {
          return [
            ...(await measure(browser, 'unthrottled', 'anonymous')),
            ...(await measure(browser, 'unthrottled', 'signed in')),
            ...(await measure(together, 'Slow 4G, CPU 4x', 'anonymous')),
          ]
        } finally {
          await together.close()
        }
      },
      [`http://localhost:${minimalPort}`, `http://localhost:${usualPort}`],
    )
  } finally {
    await Promise.all(served.map((service) => service.close()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** One process for throttling: CPU throttling of a page does not reach frames in other processes. */
const asOne = { fullSpeed: true, oneProcess: true } as const

/** The same on Superset. The minimal page here uses only Superset's embed SDK. Superset's frame sends no `appInit`. */
export async function measureLoadOnSuperset(
  rounds: number,
  importFile: ImportFile,
  say: (line: string) => void,
): Promise<readonly LoadMeasurement[]> {
  const executablePath = await findBrowser(say)
  return withSuperset(importFile, say, async ({ browser, portal, sdk }) => {
    const addresses = { portal: `${portal}/home`, minimal: `${sdk}/` }
    const run = { addresses, rounds, say, who: 'anonymous', shown: shownBy.superset } as const
    const together = await launchBrowser({ executablePath, ...asOne })
    try {
      return [
        ...(await measureNetwork({ ...run, browser, network: 'unthrottled' })),
        ...(await measureNetwork({ ...run, browser: together, network: 'Slow 4G, CPU 4x' })),
      ]
    } finally {
      await together.close()
    }
  })
}

interface NetworkRun extends Pick<LoadMeasurement, 'network' | 'who'> {
  readonly browser: Browser
  readonly addresses: Readonly<Partial<Record<LoadPage, string>>>
  readonly shown: Shown
  readonly rounds: number
  readonly say: (line: string) => void
}

async function measureNetwork(run: NetworkRun): Promise<readonly LoadMeasurement[]> {
  const { addresses, browser, rounds, network, who, say } = run
  const pages = (['portal', 'minimal', 'usual'] as const).filter(
    // The minimal page has no sign-in.
    (page) => addresses[page] !== undefined && (who === 'anonymous' || page !== 'minimal'),
  )
  const first: LoadRound[] = []
  const repeat: LoadRound[] = []
  // The first round warms the server's caches and is discarded.
  for (let round = -1; round < rounds; round += 1) {
    // Rotates which page goes first.
    const from = (round + pages.length) % pages.length
    const visits: Partial<Record<LoadPage, readonly [Visit, Visit]>> = {}
    for (const page of [...pages.slice(from), ...pages.slice(0, from)])
      visits[page] = await visitsOf(run, page)
    if (round < 0) continue
    const ofVisit = (at: 0 | 1): LoadRound =>
      Object.fromEntries(Object.entries(visits).map(([page, both]) => [page, both[at]]))
    first.push(ofVisit(0))
    repeat.push(ofVisit(1))
    const times = pages.map((page) => `${page} ${visits[page]?.[0].firstTile.toFixed(0)} ms`)
    say(`${network}, ${who}, round ${round + 1}: first tile ${times.join(', ')}`)
  }
  const version = `Chromium ${browser.version()}`
  const again: LoadMeasurement = { network, who, visit: 'repeat', rounds: repeat, browser: version }
  // A signed-in user has visited the page before.
  return who === 'signed in' ? [again] : [{ ...again, visit: 'first', rounds: first }, again]
}

/** Two visits in one browser profile. */
async function visitsOf(run: NetworkRun, page: LoadPage): Promise<readonly [Visit, Visit]> {
  const { browser, addresses, shown, who } = run
  const address = addresses[page] ?? ''
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(watchPage, shown)
    if (who === 'signed in') {
      const start = await context.newPage()
      await start.goto(address)
      await signIn(start, 'analyst@example.com')
      await start.close()
    }
    return [await visitOf(context, address, run), await visitOf(context, address, run)]
  } finally {
    await context.close()
  }
}
