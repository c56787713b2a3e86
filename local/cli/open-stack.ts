import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { cp, rm } from 'node:fs/promises'
import { ensureDatabase } from '../bi-host/data/build'
import { defaultAsOf } from '../bi-host/data/days'
import type { AccessTokenOptions } from '../http/access-token'
import { localAudience, originsOf } from '../http/addresses'
import { opened, type LocalService } from '../http/listen'
import { flagService } from '../open-stack/flags/service'
import { gateway } from '../open-stack/gateway'
import { supersetOver, type Engine, type EngineOptions } from '../open-stack/engines/engine'
import { postgres } from '../open-stack/engines/postgres'
import { trino } from '../open-stack/engines/trino'
import { keycloak, keycloakIdentity } from '../open-stack/keycloak/service'
import dashboards from '../open-stack/superset/dashboards.json' with { type: 'json' }
import {
  ensureNginx,
  nginxMissing,
  loopbackAddresses,
  startNginx,
  type Nginx,
} from '../open-stack/nginx/service'
import { dashboardsConfiguration, portalPeers, type PortalConfiguration } from '../portal/configuration'
import { stopAll, oneAtATime, startOpenStack, type OpenService } from '../open-stack/services'
import { superset, type SupersetOptions } from '../open-stack/superset/service'
import { ensureBuilt, withLock } from './build'
import type { StackOptions, Stack } from './stack'
import { untilStopped } from './child'
import { portFrom } from './ports'
import { progress, Refusal, since } from './progress'
import { holdFolder } from './running-stack'
import { dataFolder, loadStack, stackSettings, type ImportFile } from './stack-settings'
import type { Hosting } from '../portal/headers-by-file'
import { hostingFiles } from '../portal/hosting'
import { portalAnswers } from '../portal/server'
import { configure } from './configure'

/** Folder of the open stack's installations and data, below the folder that `npm run reset` empties. */
export const openStackFolder = 'open-stack'

/** Services that can be real ones, each with what it depends on. The embedded stack provides the others. */
const parts = {
  keycloak: ['keycloak'],
  superset: ['superset', 'gateway'],
  gateway: ['superset', 'gateway'],
  flags: ['flags'],
  nginx: ['nginx'],
  portal: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Database engines for Superset's data: a file, a server, a cluster. */
const engines = { duckdb: null, postgres, trino } as const

interface Choice {
  readonly chosen: ReadonlySet<string>
  readonly engine: (typeof engines)[keyof typeof engines]
}

/**
 * `npm run open-stack`. `-- --only superset` starts only some real services, with embedded ones for the rest. `-- --engine postgres` uses
 * another database than DuckDB. Runs until stopped.
 */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const say = progress()
  const began = performance.now()
  const options = optionsOf(process.cwd(), choiceOf(parameters), say, importFile)
  const release = await holdFolder(dirname(options.home), originsOf(options.settings.ports).portal)
  let stop = stopAll
  let isStopping = false
  const stopped = untilStopped(async () => {
    isStopping = true
    await stop()
    await release()
  })
  try {
    const stack = await startOpenStack(openServices(options), say)
    stop = () => stack.close()
    const lines = stack.services.map(({ name, origin }) => `  ${name.padEnd(26)}${origin}`)
    say(`\n${lines.join('\n')}\n\n  All up in ${since(began)}. Ctrl-C stops it.\n`)
  } catch (error) {
    // A stop makes the steps in progress fail, which is not an error.
    if (!isStopping) {
      await release()
      throw error
    }
  }
  await stopped
}

/** What this machine lacks, as a sentence for each service that needs it. */
export async function missingParts(
  root: string,
  importFile: ImportFile,
  engine: keyof typeof engines,
): Promise<ReadonlyMap<string, string>> {
  const options = optionsOf(root, choiceOf(['--engine', engine]), () => undefined, importFile)
  const found = await Promise.all(
    openServices(options).map(async (one) => [one.name, (await one.missing?.()) ?? null] as const),
  )
  const all = [...found, ['nginx', await nginxMissing(options.home)] as const]
  return new Map(all.flatMap(([name, why]) => (why === null ? [] : [[name, why] as const])))
}

/** Options for the developer's own open stack, with the data of earlier runs. */
export function optionsOf(
  root: string,
  choice: Choice,
  say: (line: string) => void,
  importFile: ImportFile,
): OpenOptions {
  const home = join(root, dataFolder, openStackFolder)
  const engine = (sample: EngineOptions['sample']): Engine | null =>
    choice.engine?.({
      port: portFrom(process.env, 'ASSAY_ENGINE_PORT', 4340),
      variable: 'ASSAY_ENGINE_PORT',
      home,
      folder: join(home, choice.engine.name),
      sample,
    }) ?? null
  const [{ chosen }, ports, settings] = [choice, portsOf(process.env), stackSettings(root)]
  return { root, home, folder: home, chosen, ports, settings, importFile, say, engine }
}

/** @throws Refusal with the usage, for an unknown service or engine */
export function choiceOf(parameters: readonly string[]): Choice {
  const usage = `Usage: npm run open-stack [-- --only ${Object.keys(parts).join(',')}] [--engine ${Object.keys(engines).join('|')}]`
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: { only: { type: 'string' }, engine: { type: 'string', default: 'duckdb' } },
    })
    const asked = values.only?.split(',').map((name) => oneOf(parts, name, 'part')) ?? Object.values(parts)
    return { chosen: new Set(asked.flat()), engine: oneOf(engines, values.engine, 'engine') }
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function oneOf<Thing>(things: Readonly<Record<string, Thing>>, name: string, what: string): Thing {
  const found = Object.hasOwn(things, name) ? things[name] : undefined
  if (found === undefined) throw new Error(`There is no ${what} ${name}.`)
  return found
}

export interface OpenPorts {
  readonly keycloak: number
  readonly keycloakManagement: number
  readonly superset: number
  readonly gateway: number
  readonly flags: number
}

export interface OpenOptions {
  readonly root: string
  /** Folder of the installed programs, shared by all instances. */
  readonly home: string
  /** Data folder of this instance, with a folder for each service. */
  readonly folder: string
  readonly chosen: ReadonlySet<string>
  readonly ports: OpenPorts
  /** Origins that get the same access as the portal's. */
  readonly otherOrigins?: readonly string[]
  /** Settings of the portal and of the embedded services. */
  readonly settings: Omit<StackOptions, 'onProgress'> & { readonly portalFolder: string }
  /** Superset's database in place of DuckDB. */
  readonly engine?: (sample: EngineOptions['sample']) => Engine | null
  readonly importFile: ImportFile
  readonly say: (line: string) => void
}

/** Superset with a lock across commands for installing and preparing it, since they share its folder. */
export const sharedSuperset = (options: SupersetOptions): OpenService =>
  oneAtATime(superset(options), (say, work) => withLock(join(options.home, '.locks/superset'), say, work))

/** The chosen services, then the portal. */
export function openServices(options: OpenOptions): readonly OpenService[] {
  const { chosen, folder, home, ports, root, settings } = options
  const origins = originsOf(settings.ports)
  const portalOrigins = [origins.portal, ...(options.otherOrigins ?? [])]
  const embedded: AccessTokenOptions = {
    issuer: `${origins.identity}/`,
    jwksUri: `${origins.identity}/.well-known/jwks.json`,
    audience: localAudience,
  }
  const real = chosen.has('keycloak') ? keycloakIdentity(ports.keycloak) : null
  const sample = async () => {
    const sampleFolder = settings.sampleFolder ?? settings.dataFolder
    const { path } = await ensureDatabase({ folder: sampleFolder, onProgress: options.say })
    return { path, asOf: defaultAsOf }
  }
  const engine = options.engine?.(sample) ?? null
  const supersetService = sharedSuperset({
    root,
    home,
    folder: join(folder, 'superset'),
    port: ports.superset,
    variable: 'ASSAY_SUPERSET_PORT',
    portalOrigins,
    sample,
    ...(engine && { dataUri: () => engine.address() }),
  })
  const all: readonly OpenService[] = [
    keycloak({
      home,
      folder: join(folder, 'keycloak'),
      port: ports.keycloak,
      managementPort: ports.keycloakManagement,
      variables: { port: 'ASSAY_KEYCLOAK_PORT', managementPort: 'ASSAY_KEYCLOAK_MANAGEMENT_PORT' },
      portalOrigin: origins.portal,
    }),
    engine === null ? supersetService : supersetOver(engine, supersetService),
    gateway({
      home,
      folder: join(folder, 'gateway'),
      port: ports.gateway,
      portalOrigins,
      superset: `http://127.0.0.1:${ports.superset}`,
      identity: real ?? settings.identity ?? embedded,
      environment: process.env,
    }),
    flagService({
      root,
      home,
      folder: join(folder, 'flags'),
      port: ports.flags,
      variable: 'ASSAY_FLAGS_PORT',
      portalOrigins,
    }),
  ]
  return [...all.filter(({ name }) => chosen.has(name)), portal(options, real)]
}

/** The portal's configuration for the real services. */
export function configurationOf(
  { chosen, ports }: OpenOptions,
  real: AccessTokenOptions | null,
  hasNginx: boolean,
): PortalConfiguration {
  return {
    ...(real && { ASSAY_IDENTITY: 'oidc', ASSAY_IDENTITY_ISSUER: real.issuer }),
    ...(chosen.has('superset') && {
      ASSAY_BI: 'superset',
      ASSAY_BI_HOST: `http://127.0.0.1:${ports.superset}`,
      ASSAY_BI_HOST_STAGING: `http://127.0.0.1:${ports.superset}`,
      ASSAY_BI_HOSTS_ALLOWED: '',
      ASSAY_TOKEN_HOST: `http://localhost:${ports.gateway}`,
      ASSAY_TOKEN_HOST_STAGING: `http://localhost:${ports.gateway}`,
      ...dashboardsConfiguration(dashboards),
    }),
    ...(chosen.has('flags') && {
      ASSAY_FLAGS: 'ofrep',
      // nginx proxies flag requests, so they go to the portal's own origin.
      ASSAY_FLAGS_HOST: hasNginx ? '' : `http://127.0.0.1:${ports.flags}`,
      // Short, so that a change of the flag file shows soon.
      ASSAY_FLAGS_POLL_INTERVAL: '5',
    }),
  }
}

/** The portal on the real services, with the embedded stack for the rest. The developer's own configuration overrides. */
function portal(options: OpenOptions, real: AccessTokenOptions | null): OpenService {
  const { chosen, folder, home, importFile, ports, root, settings } = options
  let nginx: Nginx | null = null
  const flags = chosen.has('flags') ? `http://127.0.0.1:${ports.flags}` : null
  const from = { built: settings.portalFolder, folder: join(folder, 'nginx'), flags }
  return {
    name: 'portal',
    async install(say) {
      if (chosen.has('nginx')) nginx = await ensureNginx(home, say)
    },
    prepare: async (say) => void (await ensureBuilt(say)),
    async start(say) {
      // The identity provider for development refuses to run in production, the mode of the build.
      process.env['NODE_ENV'] = 'development'
      const { startStack } = await loadStack(root, importFile)
      const running = opened()
      try {
        const stack = running.keep(
          await startStack({
            ...settings,
            ...(nginx && { portalFolder: null }),
            ...(real && { identity: real }),
            ...(chosen.has('superset') && { biHost: false }),
            configuration: { ...configurationOf(options, real, nginx !== null), ...settings.configuration },
            onProgress: say,
          }),
        )
        if (nginx !== null) running.keep(await behindNginx(nginx, stack, from))
        const name = nginx === null ? 'portal' : 'portal, by nginx'
        return { name, origin: stack.origins.portal, close: () => running.close() }
      } catch (error) {
        await running.close()
        throw error
      }
    },
  }
}

function portsOf(environment: Readonly<Record<string, string | undefined>>): OpenPorts {
  return {
    keycloak: portFrom(environment, 'ASSAY_KEYCLOAK_PORT', 4310),
    keycloakManagement: portFrom(environment, 'ASSAY_KEYCLOAK_MANAGEMENT_PORT', 4316),
    superset: portFrom(environment, 'ASSAY_SUPERSET_PORT', 4305),
    gateway: portFrom(environment, 'ASSAY_GATEWAY_PORT', 4306),
    flags: portFrom(environment, 'ASSAY_FLAGS_PORT', 4311),
  }
}

/** Serves a copy of the built portal through nginx, configured as `npm run configure` does it. */
export async function behindNginx(
  nginx: Nginx,
  { configuration, origins }: Pick<Stack, 'configuration' | 'origins'>,
  from: { readonly built: string; readonly folder: string; readonly flags: string | null },
): Promise<LocalService> {
  const { built, folder, flags } = from
  const root = join(folder, 'portal')
  const hosting = { portal: origins.portal, root, flags, addresses: loopbackAddresses() }
  const written = await layPortal(built, root, configuration, hosting)
  return startNginx({ nginx, folder, configuration: written, origin: origins.portal })
}

/** Copies the built portal and configures the copy. Returns nginx's configuration for it as one text, since there is only one portal. */
export async function layPortal(
  built: string,
  copy: string,
  configuration: PortalConfiguration,
  hosting: Omit<Hosting, 'answers' | 'peers'>,
): Promise<string> {
  await rm(copy, { recursive: true, force: true })
  await cp(built, copy, { recursive: true, preserveTimestamps: true })
  await configure(copy, configuration)
  const peers = portalPeers(configuration)
  const answers = await portalAnswers(copy, peers)
  const files = hostingFiles('nginx', { ...hosting, answers, peers })
  return ['assay-http.conf', 'assay.conf'].map((name) => files[name]).join('')
}
