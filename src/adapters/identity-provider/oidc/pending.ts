import type { KeyValueStore } from '../../../core/ports/key-value-store'

/** What of the page a tab without storage of its own uses. */
interface CookiePage {
  readonly document: Pick<Document, 'cookie'>
  readonly location: Pick<Location, 'protocol'>
}

/** How long a cookie keeps a pending sign-in, in seconds. */
const cookieLifetime = 3_600

/** A sign-in that has left the page and not come back. Bound to this tab, where that keeps anything; its secrets are worth nothing without the code. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the person was; judged again when it is used. */
  readonly target: string
  /** Nobody asked for it: the page left to find out whether the person is still known, and its failure is no news. */
  readonly silent?: boolean
}

export interface OidcTraces {
  pending(): PendingSignIn | null
  /** In a cookie where the tab's own storage is blocked or full. False when this tab can keep nothing: the person could leave but never come back. */
  keep(pending: PendingSignIn): boolean
  /** The pending sign-in, once. */
  take(): PendingSignIn | null
  signedInBefore(): boolean
  /** True once a tab, until somebody is signed in: the page may leave to ask silently. False where nothing can be kept. */
  markRedirect(): boolean
  rememberSignIn(): void
  forgetSignIn(): void
}

export function oidcTraces(
  clientId: string,
  tabStore: KeyValueStore,
  keyValueStore: KeyValueStore,
  page: CookiePage,
): OidcTraces {
  const pendingKey = `assay.sign-in.${clientId}`
  const traceKey = `assay.signed-in-before.${clientId}`
  const redirectKey = `assay.silent-redirect.${clientId}`
  const cookie = oneCookie(page, pendingKey)
  const pending = (): PendingSignIn | null => {
    const stored = tabStore.read(pendingKey)
    const text = (stored.ok ? stored.value : null) ?? cookie.read()
    return text === null ? null : readPending(text)
  }
  return {
    pending,
    keep(next) {
      const text = JSON.stringify(next)
      if (tabStore.write(pendingKey, text).ok) return true
      // One of before would be read first.
      tabStore.remove(pendingKey)
      // One with a long question in its address may be too long for a cookie: the person comes back to the page without it.
      return [next.target, next.target.replace(/[?#].*/, '')].some((target) => {
        const text = JSON.stringify({ ...next, target })
        cookie.write(text, cookieLifetime)
        return cookie.read() === text
      })
    },
    take() {
      const found = pending()
      tabStore.remove(pendingKey)
      if (cookie.read() !== null) cookie.write('', 0)
      return found
    },
    signedInBefore() {
      const pending = keyValueStore.read(traceKey)
      return pending.ok && pending.value !== null
    },
    markRedirect() {
      const marked = tabStore.read(redirectKey)
      return marked.ok && marked.value === null && tabStore.write(redirectKey, 'yes').ok
    },
    rememberSignIn() {
      keyValueStore.write(traceKey, 'yes')
      tabStore.remove(redirectKey)
    },
    forgetSignIn: () => void keyValueStore.remove(traceKey),
  }
}

/**
 * Not sent along with what other sites ask for, and over https set by no other host of this site, which could otherwise have somebody
 * signed in as another. In a sandboxed frame even naming cookies throws.
 */
function oneCookie({ document, location }: CookiePage, key: string) {
  const secure = location.protocol === 'https:'
  const name = `${secure ? '__Host-' : ''}${encodeURIComponent(key)}`
  return {
    read(): string | null {
      try {
        const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
        return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
      } catch {
        return null
      }
    },
    write(text: string, seconds: number): void {
      try {
        document.cookie = `${name}=${encodeURIComponent(text)}; path=/; max-age=${seconds}; samesite=lax${secure ? '; secure' : ''}`
      } catch {
        // Nothing is kept then, which reading it finds out.
      }
    },
  }
}

function readPending(text: string): PendingSignIn | null {
  let pending: unknown
  try {
    pending = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof pending !== 'object' || pending === null) return null
  const { state, nonce, verifier, target, silent } = pending as Readonly<Record<string, unknown>>
  return typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof target === 'string'
    ? { state, nonce, verifier, target, ...(silent === true ? { silent } : {}) }
    : null
}
