import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'
import { verify, type Verification, type VerifyOptions } from './verify'

export const pactFile = join(pactFolder, pactFileName('token-service'))
export const realToken = 'a-real-access-token'
export const credentials = {
  forbidden: 'a-token-of-somebody-else',
  expired: 'a-token-that-has-expired',
  foreignAudience: 'a-token-for-another-service',
}

/** A token service written from the contract alone. */
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
