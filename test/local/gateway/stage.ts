import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose'
import type { GatewayConfiguration } from '../../../local/gateway/configuration'
import { startGateway } from '../../../local/gateway/routes'
import { type SupersetSettings, startSupersetDouble, type SupersetDouble } from './superset-double'

/** A new user. */
export const newcomer = (): string => `person|${randomUUID()}`

export const portal = 'http://localhost:4988'
export const audience = 'https://gateway.assay.example'

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
type Algorithm = (typeof algorithms)[number]

const keyPairs = () =>
  Promise.all(algorithms.map(async (alg) => ({ alg, kid: alg, ...(await generateKeyPair(alg)) })))
/** Shared by all providers here: two keys are RSA, which take longer to generate than most tests run. Each provider has its own issuer. */
let made: ReturnType<typeof keyPairs> | undefined

/** A stand-in for the identity provider: publishes keys, and signs any token that a test needs. */
export async function startProvider() {
  made ??= keyPairs()
  const pairs = await made
  const published = new Map<string, object>(
    await Promise.all(
      pairs.map(
        async ({ alg, kid, publicKey }) =>
          [kid, { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }] as const,
      ),
    ),
  )
  let asked = 0
  let answer: RequestListener | null = null
  const server = createServer((request, response) => {
    asked += 1
    if (answer !== null) return answer(request, response)
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ keys: [...published.values()] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  const issuer = `${origin}/`
  const privateKeys = new Map<string, CryptoKey>(pairs.map(({ kid, privateKey }) => [kid, privateKey]))

  return {
    identity: { issuer, jwksUri: `${origin}/jwks`, audience, algorithms },
    asked: () => asked,
    /** `undefined` in a claim leaves it out. */
    async accessToken(
      subject: string,
      claims: Record<string, unknown> = {},
      key: { alg?: Algorithm; kid?: string; with?: CryptoKey } = {},
    ): Promise<string> {
      const { alg = 'RS256', kid = alg } = key
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer, aud: audience, sub: subject, iat: now, exp: now + 300, ...claims }
      const signer = key.with ?? privateKeys.get(kid)
      if (signer === undefined) throw new Error(`There is no key ${kid}.`)
      return new SignJWT(JSON.parse(JSON.stringify(all)) as JWTPayload)
        .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
        .sign(signer)
    },
    publishedKey: (kid: string) => published.get(kid),
    /** Withdraws all keys and publishes this one. */
    async rotate(kid: string): Promise<void> {
      const pair = await generateKeyPair('RS256')
      published.clear()
      published.set(kid, { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' })
      privateKeys.set(kid, pair.privateKey)
    },
    answerWith: (listener: RequestListener | null) => void (answer = listener),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Provider = Awaited<ReturnType<typeof startProvider>>

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests assert its shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface StageOptions {
  readonly provider: Provider
  readonly superset: SupersetSettings & { readonly address: string }
  readonly curated: GatewayConfiguration['curated']
  readonly change?: Partial<GatewayConfiguration>
  readonly deadlineMs?: number
  readonly answerMs?: number
  readonly extend?: (scope: FastifyInstance) => void
  readonly log?: (event: Readonly<Record<string, unknown>>) => void
}

/** A gateway in front of Superset, and functions that send requests to it. */
export async function startStage(options: StageOptions) {
  const { provider, superset, curated } = options
  const service = await startGateway({
    configuration: {
      host: 'localhost',
      port: 0,
      portalOrigins: [portal],
      trustedProxies: [],
      identity: provider.identity,
      superset: {
        address: superset.address,
        publicOrigin: new URL(superset.address).origin,
        userName: superset.userName,
        password: superset.password,
        personRole: superset.personRole,
      },
      guest: { secret: superset.guestSecret, audience: superset.guestAudience },
      curated,
      rules: { access: [], rows: [] },
      rates: { address: 100_000, person: 100_000 },
      ...options.change,
    },
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
    ...(options.answerMs !== undefined && { answerMs: options.answerMs }),
    ...(options.extend && { extend: options.extend }),
    ...(options.log && { log: options.log }),
  })

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(`${service.origin}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    }
  }

  return {
    ...service,
    provider,
    superset,
    curated,
    ask,
    /** Sends requests with an access token of this user. */
    async as(subject: string, claims: Record<string, unknown> = {}) {
      const authorization = `Bearer ${await provider.accessToken(subject, claims)}`
      return (method: string, path: string, body?: unknown) => ask(method, path, body, { authorization })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof startStage>>

const settings = {
  userName: 'gateway',
  password: 'gateway-password',
  guestSecret: 'g'.repeat(40),
  guestAudience: 'superset',
  personRole: 'EmbeddedGuest',
}

export interface DoubleStage {
  readonly stage: Stage
  readonly double: SupersetDouble
  /** Log entries of the gateway, as events. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** A gateway with other settings in front of the same Superset. */
  another(change: StageOptions['change']): Promise<Stage>
  close(): Promise<void>
}

/** A gateway in front of a double of Superset with two curated dashboards, one of them public. */
export async function startDoubleStage(
  more: Pick<StageOptions, 'deadlineMs' | 'answerMs'> = {},
): Promise<DoubleStage> {
  const curated = [
    { slug: 'home', embeddedId: randomUUID(), public: true },
    { slug: 'etf', embeddedId: randomUUID(), public: false },
  ]
  const logged: Readonly<Record<string, unknown>>[] = []
  const provider = await startProvider()
  const double = await startSupersetDouble(settings)
  for (const { slug, embeddedId } of curated) double.addCurated(slug, embeddedId)
  const superset = { ...settings, address: double.origin }
  const others: Stage[] = []
  const stage = await startStage({ provider, curated, superset, log: (event) => logged.push(event), ...more })
  return {
    stage,
    double,
    logged,
    async another(change) {
      const log = (event: (typeof logged)[number]): void => void logged.push(event)
      const other = await startStage({ provider, curated, superset, log, ...(change && { change }) })
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.close()
      await stage.close()
      await double.close()
      await provider.close()
    },
  }
}
