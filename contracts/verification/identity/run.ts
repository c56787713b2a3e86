import { unreadable } from '../browser'
import type { RowName } from '../../interactions/identity'
import type { VerifiedInteraction } from '../verify'

export interface IdentityProfile {
  /** As in the portal's configuration. */
  readonly issuer: string
  readonly clientId: string
  /** The portal's URL that is registered for sign-in and sign-out. CORS is checked for its origin. */
  readonly redirectUri: string
  /** The portal's empty page, registered for the silent frame. */
  readonly silentUri: string
  readonly scope: string
  readonly audience: string
  /** `Cookie` header of a browser with a session at the provider. If null, rows that need a session are not run. */
  readonly cookies: string | null
  /** Default the platform's `fetch`. */
  readonly fetch?: typeof fetch
}

/** Differences, as sentences. */
export type Problems = readonly string[]

export interface Observed {
  readonly address: string
  readonly method: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A run through the profile, row by row. */
export interface Run {
  readonly profile: IdentityProfile
  readonly origin: string
  readonly observed: Observed[]
  readonly send: (address: string, init: RequestInit) => Promise<Response>
  readonly note: (name: RowName, call: string, problems: Problems, notes?: Problems) => boolean
  readonly leave: (name: RowName, reason: string) => void
}

/** Sends a request with the profile's `fetch` and a timeout. Does not follow redirects. */
export const sent = (
  { profile: { fetch: send = fetch } }: Pick<Run, 'profile'>,
  address: string,
  init: RequestInit,
): Promise<Response> => send(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(10_000) })

/** Whether a page of the portal can read the responses: a row for each URL that the page itself calls. */
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

/** Message and codes of an error, without tokens. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { code, error } = cause as Error & { readonly code?: unknown; readonly error?: unknown }
  const under = cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  const named = [error, code].filter((one) => typeof one === 'string').join(', ')
  return `${cause.message}${under}${named === '' ? '' : ` (${named})`}`
}
