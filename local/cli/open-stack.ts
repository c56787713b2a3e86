import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDatabase } from '../bi-host/data/build'
import { defaultAsOf } from '../bi-host/data/days'
import type { AccessTokenOptions } from '../http/access-token'
import { localAudience, originsOf } from '../http/addresses'
import type { LocalService } from '../http/listen'
import { gateway } from '../open-stack/gateway'
import { keycloak, keycloakIdentity } from '../open-stack/keycloak/service'
import dashboards from '../open-stack/superset/dashboards.json' with { type: 'json' }
import { dashboardsConfiguration } from '../portal/configuration'
import { stopAll } from '../open-stack/processes'
import { startOpenStack, type OpenService } from '../open-stack/services'
import { superset } from '../open-stack/superset/service'
import { ensureBuilt } from './build'
import type { StackOptions } from './stack'
import { untilStopped } from './child'
import { progress, Refusal, since } from './progress'
import { dataFolder, loadStack, stackSettings, type ImportFile } from './stack-settings'

/** What is installed and kept for the open stack, below the folder that `npm run reset` empties. */
export const openStackFolder = 'open-stack'

/** What can be real; the rest is the embedded stack's. A name brings what it cannot do without. */
const parts = {
  keycloak: ['keycloak'],
  superset: ['superset', 'gateway'],
  gateway: ['superset', 'gateway'],
  portal: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

type PartName = keyof typeof parts

/** `npm run open-stack`, or parts of it beside the embedded rest: `-- --only superset`. Stays until it is stopped. */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const say = progress()
  const began = performance.now()
  const chosen = chosenParts(parameters)
  let stop = stopAll
  let isStopping = false
  const stopped = untilStopped(() => {
    isStopping = true
    return stop()
  })
  try {
    const stack = await startOpenStack(openServices(process.cwd(), chosen, say, importFile), say)
    stop = () => stack.close()
    say(`\n${listed(stack.services)}\n\n  All up in ${since(began)}. Ctrl-C stops it.\n`)
  } catch (error) {
    // Whatever was under way fails when it is stopped.
    if (!isStopping) throw error
  }
  await stopped
}

const listed = (services: readonly LocalService[]): string =>
  services.map(({ name, origin }) => `  ${name.padEnd(26)}${origin}`).join('\n')

/** @throws Refusal naming what there is, when something else is asked for */
export function chosenParts(parameters: readonly string[]): ReadonlySet<string> {
  const names = Object.keys(parts)
  const usage = `Usage: npm run open-stack [-- --only ${names.join(',')}]`
  const isPart = (name: string): name is PartName => names.includes(name)
  try {
    const { values } = parseArgs({ args: [...parameters], options: { only: { type: 'string' } } })
    const asked = values.only?.split(',') ?? names
    if (!asked.every(isPart)) throw new Error(`There is no part ${asked.find((name) => !isPart(name))}.`)
    return new Set(asked.flatMap((name) => parts[name]))
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** The chosen ones, and the portal, which comes last. */
function openServices(
  root: string,
  chosen: ReadonlySet<string>,
  say: (line: string) => void,
  importFile: ImportFile,
): readonly OpenService[] {
  const origins = originsOf(stackSettings(root).ports)
  const home = join(root, dataFolder, openStackFolder)
  const portalOrigins = [origins.portal]
  const keycloakPort = portFrom(process.env, 'ASSAY_KEYCLOAK_PORT', 4310)
  const supersetPort = portFrom(process.env, 'ASSAY_SUPERSET_PORT', 4305)
  const gatewayPort = portFrom(process.env, 'ASSAY_GATEWAY_PORT', 4306)
  const embedded: AccessTokenOptions = {
    issuer: `${origins.identity}/`,
    jwksUri: `${origins.identity}/.well-known/jwks.json`,
    audience: localAudience,
  }
  const real = chosen.has('keycloak') ? keycloakIdentity(keycloakPort) : null
  const sample = async () => {
    const { path } = await ensureDatabase({ folder: join(root, dataFolder), onProgress: say })
    return { path, asOf: defaultAsOf }
  }
  const all: readonly OpenService[] = [
    keycloak({
      home,
      folder: join(home, 'keycloak'),
      port: keycloakPort,
      managementPort: portFrom(process.env, 'ASSAY_KEYCLOAK_MANAGEMENT_PORT', 4316),
      variables: { port: 'ASSAY_KEYCLOAK_PORT', managementPort: 'ASSAY_KEYCLOAK_MANAGEMENT_PORT' },
      portalOrigin: origins.portal,
    }),
    superset({
      root,
      home,
      folder: join(home, 'superset'),
      port: supersetPort,
      variable: 'ASSAY_SUPERSET_PORT',
      portalOrigins,
      sample,
    }),
    gateway({
      home,
      folder: join(home, 'gateway'),
      port: gatewayPort,
      portalOrigins,
      superset: `http://127.0.0.1:${supersetPort}`,
      identity: real ?? embedded,
      environment: process.env,
    }),
  ]
  const configuration = {
    ...(real && { ASSAY_IDENTITY: 'oidc', ASSAY_IDENTITY_ISSUER: real.issuer }),
    ...(chosen.has('superset') && {
      ASSAY_BI: 'superset',
      ASSAY_BI_HOST: `http://127.0.0.1:${supersetPort}`,
      ASSAY_BI_HOST_STAGING: `http://127.0.0.1:${supersetPort}`,
      ASSAY_BI_HOSTS_ALLOWED: '',
      ASSAY_TOKEN_HOST: `http://localhost:${gatewayPort}`,
      ASSAY_TOKEN_HOST_STAGING: `http://localhost:${gatewayPort}`,
      ...dashboardsConfiguration(dashboards),
    }),
  }
  return [
    ...all.filter(({ name }) => chosen.has(name)),
    portal(root, importFile, {
      configuration,
      ...(real && { identity: real }),
      ...(chosen.has('superset') && { biHost: false }),
    }),
  ]
}

/** The portal on the real parts, with what else it needs of the embedded stack. What a person has set themselves stands above. */
function portal(
  root: string,
  importFile: ImportFile,
  options: Pick<StackOptions, 'configuration' | 'identity' | 'biHost'>,
): OpenService {
  return {
    name: 'portal',
    install: () => Promise.resolve(),
    prepare: async (say) => void (await ensureBuilt(say)),
    async start(say) {
      // The identity provider for development refuses to run in production, the mode of the build.
      process.env['NODE_ENV'] = 'development'
      const { startStack } = await loadStack(root, importFile)
      const settings = stackSettings(root)
      const stack = await startStack({
        ...options,
        ...settings,
        configuration: { ...options.configuration, ...settings.configuration },
        onProgress: say,
      })
      return { name: 'portal', origin: stack.origins.portal, close: () => stack.close() }
    },
  }
}

function portFrom(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
  otherwise: number,
): number {
  const given = environment[variable] ?? String(otherwise)
  const port = Number(given)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`${variable} must be a port from 1 to 65535, not "${given}".`)
  return port
}
