import { readFile, readdir, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { loadavg } from 'node:os'
import type { Visit } from './bench-visit'
import { measureBoards, type BoardMeasurements } from './measure-boards'
import { measureLoad, measureLoadOnSuperset, type LoadMeasurement, type LoadPage } from './measure-load'
import { measureMemory, measureSoak, type MemoryPoint, type SoakPoint } from './measure-memory'
import {
  measureGallery,
  measurePalette,
  measureReload,
  measureStart,
  type GalleryMeasurement,
  type PaletteTimes,
} from './measure-portal'
import { measureSuperset, type SupersetMeasurements } from './measure-superset'
import {
  measureFrames,
  measureSwitches,
  measureTabs,
  type HeldByFrames,
  type SwitchStep,
  type TabStart,
} from './measure-switch'
import type { Pair } from './with-stack'
import { ensureBuilt } from './build'
import { runToEnd } from './child'
import { Refusal } from './progress'
import type { ImportFile } from './stack-settings'

function soakTable(points: readonly SoakPoint[]): string {
  const rows = points.map(
    ({ what, rounds, nodes, listeners, documents, frames, heap, streams, resident }) =>
      `| ${rounds} ${what} | ${nodes} | ${listeners} | ${documents} | ${frames} | ${heap} | ${streams} | ${resident} |`,
  )
  return [
    '## Memory of one visit',
    '',
    '| after | nodes | listeners | documents | frames | MB of heap | streams | MB of the stack |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function memoryTable(points: readonly MemoryPoint[]): string {
  const rows = points.map(
    ({ requests, resident, heap, collected, outside, refused }) =>
      `| ${requests} | ${resident} | ${heap} | ${collected} | ${outside} | ${refused} |`,
  )
  return [
    '| requests | MB resident | MB of heap | MB of it after GC | MB outside it | refused |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function paletteText({ entries, keys }: PaletteTimes): string {
  const sorted = keys.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return [
    `## From the key press to painted results, ${entries} saved dashboards and everything else in the palette`,
    '',
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${keys.length} keys.`,
  ].join('\n')
}

function pairTable(title: string, one: string, other: string, pairs: readonly Pair[]): string {
  const ratios = pairs.map((pair) => pair.one / pair.other).toSorted((a, b) => a - b)
  const lines = pairs.map(
    (pair) => `| ${pair.one.toFixed(0)} | ${pair.other.toFixed(0)} | ${(pair.one / pair.other).toFixed(2)} |`,
  )
  return [
    `## ${title}`,
    '',
    `| ${one} ms | ${other} ms | ratio |`,
    '| ---: | ---: | ---: |',
    ...lines,
    '',
    `Median ratio ${(ratios[Math.floor(ratios.length / 2)] ?? Number.NaN).toFixed(2)} of ${ratios.length} pairs.`,
  ].join('\n')
}

function supersetTables({ firstChart, theme, themeRequests }: SupersetMeasurements): readonly string[] {
  return [
    pairTable(
      'First chart of Home on Superset: the portal and Superset’s own SDK, alternating',
      'portal',
      'SDK',
      firstChart,
    ),
    `${pairTable('Theme change and reload: time to the last chart', 'theme', 'reload', theme)}\n\nRequests during the theme change: ${themeRequests}.`,
  ]
}

const visitFigures = [
  ['first contentful paint, ms', 'paint'],
  ['token requested, ms', 'token'],
  ['frame started, ms', 'frame'],
  ['frame hello, ms', 'hello'],
  ['first tile, ms', 'firstTile'],
  ['all tiles, ms', 'allTiles'],
  ['requests to the first tile', 'requests'],
  ['bytes to the first tile', 'bytes'],
  ['long tasks of the page, ms', 'longTasks'],
  ['layout shift', 'layoutShift'],
] as const satisfies readonly (readonly [string, keyof Visit])[]

function switchTable(steps: readonly SwitchStep[]): string {
  const own = steps[0]?.times ?? []
  const lines = steps.map(({ name, times, requests, frames, tokens }) => {
    const ratios = sorted(times.map((time, round) => time / (own[round] ?? Number.NaN)))
    return `| ${name} | ${figure(middle(sorted(times)))} | ${figure(middle(ratios))} | ${figure(requests / times.length)} | ${frames} | ${tokens} |`
  })
  return [
    `## Switching boards and themes without a reload, signed in: ${own.length} rounds`,
    '',
    '| until a chart is drawn | ms | ratio to a frame of its own | requests | frames, all rounds | tokens, all rounds |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
    '| ms from the click | page rendered | frame notified | first response | chart laid out | chart drawn |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...steps.filter(({ stages }) => stages.length > 0).map(stagesRow),
  ].join('\n')
}

function stagesRow({ name, times, stages }: SwitchStep): string {
  const of = (stage: 'page' | 'received' | 'data' | 'laidOut'): string => {
    const known = stages.flatMap((one) => one[stage] ?? [])
    return known.length === 0 ? 'none' : middle(sorted(known)).toFixed(0)
  }
  return `| ${name} | ${of('page')} | ${of('received')} | ${of('data')} | ${of('laidOut')} | ${middle(sorted(times)).toFixed(0)} |`
}

function framesTable(points: readonly HeldByFrames[]): string {
  const rows = points.map(
    ({ what, frames, page, bi, elements }) =>
      `| ${what} | ${frames} | ${page.toFixed(1)} | ${bi.toFixed(1)} | ${elements} |`,
  )
  return [
    '## Memory of frames',
    '',
    '| | frames | MB of the page | MB of the frames | elements in frames |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function tabsTable(starts: readonly TabStart[]): string {
  const rows = starts.map(
    ({ time, requests, tokens, probes }, at) =>
      `| ${at + 1} | ${time.toFixed(0)} | ${requests} | ${tokens} | ${probes} |`,
  )
  return [
    '## Tabs of one user, opened one after the other, all open',
    '',
    '| tab | first tile ms | requests | tokens | identity requests |',
    '| ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** Ratios per round: their median and its 95 % confidence interval (order statistics of a sign test). */
function loadTable({ network, visit, who, rounds, browser }: LoadMeasurement): string {
  const others = (['minimal', 'usual'] as const).filter((page) => rounds[0]?.[page] !== undefined)
  const outside =
    rounds.length < 6 ? 0 : Math.max(0, Math.floor((rounds.length - 1.96 * Math.sqrt(rounds.length)) / 2))
  const lines = visitFigures.map(([name, key]) => {
    const valuesOf = (page: LoadPage): readonly number[] =>
      rounds.map((round) => round[page]?.[key] ?? Number.NaN)
    const own = valuesOf('portal')
    const cells = others.flatMap((page) => {
      const values = valuesOf(page)
      const ratios = sorted(own.map((value, round) => value / (values[round] ?? Number.NaN)))
      return [
        figure(middle(sorted(values))),
        figure(middle(ratios)),
        `${figure(ratios[outside])} to ${figure(ratios[rounds.length - 1 - outside])}`,
      ]
    })
    return `| ${[name, figure(middle(sorted(own))), ...cells].join(' | ')} |`
  })
  return [
    `## The portal beside other pages: ${visit} visit, ${who}, ${network}, ${rounds.length} rounds, ${browser}`,
    '',
    `| median | portal | ${others.map((page) => `${page} | ratio | its interval`).join(' | ')} |`,
    `| --- | ---: | ${others.map(() => '---: | ---: | ---').join(' | ')} |`,
    ...lines,
  ].join('\n')
}

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other)
const middle = (values: readonly number[]): number => values[Math.floor(values.length / 2)] ?? Number.NaN

/** A missing value is a dash: some pages never send `appInit`. */
const figure = (value = Number.NaN): string =>
  !Number.isFinite(value) ? '–' : Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0)

function galleryTable(measurements: readonly GalleryMeasurement[]): string {
  const lines = measurements.map(
    ({ dashboards, cpu, nodes, search }) => `| ${dashboards} | ${cpu}x | ${nodes} | ${search.toFixed(0)} |`,
  )
  return [
    '## The gallery: elements of the page, and a keystroke in its search field',
    '',
    '| dashboards | CPU slower by | DOM nodes | search ms |',
    '| ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}

async function chunkTable(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name))
  const rows = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      return {
        name,
        plain: bytes.length,
        gzip: gzipSync(bytes, { level: 9 }).length,
        brotli: brotliCompressSync(bytes).length,
      }
    }),
  )
  const lines = rows
    .toSorted((one, other) => other.brotli - one.brotli)
    .map(({ name, plain, gzip, brotli }) => `| ${name} | ${plain} | ${gzip} | ${brotli} |`)
  return ['| chunk | min B | gzip B | brotli B |', '| --- | ---: | ---: | ---: |', ...lines].join('\n')
}

function boardTable({ scale, rows, openMs, boards, together, residentMegabytes }: BoardMeasurements): string {
  const lines = boards.map(
    ({ board, tiles, p50, p95, bytes, gzipBytes }) =>
      `| ${board} | ${tiles} | ${p50.toFixed(0)} | ${p95.toFixed(0)} | ${bytes} | ${gzipBytes} |`,
  )
  return [
    `## Boards at ${scale}x: ${rows.toLocaleString('en')} rows, opened in ${openMs.toFixed(0)} ms, ${residentMegabytes.toFixed(0)} MB resident`,
    '',
    '| board | tiles | p50 ms | p95 ms | JSON B | gzip B |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
    `${together.boards} boards at once: p50 ${together.p50.toFixed(0)} ms, p95 ${together.p95.toFixed(0)} ms, all in ${together.all.toFixed(0)} ms.`,
  ].join('\n')
}

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
