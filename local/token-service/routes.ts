import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BiTokens } from '../bi-host/wire/bi-token'
import { addFaults, type Faults } from '../http/faults'
import { addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/guard'
import { people } from '../identity/people'
import { tokenServiceStates } from '../provider-states/states'
import type { StateRules } from '../provider-states/routes'
import { bearerOf, createAccessTokenCheck, type AccessTokenOptions } from '../http/access-token'
import type { JWTPayload } from 'jose'

/** Provider states of the token service's contract. A state that already holds needs no rule. */
export const tokenServiceStateRules: StateRules = {
  [tokenServiceStates.atWork]: [],
  [tokenServiceStates.validAccessToken]: [],
  [tokenServiceStates.refusedAccessToken]: [],
  [tokenServiceStates.notAllowed]: [],
}

export interface TokenServiceOptions extends AccessTokenOptions {
  /** Origins whose pages may request tokens. Any other `Origin` is refused. Requests without one (a backend) are served. */
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  /** Token lifetimes in seconds; default that of `tokens`. */
  readonly lifetimes?: { readonly anonymous?: number; readonly person?: number }
  readonly faults: Faults
}

const anonymousPath = '/api/token'
const personPath = '/api/token-authenticated'

/**
 * The token service: `GET /api/token` for visitors, `GET /api/token-authenticated` for the user of the access token.
 * Responses are plain text: 200 with a new token each time; 401 for an invalid or missing access token; 403 for a
 * foreign origin or a refused account; 503 if the identity provider's keys cannot be fetched.
 */
export function registerTokenService(app: FastifyInstance, options: TokenServiceOptions): void {
  const policy: OriginPolicy = {
    origins: options.portalOrigins,
    methods: ['GET'],
    requestHeaders: ['authorization'],
    responseHeaders: ['date', 'retry-after', 'www-authenticate'],
    others: 'refused',
  }
  const check = createAccessTokenCheck(options)
  const now = () => new Date(Date.now() + options.faults.clockOffset('token-service'))

  void app.register(async (scope) => {
    addOriginPolicy(scope, policy)
    addFaults(scope, options.faults, 'token-service')
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('date', now().toUTCString())
    })
    answerPreflights(scope, policy, [anonymousPath, personPath])

    scope.get(anonymousPath, async (_request, reply) =>
      text(reply, 200, await options.tokens.issue({ kind: 'anonymous' }, options.lifetimes?.anonymous)),
    )

    scope.get(personPath, async (request, reply) => {
      const token = bearerOf(request.headers.authorization) ?? null
      if (token === null) {
        reply.header('www-authenticate', 'Bearer')
        return text(reply, 401, 'An access token is required.\n')
      }
      const verdict = await check(token, now())
      if (verdict.kind === 'unavailable')
        return text(reply, 503, 'The identity provider cannot be reached.\n')
      if (verdict.kind === 'refused') {
        reply.header('www-authenticate', 'Bearer error="invalid_token"')
        return text(reply, 401, 'The access token is not valid.\n')
      }
      if (people.some(({ subject, fate }) => subject === verdict.subject && fate.kind === 'refused'))
        return text(reply, 403, 'This account has no access.\n')
      const bearer = { kind: 'person', ...personOf(verdict.subject, verdict.claims) } as const
      return text(reply, 200, await options.tokens.issue(bearer, options.lifetimes?.person))
    })
  })
}

/** Uses the subject if the provider leaves out the name or the email, or says that it has not verified the email. */
function personOf(subject: string, claims: JWTPayload) {
  const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : subject)
  const { email, email_verified: isVerified = true, name } = claims
  return { subject, email: isVerified === true ? text(email) : subject, name: text(name) }
}

function text(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(body)
}
