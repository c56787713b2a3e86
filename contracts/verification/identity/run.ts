import { unreadable } from '../browser'
import type { RowName } from '../../interactions/identity'
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
