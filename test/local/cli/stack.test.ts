import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exec, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, describe, vi, test } from 'vitest'
import { portVariables, defaultPorts, originsOf, localAudience } from '../../../local/http/addresses'
import { listen, PortTaken } from '../../../local/http/listen'
import { freePorts, portsFrom, requireFree } from '../../../local/cli/ports'
import { startStack } from '../../../local/cli/stack'
import { ownFolder, holdFolder, markRunning, FolderTaken } from '../../../local/cli/running-stack'
import { openFlagStore } from '../../../local/flags/flag-store'
import { setFlag } from '../../../local/flags/flag-document'
import { openDashboards } from '../../../local/bi-host/store/dashboards'
import { reset, resetSample, run } from '../../../local/cli/reset'
import { wantedAccessTokens } from '../../../local/cli/stack-settings'

describe('stack', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-stack-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it.each(['portal', 'biHost', 'identity', 'services', 'flagStream'] as const)(
    'names the port of the %s at once when it is taken, before it starts or writes anything',
    async (part) => {
      const ports = await freePorts()
      const holder = await listen({
        name: 'somebody else',
        port: ports[part],
        variable: 'NONE',
        handler: (_request, response) => response.end(),
      })
      const printed: string[] = []
      const starting = startStack({
        ports,
        dataFolder: join(folder, 'data'),
        portalFolder: null,
        frameFolder: join(folder, 'frame'),
        onProgress: (line) => printed.push(line),
      })
      await expect(starting).rejects.toThrow(`Port ${ports[part]} for the`)
      await expect(starting).rejects.toThrow(`choose another port with ${portVariables[part]}=<port>`)
      expect(printed).toEqual([])
      expect(await readdir(folder)).toEqual([])
      await holder.close()
    },
  )

  it.each([
    ['ASSAY_BI_HOST', 'nonsense'],
    ['ASSAY_BI_HOSTS_ALLOWED', 'https://bi.example.com, bi.example.com'],
    ['ASSAY_TOKEN_HOST', 'javascript:alert(1)'],
  ])('names an invalid address in %s before it starts or writes anything', async (name, value) => {
    const starting = startStack({
      ports: await freePorts(),
      dataFolder: join(folder, 'data'),
      portalFolder: null,
      frameFolder: join(folder, 'frame'),
      configuration: { [name]: value },
      onProgress: () => undefined,
    })
    await expect(starting).rejects.toThrow(`${name} must be an http or https URL, not "`)
    await expect(starting).rejects.toMatchObject({ name: 'AddressRefused' })
    expect(await readdir(folder)).toEqual([])
  })
})

describe('ports', () => {
  it('takes the defaults, and what the environment says instead', () => {
    expect(portsFrom({})).toEqual(defaultPorts)
    expect(portsFrom({ ASSAY_PORTAL_PORT: ' 5000\t', ASSAY_FLAG_STREAM_PORT: ' ' })).toEqual({
      ...defaultPorts,
      portal: 5000,
    })
  })

  it.each(['x', '0', '65536', '-1', '43.5', '43 00'])(
    'refuses the port "%s" and names the variable',
    (value) => {
      expect(() => portsFrom({ ASSAY_IDENTITY_PORT: value })).toThrow(/ASSAY_IDENTITY_PORT must be a port/)
    },
  )

  it('refuses two parts on one port', () => {
    expect(() => portsFrom({ ASSAY_PORTAL_PORT: '4302' })).toThrow(
      'ASSAY_PORTAL_PORT and ASSAY_IDENTITY_PORT are both 4302',
    )
  })

  it('finds five free ones, all different', async () => {
    const ports = await freePorts()
    expect(new Set(Object.values(ports)).size).toBe(5)
    await requireFree(ports)
  })

  it('names a port that somebody holds, on either address', async () => {
    const ports = await freePorts()
    const holder = await listen({
      name: 'somebody',
      port: ports.services,
      variable: 'NONE',
      handler: (_request, response) => response.end(),
    })
    await expect(requireFree(ports)).rejects.toThrow(PortTaken)
    await expect(requireFree(ports)).rejects.toThrow(
      `Port ${ports.services} for the token service and flags is already in use, or reserved by the system. Stop the program that uses it, or choose another port with ASSAY_SERVICES_PORT=<port>.`,
    )
    await holder.close()
  })
})

describe('reset', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-reset-'))
    await writeFile(join(folder, 'flags.json'), '{}')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const names = () => readdir(folder)

  /** What identifies a running stack to the folder: its mark, and a service that answers. */
  async function startStack() {
    const ports = await freePorts()
    const service = await listen({
      name: 'token service and flags',
      port: ports.services,
      variable: 'NONE',
      handler: (_request, response) => response.end(),
    })
    const origins = originsOf(ports)
    const unmark = await markRunning([folder, folder], origins)
    return { origins, service, unmark }
  }

  it('removes nothing if npm took --sample for itself, as without the -- before it', async () => {
    vi.stubEnv('npm_config_sample', 'true')
    await expect(run([], () => Promise.reject(new Error('not needed')))).rejects.toThrow(
      'npm run reset -- --sample',
    )
    vi.unstubAllEnvs()
  })

  it('removes what the stack saved and lists it, or reports that there is nothing', async () => {
    const printed: string[] = []
    await reset(folder, (line) => printed.push(line))
    await reset(folder, (line) => printed.push(line))
    expect(printed).toEqual([
      expect.stringMatching(/^This deletes what is in .*\/:$/),
      '  flags.json (flag settings)',
      expect.stringMatching(/^Removed .*\/flags\.json$/),
      expect.stringMatching(/^Nothing to remove: .*\/ is empty\.$/),
    ])
  })

  it('counts the users’ data before it asks, and deletes nothing without confirmation', async () => {
    const store = await openDashboards(join(folder, 'saved'))
    const about = { owner: 'a', author: 'a@example.com', name: 'Desk', description: '', tiles: [] }
    const { id } = await store.create(about)
    await store.create(about)
    await store.remove([id])
    await store.close()
    await writeFile(join(folder, 'sample-0af.duckdb'), '')
    const printed: string[] = []
    await reset(
      folder,
      (line) => printed.push(line),
      async () => {
        expect(printed).toContain('  saved (made by users: 1 dashboards)')
        expect(printed).toContain('  sample-0af.duckdb (sample data, generated)')
        return false
      },
    )
    expect(await names()).toEqual(['flags.json', 'sample-0af.duckdb', 'saved'])
    expect(printed.at(-1)).toMatch(/^Nothing was removed\./)
    await resetSample(folder, () => undefined)
    expect(await names()).toEqual(['flags.json', 'saved'])
  })

  it('deletes nothing while an open stack is being installed', async () => {
    const release = await holdFolder(folder, 'http://localhost:4300')
    const before = await names()
    await expect(reset(folder, () => undefined)).rejects.toThrow(
      `Assay is running at http://localhost:4300 (process ${process.pid}) and uses these files.`,
    )
    expect(await names()).toEqual(before)
    await release()
    expect(await names()).toEqual(['flags.json'])
    await reset(folder, () => undefined)
    expect(await names()).toEqual([])
  })

  it('deletes nothing while a stack runs, and names its address; once it has stopped, nothing blocks the reset', async () => {
    const { origins, service, unmark } = await startStack()
    const before = await names()
    await expect(reset(folder, () => undefined)).rejects.toThrow(
      `Assay is running at ${origins.portal} (process ${process.pid}) and uses these files. Stop it with Ctrl-C and reset again. Nothing was removed.`,
    )
    expect(await names()).toEqual(before)
    await unmark()
    await service.close()
    expect(await names()).toEqual(['flags.json'])
    await reset(folder, () => undefined)
    expect(await names()).toEqual([])
  })

  it('is not blocked by the lock of a killed stack, even if another process has its port or process id', async () => {
    const { origins, service } = await startStack()
    const [name = ''] = (await names()).filter((file) => file.startsWith('running-'))
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(child, 'exit')
    await writeFile(join(folder, name), JSON.stringify({ process: child.pid, ...origins }))
    await reset(folder, () => undefined)
    expect(await names()).toEqual([])
    await service.close()
    await markRunning([folder], origins)
    await writeFile(join(folder, 'running-1.json'), 'half a wo')
    await reset(folder, () => undefined)
    expect(await names()).toEqual([])
  })
})

describe('backup and restore', () => {
  /** The commands in docs/local-stack.md, as users copy them. */
  async function documented(): Promise<readonly [backup: string, restore: string]> {
    const page = await readFile('docs/local-stack.md', 'utf8')
    const [backup = '', restore = ''] = [...page.matchAll(/`(tar [^`]+)`/g)].map(([, line]) => line)
    return [backup, restore]
  }

  it('work as documented, beside a running stack: after a reset, all user data is restored', async () => {
    const root = await mkdtemp(join(tmpdir(), 'assay-backup-'))
    const data = join(root, '.local')
    const run = promisify(exec)
    const opened = async () => {
      const disown = await ownFolder(data)
      const [dashboards, flags] = [await openDashboards(join(data, 'saved')), await openFlagStore(data)]
      const close = async (): Promise<void> => {
        await Promise.all([dashboards.close(), flags.close()])
        disown()
      }
      return { dashboards, flags, close }
    }
    const [backup, restore] = await documented()
    const before = await opened()
    const about = { owner: 'a', author: 'a@example.com', description: '', tiles: [] }
    const made = []
    for (const name of ['Desk', 'Carry', 'Überblick'])
      made.push(await before.dashboards.create({ ...about, name }))
    await before.flags.change((document) => setFlag(document, 'new-feature', true, ''))
    await run(backup, { cwd: root })
    await before.dashboards.create({ ...about, name: 'Too late' })
    await before.close()
    await reset(data, () => undefined)
    expect(await readdir(data)).toEqual([])
    await run(restore, { cwd: root })
    const after = await opened()
    expect(made.map(({ id }) => after.dashboards.get(id)?.name)).toEqual(['Desk', 'Carry', 'Überblick'])
    expect(after.dashboards.of('a')).toHaveLength(3)
    expect(after.flags.flags().get('new-feature')?.flag).toMatchObject(
      before.flags.flags().get('new-feature')?.flag ?? {},
    )
    expect(await readdir(join(data, 'saved'))).not.toContain('dashboards.jsonl.damaged')
    await after.close()
    await rm(root, { recursive: true, force: true })
  })
})

const vite = import.meta.resolve('vite')
const source = fileURLToPath(new URL('../../../local/cli/running-stack.ts', import.meta.url))

/** A process that owns the folder given as argument until it is killed, or prints why it cannot. */
const ownerScript = `
import { runnerImport } from ${JSON.stringify(vite)}
const { module } = await runnerImport(${JSON.stringify(source)}, { configFile: false, logLevel: 'error' })
try {
  await module.ownFolder(process.argv[1])
  process.stdout.write('mine')
  setInterval(() => undefined, 1_000)
} catch (error) {
  process.stdout.write(error.name)
}
`

describe('a data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-owner-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  function start() {
    const process_ = spawn(process.execPath, ['--input-type=module', '-e', ownerScript, folder])
    const word = once(process_.stdout, 'data').then(([chunk]) => String(chunk))
    return { process: process_, word }
  }

  test('has one owner: the later process is refused with the owner’s name', async () => {
    const both = [start(), start()]
    expect((await Promise.all(both.map(({ word }) => word))).toSorted()).toEqual(['FolderTaken', 'mine'])
    const words = await Promise.all(both.map(({ word }) => word))
    const owner = both[words.indexOf('mine')]?.process
    const refused = ownFolder(folder)
    await expect(refused).rejects.toThrow(FolderTaken)
    await expect(refused).rejects.toThrow(`(process ${owner?.pid})`)
    for (const { process: one } of both) {
      const ended = once(one, 'close')
      if (one.exitCode === null && one.kill('SIGKILL')) await ended
    }
    // A killed owner leaves no lock behind.
    ;(await ownFolder(folder))()
  })

  test('that is read-only is refused in one sentence', async () => {
    const file = join(folder, 'a file')
    await writeFile(file, '')
    const refused = ownFolder(join(file, 'data'))
    await expect(refused).rejects.toMatchObject({ name: 'Refusal' })
    await expect(refused).rejects.toThrow(/^Nothing can be written to .*a file.data: ENOTDIR.*start again\.$/)
  })

  test('written by a newer version is refused by name, and released', async () => {
    ;(await ownFolder(folder))()
    expect(await readFile(join(folder, 'format'), 'utf8')).toBe('1\n')
    await writeFile(join(folder, 'format'), '7\n')
    for (let time = 0; time < 2; time += 1)
      await expect(ownFolder(folder)).rejects.toThrow(/its format is "7", and this version supports 1\./)
    await writeFile(join(folder, 'format'), '1\n')
    ;(await ownFolder(folder))()
  })

  test('has one owner within a process too, until it is given back', async () => {
    const giveBack = await ownFolder(folder)
    await expect(ownFolder(join(folder, '.'))).rejects.toThrow(`(process ${process.pid})`)
    giveBack()
    ;(await ownFolder(folder))()
  })
})

const issuer = 'https://login.example.com/realms/desk'
const keys = `${issuer}/certs`

test('without an issuer the token service takes the embedded provider’s tokens', () => {
  expect(wantedAccessTokens({})).toBeUndefined()
  expect(wantedAccessTokens({ TOKEN_SERVICE_ISSUER: ' ' })).toBeUndefined()
})

test('with an issuer it takes that issuer’s tokens, with any algorithm that its published keys support by default', () => {
  const least = { TOKEN_SERVICE_ISSUER: issuer, TOKEN_SERVICE_JWKS_URI: keys }
  expect(wantedAccessTokens(least)).toEqual({
    issuer,
    jwksUri: keys,
    audience: localAudience,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  })
  expect(
    wantedAccessTokens({ ...least, TOKEN_SERVICE_AUDIENCE: 'api', TOKEN_SERVICE_ALGORITHMS: 'ES256, EdDSA' }),
  ).toMatchObject({ audience: 'api', algorithms: ['ES256', 'EdDSA'] })
})

test('invalid settings are named', () => {
  expect(() => wantedAccessTokens({ TOKEN_SERVICE_ISSUER: issuer })).toThrow(/TOKEN_SERVICE_JWKS_URI/)
  expect(() =>
    wantedAccessTokens({
      TOKEN_SERVICE_ISSUER: issuer,
      TOKEN_SERVICE_JWKS_URI: keys,
      TOKEN_SERVICE_ALGORITHMS: 'HS256',
    }),
  ).toThrow(/TOKEN_SERVICE_ALGORITHMS is "HS256"/)
})
