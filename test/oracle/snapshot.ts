import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf, sdkOperations, sdkEnum, sdkVariables } from './sdk'

/** The names of a release that the portal and its stand-in depend on, one per line. */
interface Snapshot {
  readonly version: string
  readonly names: readonly string[]
}

export const snapshotFile = 'test/oracle/snapshot.json'

export const storedSnapshot = (): Snapshot => JSON.parse(readFileSync(snapshotFile, 'utf8')) as Snapshot

export function snapshotOf(folder: string): Snapshot {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Snapshot
  const enums = (['Action', 'EmbedEvent', 'HostEvent'] as const).flatMap((name) =>
    Object.entries(sdkEnum(name, folder)).map(([member, id]) => `${name}.${member} = ${id}`),
  )
  const operations = Object.entries(sdkOperations(folder)).flatMap(([name, operation]) => [
    `${operation.kind} ${name} ${operation.root}(${operation.arguments.join(', ')})`,
    ...pathsOf(operation.fields).map((path) => `${name}: ${path}`),
  ])
  return { version, names: [...enums, ...sdkVariables(folder), ...operations].toSorted() }
}

/** Names that another release adds or lacks. */
export function difference(
  before: Snapshot,
  after: Snapshot,
): { readonly added: readonly string[]; readonly gone: readonly string[] } {
  return {
    added: after.names.filter((name) => !before.names.includes(name)),
    gone: before.names.filter((name) => !after.names.includes(name)),
  }
}

/** A possible difference from the vendor, and the test that has to fail because of it. */
export interface PlantedDifference {
  /** The vendor fact that it is about, counted from 1. */
  readonly oracle: number
  /** What holds without it, in one sentence. */
  readonly holds: string
  readonly file: string
  /** Occurs in the file once; replaced by `to`. */
  readonly from: string
  readonly to: string
  readonly test: string
  /** A part of the test's name, or of the names of a table of tests. */
  readonly title: string
}

export const plantedDifferences = (): readonly PlantedDifference[] =>
  readFileSync('test/oracle/planted.jsonl', 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as PlantedDifference)
