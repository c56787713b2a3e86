import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import {
  boardTable,
  chunkTable,
  framesTable,
  galleryTable,
  loadTable,
  memoryTable,
  pairTable,
  paletteText,
  soakTable,
  supersetTables,
  switchTable,
  tabsTable,
} from './bench-tables'
import { ensureBuilt } from './build'
import { runToEnd } from './child'
import { measureBoards } from './measure-boards'
import { measureLoad, measureLoadOnSuperset } from './measure-load'
import { measureMemory } from './measure-memory'
import { measureGallery, measurePalette, measureReload, measureStart } from './measure-portal'
import { measureSoak } from './measure-soak'
import { measureSuperset } from './measure-superset'
import { measureFrames, measureSwitches, measureTabs } from './measure-switch'
import { Refusal } from './progress'
import type { ImportFile } from './stack-settings'

/** An odd number, so that the median is one of the pairs. */
const startPairs = 9
/** A round is three pages, twice each, on two networks. Five rounds take ten minutes. */
const loadRounds = 5

const tabs = 3

/** Saved dashboards in the palette, besides the portal's own entries. */
const paletteEntries = 500

const say = (line: string): void => console.log(line)

/**
 * `npm run bench`: measures, and judges nothing. Sizes and counts repeat exactly. Times depend on the machine, so the report names its
 * load, and compares scales with each other.
 *
 * - Part of the full bench: `chunks`, `start`, `gallery`, `palette`, and `boards` at scales `1` and `10`. A word runs that part alone.
 * - Only by name: `load` (minutes; with `ASSAY_BI=superset` in the environment it compares with Superset's own SDK), `switch` (switches
 *   boards and themes in one page), `memory` (2,000 requests to a BI host), `soak` (a working day in one visit), `random-user` (visits of
 *   random users, an hour at most), `superset` and `reload` (start Superset and Keycloak).
 * - `once` makes one pair or round of `load` and `switch`, and a fifth of `soak`.
 */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const known = [
    'chunks',
    'start',
    'gallery',
    'palette',
    'superset',
    'reload',
    'load',
    'switch',
    'once',
    'random-user',
    'boards',
    'memory',
    'soak',
    '1',
    '10',
  ]
  const unknown = parameters.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new Refusal(`npm run bench takes ${known.join(', ')}, not "${unknown}".`)
  const isSelected = (word: string): boolean => parameters.length === 0 || parameters.includes(word)
  const sections: string[] = [
    `Load at the start: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}; Node ${process.version}`,
  ]
  if (isSelected('chunks')) {
    await ensureBuilt(say)
    sections.push(
      '## Portal chunks',
      await chunkTable('dist/portal/open-data'),
      '## BI frame chunks',
      await chunkTable('dist/bi-frame/assets'),
    )
  }
  if (isSelected('start')) {
    await ensureBuilt(say)
    const pairs = await measureStart(startPairs, importFile, say)
    const title = 'First tile of Home, alternating between flags that never answer and healthy flags'
    sections.push(pairTable(title, 'hung', 'healthy', pairs))
  }
  if (isSelected('gallery')) {
    await ensureBuilt(say)
    sections.push(galleryTable(await measureGallery(importFile, say)))
  }
  if (isSelected('palette')) {
    await ensureBuilt(say)
    sections.push(paletteText(await measurePalette(paletteEntries, importFile, say)))
  }
  sections.push(...(await onRequest(parameters, importFile)))
  for (const scale of [1, 10].filter((scale) => isSelected('boards') || isSelected(String(scale)))) {
    say(`Measuring every board at ${scale}x …`)
    sections.push(
      boardTable(await measureBoards({ folder: '.local/bench', scale, rounds: 7, onProgress: say })),
    )
  }
  const report = sections.join('\n\n')
  await mkdir('.local', { recursive: true })
  await writeFile('.local/bench.md', `${report}\n`)
  say(`\n${report}\n\nWritten to .local/bench.md`)
}

/** Measurements that take long or need Superset or Keycloak. They run only when named. */
async function onRequest(parameters: readonly string[], importFile: ImportFile): Promise<readonly string[]> {
  const pairs = parameters.includes('once') ? 1 : startPairs
  const sections: string[] = []
  if (parameters.includes('load')) {
    await ensureBuilt(say)
    const rounds = Math.min(pairs, loadRounds)
    const measure = process.env['ASSAY_BI'] === 'superset' ? measureLoadOnSuperset : measureLoad
    const measurements = await measure(rounds, importFile, say)
    await writeFigures('bench-load', { measurements })
    sections.push(...measurements.map(loadTable))
  }
  if (parameters.includes('switch')) {
    await ensureBuilt(say)
    const steps = await measureSwitches(pairs, importFile, say)
    await writeFigures('bench-switch', { steps })
    sections.push(switchTable(steps))
    sections.push(framesTable(await measureFrames(importFile, say)))
    sections.push(tabsTable(await measureTabs(tabs, importFile, say)))
  }
  if (parameters.includes('superset'))
    sections.push(...supersetTables(await measureSuperset(startPairs, importFile, say)))
  if (parameters.includes('reload')) {
    await ensureBuilt(say)
    const pairs = await measureReload(startPairs, importFile, say)
    sections.push(pairTable('From a reload to the user’s name, alternating', 'Keycloak', 'embedded', pairs))
  }
  if (parameters.includes('random-user'))
    sections.push(
      await randomUser(
        'visits over memory adapters',
        'test/ui/random-user.test.tsx',
        'RANDOM_USER_VISITS',
        80,
      ),
      await randomUser('actions at the stack', 'test/e2e/random-user.journey.ts', 'RANDOM_USER_ACTIONS', 400),
    )
  if (parameters.includes('soak')) {
    await ensureBuilt(say)
    const counts = pairs === 1 ? [40, 10, 4] : [200, 50, 20]
    const [switches = 0, panels = 0, signIns = 0] = counts
    sections.push(soakTable(await measureSoak({ switches, panels, signIns }, importFile, say)))
  }
  if (parameters.includes('memory')) {
    await ensureBuilt(say)
    sections.push(memoryTable(await measureMemory({ requests: 2_000, every: 200 }, importFile, say)))
  }
  return sections
}

/** Runs a test with random users and random faults. Each run has its own seed, which the report names. */
async function randomUser(what: string, file: string, variable: string, count: number): Promise<string> {
  const seed = String(Date.now() % 1_000_000)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', file, '--testTimeout', '3600000']
  const { code, output } = await runToEnd(process.execPath, vitest, {
    milliseconds: 3_600_000,
    // Commands run with NODE_ENV=production, in which neither React's tests nor the embedded provider run.
    environment: { [variable]: String(count), RANDOM_USER_SEED: seed, NODE_ENV: undefined },
  })
  const outcome = code === 0 ? 'every invariant held' : `an invariant was broken:\n\n${output}`
  return `## Random users: ${count} ${what}, seed ${seed}\n\n${outcome}`
}

/** Writes the raw figures behind a table to `.local`. */
async function writeFigures(name: string, figures: object): Promise<void> {
  await mkdir('.local', { recursive: true })
  const json = { node: process.version, load: loadavg(), ...figures }
  await writeFile(`.local/${name}.json`, `${JSON.stringify(json, null, 1)}\n`)
}
