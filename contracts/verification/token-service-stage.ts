import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pactFileName, pactFolder } from '../interactions/pact-file'
import { tokenServiceStates as states } from '../../local/provider-states/states'
import { startPlainProvider, type PlainProviderOptions, type PlainReply } from './plain-provider'
import { verify, type Verification, type VerifyOptions } from './verify'

export const pactFile = join(pactFolder, pactFileName('token-service'))
export const realToken = 'a-real-access-token'

/** A token service written from the contract alone. */
export function keeps(request: IncomingMessage, state: string): PlainReply {
  const plain = { 'content-type': 'text/plain; charset=utf-8' }
  if (request.url !== '/api/token' && request.url !== '/api/token-authenticated') return { status: 404 }
  if (state === states.outOfOrder) return { status: 503 }
  if (state === states.askedTooOften) return { status: 429, headers: { 'retry-after': '30' } }
  if (state === states.notAllowed) return { status: 403 }
  if (state === states.pageInBetween) {
    return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><p>Welcome</p></html>' }
  }
  const isPersonal = request.url === '/api/token-authenticated'
  if (isPersonal && request.headers.authorization !== `Bearer ${realToken}`) return { status: 401 }
  return { status: 200, headers: plain, body: 'BI0123456789.abc' }
}

export async function verified(
  provider: Partial<PlainProviderOptions> = {},
  options: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const plain = await startPlainProvider({ answer: keeps, ...provider })
  try {
    return await verify({ pactFile, baseUrl: plain.origin, token: realToken, ...options })
  } finally {
    await plain.close()
  }
}

export const failedIn = (verification: Verification): readonly string[] =>
  verification.interactions
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ description }) => description)
