import type { Arrival } from '../ports/identity-provider'

/** The four query parameters of an identity provider's redirect, decoded; null when absent. */
export interface ReturnQuery {
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
  readonly errorDescription: string | null
}

export function returnQuery(query: { readonly get: (name: string) => string | null }): ReturnQuery {
  return {
    code: query.get('code'),
    state: query.get('state'),
    error: query.get('error'),
    errorDescription: query.get('error_description'),
  }
}

/** Error codes that force a logout, in lower case. */
const refusals = ['access_denied', 'signup_not_allowed']

/** Specification, section 4, steps 4 and 5: an error wins; a callback needs both code and state. */
export function readArrival(query: ReturnQuery): Arrival {
  if (query.error !== null && query.error !== '') {
    const description = query.errorDescription
    return description === null || description === ''
      ? { kind: 'provider-error', error: query.error }
      : { kind: 'provider-error', error: query.error, description }
  }
  return query.code !== null && query.state !== null && query.code !== '' && query.state !== ''
    ? { kind: 'callback' }
    : { kind: 'plain' }
}

/** The description, else the error code: at most 300 characters, shown only as plain text. */
export function arrivalErrorText(arrival: Arrival & { kind: 'provider-error' }): string {
  return (arrival.description ?? arrival.error).slice(0, 300)
}

export function forcesLogout(arrival: Arrival): boolean {
  return arrival.kind === 'provider-error' && refusals.includes(arrival.error.toLowerCase())
}

/** Clicking the auth button on such an error logs out instead of in (specification, "Auth button"). */
export function errorAsksForLogout(error: string | null): boolean {
  return error !== null && refusals.some((code) => error.toLowerCase().includes(code))
}
