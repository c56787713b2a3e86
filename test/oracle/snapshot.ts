import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf, sdkOperations } from './operations'
import { sdkEnum, sdkVariables } from './sdk'

/** The names of a release that the portal and its stand-in depend on, one per line. */
export interface Snapshot {
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
