import { createHash, randomBytes } from 'node:crypto'
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen, type LocalService } from '../../http/listen'
import {
  CannotRun,
  healthy,
  runLogged,
  runs,
  seconds,
  spawnLogged,
  stop,
  text,
  type OpenService,
  type Say,
} from '../services'
import fonts from './assay/fonts.css?raw'
import lifecycle from './assay/lifecycle.js?raw'
import warm from './assay/warm.html?raw'
import { bundleFiles } from './bundle'
import { schemes, theme } from './look'
import { madeBoards } from './made-boards'

export interface SupersetOptions {
  readonly port: number
  /** Variable that changes the port, for the message if it is in use. */
  readonly variable: string
  /** Root of the repository. */
  readonly root: string
  /** Folder of what belongs to this machine: packages, secrets. */
  readonly home: string
  /** Folder of this instance's database, settings and log. */
  readonly folder: string
  /** Origins that may embed and call it. */
  readonly portalOrigins: readonly string[]
  /** Ensures that the sample's file exists. */
  readonly sample: () => Promise<{ readonly path: string; readonly asOf: string }>
  /** SQLAlchemy URI of the data (PostgreSQL, Trino); default the sample in DuckDB. */
  readonly dataUri?: () => Promise<string>
}

/** The gateway's signing secret and service account, created once for a machine, in a file that only its owner can read. */
export interface SupersetSecrets {
  readonly secretKey: string
  readonly guestTokenSecret: string
  readonly serviceAccount: { readonly username: string; readonly password: string }
}

/** `aud` of guest tokens. */
export const guestTokenAudience = 'superset'

const ownFiles = ['requirements.lock', 'superset_config.py', 'prepare.py'] as const

/** Superset 6.1.0 on loopback: installed from a lock file, prepared in one process, with dashboards from the semantic model. */
export function superset(options: SupersetOptions): OpenService {
  const layout = layoutOf(options)
  return {
    name: 'superset',
    missing: () => missing(layout),
    install: (say) => install(layout, say),
    prepare: (say) => prepare(options, layout, say),
    start: (say) => start(options, layout, say),
  }
}

type Layout = ReturnType<typeof layoutOf>

/** Paths, and the environment of its processes. */
function layoutOf({ home, folder, root }: SupersetOptions) {
  const own = join(root, 'local/open-stack/superset')
  const environment = join(home, 'python')
  const settingsFile = join(folder, 'settings.json')
  return {
    home,
    folder,
    root,
    /** Files of this repository. */
    own,
    environment,
    program: (name: string): string => join(environment, 'bin', name),
    settingsFile,
    database: join(folder, 'superset.db'),
    market: join(home, 'market.duckdb'),
    variables: {
      ...process.env,
      SUPERSET_CONFIG_PATH: join(own, 'superset_config.py'),
      SUPERSET_HOME: folder,
      ASSAY_SUPERSET_SETTINGS: settingsFile,
      FLASK_APP: 'superset',
      // Python writes no bytecode into the repository. The packages were compiled on installation.
      PYTHONDONTWRITEBYTECODE: '1',
    },
  }
}

/** Whether the packages of the current lock file are installed, by a stamp file. */
async function installation({ own, environment }: Layout) {
  const stampFile = join(environment, '.assay-installed')
  const stamp = createHash('sha256')
    .update(await readFile(join(own, 'requirements.lock')))
    .digest('hex')
  return { stampFile, stamp, isDone: (await text(stampFile)) === stamp }
}

async function missing(layout: Layout): Promise<string | null> {
  if (process.platform === 'win32') return 'Superset runs on Linux and macOS; on Windows, use WSL.'
  if ((await installation(layout)).isDone) return null
  return findPython().then(
    () => null,
    (error: Error) => error.message,
  )
}

async function install(layout: Layout, say: Say): Promise<void> {
  const { home, own, environment, program } = layout
  const { stampFile, stamp, isDone } = await installation(layout)
  if (isDone) return
  const python = await findPython()
  const hasUv = await runs('uv', ['--version'])
  const started = performance.now()
  say(`Installing Superset with ${hasUv ? 'uv' : 'pip'} …`)
  await mkdir(home, { recursive: true })
  await rm(environment, { recursive: true, force: true })
  const log = join(home, 'install.log')
  // The lock file is complete, so dependencies need not be resolved.
  const requirements = ['--no-deps', '--require-hashes', '-r', join(own, 'requirements.lock')]
  const steps: readonly (readonly [string, readonly string[]])[] = hasUv
    ? [
        ['uv', ['venv', '--python', python, environment]],
        ['uv', ['pip', 'install', '--compile-bytecode', '--python', program('python'), ...requirements]],
      ]
    : [
        [python, ['-m', 'venv', environment]],
        [
          program('python'),
          ['-m', 'pip', 'install', '--disable-pip-version-check', '--no-compile', ...requirements],
        ],
        // Skips the packages' tests, which are half of all files.
        [program('python'), ['-m', 'compileall', '-q', '-x', '/tests?/', join(environment, 'lib')]],
      ]
  for (const [command, parameters] of steps)
    await runLogged(command, parameters, log, 'Superset could not be installed')
  await writeFile(stampFile, stamp)
  say(`Installed Superset in ${seconds(started)}`)
}

async function prepare(options: SupersetOptions, layout: Layout, say: Say): Promise<void> {
  const { home, folder, own, database, market, program, variables } = layout
  await mkdir(folder, { recursive: true })
  const { asOf } = await linkSample(options, market)
  const uri = (await options.dataUri?.()) ?? `duckdb:///${market}`
  const files = bundleFiles({ uri })
  const key = await keyOf(own, files)
  await writeAssets(layout, files)
  await writeSettings(options, layout, asOf)
  if ((await text(`${database}.key`)) === key) return
  // An existing database is updated rather than replaced, since it has users' own dashboards.
  const cached = join(home, `prepared-${key.slice(0, 16)}.db`)
  const started = performance.now()
  if (!(await exists(database)) && (await exists(cached))) await copyFile(cached, database)
  else {
    say('Preparing Superset: accounts and dashboards …')
    const isNew = !(await exists(database))
    await rm(`${database}.key`, { force: true })
    await runLogged(
      program('python'),
      [join(own, 'prepare.py')],
      join(folder, 'prepare.log'),
      'Superset could not be prepared',
      variables,
    )
    if (isNew) await copyFile(database, cached)
    say(`Prepared Superset in ${seconds(started)}: ${madeBoards.length} dashboards`)
  }
  await writeFile(`${database}.key`, key)
}

/** Files for a Superset in a container, with the container's paths. */
export async function laySuperset(
  options: SupersetOptions,
  inside: { readonly own: string; readonly folder: string },
): Promise<void> {
  const layout = layoutOf(options)
  await mkdir(options.folder, { recursive: true })
  const { asOf } = await linkSample(options, join(options.folder, 'market.duckdb'))
  await writeAssets(layout, bundleFiles({ uri: `duckdb:///${inside.folder}/market.duckdb` }))
  const database = join(inside.folder, 'superset.db')
  await writeSettings(options, { ...layout, ...inside, database }, asOf)
}

/** The sample under a fixed name, renamed into place so that readers never see half a file. */
async function linkSample(
  { sample, home }: SupersetOptions,
  market: string,
): Promise<{ readonly asOf: string }> {
  const { path, asOf } = await sample()
  const next = `${market}.${process.pid}`
  await rm(next, { force: true })
  await mkdir(home, { recursive: true })
  await link(path, next).catch(() => copyFile(path, next))
  await rename(next, market)
  // If both names are links to the same file, rename leaves both.
  await rm(next, { force: true })
  return { asOf }
}

async function keyOf(own: string, files: ReadonlyMap<string, string>): Promise<string> {
  const hash = createHash('sha256')
  for (const name of ownFiles) hash.update(await readFile(join(own, name)))
  hash.update(JSON.stringify([...files]))
  return hash.digest('hex')
}

async function writeAssets({ root, folder }: Layout, files: ReadonlyMap<string, string>): Promise<void> {
  const bundle = join(folder, 'bundle')
  await rm(bundle, { recursive: true, force: true })
  for (const [name, content] of files) {
    const path = join(bundle, name)
    await mkdir(join(path, '..'), { recursive: true })
    // The URI of a database may contain its password.
    await writeFile(path, content, { mode: 0o600 })
  }
  const assets = join(folder, 'assets')
  await mkdir(assets, { recursive: true })
  await writeFile(join(assets, 'lifecycle.js'), lifecycle)
  await writeFile(join(assets, 'fonts.css'), fonts)
  await writeFile(join(assets, 'warm.html'), warm)
  const font = 'node_modules/@fontsource-variable/urbanist/files/urbanist-latin-wght-normal.woff2'
  await copyFile(join(root, font), join(assets, 'urbanist-latin.woff2'))
}

async function writeSettings(
  { portalOrigins }: SupersetOptions,
  { home, folder, own, database, settingsFile }: Layout,
  asOf: string,
): Promise<void> {
  const secrets = await readSecrets(home)
  const settings = {
    ...secrets,
    guestTokenAudience,
    databaseUri: `sqlite:///${database}?check_same_thread=false`,
    portalOrigins,
    bundleFolder: join(folder, 'bundle'),
    templateFolder: join(own, 'templates'),
    assetFolder: join(folder, 'assets'),
    embedded: madeBoards.map(({ dashboardId, embeddedId }) => ({
      dashboard: dashboardId,
      embedded: embeddedId,
    })),
    themes: { light: theme('light'), dark: theme('dark') },
    schemes: schemes(),
    rangesEnd: dayAfter(asOf),
  }
  await writeFile(settingsFile, JSON.stringify(settings, null, 1), { mode: 0o600 })
}

async function start(
  { port, variable, folder }: SupersetOptions,
  { program, variables }: Layout,
  say: Say,
): Promise<LocalService> {
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  await (await listen({ name: 'Superset', port, variable, handler })).close()
  const started = performance.now()
  say('Starting Superset …')
  const origin = `http://127.0.0.1:${port}`
  const log = join(folder, 'superset.log')
  const gunicorn =
    '-w 1 -k gthread --threads 8 -t 120 --keep-alive 75 --limit-request-line 8190 --limit-request-field_size 16380'.split(
      ' ',
    )
  const child = spawnLogged(
    program('gunicorn'),
    [...gunicorn, '-b', `127.0.0.1:${port}`, 'superset.app:create_app()'],
    log,
    variables,
  )
  try {
    await healthy('Superset', child, `${origin}/health`, log)
  } catch (error) {
    await stop(child)
    throw error
  }
  say(`Started Superset in ${seconds(started)}: ${origin}`)
  return { name: 'superset', origin, close: () => stop(child) }
}

/** The secrets of this machine, created on first use. */
export async function readSecrets(home: string): Promise<SupersetSecrets> {
  const file = join(home, 'superset-secrets.json')
  const stored = await text(file)
  if (stored !== null) return JSON.parse(stored) as SupersetSecrets
  const secret = (): string => randomBytes(36).toString('base64url')
  const secrets: SupersetSecrets = {
    secretKey: secret(),
    guestTokenSecret: secret(),
    serviceAccount: { username: 'assay-gateway', password: secret() },
  }
  await mkdir(home, { recursive: true })
  await writeFile(file, JSON.stringify(secrets, null, 1), { mode: 0o600, flag: 'wx' })
  return secrets
}

const pythons = ['python3.12', 'python3.11', 'python3.10', 'python3', 'python'] as const

async function findPython(): Promise<string> {
  const given = process.env['OPEN_STACK_PYTHON']
  const check = 'import sys; sys.exit(0 if (3, 10) <= sys.version_info[:2] <= (3, 12) else 1)'
  for (const name of given ? [given] : pythons) if (await runs(name, ['-c', check])) return name
  throw new CannotRun(
    given
      ? `OPEN_STACK_PYTHON names ${given}, which is no Python 3.10, 3.11 or 3.12; Superset needs one of these.`
      : 'Superset needs Python 3.10, 3.11 or 3.12, and none was found; install one, or name it with OPEN_STACK_PYTHON.',
  )
}

const exists = async (file: string): Promise<boolean> => (await readFile(file).catch(() => null)) !== null
const dayAfter = (iso: string): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
