import { serveApp, type LocalService } from '../http/listen'
import { createGateway, type GatewayOptions } from './routes'

/**
 * Listens where the configuration says: `localhost` is both loopback addresses of this machine, under loopback names only.
 * @throws PortTaken
 */
export async function startGateway(options: GatewayOptions): Promise<LocalService> {
  const { host, port } = options.configuration
  const app = createGateway(options)
  const name = 'gateway'
  if (host === 'localhost') return serveApp(app, { name, port, variable: 'GATEWAY_PORT' })
  const origin = await app.listen({ host, port })
  return { name, origin, close: () => app.close() }
}
