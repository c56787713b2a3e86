import { createServer, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite'
import { originsOf, type StackOrigins } from '../http/addresses'
import {
  configuredPage,
  portalConfiguration,
  portalPeers,
  type PortalConfiguration,
} from '../portal/configuration'
import { resourceName } from '../portal/headers-by-file'
import { securityHeaders, silentAnswerHeaders, silentAnswerPath } from '../portal/security-headers'
import type * as StackModule from './stack'
import type { StackOptions } from './stack'
import { runToEnd, untilStopped } from './child'
import { progress, Refusal } from './progress'
import { stackSettings, welcome } from './stack-settings'
const buildMilliseconds = 300_000

/** `npm run dev`: the embedded stack and Vite's dev server, with hot reload of the portal, in one process. */
export async function run(): Promise<void> {
  const say = progress()
  const root = process.cwd()
  // In a separate process, because a build and a dev server need different values of NODE_ENV.
  const build = ['local/cli/bootstrap.cjs', 'build', 'bi-application']
  const built = await runToEnd(process.execPath, build, {
    milliseconds: buildMilliseconds,
    environment: { NODE_ENV: undefined },
    show: true,
  })
  if (built.code !== 0) throw new Refusal('The BI application could not be built. See the output above.')
  const running = await startDevelopment(root, { ...stackSettings(root), onProgress: say })
  say(welcome(running.origins))
  await untilStopped(() => running.close())
}

/** The stack, with its portal from source. */
export async function startDevelopment(
  root: string,
  settings: StackOptions,
): Promise<{ readonly origins: StackOrigins; close(): Promise<void> }> {
  const configuration = portalConfiguration(originsOf(settings.ports), settings.configuration)
  // Vite sends every file the same headers, and the BI host's pages use the portal's fonts and logos.
  const { [resourceName]: _, ...headers } = securityHeaders(
    portalPeers(configuration),
    { scripts: [], styles: [] },
    'development',
  )
  const server = await createServer({
    root,
    configFile: 'vite.config.ts',
    mode: 'development',
    plugins: [runtimeConfiguration(configuration), silentAnswer, plainTokenWorker],
    server: {
      host: 'localhost',
      port: settings.ports.portal,
      strictPort: true,
      headers,
    },
  })
  // The dev server's own loader: it stays open while the server runs, which the stack's dynamic imports need.
  const { startStack } = await loadWith(server)
  const stack = await startStack({ ...settings, portalFolder: null })
  await server.listen()
  return {
    origins: stack.origins,
    async close() {
      await Promise.all([server.close(), stack.close()])
    },
  }
}

function loadWith(server: ViteDevServer): Promise<typeof StackModule> {
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The dev server cannot run server-side modules.')
  return ssr.runner.import('/local/cli/stack.ts')
}

function runtimeConfiguration(configuration: PortalConfiguration): Plugin {
  return {
    name: 'portal-configuration',
    transformIndexHtml: (html) => configuredPage(html, configuration),
  }
}

/**
 * The SDK's own worker instead of the portal's, which imports it: Vite bundles workers only for a build, and the SDK's classic worker
 * cannot import. Here, a 429 or a 5xx of the token endpoint costs the refresh token.
 */
const plainTokenWorker: Plugin = {
  name: 'plain-token-worker',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!source.endsWith('/token-worker?worker&url')) return null
    return this.resolve('@auth0/auth0-spa-js/dist/auth0-spa-js.worker.production.js?url', importer)
  },
}

/** The only page with its own content security policy; `server.headers` applies to all others. */
const silentAnswer: Plugin = {
  name: 'silent-answer',
  configureServer: ({ middlewares }) =>
    void middlewares.use(silentAnswerPath, (_request, response) => {
      response.writeHead(200, { ...silentAnswerHeaders, 'Content-Type': 'text/html; charset=utf-8' })
      response.end('<!doctype html>')
    }),
}
