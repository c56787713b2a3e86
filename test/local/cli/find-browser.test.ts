import { chmodSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runToEnd } from '../../../local/cli/child'
import { findBrowser, findTestBrowser, type Machine } from '../../../local/cli/browser'
import { Refusal } from '../../../local/cli/progress'

let folder: string
let calls: string[]
let printed: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-browsers-'))
  calls = []
  printed = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that answers `--version`, or one that fails, like the placeholders on some systems. */
function program(name: string, code = 0): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\nexit ${code}\n`)
  chmodSync(path, 0o755)
  return path
}

/** A machine without programs. `installs` defines what apt-get and Playwright do when called. */
function machine(parts: Partial<Machine>, installs: Record<string, () => number> = {}): Machine {
  return {
    chromiumPath: undefined,
    programFolders: [folder],
    playwrightBrowsers: () => [join(folder, 'playwright/chrome')],
    playwrightShells: () => [join(folder, 'playwright/headless_shell')],
    aptGet: null,
    isWindows: false,
    ...parts,
    run: async (path, parameters, options) => {
      const call = `${basename(path)} ${parameters.join(' ')}`
      if (parameters[0] === '--version') return runToEnd(path, parameters, options)
      calls.push(call)
      const install = Object.entries(installs).find(([part]) => call.includes(part))
      return { code: install ? install[1]() : 1, output: 'Downloading …\nno network\n' }
    },
  }
}

const find = (one: Machine): Promise<string> => findBrowser((line) => printed.push(line), one)
const findForTests = (one: Machine): Promise<string> => findTestBrowser((line) => printed.push(line), one)

describe('a browser that is there', () => {
  it('is the one CHROMIUM_PATH names, before any other', async () => {
    program('chromium')
    const chosen = program('mine')
    expect(await find(machine({ chromiumPath: chosen }))).toBe(chosen)
  })

  it('is not started to try it on Windows, where that opens a window', async () => {
    const path = program('chrome.exe', 1)
    expect(await find(machine({ isWindows: true }))).toBe(path)
  })

  it('is one on the path, by any of its names', async () => {
    const path = program('google-chrome')
    expect(await find(machine({}))).toBe(path)
  })

  it('is not one that does not start', async () => {
    program('chromium', 1)
    const path = program('chromium-browser')
    expect(await find(machine({}))).toBe(path)
  })

  it('is one of Playwright’s when there is none on the path', async () => {
    const path = program('cached')
    expect(await find(machine({ playwrightBrowsers: () => [join(folder, 'absent'), path] }))).toBe(path)
    expect(calls).toEqual([])
  })

  it('is not replaced by another when CHROMIUM_PATH is wrong', async () => {
    program('chromium')
    const wrong = join(folder, 'nowhere')
    await expect(find(machine({ chromiumPath: wrong }))).rejects.toThrow(`CHROMIUM_PATH names ${wrong}`)
  })
})

describe('a browser that is not there', () => {
  it('is installed with apt-get where that is allowed', async () => {
    const install = () => (program('chromium'), 0)
    expect(await find(machine({ aptGet: '/usr/bin/apt-get' }, { 'apt-get install': install }))).toBe(
      join(folder, 'chromium'),
    )
    expect(calls).toEqual(['apt-get install -y --no-install-recommends chromium'])
    expect(printed).toEqual(['No chromium found; installing it with apt-get …'])
  })

  it('is installed after an update when the package list is empty', async () => {
    let listed = false
    const update = () => ((listed = true), 0)
    const install = () => (listed ? (program('chromium'), 0) : 100)
    const path = await find(
      machine({ aptGet: '/usr/bin/apt-get' }, { 'apt-get update': update, 'apt-get install': install }),
    )
    expect(path).toBe(join(folder, 'chromium'))
    expect(calls.map((call) => call.split(' ')[1])).toEqual(['install', 'update', 'install'])
  })

  it('is downloaded by Playwright when apt-get has none', async () => {
    let cached: readonly string[] = []
    const download = () => ((cached = [program('cached')]), 0)
    const path = await find(
      machine(
        { aptGet: '/usr/bin/apt-get', playwrightBrowsers: () => cached },
        { 'cli.js install chromium': download },
      ),
    )
    expect(path).toBe(join(folder, 'cached'))
  })

  it('ends with the reason and what to do', async () => {
    const failure = find(machine({ aptGet: '/usr/bin/apt-get' }, { 'cli.js install chromium': () => 1 }))
    await expect(failure).rejects.toThrow(Refusal)
    await expect(failure).rejects.toThrow(/download failed: no network\n[^\n]*CHROMIUM_PATH[^\n]*$/)
    expect(calls).toHaveLength(4)
  })
})

describe('the browser of the tests', () => {
  it('is a headless shell if there is one, on the path or from Playwright', async () => {
    program('chromium')
    const cached = program('cached')
    expect(await findForTests(machine({ playwrightShells: () => [cached] }))).toBe(cached)
    const shell = program('chromium-headless-shell')
    expect(await findForTests(machine({ playwrightShells: () => [cached] }))).toBe(shell)
    expect(await find(machine({}))).toBe(join(folder, 'chromium'))
  })

  it('is installed beside the full browser where that is allowed', async () => {
    program('chromium')
    const install = () => (program('chromium-headless-shell'), 0)
    expect(
      await findForTests(
        machine(
          { aptGet: '/usr/bin/apt-get' },
          { 'install -y --no-install-recommends chromium-head': install },
        ),
      ),
    ).toBe(join(folder, 'chromium-headless-shell'))
  })

  it('is the full browser without a headless shell, and the one in CHROMIUM_PATH before any other', async () => {
    const whole = program('chromium')
    expect(await findForTests(machine({}))).toBe(whole)
    expect(await findForTests(machine({ aptGet: '/usr/bin/apt-get' }))).toBe(whole)
    program('chromium-headless-shell')
    const chosen = program('mine')
    expect(await findForTests(machine({ chromiumPath: chosen }))).toBe(chosen)
  })
})
