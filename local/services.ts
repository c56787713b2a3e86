import type { AccessTokenOptions } from './http/access-token'
import fastify, { type FastifyInstance } from 'fastify'
import { localAudience, localEnvironmentId, portVariables, type StackPorts } from './http/addresses'
import type { BiTokens } from './bi-host/wire/bi-token'
import { registerFaultControl, type Faults } from './http/faults'
import { startFlagStream, ofrepStreamPath } from './flags/launchdarkly'
import { openFlagStore } from './flags/flag-store'
import { arrangeFlags, flagEvaluationStateRules, registerFlagEvaluation } from './flags/routes'
import {
  arrangePreferences,
  openPreferences,
  preferenceStateRules,
  registerPreferences,
  registerTokenService,
  tokenServiceStateRules,
  type TokenServiceOptions,
} from './token-service/token-service'
import { registerPactStates } from './provider-states/provider-states'
import { type ListeningService, serveApp, opened } from './http/listen'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { navigation, page, pageAsset, pageHeaders, pagePolicy, html } from './http/page'

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'pages.css': 'text/css; charset=utf-8',
  'urbanist.woff2': 'font/woff2',
  'urbanist-extended.woff2': 'font/woff2',
}

/** `/contracts/`: serves the current contract page from the folder into which `npm run contracts` builds it. */
export function registerContractPage(
  app: FastifyInstance,
  folder: string | undefined,
  product: string,
): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ ...pageHeaders, 'content-security-policy': pagePolicy() })
    })
    scope.get('/contracts', async (_request, reply) => reply.redirect('/contracts/', 308))
    scope.get<{ Params: { '*': string } }>('/contracts/*', async (request, reply) => {
      const name = request.params['*'] === '' ? 'index.html' : request.params['*']
      const type = Object.hasOwn(types, name) ? types[name] : undefined
      if (type === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
      const built = folder === undefined ? null : await readFile(join(folder, name)).catch(() => null)
      // The built page can also be opened as a file, so its navigation is added only here.
      if (built !== null && name === 'index.html')
        return reply.type(type).send(withNavigation(built.toString()))
      if (built !== null) return reply.type(type).send(built)
      if (name === 'index.html') return reply.code(404).type(type).send(notBuilt(product))
      const asset = await pageAsset(`/assets/${name}`)
      return reply.type(type).send(asset?.body)
    })
  })
}

function withNavigation(built: string): string {
  return built.replace('</header>', () => `${navigation('/contracts/').markup}</header>`)
}

function notBuilt(product: string): string {
  return page({
    title: `Contracts · ${product}`,
    product,
    here: '/contracts/',
    width: 'narrow',
    foot: 'For this machine only.',
    body: html`<h1>No contract page yet</h1>
      <p>
        Run <strong>npm run contracts</strong>: it writes the pacts, verifies the embedded services and builds
        this page.
      </p>`,
  })
}

interface ServicesOptions {
  readonly ports: Pick<StackPorts, 'services' | 'flagStream'>
  /** Provider whose access tokens the token service accepts, such as the result of `startIdentity`. */
  readonly identity: Omit<AccessTokenOptions, 'audience'> & { readonly audience?: string }
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  readonly lifetimes?: TokenServiceOptions['lifetimes']
  /** Folder of `flags.json`; created if missing. */
  readonly dataDir: string
  readonly environmentId?: string
  readonly product?: string
  /** Folder of the built contract page. Without it, the page says how to build it. */
  readonly contractsFolder?: string
  readonly faults: Faults
}

/** Node's own limit on headers, 16 KiB, because LaunchDarkly puts the whole context into the URL. */
const maxParamLength = 16_384

/**
 * Starts token service, preferences, flag evaluation and fault switches on one origin, and the flag stream on another.
 * @throws PortTaken, after stopping what has been started
 */
export async function startServices(
  options: ServicesOptions,
): Promise<readonly [services: ListeningService, flagStream: ListeningService]> {
  const { portalOrigins, faults, environmentId = localEnvironmentId } = options
  const open = opened()
  try {
    const store = open.keep(await openFlagStore(options.dataDir))
    const flagStream = open.keep(
      await startFlagStream({
        port: options.ports.flagStream,
        store,
        environmentId,
        portalOrigins,
        faults,
      }),
    )
    const ofrepStream = `${flagStream.origin}${ofrepStreamPath}`
    const app = fastify({ routerOptions: { maxParamLength } })
    registerTokenService(app, {
      audience: localAudience,
      ...options.identity,
      portalOrigins,
      tokens: options.tokens,
      faults,
      ...(options.lifetimes && { lifetimes: options.lifetimes }),
    })
    const preferences = await openPreferences(options.dataDir)
    registerPreferences(app, {
      audience: localAudience,
      ...options.identity,
      portalOrigins,
      store: preferences,
      now: () => new Date(Date.now() + faults.clockOffset('token-service')),
    })
    registerFlagEvaluation(app, {
      store,
      environmentId,
      portalOrigins,
      ofrepStream,
      faults,
      ...(options.product !== undefined && { product: options.product }),
    })
    registerFaultControl(app, faults)
    registerContractPage(app, options.contractsFolder, options.product ?? 'Assay')
    registerPactStates(
      app,
      faults,
      { ...tokenServiceStateRules, ...preferenceStateRules, ...flagEvaluationStateRules },
      arrangePreferences(preferences, arrangeFlags(store, ofrepStream)),
    )
    app.get('/health', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({
        status: store.problem() === null ? 'ok' : 'degraded',
        flags: { count: store.flags().size, problem: store.problem(), read: store.read() },
        faults: faults.rules().length,
      }),
    )
    const services = await serveApp(app, {
      name: 'token service and flags',
      port: options.ports.services,
      variable: portVariables.services,
      limit: { path: /^\/api\/token/, perMinute: 2_400 },
    })
    return [
      {
        ...services,
        async close() {
          await services.close()
          await store.close()
        },
      },
      flagStream,
    ]
  } catch (error) {
    await open.close()
    throw error
  }
}
