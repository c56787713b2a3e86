import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Installation {
  satisfies(version: string, range: string): boolean
  reasonToInstall(root: string): string
  remember(root: string): void
}
const installation: Installation = createRequire(import.meta.url)('../../../local/cli/installation.cjs')

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-install-'))
  await mkdir(join(root, 'node_modules'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

type Packages = Record<string, { version: string; integrity?: string; optional?: boolean }>

function lock(packages: Packages): Promise<void> {
  return writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
}
function installed(packages: Packages): Promise<void> {
  return writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

const vite = { version: '8.0.0', integrity: 'sha512-a' }

describe('the packages', () => {
  it('are installed when nothing is there, and not again after that', async () => {
    await lock({ 'node_modules/vite': vite })
    expect(installation.reasonToInstall(root)).toBe('nothing is installed yet')
    installation.remember(root)
    expect(installation.reasonToInstall(root)).toBe('')
  })

  it('are installed anew when the lock file asks for something else', async () => {
    await lock({ 'node_modules/vite': vite })
    await installed({ 'node_modules/vite': vite })
    installation.remember(root)
    await lock({ 'node_modules/vite': { ...vite, version: '8.0.1' } })
    expect(installation.reasonToInstall(root)).toBe('package-lock.json has changed')
  })

  it('are left alone when somebody has installed them by hand', async () => {
    await lock({ 'node_modules/vite': vite, 'node_modules/fsevents': { version: '2.0.0', optional: true } })
    await installed({ 'node_modules/vite': vite })
    expect(installation.reasonToInstall(root)).toBe('')
  })

  it('are installed when one is missing or is another build of the same version', async () => {
    await lock({ 'node_modules/vite': vite })
    await installed({})
    expect(installation.reasonToInstall(root)).not.toBe('')
    await installed({ 'node_modules/vite': { ...vite, integrity: 'sha512-b' } })
    expect(installation.reasonToInstall(root)).not.toBe('')
  })

  it('are installed anew for another Node or machine', async () => {
    await lock({ 'node_modules/vite': vite })
    await installed({ 'node_modules/vite': vite })
    await writeFile(join(root, 'node_modules/.assay-installed'), `${'0'.repeat(64)} sunos sparc node 1`)
    expect(installation.reasonToInstall(root)).toBe('they were installed for another Node or machine')
  })
})

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.3', false],
  ['18.99.99', false],
  ['4.9.1', false],
])('Node %s against >=20.19.0: %s', (version, enough) => {
  expect(installation.satisfies(version, '>=20.19.0')).toBe(enough)
})

it('refuses a range it cannot read rather than let any Node pass', () => {
  expect(() => installation.satisfies('20.20.2', '^20.19.0')).toThrow('engines')
})
