import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureBuilt, madeSampleData, sampleDataFolder } from '../../local/cli/build'
import { openStackFolder } from '../../local/cli/open-stack'
import { freePorts } from '../../local/cli/ports'
import { portVariables } from '../../local/http/addresses'
import { descendants } from '../support/processes'

// Starts and stops `npm run open-stack` as a user does: as a separate process, in a copy of the repository with its own data folder.

let root: string
beforeEach(async () => {
  await ensureBuilt(console.log)
  root = await mkdtemp(join(tmpdir(), 'assay-command-'))
  const stored = join(root, '.local')
  await mkdir(join(stored, openStackFolder), { recursive: true })
  const link = (from: string, to: string): Promise<void> => symlink(from, join(to, basename(from)))
  for (const name of await readdir(process.cwd()))
    if (!['.git', '.local'].includes(name)) await link(join(process.cwd(), name), root)
  // Not a symlink, because the database opens nothing outside its folder.
  const { path } = await madeSampleData()
  await copyFile(path, join(stored, basename(path)), constants.COPYFILE_FICLONE)
  // Links to what is already installed.
  const home = join(sampleDataFolder, openStackFolder)
  for (const name of await readdir(home).catch(() => []))
    if (/^(nginx|flags-\w{16})$/.test(name)) await link(join(home, name), join(stored, openStackFolder))
}, 600_000)
afterEach(() => rm(root, { recursive: true, force: true }))

const isAlive = async (pid: number): Promise<boolean> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return !/^(Z.*)?$/.test(stdout.trim())
}

interface Settings {
  readonly ports: Readonly<Record<string, string>>
  readonly portal: string
}

async function settings(): Promise<Settings> {
  const [ports, { services }] = [await freePorts(), await freePorts()]
  const own = Object.entries(portVariables).map(([part, variable]) => [
    variable,
    String(ports[part as keyof typeof ports]),
  ])
  return {
    ports: { ...Object.fromEntries(own), ASSAY_FLAGS_PORT: String(services) },
    portal: `http://localhost:${ports.portal}`,
  }
}

/** Waits until everything is up; returns the output. */
async function started({ ports, portal }: Settings) {
  const given = Object.entries(process.env).filter(([name]) => !/^(ASSAY|VITE|VITEST)_?/.test(name))
  const child = spawn(
    process.execPath,
    [
      '--preserve-symlinks-main',
      join(root, 'local/cli/bootstrap.cjs'),
      'open-stack',
      '--only',
      'flags,nginx',
    ],
    { env: { ...Object.fromEntries(given), ...ports }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const pid = child.pid ?? 0
  const isUp = (): boolean => output.includes('All up in')
  try {
    while (!isUp() && child.exitCode === null)
      await Promise.race([closed, ...[child.stdout, child.stderr].map((stream) => once(stream, 'data'))])
    expect(isUp(), output).toBe(true)
    expect((await fetch(`${portal}/home`)).status).toBe(200)
    return { pid, closed, output: () => output, running: await descendants(pid) }
  } catch (error) {
    if (child.exitCode === null) process.kill(-pid, 'SIGTERM')
    throw error
  }
}

test('Ctrl-C or a service manager stops every started process, a second start installs nothing, and all data is in one folder', async () => {
  const given = await settings()
  const before = await readdir(root)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { pid, closed, output, running } = await started(given)
    // At least the flag server; also nginx with its workers if installed.
    expect(running.length).toBeGreaterThan(0)
    // A terminal signals the foreground process group, and the services are not in it.
    process.kill(-pid, signal)
    expect([await closed, output()]).toEqual([[0, null], expect.not.stringMatching(/Error/)])
    expect(await Promise.all(running.map(isAlive))).toEqual(running.map(() => false))
    for (const port of Object.values(given.ports))
      await expect(fetch(`http://127.0.0.1:${port}/`), port).rejects.toThrow('fetch failed')
    if (signal === 'SIGTERM') expect(output()).not.toMatch(/Installing|Fetching|Downloading|Building|Making/)
  }
  expect(await readdir(root)).toEqual(before)
  expect((await readdir(join(root, '.local'))).filter((name) => name.startsWith('running-'))).toEqual([])
})
