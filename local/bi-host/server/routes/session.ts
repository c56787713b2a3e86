import type { FastifyInstance } from 'fastify'
import type { BiBearer } from '../../wire/bi-token'
import { bearerOf, bearerOrNobody } from '../access'
import { Refusal } from '../../warehouse/problem'
import type { Host } from '../host'

/** What the vendor's SDK asks about the session before and while it shows a view. */
/** `release`: of the cluster that this host pretends to be, `26.2`. */
export function sessionRoutes(app: FastifyInstance, host: Host, release: () => string | undefined): void {
  app.get('/callosum/v1/session/isactive', async (request, reply) => {
    await bearerOf(request, host.tokens)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
  for (const path of ['/callosum/v1/session/info', '/callosum/v1/tspublic/v1/session/info']) {
    app.get(path, async (request, reply) => {
      const bearer = await bearerOf(request, host.tokens)
      return reply.header('cache-control', 'no-store').send(sessionInfo(bearer, release()))
    })
  }
  // Always 200: the SDK repeats and logs a refusal at every need.
  app.get('/prism/preauth/info', async (request, reply) => {
    const bearer = await bearerOrNobody(request, host.tokens)
    return reply.header('cache-control', 'no-store').send({ info: sessionInfo(bearer, release()) })
  })
  app.post('/callosum/v1/session/logout', async (_request, reply) => reply.code(204).send())
  app.get('/callosum/v1/session/login', () => {
    throw new Refusal('unauthenticated', 'This host takes tokens from the token service only.')
  })
}

/** The fields the SDK and public clients read. Empty tracking keys: nothing is sent to anybody. */
export function sessionInfo(bearer: BiBearer | null, release = '26.9') {
  const person = bearer?.kind === 'person' ? bearer : null
  return {
    userGUID: person?.subject ?? 'anonymous',
    userName: person?.email ?? 'anonymous',
    userDisplayName: person?.name ?? 'Visitor',
    userEmail: person?.email ?? '',
    userType: person ? 'LOCAL_USER' : 'PUBLIC',
    privileges: person ? ['AUTHORING', 'DATADOWNLOADING', 'USER_DATA_UPLOADING'] : [],
    releaseVersion: `${release}.0.cl-1`,
    locale: 'en-US',
    timezone: 'UTC',
    currentOrgId: 0,
    configInfo: {
      mixpanelConfig: { production: false, prodSdkKey: '', devSdkKey: '' },
      isPublicUser: person === null,
      selfClusterId: 'local',
      selfClusterName: 'local',
    },
  }
}
