import type { Configuration } from '../../src/composition/configuration'

/** One thing that was tried, in words for an administrator. */
export interface Finding {
  readonly what: string
  /** `open`: it could not be tried, or not be judged; `text` says why. */
  readonly verdict: 'ok' | 'failed' | 'open'
  readonly text: string
}

export type Say = (verdict: Finding['verdict'], text: string) => Finding

/** Findings about one thing. */
export const about =
  (what: string): Say =>
  (verdict, text) => ({ what, verdict, text })

export interface Asking {
  /** Milliseconds until an answer counts as none. */
  readonly deadlineMs: number
  readonly fetch: typeof fetch
}

/** What a try looks at. */
export interface Deployment extends Asking {
  readonly configuration: Configuration
  /** Origin the portal is, or will be, served from; null when nobody said. */
  readonly portal: string | null
}

export const noPortal = 'not tried: say where the portal is served, with --portal https://…'

/** An answer, or one sentence on why there is none. */
export type Answer = Response | string

/** Asks once. Follows no redirect unless told to, sends no cookies, and never throws. */
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

/** What Node's codes mean to an administrator; of the others, most are about certificates and say so by themselves. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no host has that name',
  EAI_AGAIN: 'the name cannot be looked up from here',
  ECONNREFUSED: 'nothing answers at that address',
  ECONNRESET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers at that address',
}

function reasonOf(error: unknown, deadlineMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `did not answer in ${deadlineMs / 1_000} s`
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return 'cannot be reached'
  const code = String(cause.code)
  const meaning = meanings[code]
  return `cannot be reached${meaning === undefined ? '' : `: ${meaning}`} (${code})`
}

/** Whether the browser lets a page of that origin read what the address answers: what its own origin answers it reads as it is. */
export function mayRead(answer: Pick<Response, 'headers'>, origin: string, address: string): boolean {
  return new URL(address).origin === origin || readableBy(answer, origin)
}

/** Whether the answer lets a page of that origin, another one, read it. */
export function readableBy(answer: Pick<Response, 'headers'>, origin: string): boolean {
  const allowed = answer.headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

const names = (list: string | null): readonly string[] => (list ?? '').split(',').map((name) => name.trim())

/** Allowed without being named. */
const simpleMethods = ['GET', 'HEAD', 'POST']

/**
 * The question a browser asks another origin before the real one. What is wrong with the answer, or null. `authorization` is never
 * covered by a wildcard.
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
  if (!answer.ok) return `${address} answers a preflight with ${answer.status}`
  if (!readableBy(answer, wanted.origin))
    return `${address} does not allow the origin ${wanted.origin}: add it to the CORS list`
  // Names of headers have no case, those of methods have.
  const methods = names(answer.headers.get('access-control-allow-methods'))
  if (!simpleMethods.includes(wanted.method) && !['*', wanted.method].some((one) => methods.includes(one)))
    return `${address} does not allow the method ${wanted.method}`
  const allowed = names(answer.headers.get('access-control-allow-headers')?.toLowerCase() ?? null)
  const missing = wanted.headers.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  )
  return missing.length === 0 ? null : `${address} does not allow the header ${missing.join(', ')}`
}

/** Why a page of this origin may not show the answer in a frame; null when it may. */
export function framingProblem(headers: Headers, origin: string, own: string): string | null {
  const policies = (headers.get('content-security-policy') ?? '')
    .split(',')
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().split(/\s+/))
    .filter(([name]) => name?.toLowerCase() === 'frame-ancestors')
  const refusing = policies.find(([, ...sources]) => !sources.some((source) => matches(source, origin, own)))
  if (refusing !== undefined) return `its policy has "${refusing.join(' ')}"`
  // A browser that knows frame-ancestors passes over the older header.
  const older = headers.get('x-frame-options')
  return policies.length > 0 || older === null || own === origin ? null : `it sends X-Frame-Options: ${older}`
}

/** A source of a policy, as browsers match it against an origin. */
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
    (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host) &&
    (wantedPort === '*' || (wantedPort ?? plainPort) === ownPort)
  )
}
