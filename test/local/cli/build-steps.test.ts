import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, vi, beforeAll, describe, test } from 'vitest'
import { buildSteps, bundleWith, makeChanged, type BuildStep } from '../../../local/cli/build-steps'
import { withConfiguration } from '../../../local/portal/configuration'
import { runToEnd } from '../../../local/cli/child'
import { localValues } from '../../../src/composition/local-values'

let folder: string
let root: string
let made: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-build-'))
  // Linked, as macOS's temporary folder is.
  await mkdir(join(folder, 'checkout'))
  root = join(folder, 'linked')
  await symlink(join(folder, 'checkout'), root, 'junction')
  made = []
  await write('src/deep/a.ts', 'one')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(file: string, content: string): Promise<void> {
  await mkdir(join(root, file, '..'), { recursive: true })
  await writeFile(join(root, file), content)
}

function step(name: string, inputs: readonly string[]): BuildStep {
  return {
    id: name,
    name,
    inputs,
    output: `dist/${name}/out`,
    make: async () => {
      made.push(name)
      await write(`dist/${name}/out`, '')
      return []
    },
  }
}

function make(...steps: readonly BuildStep[]): Promise<readonly string[]> {
  return makeChanged(root, steps, () => undefined)
}

it('builds everything once', async () => {
  const steps = [step('page', ['src', 'absent']), step('server', ['config.ts'])]
  expect(await make(...steps)).toEqual(['page', 'server'])
  expect(await make(...steps)).toEqual([])
  expect(made).toEqual(['page', 'server'])
})

it('rebuilds only what depends on a changed, added or removed file', async () => {
  const steps = [step('page', ['src']), step('server', ['config.ts'])]
  await make(...steps)
  await write('src/deep/a.ts', 'two')
  expect(await make(...steps)).toEqual(['page'])
  await write('config.ts', '')
  expect(await make(...steps)).toEqual(['server'])
  await rm(join(root, 'src/deep/a.ts'))
  expect(await make(...steps)).toEqual(['page'])
})

it('distinguishes two files whose name and content concatenate to the same text', async () => {
  await write('src/x', 'yz')
  await make(step('page', ['src']))
  await rm(join(root, 'src/x'))
  await write('src/xy', 'z')
  expect(await make(step('page', ['src']))).toEqual(['page'])
})

it('rebuilds what lost its output, and what a build-time variable changes', async () => {
  await make(step('page', ['src']))
  await rm(join(root, 'dist/page'), { recursive: true })
  expect(await make(step('page', ['src']))).toEqual(['page'])
  vi.stubEnv('ASSAY_PRODUCT_NAME', 'Another')
  expect(await make(step('page', ['src']))).toEqual(['page'])
  vi.stubEnv('ASSAY_PORTAL_PORT', '5000')
  expect(await make(step('page', ['src']))).toEqual([])
})

it('rebuilds a portal that was configured for a deployment', async () => {
  const portal = buildSteps(root)[0]
  if (portal === undefined) throw new Error('There is no step for the portal.')
  const page = '<html><head><title>Assay</title></head></html>'
  const making = {
    ...portal,
    make: async () => {
      await write(portal.output, page)
      return []
    },
  }
  expect(await make(making)).toEqual(['portal'])
  expect(await make(making)).toEqual([])
  await write(portal.output, withConfiguration(page, { ASSAY_WIRING: 'vendor' }))
  expect(await make(making)).toEqual(['portal'])
})

it('rebuilds only what read the changed file during its build', async () => {
  const reading = { ...step('page', []), make: async () => ['src/deep/a.ts'] }
  await write('dist/page/out', '')
  expect(await make(reading)).toEqual(['page'])
  expect(await make(reading)).toEqual([])
  await write('src/deep/b.ts', 'not read')
  expect(await make(reading)).toEqual([])
  await write('src/deep/a.ts', 'two')
  expect(await make(reading)).toEqual(['page'])
  await rm(join(root, 'src/deep/a.ts'))
  expect(await make(reading)).toEqual(['page'])
})

it('rebuilds what changed during its build', async () => {
  const overtaken = {
    ...step('page', ['src']),
    make: async () => {
      await write('dist/page/out', '')
      await new Promise((resolve) => setTimeout(resolve, 50))
      await write('src/deep/a.ts', 'changed meanwhile')
      return []
    },
  }
  expect(await make(overtaken)).toEqual(['page'])
  expect(await make(step('page', ['src']))).toEqual(['page'])
})

it('takes a bundle’s inputs from the bundler, wherever they are', async () => {
  await write('package.json', '{"type":"module"}')
  await write(
    'local/stack.ts',
    "import { bar } from './frame/bar'\nimport './frame/bar.css'\nexport const stack = bar",
  )
  await write('local/frame/bar.ts', "import type { Shape } from './shape'\nexport const bar: Shape = 1")
  await write('local/frame/bar.css', 'b { color: red }')
  await write('local/frame/part.css', '')
  await write('local/frame/shape.ts', 'export type Shape = number')
  await write('local/frame/page.ts', '')
  await write('local/settings.ts', "export const outDir = 'dist/stack'")
  await write('public/logo.svg', '<svg/>')
  await write(
    'local/vite.config.ts',
    "import { outDir } from './settings'\nexport default { publicDir: 'public', build: { ssr: 'local/stack.ts', outDir } }",
  )
  const bundle: BuildStep = {
    ...step('stack', []),
    output: 'dist/stack/stack.js',
    make: () => bundleWith(root, 'local/vite.config.ts'),
  }
  expect(await make(bundle)).toEqual(['stack'])
  for (const file of ['local/frame/page.ts', 'local/frame/shape.ts']) {
    await write(file, 'export type Other = string')
    expect(await make(bundle), file).toEqual([])
  }
  for (const [file, content] of [
    ['local/stack.ts', "import './frame/bar.css'\nexport { bar } from './frame/bar'"],
    ['local/frame/bar.ts', 'export const bar = 2'],
    ['local/frame/bar.css', 'b { color: blue }'],
    ['local/frame/part.css', 'i { color: blue }'],
    ['local/settings.ts', "export const outDir = './dist/stack'"],
    [
      'local/vite.config.ts',
      "export default { publicDir: 'public', build: { ssr: 'local/stack.ts', outDir: 'dist/stack' } }",
    ],
    ['public/logo.svg', '<svg></svg>'],
    ['public/new.svg', '<svg/>'],
  ] as const) {
    await write(file, content)
    expect(await make(bundle), file).toEqual(['stack'])
  }
})

it('does not treat a failed build as done', async () => {
  const broken = { ...step('page', ['src']), make: () => Promise.reject(new Error('broken')) }
  await make(step('page', ['src']))
  await write('src/deep/a.ts', 'two')
  await expect(make(broken)).rejects.toThrow('broken')
  await write('src/deep/a.ts', 'one')
  expect(existsSync(join(root, 'dist/page/out'))).toBe(true)
  expect(await make(step('page', ['src']))).toEqual(['page'])
})

/** Runs Node with these arguments until it ends. */
async function run(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, output } = await runToEnd(process.execPath, parameters, {
    milliseconds: 300_000,
    environment: { NODE_ENV: undefined, ...environment },
  })
  if (code !== 0) throw new Error(output)
}

/** Every text file of a built portal, by path. */
async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => /\.(js|html|css|json|webmanifest)$/.test(entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const path = join(file.parentPath, file.name)
        return [path, await readFile(path, 'utf8')]
      }),
    ),
  )
}

/** Local URLs, and other values that belong to the embedded stack. */
function ofThisMachine(texts: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>()
  for (const text of texts.values()) {
    for (const [address] of text.matchAll(/https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/\w-]+/g))
      found.add(address)
    for (const value of Object.values(localValues)) if (text.includes(value)) found.add(value)
    // The code assembles identifiers from two parts; this is the first.
    for (const [start] of text.matchAll(/6f0f3a52-7c1d-|b1d2c3e4-0000-/g)) found.add(start)
  }
  return [...found]
}

/** A file in the manifest of a build, with its static imports. */
interface ManifestEntry {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

/** Bytes in brotli (highest quality) of the document and everything that it statically imports, directly or indirectly. */
function firstViewBytes(folder: string, texts: ReadonlyMap<string, string>): number {
  const text = (path: string): string => texts.get(join(folder, path)) ?? ''
  const manifest = JSON.parse(text('.vite/manifest.json')) as Readonly<Record<string, ManifestEntry>>
  const files = new Set(['index.html'])
  const add = (entry: ManifestEntry | undefined): void => {
    if (entry === undefined || files.has(entry.file)) return
    files.add(entry.file)
    for (const name of entry.imports ?? []) add(manifest[name])
  }
  for (const entry of Object.values(manifest)) if (entry.isEntry === true) add(entry)
  return [...files].reduce((bytes, file) => bytes + brotliCompressSync(text(file)).length, 0)
}

/** Names of the scripts that the page fetches before they are needed. */
const hintsOf = (folder: string, texts: ReadonlyMap<string, string>): readonly string[] =>
  [
    ...(texts.get(join(folder, 'index.html')) ?? '').matchAll(/modulepreload[^>]*\/([\w-]+)-[\w-]{6}\.js/g),
  ].map(([, name = '']) => name)

/** Size of the first view at commit 425228f, measured in the same way (`docs/measurements.md`). */
const mostFirstViewBytes = 86_295

describe('a build of the portal', () => {
  const folder = 'dist/portal'
  let texts: ReadonlyMap<string, string>
  beforeAll(async () => {
    // The build that the other tests serve. It runs only if its sources have changed.
    await run(['local/cli/bootstrap.cjs', 'build', 'portal'])
    texts = await textsIn(folder)
  }, 300_000)

  test('for vendors contains nothing of the embedded stack, and its file names depend on content alone', async () => {
    const forVendors = await mkdtemp(join(tmpdir(), 'assay-build-'))
    try {
      await run(['node_modules/vite/bin/vite.js', 'build', '--outDir', forVendors, '--logLevel', 'error'], {
        // With spaces, as an env file may have them.
        ASSAY_WIRING: ' vendor',
        ASSAY_PRODUCT_NAME: 'Ledger ',
        ASSAY_BI: 'superset ',
      })
      const others = await textsIn(forVendors)
      expect(others.get(join(forVendors, 'index.html'))).toContain('<title>Ledger</title>')
      // No page fetches the SDK of a vendor that is not chosen.
      expect(hintsOf(folder, texts)).toEqual(['thoughtspot-sdk', 'start'])
      expect(hintsOf(forVendors, others)).toEqual(['start'])
      expect(others.size).toBeGreaterThan(10)
      expect(ofThisMachine(others)).toEqual([])

      // A browser may have cached the other build's file of the same name for a year.
      const hashed = [...others].filter(([path]) => /-[\w-]{6}\.(?:js|css)$/.test(path))
      const inBoth = hashed.filter(([path]) => texts.has(path.replace(forVendors, folder)))
      expect(inBoth.length).toBeGreaterThan(5)
      const differing = inBoth.filter(([path, text]) => texts.get(path.replace(forVendors, folder)) !== text)
      expect(differing.map(([path]) => path)).toEqual([])
    } finally {
      await rm(forVendors, { recursive: true, force: true })
    }
  }, 300_000)

  test('requests no script of less than 5 kB at its start, nor does one of the BI application', async () => {
    await run(['local/cli/bootstrap.cjs', 'build', 'bi-application'])
    const built = new Map([...texts, ...(await textsIn('dist/bi-frame'))])
    for (const path of ['dist/portal/index.html', 'dist/bi-frame/index.html']) {
      const page = built.get(path) ?? ''
      const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name)
      expect(scripts.length, path).toBeGreaterThan(2)
      for (const name of scripts) {
        const bytes = brotliCompressSync(await readFile(join(dirname(path), name))).length
        expect(bytes, name).toBeGreaterThan(5_000)
      }
    }
  }, 300_000)

  test('without vendors contains the embedded stack, so that the check would find it', () => {
    const hosts = Object.values(localValues).filter((value) => value.startsWith('http'))
    expect(ofThisMachine(texts)).toEqual(
      expect.arrayContaining([...hosts, '6f0f3a52-7c1d-', 'b1d2c3e4-0000-']),
    )
  })

  test('comes with the license of every package in it', async () => {
    const guide = await readFile('docs/operations.md', 'utf8')
    const rows =
      guide.split('## Packages and licenses')[1]?.matchAll(/^\| ([^|]+?) +\| (`[^|]+`) +\|$/gm) ?? []
    const listed = [...rows].flatMap(([, license = '', names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ license, name })),
    )
    expect(listed.length).toBeGreaterThan(40)
    const text = await readFile(join(folder, 'open-data/licenses.txt'), 'utf8')
    const headings = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+: (.+)$/gm)].map(([, name, license]) => ({
      license,
      name,
    }))
    expect(headings).toEqual(expect.arrayContaining(listed))
    for (const notice of [
      'Copyright (c) Meta Platforms, Inc. and affiliates.',
      'Copyright (c) 2026 Lucide Icons and Contributors',
      'ThoughtSpot Development Tools End User License Agreement',
      'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
    ])
      expect(text).toContain(notice)
  })

  test('has no versions besides those of the bill of materials and those that the guide names', async () => {
    const lock = await readFile('package-lock.json', 'utf8')
    const { packages }: { packages: Readonly<Record<string, { version?: string }>> } = JSON.parse(lock)
    const built = [...texts.values()].flatMap((text) => [...text.matchAll(/\b([\w-]+)\/v(\d+\.\d+\.\d+)/g)])
    const others = built.filter(
      ([, name = '', version]) => packages[`node_modules/${name}`]?.version !== version,
    )
    const guide = await readFile('docs/operations.md', 'utf8')
    const [section = ''] = guide.split('## Packages and licenses')[1]?.split('\n## ') ?? []
    const named = section.matchAll(/`([\w-]+)` (\d+\.\d+\.\d+)/g)
    const lines = (found: Iterable<RegExpMatchArray>) =>
      [...found].map(([, name, version]) => `${name} ${version}`).toSorted()
    expect(lines(others).length).toBeGreaterThan(0)
    expect(lines(named)).toEqual(lines(others))
  })

  test('has a first view that has not grown', () => {
    const bytes = firstViewBytes(folder, texts)
    // A much smaller size would mean that a file was not counted.
    expect(bytes).toBeGreaterThan(mostFirstViewBytes * 0.8)
    expect(bytes).toBeLessThanOrEqual(mostFirstViewBytes)
  })
})

test('npm’s bill of materials has every package that is sent to browsers', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 2 ** 20,
  })
  const bill: { bomFormat: string; components: { name: string; version: string }[] } = JSON.parse(text)
  expect(bill.bomFormat).toBe('CycloneDX')
  const listed = new Set(bill.components.map(({ name }) => name))
  const { dependencies }: { dependencies: object } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(Object.keys(dependencies).filter((name) => !listed.has(name))).toEqual([])
}, 180_000)
