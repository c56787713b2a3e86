import fastify from 'fastify'
import { localAudience, localEnvironmentId, portVariables, type StackPorts } from './http/addresses'
import type { BiTokens } from './bi-host/wire/bi-token'
import type { Faults } from './http/faults'
import { startFlagStream, ofrepStreamPath } from './flags/flag-stream'
import { openFlagStore } from './flags/flag-store'
import { arrangeFlags, flagEvaluationStateRules } from './flags/ofrep'
import { registerFlagEvaluation } from './flags/routes'
import { registerContractPage } from './http/contract-page'
import { registerFaultControl } from './http/fault-routes'
import { registerPactStates } from './provider-states/routes'
import type { ListeningService } from './http/listen'
import { serveApp, opened } from './http/listen'
import {
  registerTokenService,
  type TokenServiceOptions,
  tokenServiceStateRules,
} from './token-service/routes'

export interface ServicesOptions {
  readonly ports: Pick<StackPorts, 'services' | 'flagStream'>
  /** Whose access tokens the token service accepts; what `startIdentity` gives fits. */
  readonly identity: { readonly issuer: string; readonly jwksUri: string }
  readonly audience?: string
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  readonly lifetimes?: TokenServiceOptions['lifetimes']
  /** Folder of `flags.json`; made when absent. */
  readonly dataDir: string
  readonly environmentId?: string
  readonly product?: string
  /** The built page of the contracts; without it the page says how to build it. */
  readonly contractsFolder?: string
  readonly faults: Faults
}

/** LaunchDarkly puts the whole context into the address; Node's own limit on headers is 16 KiB. */
const maxParamLength = 16_384

/**
 * Token service, flag evaluation and the fault switches on one origin, the flag stream on another.
 * @throws PortTaken; what was started until then is stopped again
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
      ...options.identity,
      audience: options.audience ?? localAudience,
      portalOrigins,
      tokens: options.tokens,
      faults,
      ...(options.lifetimes && { lifetimes: options.lifetimes }),
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
      { ...tokenServiceStateRules, ...flagEvaluationStateRules },
      arrangeFlags(store, ofrepStream),
    )
    app.get('/health', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({
        status: store.problem() === null ? 'ok' : 'degraded',
        flags: { count: store.flags().size, problem: store.problem() },
        faults: faults.rules().length,
      }),
    )
    const services = await serveApp(app, {
      name: 'token service and flags',
      port: options.ports.services,
      variable: portVariables.services,
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
