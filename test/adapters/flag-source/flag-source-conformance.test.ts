import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { flagSourceSuite } from '../../conformance/flag-source.suite'
import { brokenMemoryAdapters } from '../../conformance/flag-source/broken-memory-adapters'
import {
  openBrowserWorld,
  setFlagStage,
  type BrowserWorld,
  type FlagStage,
} from '../../conformance/flag-source/browser-world'
import { memoryWorld } from '../../conformance/flag-source/memory-world'
import type { PageSetup } from '../../conformance/flag-source/page/setup'
import type { FlagClaims, FlagWorld } from '../../conformance/flag-source/world'
import { type Suite, brokenLaws, conforms } from '../../conformance/suite'

/**
 * Bugs of `page/main.ts`, the adapters that can have them, and the one law that has to reject each. A bug beside the adapter is the same
 * beside every adapter, so one is enough.
 */
const brokenPages: readonly {
  readonly bug: string
  readonly adapters: readonly PageSetup['adapter'][]
  readonly breaks: string
}[] = [
  {
    bug: 'gives up after a failed start',
    adapters: ['launchdarkly'],
    breaks: 'recovers from a failed start',
  },
  {
    bug: 'waits forever for one response',
    adapters: ['launchdarkly'],
    breaks: 'sends a new request when one is never answered',
  },
  {
    bug: 'requests a change only once',
    adapters: ['launchdarkly', 'ofrep'],
    breaks: 'retries when the request after a change fails',
  },
  {
    bug: 'is notified of differences only',
    adapters: ['launchdarkly'],
    breaks: 'becomes live after a warm start with unchanged values',
  },
  {
    bug: 'keeps the cache of a user who has left',
    adapters: ['launchdarkly'],
    breaks: 'stores nothing of a user who has left, even when their response arrives late',
  },
  {
    bug: 'keeps its stream open in a hidden page',
    adapters: ['launchdarkly', 'ofrep'],
    breaks: 'closes the stream while the page is hidden, and catches up when it is shown',
  },
  {
    bug: 'keeps polling in a hidden page',
    adapters: ['ofrep'],
    breaks: 'sends no request while the page is hidden',
  },
  {
    bug: 'polls after dispose',
    adapters: ['ofrep'],
    breaks: 'sends no request after dispose',
  },
  {
    bug: 'retries without back-off',
    adapters: ['launchdarkly', 'ofrep'],
    breaks: 'backs off while the service keeps failing',
  },
  {
    bug: 'leaks its listener',
    adapters: ['ofrep'],
    breaks: 'leaves no listener on the page after dispose',
  },
  {
    bug: 'puts the user into the URL',
    adapters: ['launchdarkly', 'ofrep'],
    breaks: 'puts no user data into a URL',
  },
  {
    bug: 'falls back to the previous user',
    adapters: ['ofrep'],
    breaks: 'has the defaults when the next user cannot be identified',
  },
  {
    bug: 'logs the user',
    adapters: ['launchdarkly'],
    breaks: 'writes no user data to the console or the journal',
  },
  {
    bug: 'reports cached values as live',
    adapters: ['ofrep'],
    breaks: 'starts from the cache when the service is down, and catches up',
  },
  {
    bug: 'opens a stream of any origin',
    adapters: ['ofrep'],
    breaks: 'opens no stream outside the configured origin',
  },
]

/** Which laws hold for each adapter, and which broken adapters each law has rejected. */
interface LawTable {
  /** The suite, recording its laws' outcomes under this name. */
  recording<World, Claims>(suite: Suite<World, Claims>, adapter: string): Suite<World, Claims>
  caught(law: string): void
  /** As Markdown. */
  toString(): string
}

function lawTable(laws: readonly { readonly name: string }[]): LawTable {
  const outcomes = new Map<string, Map<string, 'held' | 'broken'>>()
  const catches = new Map<string, number>()
  return {
    recording(suite, adapter) {
      const column = new Map<string, 'held' | 'broken'>()
      outcomes.set(adapter, column)
      return {
        name: suite.name,
        laws: suite.laws.map(({ name, check }) => ({
          name,
          async check(world, claims) {
            column.set(name, 'broken')
            await check(world, claims)
            column.set(name, 'held')
          },
        })),
      }
    },
    caught: (law) => void catches.set(law, (catches.get(law) ?? 0) + 1),
    toString() {
      const adapters = [...outcomes.keys()]
      const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`
      return [
        row(['Law', ...adapters, 'Broken adapters it caught']),
        row(['---', ...adapters.map(() => '---'), '---']),
        ...laws.map(({ name }) =>
          row([
            name,
            ...adapters.map((adapter) => outcomes.get(adapter)?.get(name) ?? 'not run'),
            catches.get(name) ?? 0,
          ]),
        ),
      ].join('\n')
    },
  }
}

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const claims: Readonly<Record<'memory' | 'launchdarkly' | 'ofrep', FlagClaims>> = {
  memory: { reasons: { 'a page': 'unreachable', 'a refusal': 'unreachable', 'an error': 'unreachable' } },
  launchdarkly: {
    reasons: { 'a page': 'unreachable', 'a refusal': 'refused', 'an error': 'unreachable' },
    // It would send the events that it has queued when the page goes.
    leaves: ['document visibilitychange', 'window pagehide'],
  },
  ofrep: { reasons: { 'a page': 'malformed', 'a refusal': 'refused', 'an error': 'unreachable' } },
}
const table = lawTable(flagSourceSuite.laws)
let stage: FlagStage

beforeAll(async () => {
  stage = await setFlagStage()
})
afterAll(async () => {
  await stage.close()
  await mkdir('.local', { recursive: true })
  await writeFile('.local/flag-conformance.md', `${table.toString()}\n`)
  console.log(`\nFlag adapters:\n\n${table.toString()}\n`)
})

conforms(table.recording(flagSourceSuite, 'memory'), {
  name: 'memory',
  claims: claims.memory,
  make: () => memoryWorld(),
})

for (const adapter of ['launchdarkly', 'ofrep'] as const) {
  conforms<FlagWorld, FlagClaims>(table.recording(flagSourceSuite, adapter), {
    name: `${adapter}, in Chromium`,
    claims: claims[adapter],
    make: () => openBrowserWorld(stage, adapter),
    dispose: (world) => (world as BrowserWorld).close(),
  })
}

describe('FlagSource: a start sends these requests and no others', () => {
  const costs = {
    // No URL contains user data. Requested again when the stream has opened, whose message only says that there is something to request.
    launchdarkly: {
      'OPTIONS /sdk/evalx/assay-local/context': 1,
      'REPORT /sdk/evalx/assay-local/context': 2,
      'GET /ping/assay-local': 1,
    },
    // Requested again, with the ETag of the first response, when the stream has opened: something may have changed in between.
    ofrep: {
      'OPTIONS /ofrep/v1/evaluate/flags': 2,
      'POST /ofrep/v1/evaluate/flags': 2,
      'GET /ofrep/stream': 1,
    },
  }
  test.each(['launchdarkly', 'ofrep'] as const)('%s', async (adapter) => {
    const world = await openBrowserWorld(stage, adapter)
    await world.save({ 'miu-app-enabled': { value: true } })
    const tab = await world.open('analyst')
    await tab.started()
    await vi.waitFor(() => expect(world.requests()).toEqual(costs[adapter]), 10_000)
    await world.untilIdle()
    // A closed client sends the events that it has queued.
    await tab.dispose()
    await world.untilIdle()
    expect(world.requests()).toEqual(costs[adapter])
    await world.close()
  })
})

describe.concurrent('FlagSource: broken adapters in memory are rejected', () => {
  test.each(brokenMemoryAdapters)('$name', async ({ name, breaks, make }) => {
    const broken = { name, make, claims: claims.memory }
    expect(await brokenLaws(flagSourceSuite, broken, breaks)).toEqual([breaks])
    table.caught(breaks)
  })
})

// Most of them wait for something that the bug prevents, so they run in parallel.
describe.concurrent('FlagSource: broken adapters in Chromium are rejected', () => {
  const cases = brokenPages.flatMap(({ adapters, ...rest }) =>
    adapters.map((adapter) => ({ adapter, ...rest })),
  )
  // That a bug breaks no other law is shown in memory. Here only the law named for it has to fail: in a browser on a busy machine, others
  // could fail for lack of time.
  test.each(cases)('one of $adapter that $bug', async ({ adapter, bug, breaks }) => {
    const law = flagSourceSuite.laws.find(({ name }) => name === breaks)
    const world = await openBrowserWorld(stage, adapter, bug)
    const hurried = { ...world, timeoutMs: 3_000 }
    await expect((async () => law?.check(hurried, claims[adapter]))()).rejects.toThrow()
    await world.close()
    table.caught(breaks)
  })
})
