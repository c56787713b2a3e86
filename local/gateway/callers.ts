import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { bearerOf, createAccessTokenCheck } from '../http/access-token'
import type { CuratedDashboard, GatewayConfiguration } from './configuration'
import { userNameOf, type Person } from './own-dashboards'
import { createCallerLimit, Problem } from './problems'
import { isAllowed } from './rules'

/** A user with a valid access token. `null` stands for a visitor. */
export interface Caller extends Person {
  readonly claims: JWTPayload
}

/** Authenticates callers by access token and authorizes them by the rules. Refusals are thrown as Problems. */
export function createCallers(
  { curated, identity, rates, rules }: GatewayConfiguration,
  log: (event: Readonly<Record<string, unknown>>) => void,
) {
  const check = createAccessTokenCheck(identity)
  /** Last logged reason: a wrong setting refuses all callers for the same reason, which is logged once. */
  let noted = ''
  const note = (event: 'token-refused' | 'keys-unavailable', reason: string): void => {
    if (reason !== noted) log({ event, reason })
    noted = reason
  }
  const limit = createCallerLimit(rates.person)

  const maySee = (caller: Caller | null, one: CuratedDashboard): boolean =>
    one.public || (caller !== null && isAllowed(rules, caller.claims, one))

  return {
    async anybody(request: FastifyRequest): Promise<Caller | null> {
      const token = bearerOf(request.headers.authorization)
      if (token === undefined) return null
      if (token === null) throw new Problem('token-refused')
      const verdict = await check(token)
      if (verdict.kind === 'unavailable') {
        note('keys-unavailable', verdict.reason)
        throw new Problem('identity-unavailable', undefined, 5)
      }
      if (verdict.kind === 'refused') {
        note('token-refused', verdict.reason)
        throw new Problem('token-refused')
      }
      if (verdict.keysProblem === undefined) noted = ''
      else note('keys-unavailable', verdict.keysProblem)
      const caller = { issuer: identity.issuer, subject: verdict.subject, claims: verdict.claims }
      limit(userNameOf(caller))
      if (!isAllowed(rules, caller.claims, 'anything')) throw new Problem('not-allowed')
      return caller
    },
    /** Requires a user who may have own dashboards. */
    owner(caller: Caller | null): Caller {
      if (caller === null) throw new Problem('token-needed')
      if (!isAllowed(rules, caller.claims, 'own')) throw new Problem('not-allowed')
      return caller
    },
    maySee,
    /** The curated dashboard with this id, or null. @throws Problem if the caller may not see it */
    curatedFor(caller: Caller | null, id: string): CuratedDashboard | null {
      const one = curated.find(({ embeddedId }) => embeddedId === id) ?? null
      if (one !== null && !maySee(caller, one))
        throw new Problem(caller === null ? 'token-needed' : 'not-allowed')
      return one
    },
  }
}

export type Callers = ReturnType<typeof createCallers>
