import { parsed, record } from '../../../core/kernel/json'
import type { KeyValueStore } from '../../../core/ports/key-value-store'

/** The part of the page that a tab without storage uses. */
interface CookiePage {
  readonly document: Pick<Document, 'cookie'>
  readonly location: Pick<Location, 'protocol'>
}

/** Lifetime of a cookie with a pending sign-in, in seconds. */
const cookieLifetime = 3_600

/** The trace of a sign-in at a provider without login hints. */
const signedIn = 'yes'

/** A sign-in that has left the page and not come back. Bound to this tab, if it has storage. Its secrets are useless without the code. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the user was; validated again when it is used. */
  readonly target: string
  /** The page left by itself to find out whether the provider still knows the user. A failure is not reported. */
  readonly silent?: boolean
}

export interface OidcTraces {
  pending(): PendingSignIn | null
  /** Uses a cookie if the tab's storage is blocked or full. False if nothing can be stored: the user could leave but never come back. */
  keep(pending: PendingSignIn): boolean
  /** Returns the pending sign-in and removes it. */
  take(): PendingSignIn | null
  signedInBefore(): boolean
  /** True once per tab, until a user is signed in: the page may leave to ask silently. False if nothing can be stored. */
  markRedirect(): boolean
  /** `loginHint`: the provider's own name for the account, if its ID token has one. */
  rememberSignIn(loginHint?: string): void
  /** Names the account in silent requests: Entra ID does not choose between several. */
  loginHint(): { readonly login_hint?: string }
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
  const trace = (): string | null => {
    const stored = keyValueStore.read(traceKey)
    return stored.ok ? stored.value : null
  }
  return {
    pending,
    keep(next) {
      const text = JSON.stringify(next)
      if (tabStore.write(pendingKey, text).ok) return true
      // An earlier one would be read first.
      tabStore.remove(pendingKey)
      // With a long question in its target it may be too long for a cookie: the user then comes back without query and fragment.
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
    signedInBefore: () => trace() !== null,
    markRedirect() {
      const marked = tabStore.read(redirectKey)
      return marked.ok && marked.value === null && tabStore.write(redirectKey, 'yes').ok
    },
    rememberSignIn(loginHint = signedIn) {
      keyValueStore.write(traceKey, loginHint)
      tabStore.remove(redirectKey)
    },
    loginHint() {
      const found = trace()
      return found === null || found === signedIn ? {} : { login_hint: found }
    },
    forgetSignIn: () => void keyValueStore.remove(traceKey),
  }
}

/**
 * Not sent with requests of other sites. Over https no other host of this site can set it; otherwise such a host could sign a user in as
 * someone else. In a sandboxed frame even accessing cookies throws.
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
        // Nothing is stored then; `read` shows that.
      }
    },
  }
}

function readPending(text: string): PendingSignIn | null {
  const { state, nonce, verifier, target, silent } = record(parsed(text))
  return typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof target === 'string'
    ? { state, nonce, verifier, target, ...(silent === true ? { silent } : {}) }
    : null
}
