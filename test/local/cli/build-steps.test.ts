import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeChanged, type BuildStep } from '../../../local/cli/build-steps'

let root: string
let made: string[]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-build-'))
  made = []
  await write('src/deep/a.ts', 'one')
  await write('src/ignored/b.ts', 'one')
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(file: string, content: string): Promise<void> {
  await mkdir(join(root, file, '..'), { recursive: true })
  await writeFile(join(root, file), content)
}

function step(name: string, inputs: readonly string[]): BuildStep {
  return {
    id: name,
    name,
    inputs,
    ignored: ['src/ignored'],
    output: `dist/${name}/out`,
    make: async () => {
      made.push(name)
      await write(`dist/${name}/out`, '')
    },
  }
}

function make(...steps: readonly BuildStep[]): Promise<readonly string[]> {
  return makeChanged(root, steps, () => undefined)
}

it('makes everything once and nothing twice', async () => {
  const steps = [step('page', ['src', 'absent']), step('server', ['config.ts'])]
  expect(await make(...steps)).toEqual(['page', 'server'])
  expect(await make(...steps)).toEqual([])
  expect(made).toEqual(['page', 'server'])
})

it('makes again only what depends on the file that changed, came or went', async () => {
  const steps = [step('page', ['src']), step('server', ['config.ts'])]
  await make(...steps)
  await write('src/deep/a.ts', 'two')
  expect(await make(...steps)).toEqual(['page'])
  await write('config.ts', '')
  expect(await make(...steps)).toEqual(['server'])
  await rm(join(root, 'src/deep/a.ts'))
  expect(await make(...steps)).toEqual(['page'])
})

it('leaves out what a step ignores', async () => {
  await make(step('page', ['src']))
  await write('src/ignored/b.ts', 'two')
  expect(await make(step('page', ['src']))).toEqual([])
})

it('tells two files apart whose names and contents run together alike', async () => {
  await write('src/x', 'yz')
  await make(step('page', ['src']))
  await rm(join(root, 'src/x'))
  await write('src/xy', 'z')
  expect(await make(step('page', ['src']))).toEqual(['page'])
})

it('makes again what lost its output, and what a build-time variable changes', async () => {
  await make(step('page', ['src']))
  await rm(join(root, 'dist/page'), { recursive: true })
  expect(await make(step('page', ['src']))).toEqual(['page'])
  vi.stubEnv('ASSAY_PRODUCT_NAME', 'Another')
  expect(await make(step('page', ['src']))).toEqual(['page'])
  vi.stubEnv('ASSAY_PORTAL_PORT', '5000')
  expect(await make(step('page', ['src']))).toEqual([])
})

it('does not take a failed build for a done one', async () => {
  const broken = { ...step('page', ['src']), make: () => Promise.reject(new Error('broken')) }
  await make(step('page', ['src']))
  await write('src/deep/a.ts', 'two')
  await expect(make(broken)).rejects.toThrow('broken')
  await write('src/deep/a.ts', 'one')
  expect(existsSync(join(root, 'dist/page/out'))).toBe(true)
  expect(await make(step('page', ['src']))).toEqual(['page'])
})
