import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { measureBoards, type BoardMeasurements } from './measure-boards'
import { ensureBuilt } from './build'
import { runToEnd } from './child'
import type { ImportFile } from './stack-settings'
import {
  measureGallery,
  type GalleryMeasurement,
  measureReload,
  measureStart,
  measurePalette,
  type PaletteTimes,
} from './measure-portal'
import type { Visit } from './bench-visit'
import { measureLoad, measureLoadOnSuperset, type LoadMeasurement, type LoadPage } from './measure-load'
import { measureMemory, type MemoryPoint } from './measure-memory'
import { measureSoak, type SoakPoint } from './measure-soak'
import {
  measureFrames,
  measureSwitches,
  measureTabs,
  type HeldByFrames,
  type SwitchStep,
  type TabStart,
} from './measure-switch'
import { measureSuperset, type SupersetMeasurements } from './measure-superset'
import type { Pair } from './with-stack'
import { Refusal } from './progress'

/** Odd, so that there is a median. */
const startPairs = 9
/** Of three pages, twice each, on two networks: ten minutes. */
const loadRounds = 5

const tabs = 3

/** Saved dashboards in the palette, beside what the portal itself has. */
const paletteEntries = 500

const say = (line: string): void => console.log(line)

/**
 * `npm run bench`: figures, never verdicts. Sizes and counts repeat exactly; times depend on the machine, so the load is written
 * beside them and the scales are compared with each other.
 * `npm run bench -- 1` leaves the ten-fold data out; `-- chunks`, `-- start`, `-- gallery` and `-- palette` measure only
 * what they name; `-- load` takes minutes, and with `ASSAY_BI=superset` in the environment it measures beside Superset's own SDK; `-- switch` goes about in one page life, `once` makes one pair or round of theirs, `-- memory` asks a BI host for 2,000 things, `-- soak` spends a working day in one visit (with `once` a fifth of it), `-- random-user` plays visits of random people for an hour at most, `-- superset` and `-- reload` start Superset and Keycloak for it: they are no part of the
 * whole.
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
  const odd = parameters.find((word) => !known.includes(word))
  if (odd !== undefined) throw new Refusal(`npm run bench takes ${known.join(', ')}; not "${odd}".`)
  const wants = (word: string): boolean => parameters.length === 0 || parameters.includes(word)
  const sections: string[] = [
    `Load at the start: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}; Node ${process.version}`,
  ]
  if (wants('chunks')) {
    await ensureBuilt(say)
    sections.push(
      '## Portal chunks',
      await chunkTable('dist/portal/open-data'),
      '## BI frame chunks',
      await chunkTable('dist/bi-frame/assets'),
    )
  }
  if (wants('start')) {
    await ensureBuilt(say)
    const pairs = await measureStart(startPairs, importFile, say)
    const title = 'First tile of Home, flags that never answer and flags healthy, in turn'
    sections.push(pairTable(title, 'hung', 'healthy', pairs))
  }
  if (wants('gallery')) {
    await ensureBuilt(say)
    sections.push(galleryTable(await measureGallery(importFile, say)))
  }
  if (wants('palette')) {
    await ensureBuilt(say)
    sections.push(paletteText(await measurePalette(paletteEntries, importFile, say)))
  }
  sections.push(...(await onRequest(parameters, importFile)))
  for (const scale of [1, 10].filter((scale) => wants('boards') || wants(String(scale)))) {
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

function soakTable(points: readonly SoakPoint[]): string {
  const rows = points.map(
    ({ what, rounds, nodes, listeners, documents, frames, heap, streams, resident }) =>
      `| ${rounds} ${what} | ${nodes} | ${listeners} | ${documents} | ${frames} | ${heap} | ${streams} | ${resident} |`,
  )
  return [
    '## What one visit holds on to',
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
    '| requests | MB resident | MB of heap | MB of it kept | MB outside it | refused |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** What takes long or needs more than is here, and is measured where it is named alone. */
async function onRequest(parameters: readonly string[], importFile: ImportFile): Promise<readonly string[]> {
  const pairs = parameters.includes('once') ? 1 : startPairs
  const sections: string[] = []
  if (parameters.includes('load')) {
    await ensureBuilt(say)
    const rounds = Math.min(pairs, loadRounds)
    const measure = process.env['ASSAY_BI'] === 'superset' ? measureLoadOnSuperset : measureLoad
    sections.push(...(await loadTables(await measure(rounds, importFile, say))))
  }
  if (parameters.includes('switch')) {
    await ensureBuilt(say)
    sections.push(await switchTable(await measureSwitches(pairs, importFile, say)))
    sections.push(framesTable(await measureFrames(importFile, say)))
    sections.push(tabsTable(await measureTabs(tabs, importFile, say)))
  }
  if (parameters.includes('superset'))
    sections.push(...supersetTables(await measureSuperset(startPairs, importFile, say)))
  if (parameters.includes('reload')) {
    await ensureBuilt(say)
    const pairs = await measureReload(startPairs, importFile, say)
    sections.push(pairTable('From a reload to the person’s name, in turn', 'Keycloak', 'embedded', pairs))
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

/** Random people with random faults; a seed of its own each time, which the report names. */
async function randomUser(what: string, file: string, variable: string, count: number): Promise<string> {
  const seed = String(Date.now() % 1_000_000)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', file, '--testTimeout', '3600000']
  const { code, output } = await runToEnd(process.execPath, vitest, {
    milliseconds: 3_600_000,
    // What was built before has left the bench in production, where neither React's tests nor the embedded provider run.
    environment: { [variable]: String(count), RANDOM_USER_SEED: seed, NODE_ENV: undefined },
  })
  const outcome = code === 0 ? 'nothing that always holds was broken' : `broken:\n\n${output}`
  return `## Random people: ${count} ${what}, seed ${seed}\n\n${outcome}`
}

function paletteText({ entries, keys }: PaletteTimes): string {
  const sorted = keys.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return [
    `## From a key to painted results, ${entries} saved dashboards and everything else in the palette`,
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
      'First chart of Home on Superset: the portal and Superset’s own SDK, in turn',
      'portal',
      'SDK',
      firstChart,
    ),
    `${pairTable('Another theme, and a reload: until the last chart', 'theme', 'reload', theme)}\n\nRequests while the theme changed: ${themeRequests}.`,
  ]
}

const visitFigures = [
  ['first contentful paint, ms', 'paint'],
  ['token asked for, ms', 'token'],
  ['frame started, ms', 'frame'],
  ['frame says hello, ms', 'hello'],
  ['first tile, ms', 'firstTile'],
  ['all tiles, ms', 'allTiles'],
  ['requests to the first tile', 'requests'],
  ['bytes to the first tile', 'bytes'],
  ['long tasks of the page, ms', 'longTasks'],
  ['layout shift', 'layoutShift'],
] as const satisfies readonly (readonly [string, keyof Visit])[]

/** The tables; every visit of them goes to `.local/bench-load.json`, with what it asked for and when. */
async function loadTables(measurements: readonly LoadMeasurement[]): Promise<readonly string[]> {
  await mkdir('.local', { recursive: true })
  const json = { node: process.version, load: loadavg(), measurements }
  await writeFile('.local/bench-load.json', `${JSON.stringify(json, null, 1)}\n`)
  return measurements.map(loadTable)
}

async function switchTable(steps: readonly SwitchStep[]): Promise<string> {
  await mkdir('.local', { recursive: true })
  const json = { node: process.version, load: loadavg(), steps }
  await writeFile('.local/bench-switch.json', `${JSON.stringify(json, null, 1)}\n`)
  const own = steps[0]?.times ?? []
  const lines = steps.map(({ name, times, requests, frames, tokens }) => {
    const ratios = sorted(times.map((time, round) => time / (own[round] ?? Number.NaN)))
    return `| ${name} | ${figure(middle(sorted(times)))} | ${figure(middle(ratios))} | ${figure(requests / times.length)} | ${frames} | ${tokens} |`
  })
  return [
    `## Boards and themes in one page life, signed in: ${own.length} rounds`,
    '',
    '| until a chart has its picture | ms | of a frame of its own | requests | frames, all rounds | tokens, all rounds |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n')
}

function framesTable(points: readonly HeldByFrames[]): string {
  const rows = points.map(
    ({ what, frames, page, bi, elements }) =>
      `| ${what} | ${frames} | ${page.toFixed(1)} | ${bi.toFixed(1)} | ${elements} |`,
  )
  return [
    '## What frames hold',
    '',
    '| | frames | MB of the page | MB of the frames | their elements |',
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
    '## Tabs of one person, one after the other, all open',
    '',
    '| tab | first tile ms | requests | tokens | of the identity provider |',
    '| ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

/** Ratios round by round: their median, and the interval that holds it in 19 of 20 benches (the order statistics of a sign test). */
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

/** A page that never says hello has no time of it. */
const figure = (value = Number.NaN): string =>
  Number.isNaN(value) ? '–' : Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0)

function galleryTable(measurements: readonly GalleryMeasurement[]): string {
  const lines = measurements.map(
    ({ dashboards, cpu, nodes, search }) => `| ${dashboards} | ${cpu}x | ${nodes} | ${search.toFixed(0)} |`,
  )
  return [
    '## The gallery: elements of the page, and a key in its search field',
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
