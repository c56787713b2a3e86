import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfiguration, type GatewayConfiguration } from '../gateway/configuration'
import type { AccessTokenOptions } from '../http/access-token'
import { startGateway } from '../gateway/routes'
import type { OpenService } from './services'
import curated from './superset/dashboards.json'
import { guestTokenAudience, readSecrets } from './superset/service'

export interface GatewayServiceOptions {
  /** Folder of this machine's secrets. */
  readonly home: string
  readonly folder: string
  readonly port: number
  readonly portalOrigins: readonly string[]
  /** Superset's origin. */
  readonly superset: string
  /** Provider whose access tokens it accepts. Environment variables from docs/gateway.md override this and all other settings. */
  readonly identity: AccessTokenOptions
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The gateway for the open stack's Superset, in this process. Its log is in `folder`. */
export function gateway(options: GatewayServiceOptions): OpenService {
  const { folder } = options
  return {
    name: 'gateway',
    install: () => Promise.resolve(),
    prepare: () => Promise.resolve(),
    async start(say) {
      const configuration = await gatewayConfiguration(options)
      const log = createWriteStream(join(folder, 'gateway.log'), { flags: 'a' })
      const service = await startGateway({
        configuration,
        log: (event) => void log.write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`),
      })
      say(`Started the gateway: ${service.origin}`)
      return {
        ...service,
        async close() {
          await service.close()
          await new Promise<void>((resolve) => log.end(resolve))
        },
      }
    },
  }
}

/** The dashboards in the gateway's format. Only Home is public. */
export const curatedDashboards = curated.map(({ slug, embeddedId }) => ({
  slug,
  embeddedId,
  public: slug === 'home',
}))

/** Configuration of the open stack's gateway. @throws ConfigurationRefused */
export async function gatewayConfiguration(options: GatewayServiceOptions): Promise<GatewayConfiguration> {
  const { environment, folder, home, identity } = options
  await mkdir(folder, { recursive: true })
  const secrets = await readSecrets(home)
  const dashboards = join(folder, 'dashboards.json')
  await writeFile(dashboards, JSON.stringify(curatedDashboards, null, 1))
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith('GATEWAY_') && value)
  return readConfiguration({
    GATEWAY_PORT: String(options.port),
    GATEWAY_PORTAL_ORIGINS: options.portalOrigins.join(' '),
    GATEWAY_ISSUER: identity.issuer,
    GATEWAY_JWKS_URI: identity.jwksUri,
    GATEWAY_AUDIENCE: identity.audience,
    GATEWAY_ALGORITHMS: identity.algorithms?.join(' '),
    GATEWAY_SUPERSET_URL: options.superset,
    GATEWAY_SUPERSET_USER: secrets.serviceAccount.username,
    GATEWAY_SUPERSET_PASSWORD: secrets.serviceAccount.password,
    GATEWAY_GUEST_SECRET: secrets.guestTokenSecret,
    GATEWAY_GUEST_AUDIENCE: guestTokenAudience,
    GATEWAY_DASHBOARDS_FILE: dashboards,
    ...Object.fromEntries(given),
  })
}
