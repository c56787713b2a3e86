import type { FastifyRequest } from 'fastify'
import type { JWTPayload } from 'jose'
import { bearerOf, createAccessTokenCheck } from '../http/access-token'
import type { CuratedDashboard, GatewayConfiguration } from './configuration'
import { userNameOf, type Person } from './own-dashboards'
import { createCallerLimit, Problem } from './problems'
import { isAllowed } from './rules'

/** A person whose access token was good; `null` in its place is nobody in particular. */
export interface Caller extends Person {
  readonly claims: JWTPayload
}

/** Who asks, and what they may see: the access token and the rules of access. Refusals are Problems. */
export function createCallers(
  { curated, identity, rates, rules }: GatewayConfiguration,
  log: (event: Readonly<Record<string, unknown>>) => void,
) {
  const check = createAccessTokenCheck(identity)
  /** A wrong setting refuses everybody for the same reason, and one line is enough for all of them. */
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
      noted = ''
      const caller = { issuer: identity.issuer, subject: verdict.subject, claims: verdict.claims }
      limit(userNameOf(caller))
      if (!isAllowed(rules, caller.claims, 'anything')) throw new Problem('not-allowed')
      return caller
    },
    /** Somebody who may have dashboards of their own. */
    owner(caller: Caller | null): Caller {
      if (caller === null) throw new Problem('token-needed')
      if (!isAllowed(rules, caller.claims, 'own')) throw new Problem('not-allowed')
      return caller
    },
    maySee,
    /** The curated dashboard of this id, if it is one. @throws Problem when the caller may not see it */
    curatedFor(caller: Caller | null, id: string): CuratedDashboard | null {
      const one = curated.find(({ embeddedId }) => embeddedId === id) ?? null
      if (one !== null && !maySee(caller, one))
        throw new Problem(caller === null ? 'token-needed' : 'not-allowed')
      return one
    },
  }
}

export type Callers = ReturnType<typeof createCallers>
