/** How long before its expiry a token is renewed, in seconds; for short-lived tokens a fifth of what is left. */
const renewAheadSeconds = 60

export interface SessionOptions {
  /** Asks the parent; pending for ever when it does not answer. */
  readonly ask: (type: 'ThoughtspotAuthExpired' | 'RefreshAuthToken') => Promise<string | undefined>
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Runs something later and gives back how to call it off. */
  readonly later?: (run: () => void, milliseconds: number) => () => void
  /** Called once, when a token that was just issued has been refused too. */
  readonly refused: () => void
}

export interface Session {
  /** Settles with the current token as soon as there is one. */
  token(): Promise<string>
  /** Takes a token from whichever message brought it and releases everybody who waits for one. */
  accept(token: string): void
  /** Whether the parent wants to be asked for a new token before the old one ends. */
  renewEarly(wanted: boolean): void
  /** A call with the current token; on 401 one refresh, shared by all callers, and one repetition. */
  call(send: (token: string) => Promise<Response>): Promise<Response>
  end(): void
}

export function createSession({
  ask,
  refused,
  now = Date.now,
  later = afterTimeout,
}: SessionOptions): Session {
  let current: string | null = null
  let waiting: ((token: string) => void)[] = []
  let refreshing: Promise<string> | null = null
  const asked = new Set<string>()
  let early = false
  let cancelRenewal: (() => void) | null = null
  let reportedRefused = false

  function nextToken(): Promise<string> {
    return new Promise((resolve) => waiting.push(resolve))
  }

  function accept(token: string): void {
    const isNew = token !== current
    current = token
    const released = waiting
    waiting = []
    for (const release of released) release(token)
    // The parent may have had no newer one: then the host's refusal will say when this one has ended.
    if (isNew) planRenewal()
  }

  function planRenewal(): void {
    cancelRenewal?.()
    cancelRenewal = null
    const expiry = current === null ? null : expiryOf(current)
    if (!early || expiry === null) return
    const left = expiry - now()
    const ahead = Math.min(renewAheadSeconds * 1000, left / 5)
    cancelRenewal = later(() => void renew('RefreshAuthToken'), Math.max(0, left - ahead))
  }

  /** Single flight. An answer by any road (reply, or a token in updateEmbedParams) ends it. */
  function renew(reason: 'ThoughtspotAuthExpired' | 'RefreshAuthToken'): Promise<string> {
    // An early renewal that nobody answered must not keep a rejected token from being replaced.
    if (!asked.has(reason)) {
      asked.add(reason)
      void ask(reason).then((token) => (token === undefined ? undefined : accept(token)))
    }
    refreshing ??= nextToken().finally(() => {
      refreshing = null
      asked.clear()
    })
    return refreshing
  }

  return {
    token: () => (current === null ? nextToken() : Promise.resolve(current)),
    accept,
    renewEarly(wanted) {
      early = wanted
      planRenewal()
    },
    async call(send) {
      const used = current ?? (await nextToken())
      const first = await send(used)
      if (first.status !== 401) return first
      const fresh = current !== null && current !== used ? current : await renew('ThoughtspotAuthExpired')
      const second = await send(fresh)
      if (second.status === 401 && !reportedRefused) {
        reportedRefused = true
        refused()
      }
      if (second.status !== 401) reportedRefused = false
      return second
    },
    end() {
      cancelRenewal?.()
      cancelRenewal = null
    },
  }
}

/** The `exp` of a token that is a JWT, in milliseconds; `null` for any other token. It is read, never trusted. */
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
  // A longer wait than the timer can hold would fire at once.
  const timer = setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}
