import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isAnyLeft, lanes, suitesWithout } from '../../../local/cli/test-open-stack'
import { postgres } from '../../../local/open-stack/engines/postgres'
import { flagService } from '../../../local/open-stack/flags/service'
import { ensureNginx, nginxMissing } from '../../../local/open-stack/nginx/service'
import { healthy, spawnLogged, stop, untilAnswered } from '../../../local/open-stack/services'
import { isAlive } from '../../../local/cli/running-stack'

let home: string
let path: string
const quiet = (): void => {}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'assay-machine-'))
  path = join(home, 'path')
  await mkdir(path)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(home, { recursive: true, force: true })
})

async function program(file: string, script: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
}

/** A machine with only these programs in its path. */
async function machine(programs: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, script] of Object.entries(programs)) await program(join(path, name), script)
  vi.stubEnv('PATH', path)
}

describe('nginx', () => {
  const unpacked = (): string => join(home, 'nginx/usr/sbin/nginx')
  const brotli = (): string => join(home, 'nginx/usr/lib/nginx/modules/ngx_http_brotli_static_module.so')

  test('an installed one that does not run counts as missing', async () => {
    await program(unpacked(), 'exit 1')
    await program(brotli(), '')
    await machine({})
    expect((await ensureNginx(home, quiet))?.program).not.toBe(unpacked())
    expect(await nginxMissing(home)).toBe(await nginxMissing(join(home, 'empty')))
  })

  test('a downloaded one that does not run is removed, and apt writes only below the home folder', async () => {
    vi.spyOn(process, 'getuid').mockReturnValue(0)
    const asked = join(home, 'asked')
    // Simulates a machine whose own package lists are unusable.
    const apt = `echo "$@" >> ${asked}
case "$*" in
install*lists=*) : > ${home}/nginx-packages.${process.pid}/archives/nginx.deb;;
update*|--version) ;;
*) exit 1;;
esac`
    const unpack = `/bin/mkdir -p ${dirname(unpacked())} ${dirname(brotli())}; : > ${brotli()}; : > ${unpacked()}`
    await machine({ 'apt-get': apt, 'dpkg-deb': `echo unpacked >> ${asked}; ${unpack}` })
    const fetched = await ensureNginx(home, quiet)
    // If this machine has an nginx in its usual location, nothing is fetched.
    if (fetched === null) {
      const lines = (await readFile(asked, 'utf8'))
        .split('\n')
        .filter((line) => /^(install|update)/.test(line))
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['install', 'update', 'install'])
      expect(await readFile(asked, 'utf8')).toMatch(/unpacked\n$/)
      for (const line of lines) expect(line).toContain(`Dir::Cache=${home}`)
      for (const line of lines.slice(1)) expect(line).toContain(`Dir::State::lists=${home}`)
    }
    expect(existsSync(join(home, 'nginx'))).toBe(false)
  })
})

describe('the flag server', () => {
  const missing = () =>
    flagService({
      root: process.cwd(),
      home,
      folder: home,
      port: 1,
      variable: 'PORT',
      portalOrigins: [],
    }).missing?.()

  test.each([
    ['go1.19.8', /needs Go 1\.25 or newer, and go1\.19 was found/],
    ['go1.20', /go1\.20 was found/],
  ])('is not built by %s, which cannot fetch a newer one', async (version, sentence) => {
    await machine({ go: `echo go version ${version} linux/amd64` })
    expect(await missing()).toMatch(sentence)
  })

  test.each(['go1.21.0', 'go1.25.3', 'devel go1.27-1a2b3c4'])('is built by %s', async (version) => {
    await machine({ go: `echo go version ${version} linux/amd64` })
    expect(await missing()).toBeNull()
  })

  test('is not built without Go', async () => {
    await machine({})
    expect(await missing()).toContain('no Go was found')
  })
})

test('unfinished PostgreSQL files are created again, and finished ones are reused', async () => {
  const tries = join(home, 'tries')
  await machine({
    postgres: '',
    psql: '',
    chown: '',
    setpriv: 'shift 3; exec "$@"',
    initdb: `: > "$2/PG_VERSION"; echo again >> ${tries}; [ -e ${home}/whole ] || kill -9 $$`,
  })
  const folder = join(home, 'postgres')
  const sample = (): Promise<never> => Promise.reject(new Error('not asked for'))
  const engine = postgres({ port: 1, variable: 'PORT', home, folder, sample })
  await expect(engine.install(quiet)).rejects.toThrow('could not be created')
  await writeFile(join(home, 'whole'), '')
  await writeFile(join(folder, 'loaded'), 'into files that have gone')
  await engine.install(quiet)
  expect(existsSync(join(folder, 'loaded'))).toBe(false)
  await engine.install(quiet)
  expect(await readFile(tries, 'utf8')).toBe('again\nagain\n')
})

test('a service ended by a signal is not awaited', async () => {
  const log = join(home, 'log')
  const ended = () => spawnLogged('/bin/sh', ['-c', 'kill -9 $$'], log)
  const no = (): Promise<never> => Promise.reject(new Error('no answer'))
  await expect(healthy('It', ended(), 'http://127.0.0.1:1/', log)).rejects.toThrow('It ended')
  await expect(untilAnswered('It', ended(), log, no)).rejects.toThrow('It ended')
})

test('a service that ends unexpectedly is reported, and a stopped one is not', async () => {
  const log = join(home, 'log')
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const [one, other] = [0, 1].map(() => spawnLogged('/bin/sh', ['-c', 'sleep 60'], log))
  if (one === undefined || other === undefined) throw new Error('nothing was started')
  for (const child of [one, other]) await untilAnswered('It', child, log, () => Promise.resolve())
  await stop(one)
  expect(errors).not.toHaveBeenCalled()
  other.kill('SIGKILL')
  await once(other, 'close')
  expect(errors.mock.calls).toEqual([[`It has ended unexpectedly. See ${log}.`]])
})

test.each([
  ['is stopped', 'wait', (child: ChildProcess) => stop(child)],
  ['ends by itself', '', () => Promise.resolve()],
])('child processes end with a service even when they ignore signals: one that %s', async (_, last, end) => {
  const log = join(home, 'log')
  // A shell around a server can leave children that ignore signals.
  const child = spawnLogged(
    '/bin/sh',
    ['-c', `(trap '' TERM; while :; do sleep 1; done) & echo $!; ${last}`],
    log,
  )
  const closed = once(child, 'close')
  const started = await vi.waitFor(async () => {
    const pid = Number(await readFile(log, 'utf8'))
    expect(pid).toBeGreaterThan(1)
    return pid
  })
  await Promise.all([end(child), closed])
  // A process that its parent has not reaped is still in the process list, as a zombie.
  await expect.poll(() => isAlive(started) && !isZombie(started)).toBe(false)
})

/** Whether a process has ended but its new parent has not reaped it yet. */
const isZombie = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return /^Z|^$/.test(stdout.trim())
}

describe('suites that are left out', () => {
  const files = [
    'whole',
    'whole/keycloak.test.ts',
    'superset.test.ts',
    'superset-surface.test.ts',
    'flags.test.ts',
  ]
  const leftOut = suitesWithout(
    new Map([
      ['superset', 'No Python.'],
      ['keycloak', 'No Java.'],
    ]),
  )

  test('leave others to be run', () => {
    expect(isAnyLeft(files, [], leftOut)).toBe(true)
    expect(isAnyLeft(files, ['superset', 'flags'], leftOut)).toBe(true)
  })

  test('leave nothing when they are all that exist or all that was requested', () => {
    expect(isAnyLeft(files.slice(0, -1), [], leftOut)).toBe(false)
    expect(isAnyLeft(files, ['superset.test', 'whole/'], leftOut)).toBe(false)
  })

  test('cannot be an unknown name', () => {
    expect(isAnyLeft(files, ['supreset'], leftOut)).toBe(true)
  })
})

test('every file of the open stack’s tests runs in exactly one lane', async () => {
  const files = (await readdir('test/open-stack', { recursive: true })).filter((file) =>
    file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(9)
  const runs = (file: string): number =>
    lanes.flat().filter((start) => `test/open-stack/${file}`.startsWith(start)).length
  expect(files.filter((file) => runs(file) !== 1)).toEqual([])
})
