import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BiTokens } from '../bi-host/wire/bi-token'
import type { Faults } from '../http/faults'
import { addFaults } from '../http/faulty'
import { addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/origins'
import { people } from '../identity/people'
import { tokenServiceStates } from '../provider-states/states'
import type { StateRules } from '../provider-states/routes'
import { bearerOf, createAccessTokenCheck, type AccessTokenOptions } from '../http/access-token'
import type { JWTPayload } from 'jose'

/** The states of the contract with the token service; what is so of itself needs no rule. */
export const tokenServiceStateRules: StateRules = {
  [tokenServiceStates.atWork]: [],
  [tokenServiceStates.validAccessToken]: [],
  [tokenServiceStates.refusedAccessToken]: [],
  [tokenServiceStates.notAllowed]: [],
}

export interface TokenServiceOptions extends AccessTokenOptions {
  /** Origins whose pages may ask for tokens. Any other `Origin` is refused; none at all (a backend) is served. */
  readonly portalOrigins: readonly string[]
  readonly tokens: BiTokens
  /** Seconds a token lives; by default the lifetime `tokens` was made with. */
  readonly lifetimes?: { readonly anonymous?: number; readonly person?: number }
  readonly faults: Faults
}

const anonymousPath = '/api/token'
const personPath = '/api/token-authenticated'

/**
 * The token service: `GET /api/token` for nobody in particular, `GET /api/token-authenticated` for whoever the access
 * token names. Answers are plain text, a new token each time: 200; 401 bad or missing access token; 403 foreign
 * origin, or an account that is refused; 503 when the identity provider's keys cannot be fetched.
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
        return text(reply, 401, 'An access token is needed.\n')
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

/** A provider that leaves out the e-mail address or the name: the subject stands for it. */
function personOf(subject: string, claims: JWTPayload) {
  const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : subject)
  return { subject, email: text(claims['email']), name: text(claims['name']) }
}

function text(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(body)
}
