import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runToEnd } from '../../../local/cli/child'
import { localValues } from '../../../src/composition/local-values'

/** Every text of a built portal, by its path. */
async function built(folder: string, wiring: string | undefined): Promise<ReadonlyMap<string, string>> {
  const { code, output } = await runToEnd(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'error'],
    { milliseconds: 300_000, environment: { NODE_ENV: undefined, ASSAY_WIRING: wiring } },
  )
  if (code !== 0) throw new Error(output)
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

/** Addresses of this machine, and whatever else is the embedded stack's. */
function ofThisMachine(texts: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>()
  for (const text of texts.values()) {
    for (const [address] of text.matchAll(/https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/\w-]+/g))
      found.add(address)
    for (const value of Object.values(localValues)) if (text.includes(value)) found.add(value)
    // Identifiers are put together of two parts.
    for (const [start] of text.matchAll(/6f0f3a52-7c1d-|b1d2c3e4-0000-/g)) found.add(start)
  }
  return [...found]
}

describe('a build of the portal', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-build-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  // With the space around it that an env file may have.
  test('that is made for vendors has nothing of the embedded stack in it', async () => {
    const texts = await built(join(folder, 'vendor'), ' vendor')
    expect(texts.size).toBeGreaterThan(10)
    expect(ofThisMachine(texts)).toEqual([])
  }, 300_000)

  test('that is made for no vendor has it, so that it would be found', async () => {
    const found = ofThisMachine(await built(join(folder, 'local'), undefined))
    const hosts = Object.values(localValues).filter((value) => value.startsWith('http'))
    expect(found).toEqual(expect.arrayContaining([...hosts, '6f0f3a52-7c1d-', 'b1d2c3e4-0000-']))
  }, 300_000)
})
