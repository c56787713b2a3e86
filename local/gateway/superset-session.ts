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
  /** How long one request may take, in ms. */
  readonly deadlineMs?: number
  /** What an operator wants to know; never a secret, never for callers. */
  readonly log?: (event: Readonly<Record<string, unknown>>) => void
}

/** An answer of Superset's, read to its end. */
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
/** With less time than this a change is not begun: nobody would hear how it went. */
const leastForChangeMs = 1_000
/** A token of 900 s is not used in its last seconds: the request has to arrive. */
const renewEarlyMs = 30_000
/** After a refused login: neither a flood of guesses nor a locked account. */
const loginPauseMs = 10_000

const loginSchema = v.object({ access_token: v.pipe(v.string(), v.minLength(1)) })
const csrfSchema = v.object({ result: v.pipe(v.string(), v.minLength(1)) })

/** Superset as its service account sees it: one login at a time, renewed before it ends or as soon as Superset no longer takes it. */
export function createSupersetSession(options: SupersetOptions) {
  const { address, deadlineMs = deadline } = options
  /** When the calls of whoever asks have to be over, by `performance.now()`. */
  const ends = new AsyncLocalStorage<number>()
  const left = (): number => (ends.getStore() ?? Infinity) - performance.now()
  const send = createSending(options, left)
  const { logIn, isRefused } = createLogin(options, send)
  let session: Promise<Session> | null = null
  let current: Session | null = null

  /** Callers at the same time share one login. It has the time that it needs; each of them waits as long as they can. */
  async function loggedIn(): Promise<Session> {
    if (current !== null && Date.now() < current.renewAt) return current
    session ??= ends
      .run(Infinity, logIn)
      .catch((error: unknown) => {
        // Whatever was to be done has not been begun.
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
      // Refused before anything was done: safe to repeat, whatever it was.
      if (current === own) current = null
    }
  }

  return {
    /** The calls of this work get so many ms together, and each no more than there is left. */
    within: <Outcome>(ms: number, work: () => Outcome): Outcome => ends.run(performance.now() + ms, work),
    /**
     * One call by the service account. Reads are repeated once when the connection breaks or a proxy gives up, and so is a write that
     * may be done twice (`isRepeatable`).
     * @throws Problem when Superset is away, and `outcome-unknown` for another write that may have been done
     */
    async call(
      method: Method,
      path: string,
      body?: unknown,
      isRepeatable = method === 'GET',
    ): Promise<SupersetAnswer> {
      if (left() < (isRepeatable ? 1 : Math.min(leastForChangeMs, deadlineMs))) throw dashboardsUnavailable()
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
    /** Whether Superset answers, and has not refused the last login; asks without one. */
    async isUp(): Promise<boolean> {
      if (isRefused()) return false
      const signal = AbortSignal.timeout(Math.min(deadlineMs, 2000))
      const answer = await fetch(`${address}/health`, { signal, redirect: 'manual' }).catch(() => null)
      await answer?.body?.cancel()
      return answer?.ok === true
    },
  }
}

/** Sends one request, and notes how it went. */
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
          // Over https Superset's check against forged requests wants to know where from.
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
  let refused = false

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
        refused = true
        log({ event: 'superset-login-refused', status: login.status })
      }
      throw dashboardsUnavailable()
    }
    refused = false
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
  return { logIn, isRefused: () => refused }
}

export type SupersetSession = ReturnType<typeof createSupersetSession>

/** Still no login, no right, too often, or sent elsewhere: nothing a caller of the gateway could mend. */
function usable(answer: SupersetAnswer): SupersetAnswer {
  const isRedirected = answer.status >= 300 && answer.status < 400
  if (isRedirected || [401, 403, 429].includes(answer.status) || isLoginOver(answer))
    throw dashboardsUnavailable()
  return answer
}

/**
 * A bearer that has ended or was signed with another key answers 422 with `msg` (validation has `message`); a session that no longer
 * fits the guard against forged requests 400.
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

/** Milliseconds since the epoch; a token that does not say is good for a minute. */
function endOf(token: string): number {
  try {
    const { exp } = decodeJwt(token)
    if (exp !== undefined) return exp * 1000
  } catch {
    // Opaque: Superset refuses it when it has ended.
  }
  return Date.now() + 60_000 + renewEarlyMs
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

function causeOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined
}
