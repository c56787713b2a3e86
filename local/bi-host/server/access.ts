import type { FastifyRequest } from 'fastify'
import type { BiBearer, BiTokens, Person } from '../wire/bi-token'
import { curatedBoards } from '../boards/library/catalogue'
import type { BoardDefinition } from '../boards/definition'
import { liveboards } from '../wire/liveboards'
import type { Dashboard, DashboardStore } from '../store/dashboards'
import { Refusal } from '../warehouse/problem'

/** Who asks: from the Bearer token, checked on every call. Throws `unauthenticated`. */
export async function bearerOf(request: FastifyRequest, tokens: BiTokens): Promise<BiBearer> {
  const bearer = await bearerOrNobody(request, tokens)
  if (bearer === null) throw new Refusal('unauthenticated', 'A valid access token is needed.')
  return bearer
}

export async function bearerOrNobody(request: FastifyRequest, tokens: BiTokens): Promise<BiBearer | null> {
  const [, token] = /^Bearer ([\w.~+/=-]{1,8192})$/i.exec(request.headers.authorization ?? '') ?? []
  return token === undefined ? null : tokens.verify(token)
}

/** The person behind the token; an anonymous visitor has nothing of their own. Throws `forbidden`. */
export function personOf(bearer: BiBearer): Person {
  if (bearer.kind !== 'person') throw new Refusal('forbidden', 'Log in to do this.')
  return bearer
}

export type Opened =
  | { readonly kind: 'curated'; readonly board: BoardDefinition }
  | { readonly kind: 'own'; readonly dashboard: Dashboard }

/**
 * What this bearer may open under this id. Anonymous: Home only. A person: the curated boards and their own
 * dashboards. Somebody else's dashboard is as absent as one that does not exist.
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
