import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Visit } from './bench-visit'
import type { BoardMeasurements } from './measure-boards'
import type { LoadMeasurement, LoadPage } from './measure-load'
import type { MemoryPoint } from './measure-memory'
import type { GalleryMeasurement, PaletteTimes } from './measure-portal'
import type { SoakPoint } from './measure-soak'
import type { SupersetMeasurements } from './measure-superset'
import type { HeldByFrames, SwitchStep, TabStart } from './measure-switch'
import type { Pair } from './with-stack'

export function soakTable(points: readonly SoakPoint[]): string {
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

export function memoryTable(points: readonly MemoryPoint[]): string {
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

export function paletteText({ entries, keys }: PaletteTimes): string {
  const sorted = keys.toSorted((one, other) => one - other)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  return [
    `## From the key press to painted results, ${entries} saved dashboards and everything else in the palette`,
    '',
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${keys.length} keys.`,
  ].join('\n')
}

export function pairTable(title: string, one: string, other: string, pairs: readonly Pair[]): string {
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

export function supersetTables({
  firstChart,
  theme,
  themeRequests,
}: SupersetMeasurements): readonly string[] {
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

export function switchTable(steps: readonly SwitchStep[]): string {
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

export function framesTable(points: readonly HeldByFrames[]): string {
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

export function tabsTable(starts: readonly TabStart[]): string {
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
export function loadTable({ network, visit, who, rounds, browser }: LoadMeasurement): string {
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

export function galleryTable(measurements: readonly GalleryMeasurement[]): string {
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

export async function chunkTable(folder: string): Promise<string> {
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

export function boardTable({
  scale,
  rows,
  openMs,
  boards,
  together,
  residentMegabytes,
}: BoardMeasurements): string {
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
