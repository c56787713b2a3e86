import { unreadable } from '../browser'
import { consumerName, type Pact } from '../../interactions/pact-file'
import type { VerifiedInteraction } from '../verify'

export interface IdentityProfile {
  /** As the portal is configured with it. */
  readonly issuer: string
  readonly clientId: string
  /** The portal's own address, registered for sign-in and sign-out; its origin is whose CORS is looked at. */
  readonly redirectUri: string
  /** The portal's empty page, registered for the silent frame. */
  readonly silentUri: string
  readonly scope: string
  readonly audience: string
  /** The `Cookie` header of a browser in which a person is signed in at the provider; null: what needs one is not run. */
  readonly cookies: string | null
  /** In place of the platform's. */
  readonly fetch?: typeof fetch
}

/** Of every row: whether each provider must meet it, and what it needs. */
export const rows = {
  discovery: ['must', 'the description of the provider'],
  endpoints: ['must', 'the addresses that the portal asks'],
  algorithms: ['must', 'a signature that a published key can check'],
  pkce: ['must', 'PKCE with S256'],
  keys: ['must', 'the published keys'],
  nobody: ['must', 'nobody is signed in, and the portal asks silently'],
  nobodySilent: ['must', 'nobody is signed in, and the silent frame asks'],
  message: ['may-not-run', 'an answer by message, where the provider offers it'],
  somebody: ['must', 'somebody is signed in, and the portal asks silently'],
  verifier: ['must', 'a code with another verifier is refused'],
  exchange: ['must', 'a code is exchanged for tokens'],
  idToken: ['must', 'the ID token'],
  refresh: ['may-not-run', 'tokens are renewed with a refresh token'],
  revocation: ['may-not-run', 'a refresh token is revoked'],
  signOut: ['may-not-run', 'the person is signed out'],
} as const satisfies Readonly<Record<string, readonly [VerifiedInteraction['obligation'], string]>>

export type RowName = keyof typeof rows

/** The rows in the shape of a pact, so that the gate judges a run as it judges those of pacts. Nobody sends what stands in it. */
export const identityProfile: Pact = {
  consumer: { name: consumerName },
  provider: { name: 'identity' },
  interactions: Object.values(rows).map(([obligation, description]) => ({
    type: 'Synchronous/HTTP',
    description,
    pending: false,
    comments: { obligation },
    providerStates: [],
    request: { method: '', path: '', headers: {} },
    response: { status: 200 },
  })),
}

/** What differs; a sentence each. */
export type Problems = readonly string[]

export interface Observed {
  readonly address: string
  readonly method: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The way through the profile, row by row. */
export interface Run {
  readonly profile: IdentityProfile
  readonly origin: string
  readonly observed: Observed[]
  readonly send: (address: string, init: RequestInit) => Promise<Response>
  readonly note: (name: RowName, call: string, problems: Problems, notes?: Problems) => boolean
  readonly leave: (name: RowName, reason: string) => void
}

/** Asks as the profile says, with a deadline; a redirect is an answer, and is not followed. */
export const sent = (
  { profile: { fetch: send = fetch } }: Pick<Run, 'profile'>,
  address: string,
  init: RequestInit,
): Promise<Response> => send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) })

/** Whether a page of the portal could read the answers: a row for each address that it asks itself. */
export function readableRows({ observed, origin }: Run): readonly VerifiedInteraction[] {
  const calls = new Set(observed.map(callOf))
  return [...calls].map((call) => {
    const [method = '', path = ''] = call.split(' ')
    const reasons = [
      ...new Set(
        unreadable(
          observed.filter((one) => callOf(one) === call),
          origin,
        ),
      ),
    ]
    const outcome = reasons.length === 0 ? 'verified' : 'failed'
    const description = `browser origin: ${call}`
    return { description, obligation: 'must', states: [], method, path, outcome, reasons, milliseconds: 0 }
  })
}

const callOf = ({ method, address }: Observed): string => `${method} ${new URL(address).pathname}`

/** What was thrown, in its own words and with its codes; never a token. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { code, error } = cause as Error & { readonly code?: unknown; readonly error?: unknown }
  const under = cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  const named = [error, code].filter((one) => typeof one === 'string').join(', ')
  return `${cause.message}${under}${named === '' ? '' : ` (${named})`}`
}
