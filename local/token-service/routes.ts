import type { FastifyInstance, FastifyReply } from 'fastify'
import type { BiTokens, BiBearer } from '../bi-host/wire/bi-token'
import type { Faults, FaultRule } from '../http/faults'
import { addFaults } from '../http/faulty'
import { addOriginPolicy, answerPreflights, type OriginPolicy } from '../http/origins'
import { tokenServiceStates } from '../provider-states/states'
import type { StateRules } from '../provider-states/routes'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

interface AccessTokenOptions {
  /** With its trailing slash, exactly as in the token. */
  readonly issuer: string
  readonly jwksUri: string
  readonly audience: string
}

/** `unavailable`: the provider's keys cannot be had, which says nothing about the token. */
type AccessTokenVerdict =
  | { readonly kind: 'accepted'; readonly bearer: BiBearer & { readonly kind: 'person' } }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unavailable' }

/** Seconds the two clocks may differ. */
const clockTolerance = 5
/** A restarted provider signs with a new key: how soon after the last look its keys may be fetched again, in ms. */
const cooldownDuration = 1000
const timeoutDuration = 3000

/** Checks access tokens of the identity provider: signature, issuer, audience, algorithm and times. */
export function createAccessTokenCheck(options: AccessTokenOptions) {
  const keys = createRemoteJWKSet(new URL(options.jwksUri), { cooldownDuration, timeoutDuration })
  return async (token: string, now: Date): Promise<AccessTokenVerdict> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ['RS256'],
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance,
        currentDate: now,
      })
      const subject = payload.sub ?? ''
      const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : subject)
      return {
        kind: 'accepted',
        bearer: {
          kind: 'person',
          subject,
          email: text(payload['email']),
          name: text(payload['name']),
        },
      }
    } catch (error) {
      return { kind: isAboutTheToken(error) ? 'refused' : 'unavailable' }
    }
  }
}

/** What else jose throws comes from fetching or reading the keys. */
function isAboutTheToken(error: unknown): boolean {
  return [
    errors.JWSInvalid,
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
}

const failing = (status: number, rest: Partial<FaultRule> = {}): readonly FaultRule[] => [
  { service: 'token-service', kind: 'status', status, ...rest },
]

/** The states of the contract with the token service; what is so of itself needs no rule. */
export const tokenServiceStateRules: StateRules = {
  [tokenServiceStates.atWork]: [],
  [tokenServiceStates.validAccessToken]: [],
  [tokenServiceStates.refusedAccessToken]: [],
  [tokenServiceStates.notAllowed]: failing(403),
  [tokenServiceStates.askedTooOften]: failing(429, { headers: { 'retry-after': '3' } }),
  [tokenServiceStates.outOfOrder]: failing(503),
  [tokenServiceStates.pageInBetween]: [
    {
      service: 'token-service',
      kind: 'reply',
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>',
    },
  ],
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
 * origin; 503 when the identity provider's keys cannot be fetched.
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
      const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1]
      if (token === undefined) {
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
      return text(reply, 200, await options.tokens.issue(verdict.bearer, options.lifetimes?.person))
    })
  })
}

function text(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/plain; charset=utf-8')
    .send(body)
}
