import type { FastifyRequest, FastifyInstance } from 'fastify'
import type { BiBearer, BiTokens, Person } from '../wire/bi-token'
import { curatedBoards } from '../boards/library/catalogue'
import type { BoardDefinition } from '../boards/definition'
import { liveboards } from '../wire/liveboards'
import type { Dashboard, DashboardStore } from '../store/dashboards'
import { Refusal } from '../warehouse/problem'
import type { Host } from './host'

/** Resolves the caller from the Bearer token, which is verified on every call. Throws `unauthenticated`. */
export async function bearerOf(request: FastifyRequest, tokens: BiTokens): Promise<BiBearer> {
  const bearer = await optionalBearer(request, tokens)
  if (bearer === null) throw new Refusal('unauthenticated', 'A valid access token is needed.')
  return bearer
}

async function optionalBearer(request: FastifyRequest, tokens: BiTokens): Promise<BiBearer | null> {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? null : tokens.verify(token)
}

/** The signed-in user behind the token. Throws `forbidden` for an anonymous visitor, who owns nothing. */
export function personOf(bearer: BiBearer): Person {
  if (bearer.kind !== 'person') throw new Refusal('forbidden', 'Log in to do this.')
  return bearer
}

export type Opened =
  | { readonly kind: 'curated'; readonly board: BoardDefinition }
  | { readonly kind: 'own'; readonly dashboard: Dashboard }

/**
 * The dashboard with this id, if the bearer may open it. Anonymous visitors may open Home only. Users may open the curated boards and their
 * own dashboards. Another user's dashboard answers exactly like one that does not exist.
 */
export function openBoard(bearer: BiBearer, id: string, dashboards: DashboardStore): Opened {
  const curated = curatedBoards.find((board) => board.id === id)
  if (bearer.kind === 'anonymous') {
    if (curated?.id === liveboards.home.id) return { kind: 'curated', board: curated }
    throw new Refusal('forbidden', 'Log in to open this dashboard.')
  }
  if (curated) return { kind: 'curated', board: curated }
  return { kind: 'own', dashboard: ownDashboard(bearer, id, dashboards) }
}

export function ownDashboard(person: Person, id: string, dashboards: DashboardStore): Dashboard {
  const dashboard = dashboards.get(id)
  if (!dashboard || dashboard.owner !== person.subject) {
    throw new Refusal('not-found', 'There is no such dashboard, or it is not yours.')
  }
  return dashboard
}

/** Session endpoints that the vendor's SDK calls before and while it shows a view. */
/** `release`: the cluster release that this host reports, e.g. `26.2`. */
export function sessionRoutes(app: FastifyInstance, host: Host, release: () => string | undefined): void {
  app.get('/callosum/v1/session/isactive', async (request, reply) => {
    await bearerOf(request, host.tokens)
    return reply.code(204).send()
  })
  for (const path of ['/callosum/v1/session/info', '/callosum/v1/tspublic/v1/session/info']) {
    app.get(path, async (request, reply) => {
      const bearer = await bearerOf(request, host.tokens)
      return reply.send(sessionInfo(bearer, release()))
    })
  }
  // Always 200: the SDK retries a refusal on every use and logs it.
  app.get('/prism/preauth/info', async (request, reply) => {
    const bearer = await optionalBearer(request, host.tokens)
    return reply.send({ info: sessionInfo(bearer, release()) })
  })
  app.post('/callosum/v1/session/logout', async (_request, reply) => reply.code(204).send())
  app.get('/callosum/v1/session/login', () => {
    throw new Refusal('unauthenticated', 'This host takes tokens from the token service only.')
  })
}

/** The fields that the SDK and public clients read. Empty tracking keys: no analytics are sent. */
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
