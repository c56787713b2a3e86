import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, readImports, resolveImport } from './imports'

/** `src/adapters/<port>/<how>-<port>.ts`; other files of the folder are parts of an adapter. */
const adapters = filesBelow('src/adapters', /\.tsx?$/).filter((file) => {
  const port = basename(dirname(file))
  return basename(file)
    .replace(/\.tsx?$/, '')
    .endsWith(`-${port}`)
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
    const port = basename(dirname(adapter))
    const own = adapter.replace(/\.tsx?$/, '')
    const runs = tests.filter(({ names }) => {
      return names.includes(own) && names.some((name) => name.startsWith(`test/conformance/${port}`))
    })
    expect(runs.map(({ file }) => file)).not.toEqual([])
  })

  it.each([...new Set(adapters.map((adapter) => basename(dirname(adapter))))])(
    '%s is named by a port of the core',
    (port) => {
      expect(existsSync(`src/core/ports/${port}.ts`)).toBe(true)
    },
  )
})
