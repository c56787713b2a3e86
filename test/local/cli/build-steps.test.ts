import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildSteps, bundleWith, makeChanged, type BuildStep } from '../../../local/cli/build-steps'
import { withConfiguration } from '../../../local/portal/configuration'

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
