import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import config from '../../vite.config'

const ignored = ['.git', ...readFileSync('.gitignore', 'utf8').split('\n')].map((name) =>
  name.replace(/\/$/, ''),
)

/** Paths of the files that Git does not ignore. Without Git, which not every machine has. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(`./${folder}`, { withFileTypes: true })
    .filter(({ name }) => !ignored.includes(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(`${folder}${entry.name}/`) : [`${folder}${entry.name}`],
    )

/** Every text file that is in the repository or not yet added. */
const files = filesIn('')
  .filter((file) =>
    /\.(ts|tsx|cjs|mjs|js|json|md|scss|css|html|svg|example)$|(^|\/)\.[a-z]+rc|\.ci\/run$/.test(file),
  )
  .filter((file) => file !== 'package-lock.json' && !file.startsWith('contracts/pacts/'))

/** `file:line` of each match of the expression. A file that was just deleted has none. */
function locations(expression: RegExp, among: readonly string[]): readonly string[] {
  return among.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (expression.test(line) ? [`${file}:${index + 1}`] : [])),
  )
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

// Concatenated here, so that this file does not match its own search.
const [only, skip] = ['only', 'skip']
const modifiers = [only, skip, 'todo', 'skipIf', 'runIf', 'fails'].join('|')
const leftTest = new RegExp(
  `\\b(it|test|describe|journey)(\\.[a-z]+)*\\.(${modifiers})\\b|\\b[fx](it|describe)\\(`,
)
const notes = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['X', 'XX'],
]
const leftNote = new RegExp(`\\b(${notes.map((parts) => parts.join('')).join('|')})\\b`)
/** Conflict markers of an unfinished merge. */
const leftMerge = /^(<{7}|>{7}|\|{7}) |^={7}$/
const folders = ['work', 'farm', 'root', 'home', 'Users']
const machinePath = new RegExp(`(^|[^a-zA-Z0-9_.-])/(${folders.join('|')})/[a-z]`)

describe('the repository', () => {
  it('is searched', () => {
    expect(files.length).toBeGreaterThan(500)
  })

  it('skips no test', () => {
    const tests = files.filter((file) => /^(test|contracts)\//.test(file) && /\.tsx?$/.test(file))
    expect(tests.length).toBeGreaterThan(100)
    expect(locations(leftTest, tests)).toEqual([])
  })

  it('has no to-do comment', () => {
    const code = files.filter((file) => /^(src|local|test|contracts)\//.test(file))
    expect(locations(leftNote, code)).toEqual([])
  })

  it('has no unfinished merge', () => {
    expect(locations(leftMerge, files)).toEqual([])
  })

  it('names no folder of a developer’s machine', () => {
    expect(locations(machinePath, files)).toEqual([])
  })
})

describe('the searches find planted text', () => {
  it.each([
    `it.${only}('a', b)`,
    `describe.${skip}('a')`,
    `it.concurrent.${skip}('a')`,
    ['xi', 't("a")'].join(''),
  ])('%s', (line) => {
    expect(leftTest.test(line)).toBe(true)
  })

  it.each(folders)('/%s/…', (folder) => {
    for (const line of [`cd /${folder}/project`, `"/${folder}/main"`, `file:///${folder}/ada`]) {
      expect(machinePath.test(line)).toBe(true)
    }
  })

  it.each(['<', '=', '>', '|'].map((mark) => mark.repeat(7) + (mark === '=' ? '' : ' HEAD')))(
    '%s',
    (line) => {
      expect(leftMerge.test(line)).toBe(true)
    },
  )

  it.each(notes)('%s%s', (first, second) => {
    expect(leftNote.test(`// ${first}${second}: later`)).toBe(true)
  })

  it.each(['/datasets/bitcoin', 'path="/home"', 'https://example.com/work', './work/main'])(
    'but not %s',
    (line) => {
      expect(machinePath.test(line)).toBe(false)
    },
  )
})

/** The test-file patterns of Vitest's projects. */
function taken(): readonly RegExp[] {
  const projects = config({ command: 'serve', mode: 'test' }).test?.projects ?? []
  const globs = projects.flatMap((one) =>
    typeof one === 'object' && 'test' in one ? (one.test?.include ?? []) : [],
  )
  const patterns = globs.map((glob) =>
    glob
      .replaceAll('.', String.raw`\.`)
      .replaceAll(/\{([^}]+)\}/g, (_all, names: string) => `(${names.replaceAll(',', '|')})`)
      .replaceAll(/!\(([^)]+)\)/g, '(?!(?:$1)/)*')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll('*', '[^/]+'),
  )
  return patterns.map((pattern) => new RegExp(`^${pattern}$`))
}

it('every test file runs in exactly one project', () => {
  const tests = files.filter(
    (file) => /\.(test|journey|pact|provider)\.tsx?$/.test(file) && textOf(file) !== '',
  )
  const patterns = taken()
  expect(patterns.length).toBeGreaterThan(8)
  expect(tests.filter((file) => patterns.filter((one) => one.test(file)).length !== 1)).toEqual([])
})

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

/** Whether Node finds a package from one at `from`. */
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

// A registry with the builds for one platform only leaves the others out of the lock file, and `npm ci` then rejects it everywhere.
it('the lock file has the optional packages of every platform', () => {
  const wanted = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ name, path })),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter(({ name, path }) => !isThere(name, path))).toEqual([])
})

it('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved"')
})

/** Whether a version is in a range, in the forms that packages use: `20`, `6.*`, `^20.19.0`, `>= 18`, several with `||`. */
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

// npm warns of each package that requires another Node, and that is the first thing a new developer reads.
it.each([
  [20, 19, 0],
  [22, 13, 0],
  [24, 0, 0],
] as const)('no package refuses Node %i.%i.%i', (...version) => {
  expect(takes('^20.19.0 || >=22.12.0', [22, 11, 0])).toBe(false)
  const refusing = Object.entries(packages).filter(([, { engines }]) => !takes(engines?.node ?? '*', version))
  expect(refusing.map(([path, { engines }]) => `${path} wants ${engines?.node ?? ''}`)).toEqual([])
})

it('package.json requires Node 20.19.0 or later', () => {
  const { engines }: { engines: { node: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('>=20.19.0')
})

describe('licenses', () => {
  const guide = readFileSync('docs/operations.md', 'utf8').split('## Packages and licenses')[1] ?? ''
  const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? ''
  const all = Object.entries(packages).filter(([path]) => path !== '')
  const inPortal = all.filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)

  it('of packages shipped to browsers are in the guide, package by package', () => {
    const listed = [...guide.matchAll(/^\| ([^|]+?) +\| (`[^|]+`) +\|$/gm)].flatMap(([, license, names]) =>
      (names ?? '').split(', ').map((name) => `${name.replaceAll('`', '')}: ${license}`),
    )
    const present = new Set(inPortal.map(([path, { license }]) => `${nameOf(path)}: ${license}`))
    expect(present.size).toBeGreaterThan(40)
    expect(listed.toSorted()).toEqual([...present].toSorted())
  })

  it('of all other packages are listed, and none is unknown', () => {
    const named = all.filter(([, { optional }]) => !optional).map(([, { license }]) => license ?? 'unknown')
    expect([...new Set(named)].filter((license) => !guide.includes(license))).toEqual([])
    const readme = readFileSync('README.md', 'utf8')
    expect(readme).toContain(packages['node_modules/@thoughtspot/visual-embed-sdk']?.license)
  })

  it('every package that is installed everywhere has an integrity hash', () => {
    expect(
      all.filter(([, { integrity, optional }]) => !integrity && !optional).map(([path]) => path),
    ).toEqual([])
  })
})
