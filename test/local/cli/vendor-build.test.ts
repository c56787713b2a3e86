import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { runToEnd } from '../../../local/cli/child'
import { localValues } from '../../../src/composition/local-values'

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
