import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
)

/** Where Node would look for a package on behalf of one that lies at `from`. */
function isThere(name: string, from: string): boolean {
  const folders =
    from === ''
      ? ['']
      : [
          '',
          ...from
            .split('/node_modules/')
            .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/')),
        ]
  return folders.some((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages)
}

// A registry that has the builds for one system only leaves the others out of the lock file, and `npm ci` then refuses it everywhere.
it('names the optional packages of every system', () => {
  const wanted = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ name, path })),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter(({ name, path }) => !isThere(name, path))).toEqual([])
})

it('names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})
