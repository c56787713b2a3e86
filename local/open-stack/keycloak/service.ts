import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { AccessTokenOptions } from '../../http/access-token'
import { localAudience } from '../../http/addresses'
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
import versions from '../versions.json' with { type: 'json' }
import realm from './assay-realm.json' with { type: 'json' }

export interface KeycloakOptions {
  readonly port: number
  /** Port of its health checks. */
  readonly managementPort: number
  /** Variables that change the ports, for the message if one is in use. */
  readonly variables: { readonly port: string; readonly managementPort: string }
  /** Folder of what belongs to this machine: the program, the administrator's password. */
  readonly home: string
  /** Folder of this instance's log and database. Each start resets users and sessions to the realm file. */
  readonly folder: string
  /** Origin whose pages may sign users in, and to which Keycloak redirects. */
  readonly portalOrigin: string
}

/** Downloaded with Maven, through the user's local repository. */
const version = versions.keycloak
const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
const sha256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47'
const minJava = 17

/** `dev-file` is H2 in a file. */
const buildOptions = ['--db=dev-file', '--health-enabled=true'] as const

/** Only the quick compiler and a single-threaded garbage collector, which start with less CPU time and memory. */
const javaOptions = '-XX:TieredStopAtLevel=1 -XX:-UseG1GC -XX:+UseSerialGC'

/** Settings of the provider on this port, for a portal, a token service and a gateway. */
export function keycloakIdentity(port: number): AccessTokenOptions {
  const issuer = `http://localhost:${port}/realms/${realm.realm}`
  return {
    issuer,
    jwksUri: `${issuer}/protocol/openid-connect/certs`,
    audience: localAudience,
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  }
}

/** Keycloak on loopback, with users and client from the realm file in this folder. */
export function keycloak(options: KeycloakOptions): OpenService {
  const program = join(options.home, `keycloak-${version}`)
  return {
    name: 'keycloak',
    missing: () => missing(program),
    install: (say) => install(options.home, program, say),
    prepare: (say) => prepare(options, program, say),
    start: (say) => start(options, program, say),
  }
}

async function missing(program: string): Promise<string | null> {
  if (process.platform === 'win32') return 'Keycloak starts with a shell script. On Windows, use WSL.'
  const { JAVA_HOME } = process.env
  const answer = promisify(execFile)(JAVA_HOME ? join(JAVA_HOME, 'bin/java') : 'java', ['-version'])
  const { stderr } = await answer.catch(() => ({ stderr: '' }))
  if (!(Number(/version "(\d+)/.exec(stderr)?.[1]) >= minJava))
    return `Keycloak needs Java ${minJava} or newer, and none was found. Install one, or set JAVA_HOME.`
  if ((await isBuilt(program)) || (await runs('mvn', ['--version']))) return null
  return 'Keycloak is downloaded with Maven, and there is no mvn on the path. Install Maven.'
}

const mark = '.assay-built'
const built = `${version} ${buildOptions.join(' ')}`
const isBuilt = async (program: string): Promise<boolean> => (await text(join(program, mark))) === built

/** Downloads, unpacks and builds Keycloak in a temporary folder, and renames that once it is complete. */
async function install(home: string, program: string, say: Say): Promise<void> {
  if (await isBuilt(program)) return
  const started = performance.now()
  say(`Fetching Keycloak ${version} by Maven …`)
  const fresh = join(home, `keycloak-${version}.${process.pid}`)
  const log = join(home, 'install.log')
  try {
    await mkdir(fresh, { recursive: true })
    const fetched = ['-q', '-B', '--strict-checksums', plugin, `-Dartifact=${artifact}`]
    await runLogged('mvn', [...fetched, `-DoutputDirectory=${fresh}`], log, 'Keycloak could not be fetched')
    const archive = join(fresh, `keycloak-quarkus-dist-${version}.tar.gz`)
    await requireSum(archive)
    const strip = ['-xzf', archive, '-C', fresh, '--strip-components=1']
    await runLogged('tar', strip, log, 'Keycloak could not be unpacked')
    await rm(archive)
    say(`Fetched Keycloak in ${seconds(started)}`)
    say('Building Keycloak, once …')
    const building = performance.now()
    await runLogged(
      join(fresh, 'bin/kc.sh'),
      ['build', ...buildOptions],
      log,
      'Keycloak could not be built',
      {
        ...process.env,
        JAVA_OPTS_APPEND: javaOptions,
      },
    )
    await writeFile(join(fresh, mark), built)
    // Another process may have finished first, and be running it already.
    if (await isBuilt(program)) return
    await rm(program, { recursive: true, force: true })
    await rename(fresh, program)
    say(`Built Keycloak in ${seconds(building)}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function requireSum(archive: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== sha256)
    throw new CannotRun(`The checksum of the downloaded Keycloak ${version} is wrong. Nothing of it was run.`)
}

/** Without H2's trace file, whose lines are about tables that do not exist yet. */
const databaseUrl = (file: string): string =>
  `--db-url=jdbc:h2:file:${file.replace(/\.mv\.db$/, '')};NON_KEYWORDS=VALUE;TRACE_LEVEL_FILE=0`

/** A database with only tables and the administrator. Creating it takes half of Keycloak's start, so it is done once. */
async function emptyDatabase(home: string, program: string, say: Say): Promise<string> {
  const password = await administratorPassword(home)
  const key = createHash('sha256').update(`${built} ${password}`).digest('hex').slice(0, 16)
  const file = join(home, `keycloak-${key}.mv.db`)
  if ((await stat(file).catch(() => null)) !== null) return file
  const started = performance.now()
  say('Preparing Keycloak, once …')
  const fresh = join(home, `keycloak-${key}.${process.pid}.mv.db`)
  try {
    const named = ['user', '--username', administrator, '--password:env', 'ADMINISTRATOR', '--no-prompt']
    await runLogged(
      join(program, 'bin/kc.sh'),
      ['bootstrap-admin', ...named, '--optimized', databaseUrl(fresh)],
      join(home, 'install.log'),
      'Keycloak could not be prepared',
      { ...process.env, JAVA_OPTS_APPEND: javaOptions, ADMINISTRATOR: password },
    )
    await chmod(fresh, 0o600)
    await rename(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
  say(`Prepared Keycloak in ${seconds(started)}`)
  return file
}

async function prepare({ home, folder }: KeycloakOptions, program: string, say: Say): Promise<void> {
  await mkdir(folder, { recursive: true })
  await emptyDatabase(home, program, say)
  const realms = join(program, 'data/import')
  await mkdir(realms, { recursive: true })
  // Renamed into place, because another process may be reading it.
  const next = join(realms, `.${process.pid}`)
  await writeFile(next, JSON.stringify(realm))
  await rename(next, join(realms, `${realm.realm}-realm.json`))
}

async function start(options: KeycloakOptions, program: string, say: Say): Promise<LocalService> {
  const { port, managementPort, variables, folder, home, portalOrigin } = options
  const handler = (_: unknown, response: { end(): void }): void => response.end()
  const probes = [
    { name: 'Keycloak', port, variable: variables.port, handler },
    { name: 'health of Keycloak', port: managementPort, variable: variables.managementPort, handler },
  ]
  for (const probe of probes) await (await listen(probe)).close()
  const started = performance.now()
  say('Starting Keycloak …')
  const origin = `http://localhost:${port}`
  const log = join(folder, 'keycloak.log')
  const database = join(folder, 'keycloak.mv.db')
  await copyFile(await emptyDatabase(home, program, say), database)
  const child = spawnLogged(
    join(program, 'bin/kc.sh'),
    [
      'start',
      '--optimized',
      '--import-realm',
      databaseUrl(database),
      // A single node. Otherwise Keycloak searches for others on a port that is open to all networks.
      '--cache=local',
      '--http-enabled=true',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      `--hostname=${origin}`,
      '--http-management-host=127.0.0.1',
      `--http-management-port=${managementPort}`,
    ],
    log,
    {
      ...process.env,
      JAVA_OPTS_APPEND: javaOptions,
      PORTAL_ORIGIN: portalOrigin,
    },
  )
  try {
    // The readiness check, because Keycloak listens long before its realm is imported.
    await healthy('Keycloak', child, `http://127.0.0.1:${managementPort}/health/ready`, log)
  } catch (error) {
    await stop(child)
    throw error
  }
  say(`Started Keycloak in ${seconds(started)}: ${origin}`)
  return { name: 'keycloak', origin, close: () => stop(child) }
}

/** User name of the administrator of the master realm: `<origin>/admin/`. */
export const administrator = 'admin'

/** The administrator's password, created for this machine on first use, in a file that only its owner can read. */
export async function administratorPassword(home: string): Promise<string> {
  const file = join(home, 'keycloak-admin-password')
  const stored = await text(file)
  if (stored !== null) return stored
  const made = randomBytes(24).toString('base64url')
  await mkdir(home, { recursive: true })
  await writeFile(file, made, { mode: 0o600, flag: 'wx' })
  return made
}
