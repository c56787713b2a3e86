import { mkdir, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { flagSourceSuite } from '../../conformance/flag-source.suite'
import { brokenMemoryAdapters } from '../../conformance/flag-source/broken-memory-adapters'
import { brokenPages } from '../../conformance/flag-source/broken-pages'
import { openBrowserWorld, type BrowserWorld } from '../../conformance/flag-source/browser-world'
import { memoryWorld } from '../../conformance/flag-source/memory-world'
import { setFlagStage, type FlagStage } from '../../conformance/flag-source/stage'
import { lawTable } from '../../conformance/flag-source/table'
import type { FlagClaims, FlagWorld } from '../../conformance/flag-source/world'
import { brokenLaws, conforms } from '../../conformance/suite'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const claims: Readonly<Record<'memory' | 'launchdarkly' | 'ofrep', FlagClaims>> = {
  memory: { reasons: { 'a page': 'unreachable', 'a refusal': 'unreachable', 'an error': 'unreachable' } },
  // The SDK has one error for every start that failed.
  launchdarkly: {
    reasons: { 'a page': 'unreachable', 'a refusal': 'unreachable', 'an error': 'unreachable' },
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

describe('FlagSource: what a start asks for, and nothing else', () => {
  const costs = {
    launchdarkly: {
      'GET /sdk/evalx/assay-local/contexts/*': 1,
      'GET /eval/assay-local/*': 1,
    },
    // Asked again, with the tag of the first answer, when the stream has opened: something may have changed in between.
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
    await world.quiet()
    // A client that is closed sends what it has kept back.
    await tab.dispose()
    await world.quiet()
    expect(world.requests()).toEqual(costs[adapter])
    await world.close()
  })
})

describe.concurrent('FlagSource: broken adapters in memory are caught', () => {
  test.each(brokenMemoryAdapters)('$name', async ({ name, breaks, make }) => {
    const broken = { name, make, claims: claims.memory }
    expect(await brokenLaws(flagSourceSuite, broken, breaks)).toEqual([breaks])
    table.caught(breaks)
  })
})

// Most of them wait in vain for what the bug keeps from coming: they do so side by side.
describe.concurrent('FlagSource: broken adapters in Chromium are caught', () => {
  const cases = brokenPages.flatMap(({ adapters, ...rest }) =>
    adapters.map((adapter) => ({ adapter, ...rest })),
  )
  // That a bug breaks no other law is shown in memory. Here it is the law named for it that must fail: in a browser, on a machine
  // with little time, the others could fail for want of it.
  test.each(cases)('one of $adapter that $bug', async ({ adapter, bug, breaks }) => {
    const law = flagSourceSuite.laws.find(({ name }) => name === breaks)
    const world = await openBrowserWorld(stage, adapter, bug)
    const hurried = { ...world, patience: 3_000 }
    await expect((async () => law?.check(hurried, claims[adapter]))()).rejects.toThrow()
    await world.close()
    table.caught(breaks)
  })
})
