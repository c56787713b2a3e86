/** How long before expiry a token is renewed, in seconds. Short-lived tokens: a fifth of the remaining time. */
const renewAheadSeconds = 60

export interface SessionOptions {
  /** Requests a token from the parent. Stays pending if it does not reply. */
  readonly ask: (type: 'ThoughtspotAuthExpired' | 'RefreshAuthToken') => Promise<string | undefined>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Runs a callback later and returns a function to cancel it. */
  readonly schedule?: (run: () => void, milliseconds: number) => () => void
  /** Called once, if a newly issued token is rejected too. */
  readonly onRejected: () => void
}

export interface Session {
  /** Resolves to the current token as soon as there is one. */
  token(): Promise<string>
  /** Accepts a token from any message and resolves all waiting callers. */
  accept(token: string): void
  /** Whether to request a new token from the parent before the current one expires. */
  renewEarly(wanted: boolean): void
  /** Sends a request with the current token. On 401: one refresh, shared by all callers, and one retry. */
  call(send: (token: string) => Promise<Response>): Promise<Response>
  end(): void
}

export function createSession({
  ask,
  onRejected,
  now = Date.now,
  schedule = afterTimeout,
}: SessionOptions): Session {
  let current: string | null = null
  let waiters: ((token: string) => void)[] = []
  let refreshing: Promise<string> | null = null
  const requestedReasons = new Set<string>()
  let isEarlyRenewal = false
  let cancelRenewal: (() => void) | null = null
  let hasReportedRejection = false

  function nextToken(): Promise<string> {
    return new Promise((resolve) => waiters.push(resolve))
  }

  function accept(token: string): void {
    const isNew = token !== current
    current = token
    const released = waiters
    waiters = []
    for (const release of released) release(token)
    // The parent may not have had a newer token. Then the host's 401 signals the expiry.
    if (isNew) planRenewal()
  }

  function planRenewal(): void {
    cancelRenewal?.()
    cancelRenewal = null
    const expiry = current === null ? null : expiryOf(current)
    if (!isEarlyRenewal || expiry === null) return
    const left = expiry - now()
    const ahead = Math.min(renewAheadSeconds * 1000, left / 5)
    cancelRenewal = schedule(() => void renew('RefreshAuthToken'), Math.max(0, left - ahead))
  }

  /** Single flight. A token from any message (reply, or updateEmbedParams) ends it. */
  function renew(reason: 'ThoughtspotAuthExpired' | 'RefreshAuthToken'): Promise<string> {
    // An unanswered early renewal must not block the replacement of a rejected token.
    if (!requestedReasons.has(reason)) {
      requestedReasons.add(reason)
      void ask(reason).then((token) => (token === undefined ? undefined : accept(token)))
    }
    refreshing ??= nextToken().finally(() => {
      refreshing = null
      requestedReasons.clear()
    })
    return refreshing
  }

  return {
    token: () => (current === null ? nextToken() : Promise.resolve(current)),
    accept,
    renewEarly(wanted) {
      isEarlyRenewal = wanted
      planRenewal()
    },
    async call(send) {
      const used = current ?? (await nextToken())
      const first = await send(used)
      if (first.status !== 401) return first
      const fresh = current !== null && current !== used ? current : await renew('ThoughtspotAuthExpired')
      const second = await send(fresh)
      if (second.status === 401 && !hasReportedRejection) {
        hasReportedRejection = true
        onRejected()
      }
      if (second.status !== 401) hasReportedRejection = false
      return second
    },
    end() {
      cancelRenewal?.()
      cancelRenewal = null
    },
  }
}

/** The `exp` of a JWT, in milliseconds. `null` for any other token. It is not verified. */
export function expiryOf(token: string): number | null {
  const part = token.split('.')[1]
  if (part === undefined) return null
  try {
    const claims = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as {
      readonly exp?: unknown
    }
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null
  } catch {
    return null
  }
}

function afterTimeout(run: () => void, milliseconds: number): () => void {
  // A delay beyond the timer's maximum would fire at once.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}
