import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { dashboardsUnavailable, outcomeUnknown, Problem } from './problems'

export interface SupersetOptions {
  /** Without a trailing slash. */
  readonly address: string
  readonly userName: string
  readonly password: string
  /** Timeout of one request, in ms. */
  readonly deadlineMs?: number
  /** Receives events for the operator's log, without secrets. Callers never see them. */
  readonly log?: (event: Readonly<Record<string, unknown>>) => void
}

/** A complete response of Superset. */
export interface SupersetAnswer {
  readonly status: number
  readonly body: unknown
}

interface Session {
  readonly token: string
  readonly csrfToken: string
  readonly cookie: string
  /** Milliseconds since the epoch. */
  readonly renewAt: number
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const deadline = 5000
const healthDeadline = 2000
/** A change is not started with less time left, because the caller would not receive its outcome. */
const minMsForChange = 1_000
/** A token (valid for 900 s) is renewed this early, so that it is still valid when a request arrives. */
const renewEarlyMs = 30_000
/** Cool-down after a refused login, so that retries neither flood Superset nor lock the account. */
const loginPauseMs = 10_000

const loginSchema = v.object({ access_token: v.pipe(v.string(), v.minLength(1)) })
const readSchema = v.object({ result: v.array(v.object({ id: v.number() })) })
const csrfSchema = v.object({ result: v.pipe(v.string(), v.minLength(1)) })

/** A session of the service account: one login at a time, renewed before it expires or as soon as Superset refuses it. */
export function createSupersetSession(options: SupersetOptions) {
  const { deadlineMs = deadline } = options
  /** Deadline of the current caller, in `performance.now()` time. */
  const ends = new AsyncLocalStorage<number>()
  const left = (): number => (ends.getStore() ?? Infinity) - performance.now()
  const send = createSending(options, left)
  const logIn = createLogin(options, send)
  let session: Promise<Session> | null = null
  let current: Session | null = null

  /** Single flight for logins. The login has no deadline of its own; each caller waits until its own deadline. */
  async function loggedIn(): Promise<Session> {
    if (current !== null && Date.now() < current.renewAt) return current
    session ??= ends
      .run(Infinity, logIn)
      .catch((error: unknown) => {
        // The caller's own request has not been sent yet.
        throw error instanceof Problem ? error : dashboardsUnavailable()
      })
      .then((made) => (current = made))
      .finally(() => (session = null))
    const waited = setTimeout(Math.max(0, Math.min(2 * deadlineMs, left())), null, { ref: false })
    const made = await Promise.race([session, waited])
    if (made === null) throw dashboardsUnavailable()
    return made
  }

  async function once(method: Method, path: string, body: unknown): Promise<SupersetAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const own = await loggedIn()
      const headers = {
        authorization: `Bearer ${own.token}`,
        ...(method !== 'GET' && { 'x-csrftoken': own.csrfToken, cookie: own.cookie }),
      }
      const answer = await send(method, path, headers, body)
      if (attempt > 1 || !isLoginOver(answer)) return answer
      // Superset refused it without any effect, so any request is safe to repeat.
      if (current === own) current = null
    }
  }

  return {
    /** Sets a deadline, in ms from now, for all calls of this work. */
    within: <Outcome>(ms: number, work: () => Outcome): Outcome => ends.run(performance.now() + ms, work),
    /**
     * One call by the service account. Reads, and idempotent writes (`isRepeatable`), are retried once after a broken connection or a
     * gateway error of a proxy.
     * @throws Problem if Superset is unreachable, with `outcome-unknown` for another write that may have been made
     */
    async call(
      method: Method,
      path: string,
      body?: unknown,
      isRepeatable = method === 'GET',
    ): Promise<SupersetAnswer> {
      if (left() < (isRepeatable ? 1 : Math.min(minMsForChange, deadlineMs))) throw dashboardsUnavailable()
      for (let attempt = 1; ; attempt += 1) {
        const isLast = !isRepeatable || attempt > 1
        try {
          const answer = await once(method, path, body)
          if (answer.status < 500) return usable(answer)
          if (!isLast && answer.status > 501) continue
          throw isRepeatable || answer.status === 503 ? dashboardsUnavailable() : outcomeUnknown()
        } catch (error) {
          if (error instanceof Problem) throw error
          if (!isLast && !isTimeout(error)) continue
          throw isRepeatable || causeOf(error) === 'ECONNREFUSED' ? dashboardsUnavailable() : outcomeUnknown()
        }
      }
    },
  }
}

/** Sends one request and logs its outcome. */
function createSending(
  { address, deadlineMs = deadline, log = () => undefined }: SupersetOptions,
  left: () => number,
) {
  return async (method: Method, path: string, headers: Record<string, string>, body?: unknown) => {
    const started = performance.now()
    const note = (outcome: Record<string, unknown>): void =>
      log({
        event: 'superset',
        method,
        path: path.split('?', 1)[0],
        ms: Math.round(performance.now() - started),
        ...outcome,
      })
    try {
      const response = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: {
          accept: 'application/json',
          // Over https, Superset's CSRF protection requires a referrer.
          referer: `${address}/`,
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(Math.max(0, Math.ceil(Math.min(deadlineMs, left())))),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      note({ status: response.status })
      return { status: response.status, body: bodyOf(text), headers: response.headers }
    } catch (error) {
      note({ failure: error instanceof Error ? (causeOf(error) ?? error.name) : 'unknown' })
      throw error
    }
  }
}

type Sending = ReturnType<typeof createSending>

function createLogin({ userName, password, log = () => undefined }: SupersetOptions, send: Sending) {
  let pausedUntil = 0

  async function logIn(): Promise<Session> {
    if (Date.now() < pausedUntil) throw dashboardsUnavailable()
    const login = await send(
      'POST',
      '/security/login',
      {},
      {
        username: userName,
        password,
        provider: 'db',
        refresh: false,
      },
    )
    const granted = v.safeParse(loginSchema, login.body)
    if (login.status !== 200 || !granted.success) {
      if (login.status >= 400 && login.status < 500) {
        pausedUntil = Date.now() + loginPauseMs
        log({ event: 'superset-login-refused', status: login.status })
      }
      throw dashboardsUnavailable()
    }
    const token = granted.output.access_token
    const guard = await send('GET', '/security/csrf_token/', { authorization: `Bearer ${token}` })
    const csrf = v.safeParse(csrfSchema, guard.body)
    if (guard.status !== 200 || !csrf.success) throw dashboardsUnavailable()
    const cookie = guard.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    return { token, csrfToken: csrf.output.result, cookie, renewAt: endOf(token) - renewEarlyMs }
  }
  return logIn
}

export type SupersetSession = ReturnType<typeof createSupersetSession>

/** Whether the service account can read dashboards. Superset's own health check passes even without its database. */
export async function isUp(session: SupersetSession): Promise<boolean> {
  try {
    const path = '/dashboard/?q=(columns:!(id),page_size:1)'
    const { body } = await session.within(healthDeadline, () => session.call('GET', path))
    return v.is(readSchema, body)
  } catch {
    return false
  }
}

/** Refuses responses that the gateway's caller cannot act on: unauthorized, forbidden, rate-limited, redirected. */
function usable(answer: SupersetAnswer): SupersetAnswer {
  const isRedirected = answer.status >= 300 && answer.status < 400
  if (isRedirected || [401, 403, 429].includes(answer.status) || isLoginOver(answer))
    throw dashboardsUnavailable()
  return answer
}

/**
 * Superset answers an expired bearer token, or one signed with another key, with 422 and `msg` (validation errors have `message`), and a
 * session that does not match the CSRF token with 400.
 */
function isLoginOver({ status, body }: SupersetAnswer): boolean {
  if (status === 401) return true
  if (status === 422) return v.is(v.object({ msg: v.string() }), body)
  return status === 400 && JSON.stringify(body).includes('CSRF')
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Expiry in milliseconds since the epoch. A token without one is used for a minute. */
function endOf(token: string): number {
  try {
    const { exp } = decodeJwt(token)
    if (exp !== undefined) return exp * 1000
  } catch {
    // An opaque token: Superset refuses it once it has expired.
  }
  return Date.now() + 60_000 + renewEarlyMs
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

function causeOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
}
