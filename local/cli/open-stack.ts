import { join } from 'node:path'
import { ensureDatabase } from '../bi-host/data/build'
import { defaultAsOf } from '../bi-host/data/days'
import { localAudience, originsOf } from '../http/addresses'
import { gateway } from '../open-stack/gateway'
import dashboards from '../open-stack/superset/dashboards.json' with { type: 'json' }
import { dashboardsConfiguration } from '../portal/configuration'
import { startOpenStack, type OpenService } from '../open-stack/services'
import { superset } from '../open-stack/superset/service'
import { ensureBuilt } from './build'
import { untilStopped } from './child'
import { progress, Refusal, since } from './progress'
import { dataFolder, loadStack, stackSettings, type ImportFile } from './stack-settings'

/** What is installed and kept for the open stack, below the folder that `npm run reset` empties. */
export const openStackFolder = 'open-stack'

interface Choice {
  readonly only: readonly string[] | null
}

/** `npm run open-stack`, or a part of it: `-- --only superset`. Stays until it is stopped. */
export async function run(parameters: readonly string[], importFile: ImportFile): Promise<void> {
  const say = progress()
  const started = performance.now()
  const all = openServices(process.cwd(), say, importFile)
  const { only } = choiceOf(parameters, all)
  const stack = await startOpenStack(only === null ? all : all.filter(({ name }) => only.includes(name)), say)
  say(
    `\n${stack.services.map(({ name, origin }) => `  ${name.padEnd(12)}${origin}`).join('\n')}\n\n  All up in ${since(started)}. Ctrl-C stops it.\n`,
  )
  await untilStopped(() => stack.close())
}

/** @throws Refusal naming what there is, when something else is asked for */
export function choiceOf(parameters: readonly string[], all: readonly Pick<OpenService, 'name'>[]): Choice {
  const [flag, value, ...rest] = parameters
  if (flag === undefined) return { only: null }
  const names = all.map(({ name }) => name)
  const only = flag === '--only' && rest.length === 0 ? (value?.split(',') ?? []) : []
  if (only.length === 0 || !only.every((name) => names.includes(name)))
    throw new Refusal(`Usage: npm run open-stack [-- --only ${names.join(',')}]`)
  return { only }
}

/** In the order they are started. */
function openServices(
  root: string,
  say: (line: string) => void,
  importFile: ImportFile,
): readonly OpenService[] {
  const origins = originsOf(stackSettings(root).ports)
  const home = join(root, dataFolder, openStackFolder)
  const portalOrigins = [origins.portal]
  const supersetPort = portFrom(process.env, 'ASSAY_SUPERSET_PORT', 4305)
  const gatewayPort = portFrom(process.env, 'ASSAY_GATEWAY_PORT', 4306)
  const sample = async () => {
    const { path } = await ensureDatabase({ folder: join(root, dataFolder), onProgress: say })
    return { path, asOf: defaultAsOf }
  }
  return [
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
      identity: {
        issuer: `${origins.identity}/`,
        jwksUri: `${origins.identity}/.well-known/jwks.json`,
        audience: localAudience,
      },
      environment: process.env,
    }),
    portal(root, importFile, {
      ASSAY_BI: 'superset',
      ASSAY_BI_HOST: `http://127.0.0.1:${supersetPort}`,
      ASSAY_BI_HOST_STAGING: `http://127.0.0.1:${supersetPort}`,
      ASSAY_BI_HOSTS_ALLOWED: '',
      ASSAY_TOKEN_HOST: `http://localhost:${gatewayPort}`,
      ASSAY_TOKEN_HOST_STAGING: `http://localhost:${gatewayPort}`,
      ...dashboardsConfiguration(dashboards),
    }),
  ]
}

/** The portal on Superset, with identity and flags of the embedded stack. What a person has set themselves stands above. */
function portal(
  root: string,
  importFile: ImportFile,
  configuration: Readonly<Record<string, string>>,
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
        ...settings,
        configuration: { ...configuration, ...settings.configuration },
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
