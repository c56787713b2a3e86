import type { Configuration } from '../../src/composition/configuration'

/** Result of one check, worded for an administrator. */
export interface Finding {
  readonly what: string
  /** `open`: the check could not run, or is inconclusive; `text` gives the reason. */
  readonly verdict: 'ok' | 'failed' | 'open'
  readonly text: string
}

export type Say = (verdict: Finding['verdict'], text: string) => Finding

/** Makes findings about one subject. */
export const about =
  (what: string): Say =>
  (verdict, text) => ({ what, verdict, text })

export interface Asking {
  /** Timeout of a request, in milliseconds. */
  readonly deadlineMs: number
  readonly fetch: typeof fetch
}

/** Input of a check. */
export interface Deployment extends Asking {
  readonly configuration: Configuration
  /** Origin the portal is, or will be, served from; null if not given. */
  readonly portal: string | null
}

export const noPortal = 'not checked: give the portal’s origin with --portal https://…'

/** A response, or a sentence that says why there is none. */
export type Answer = Response | string

/** Sends one request, without redirects (unless `init` allows them) and without cookies. Never throws. */
export async function ask(
  address: string,
  init: RequestInit,
  { deadlineMs, fetch: send }: Asking,
): Promise<Answer> {
  try {
    return await send(address, {
      redirect: 'manual',
      credentials: 'omit',
      ...init,
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch (error) {
    return `${new URL(address).origin} ${reasonOf(error, deadlineMs)}`
  }
}

/** Node's error codes in plain words. Most others are about certificates and need no explanation. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS has no such host',
  EAI_AGAIN: 'the DNS lookup failed',
  ECONNREFUSED: 'nothing is listening at that address',
  ECONNRESET: 'the connection was reset',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
}

function reasonOf(error: unknown, deadlineMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `did not answer within ${deadlineMs / 1_000} s`
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return 'cannot be reached'
  const code = String(cause.code)
  const meaning = meanings[code]
  return `cannot be reached${meaning === undefined ? '' : `: ${meaning}`} (${code})`
}

/** Whether a page of that origin can read the response from the address: same-origin responses need no CORS header. */
export function mayRead(answer: Pick<Response, 'headers'>, origin: string, address: string): boolean {
  return new URL(address).origin === origin || readableBy(answer, origin)
}

/** Whether the response's CORS header lets a page of that other origin read it. */
export function readableBy(answer: Pick<Response, 'headers'>, origin: string): boolean {
  const allowed = answer.headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

const names = (list: string | null): readonly string[] => (list ?? '').split(',').map((name) => name.trim())

/** CORS allows these without a preflight header. */
const simpleMethods = ['GET', 'HEAD', 'POST']

/**
 * Sends a CORS preflight as a browser would. Returns what is wrong with the response, or null. A wildcard never covers `authorization`.
 */
export async function preflightProblem(
  address: string,
  wanted: { readonly origin: string; readonly method: string; readonly headers: readonly string[] },
  asking: Asking,
): Promise<string | null> {
  if (new URL(address).origin === wanted.origin) return null
  const answer = await ask(
    address,
    {
      method: 'OPTIONS',
      headers: {
        origin: wanted.origin,
        'access-control-request-method': wanted.method,
        'access-control-request-headers': wanted.headers.join(','),
      },
    },
    asking,
  )
  if (typeof answer === 'string') return answer
  if (!answer.ok) return `${address} answers a CORS preflight with ${answer.status}`
  if (!readableBy(answer, wanted.origin))
    return `${address} does not allow the origin ${wanted.origin}: add it to the CORS list`
  // Header names are case-insensitive, methods are not.
  const methods = names(answer.headers.get('access-control-allow-methods'))
  if (!simpleMethods.includes(wanted.method) && !['*', wanted.method].some((one) => methods.includes(one)))
    return `${address} does not allow the method ${wanted.method}`
  const allowed = names(answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? null)
  const missing = wanted.headers.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
  return missing.length === 0 ? null : `${address} does not allow the header ${missing.join(', ')}`
}

/** Why a page of this origin cannot show the response in a frame; null if it can. */
export function framingProblem(headers: Headers, origin: string, own: string): string | null {
  const policies = (headers.get('content-security-policy') ?? '')
    .split(',')
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === 'frame-ancestors')
  const refusing = policies.find(([, ...sources]) => !sources.some((source) => matches(source, origin, own)))
  if (refusing !== undefined) return `its Content-Security-Policy has "${refusing.join(' ')}"`
  // Browsers ignore X-Frame-Options if there is a frame-ancestors directive.
  // They ignore values other than these two as well, for example ALLOWALL.
  const older = headers.get('x-frame-options') ?? ''
  const refuses = older.split(',').some((value) => /^(deny|sameorigin)$/i.test(value.trim()))
  return policies.length > 0 || !refuses || own === origin ? null : `it sends X-Frame-Options: ${older}`
}

/** Whether a CSP source matches an origin, as in browsers. */
function matches(source: string, origin: string, own: string): boolean {
  const text = source.toLowerCase()
  if (text === '*') return true
  if (text === "'self'") return own === origin
  const { protocol, hostname, port } = new URL(origin)
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return text === protocol
  const parts = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^:/]+)(?::(\*|\d+))?\/?$/.exec(text)
  if (parts === null) return false
  const [, scheme, host = '', wantedPort] = parts
  const ownPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  const plainPort = protocol === 'https:' ? '443' : '80'
  return (
    (scheme === undefined || scheme === protocol || (scheme === 'http:' && protocol === 'https:')) &&
    (host.startsWith('*') ? hostname.endsWith(host.slice(1)) : hostname === host) &&
    (wantedPort === '*' || (wantedPort ?? plainPort) === ownPort)
  )
}
