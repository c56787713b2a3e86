import { createServer, type IncomingMessage } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { createBiTokens } from '../../local/bi-host/wire/bi-token'
import { allowOrigins } from '../../local/bi-host/server/server'
import { conversationOperations } from '../../local/bi-host/server/conversation-operations'
import { openConversations } from '../../local/bi-host/assistant/conversations'
import { fixedAnswers } from '../../local/bi-host/assistant/fixed-answers'
import { arrangeBiHost, biHostStateRules } from '../../local/bi-host/server/provider-states'
import { answerProblems } from '../../local/bi-host/warehouse/problem'
import { boardDataRoutes } from '../../local/bi-host/server/routes/boards'
import { metadataRoutes } from '../../local/bi-host/server/routes/metadata'
import { metadataRoutesV2, restRoute } from '../../local/bi-host/server/routes/metadata-v2'
import { createModel } from '../../local/bi-host/model/semantic-model'
import { sources } from '../../local/bi-host/model/sources'
import { openAnswers, openViews } from '../../local/bi-host/store/answers-and-views'
import { openDashboards } from '../../local/bi-host/store/dashboards'
import { createFaults, addFaults, type Faults } from '../../local/http/faults'
import { registerPactStates } from '../../local/provider-states/provider-states'
import { people } from '../../local/identity/people'
import { startServices } from '../../local/services'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { verify, type Verification, type VerifyOptions } from './verify'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'

/** Verifies the embedded services against every pact, one after the other. */
export async function verifyEmbedded(): Promise<readonly Verification[]> {
  const [services, host] = await Promise.all([startLocalTokenService(), startLocalBiHost()])
  const at = (
    provider: string,
    { origin: baseUrl, token, credentials }: LocalTokenService | LocalBiHost,
  ): Promise<Verification> =>
    verify({ pactFile: join(pactFolder, pactFileName(provider)), baseUrl, token, credentials })
  try {
    return [
      await at('token-service', services),
      await at('dashboard-library', host),
      await at('dashboard-library-v2', host),
      await at('research-assistant', host),
      await at('flag-evaluation', services),
      await at('preferences', services),
    ]
  } finally {
    await Promise.all([services.close(), host.close()])
  }
}

export interface LocalTokenService {
  readonly origin: string
  /** An access token as the identity provider would issue it to a signed-in user. */
  readonly token: string
  readonly credentials: Required<NonNullable<VerifyOptions['credentials']>>
  readonly faults: Faults
  close(): Promise<void>
}

export interface LocalBiHost {
  readonly origin: string
  /** A BI token of the person in the states. */
  readonly token: string
  /** Credential of a visitor, who has no own dashboards. */
  readonly credentials: { readonly forbidden: string }
  close(): Promise<void>
}

/** The embedded stack's own BI host: its routes for saved dashboards and its assistant, its stores, access rules and states; no analytical data. */
export async function startLocalBiHost(): Promise<LocalBiHost> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-contracts-'))
  const tokens = await createBiTokens({ lifetimeSeconds: 300 })
  const dashboards = await openDashboards(folder)
  const answers = await openAnswers(folder)
  const views = await openViews(folder, (id) => dashboards.get(id) !== undefined)
  const conversations = await openConversations(folder)
  const faults = createFaults()
  const app = fastify({ forceCloseConnections: true })
  answerProblems(app, () => undefined)
  allowOrigins(app, [portalOrigin], () => [])
  addFaults(app, faults, 'bi-host')
  await app.register(formbody)
  registerPactStates(app, faults, biHostStateRules, arrangeBiHost(dashboards, conversations))
  const host = {
    tokens,
    dashboards,
    answers,
    views,
    warehouse: { asOf: '2026-11-20', model: createModel(sources) },
    report: () => undefined,
  }
  metadataRoutes(app, host)
  metadataRoutesV2(app, host)
  // There are no analytical data, so this returns a fixed number in the format of the host's own route, which its tests check.
  restRoute(app, host)('POST', '/metadata/liveboard/data', () => ({
    contents: [
      {
        visualization_id: 'chart-1',
        column_names: ['Supply'],
        data_rows: [[312.5]],
        available_data_row_count: 1,
      },
    ],
  }))
  boardDataRoutes(app, host, conversationOperations({ conversations, answer: fixedAnswers }))
  const [person] = people
  if (person === undefined) throw new Error('There are no seeded people.')
  const [token, forbidden] = await Promise.all([
    tokens.issue({ kind: 'person', ...person }),
    tokens.issue({ kind: 'anonymous' }),
  ])
  return {
    origin: await app.listen({ port: 0, host: '127.0.0.1' }),
    token,
    credentials: { forbidden },
    async close() {
      await app.close()
      await dashboards.close()
      await answers.close()
      await views.close()
      await conversations.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const portalOrigin = 'http://localhost:4300'
const audience = 'https://token-service.assay.invalid'
const keyId = 'contracts'

/** The embedded stack's own token service on a free port, with only the keys of an identity provider. */
export async function startLocalTokenService(): Promise<LocalTokenService> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }] }
  const provider = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(keys))
  })
  await new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/`
  const faults = createFaults()
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-contracts-'))
  const [services, flagStream] = await startServices({
    ports: { services: 0, flagStream: 0 },
    identity: { issuer, jwksUri: `${issuer}jwks.json`, audience },
    portalOrigins: [portalOrigin],
    tokens: await createBiTokens({ lifetimeSeconds: 300 }),
    dataDir,
    faults,
  })
  const issued = (role: string, expires: string, to = audience): Promise<string> =>
    new SignJWT({ email: `${role}@example.com`, name: 'Ada Winter' })
      .setProtectedHeader({ alg: 'RS256', kid: keyId })
      .setIssuer(issuer)
      .setAudience(to)
      .setSubject(`local|${role}`)
      .setIssuedAt(Math.floor(Date.now() / 1_000) - 7_200)
      .setExpirationTime(expires)
      .sign(privateKey)
  const [token, forbidden, expired, foreignAudience] = await Promise.all([
    issued('analyst', '10m'),
    issued('refused', '10m'),
    issued('analyst', '-1h'),
    issued('analyst', '10m', 'https://another-service.invalid'),
  ])
  return {
    origin: services.origin,
    token,
    credentials: { forbidden, expired, foreignAudience },
    faults,
    async close() {
      await services.close()
      await flagStream.close()
      provider.closeAllConnections()
      await new Promise((resolve) => void provider.close(resolve))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const pactFile = join(pactFolder, pactFileName('token-service'))
export const realToken = [{ alg: 'RS256' }, { sub: 'analyst' }, 'signed']
  .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
  .join('.')
export const credentials = {
  forbidden: 'a-token-of-somebody-else',
  expired: 'a-token-that-has-expired',
  foreignAudience: 'a-token-for-another-service',
}

/** A token service written only from the contract. */
export function keeps(request: IncomingMessage): PlainReply {
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (request.url !== '/api/token' && request.url !== '/api/token-authenticated') return { status: 404 }
  const cors = {
    'access-control-allow-origin': 'http://localhost:4300',
    'access-control-allow-headers': 'authorization',
    'access-control-expose-headers': 'date',
  }
  if (request.method === 'OPTIONS') return { status: 204, headers: cors }
  if (request.url === '/api/token-authenticated') {
    const { authorization } = request.headers
    if (authorization === `Bearer ${credentials.forbidden}`) return { status: 403, headers: cors }
    if (authorization !== `Bearer ${realToken}`) return { status: 401, headers: cors }
    return { status: 200, headers: { ...cors, ...plain }, body: 'BI9876543210.xyz' }
  }
  return { status: 200, headers: { ...cors, ...plain }, body: 'BI0123456789.abc' }
}

export async function verified(
  provider: Partial<PlainProviderOptions> = {},
  options: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const plain = await startPlainProvider({ answer: keeps, ...provider })
  try {
    return await verify({ pactFile, baseUrl: plain.origin, token: realToken, credentials, ...options })
  } finally {
    await plain.close()
  }
}

export const failedIn = (verification: Verification): readonly string[] =>
  verification.interactions
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ description }) => description)
