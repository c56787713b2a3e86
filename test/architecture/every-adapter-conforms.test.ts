import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, readImports, resolveImport } from './imports'

/** `src/adapters/<port>/…/<vendor>-<port>.ts`; other files of the folder are parts of an adapter. */
const portOf = (adapter: string): string => adapter.split('/')[2] ?? ''

const adapters = filesBelow('src/adapters', /\.tsx?$/).filter((file) => {
  return basename(file)
    .replace(/\.tsx?$/, '')
    .endsWith(`-${portOf(file)}`)
})

/** By test file, every file of the repository that it names. */
const tests = [...readImports('test')].map(([file, imports]) => ({
  file,
  names: imports.flatMap(({ specifier }) => resolveImport(file, specifier) ?? []),
}))

describe('every adapter', () => {
  it('is found', () => {
    expect(adapters.length).toBeGreaterThan(20)
  })

  it.each(adapters)('%s meets the suite of its port', (adapter) => {
    const port = portOf(adapter)
    const own = adapter.replace(/\.tsx?$/, '')
    const runs = tests.filter(
      ({ file, names }) =>
        names.includes(own) && [file, ...names].some((name) => name.startsWith(`test/conformance/${port}`)),
    )
    expect(runs.map(({ file }) => file)).not.toEqual([])
  })

  it.each([...new Set(adapters.map(portOf))])('%s is named by a port of the core', (port) => {
    expect(existsSync(`src/core/ports/${port}.ts`)).toBe(true)
  })
})
