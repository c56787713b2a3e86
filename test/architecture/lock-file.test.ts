import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly engines?: { readonly node?: string }
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

/** Whether a range of the forms that packages use takes a version: `20`, `6.*`, `^20.19.0`, `>= 18`, several beside `||`. */
function takes(range: string, version: readonly [number, number, number]): boolean {
  return range.split('||').some((one) => {
    if (one.trim() === '*') return true
    const [, operator = '', ...parts] =
      /^\s*(\^|>=)?\s*(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?\s*$/.exec(one) ?? []
    if (parts[0] === undefined) throw new Error(`No range this test can read: "${one}".`)
    const least = [0, 1, 2].map((at) => Number(parts[at] ?? 0) || 0)
    const at = version.findIndex((part, index) => part !== least[index])
    const isAtLeast = at === -1 || (version[at] ?? 0) > (least[at] ?? 0)
    return isAtLeast && (operator === '>=' || version[0] === least[0])
  })
}

// npm warns of each package that wants another Node, and a newcomer reads that first.
it.each([
  [20, 19, 0],
  [22, 13, 0],
  [24, 0, 0],
] as const)('has no package that refuses Node %i.%i.%i', (...version) => {
  expect(takes('^20.19.0 || >=22.12.0', [22, 11, 0])).toBe(false)
  const refusing = Object.entries(packages).filter(([, { engines }]) => !takes(engines?.node ?? '*', version))
  expect(refusing.map(([path, { engines }]) => `${path} wants ${engines?.node ?? ''}`)).toEqual([])
})

it('asks of people what it asks of packages', () => {
  const { engines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('>=20.19.0')
})

describe('licenses', () => {
  const guide = readFileSync('docs/operations.md', 'utf8').split('## Packages and licenses')[1] ?? ''
  const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''
  const all = Object.entries(packages).filter(([path]) => path !== '')
  const inPortal = all.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)

  it('of what people’s browsers get stand in the guide, package by package', () => {
    const listed = [...guide.matchAll(/^\| ([^|]+?) +\| (`[^|]+`) +\|$/gm)].flatMap(([, license, names]) =>
      (names ?? '').split(', ').map((name) => `${name.replaceAll('`', '')}: ${license}`),
    )
    const present = new Set(inPortal.map(([path, { license }]) => `${nameOf(path)}: ${license}`))
    expect(present.size).toBeGreaterThan(40)
    expect(listed.toSorted()).toEqual([...present].toSorted())
  })

  it('of all others are named, and none is unknown', () => {
    const named = all.filter(([, { optional }]) => !optional).map(([, { license }]) => license ?? 'unknown')
    expect([...new Set(named)].filter((license) => !guide.includes(license))).toEqual([])
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(packages['node_modules/@thoughtspot/visual-embed-sdk']?.license)
  })

  it('and hashes: every package that is installed everywhere has one', () => {
    expect(
      all.filter(([, { integrity, optional }]) => !integrity && !optional).map(([path]) => path),
    ).toEqual([])
  })
})
