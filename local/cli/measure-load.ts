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

/** One visit to each page, one after the other. */
export type LoadRound = Readonly<Partial<Record<LoadPage, Visit>>>
export type LoadPage = 'portal' | BenchPage

export interface LoadMeasurement {
  readonly network: Network
  readonly visit: 'first' | 'repeat'
  readonly who: 'anonymous' | 'signed in'
  readonly rounds: readonly LoadRound[]
  /** Its version. */
  readonly browser: string
}

/** The portal's Home beside pages with the same dashboard, in turn, each round in profiles of its own. */
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

/** Throttled as one: a page of another process is out of reach of what slows its parent down. */
const asOne = { fullSpeed: true, oneProcess: true } as const

/** The same on Superset, beside a page that is nothing but its own embed SDK: that is the minimal one. A frame of Superset's says no hello. */
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
    // The minimal page knows nobody.
    (page) => addresses[page] !== undefined && (who === 'anonymous' || page !== 'minimal'),
  )
  const first: LoadRound[] = []
  const repeat: LoadRound[] = []
  // The round before the first fills the server's caches and counts for nothing.
  for (let round = -1; round < rounds; round += 1) {
    // Who goes first is not always the same.
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
  // Who is signed in has been to the page before.
  return who === 'signed in' ? [again] : [{ ...again, visit: 'first', rounds: first }, again]
}

/** Two visits in one profile. */
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
