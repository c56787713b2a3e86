/**
 * What the Auth0 SDK leaves in the browser: a cookie that says somebody signed in here, and the pending sign-in of this tab.
 * Neither holds a token. Both may be blocked, which reads as absent.
 */
export interface Auth0Traces {
  /** Somebody signed in here during the last day, so asking silently is worth a request. */
  signedInBefore(): boolean
  /** The `state` of this tab's pending sign-in; null when there is none. */
  pendingState(): string | null
  /** False when this tab cannot keep a pending sign-in in session storage; the SDK then keeps it in a cookie. */
  sessionStorageWorks(): boolean
}

export function auth0Traces(page: Window, clientId: string): Auth0Traces {
  const trace = `auth0.${clientId}.is.authenticated`
  const pending = `a0.spajs.txs.${clientId}`
  const cookie = (name: string): string | null => cookieOf(page.document, name)
  return {
    signedInBefore: () => cookie(trace) !== null,
    pendingState() {
      const kept = attempt(() => page.sessionStorage.getItem(pending)) ?? cookie(pending)
      return kept === null ? null : stateOf(kept)
    },
    sessionStorageWorks: () => attempt(() => page.sessionStorage.length >= 0) ?? false,
  }
}

/** The SDK keeps JSON; its `state` is all that is read here. */
function stateOf(text: string): string | null {
  const kept: unknown = attempt(() => JSON.parse(text) as unknown)
  const state: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'state') : null
  return typeof state === 'string' ? state : null
}

function cookieOf(document: Document, name: string): string | null {
  const prefix = `${encodeURIComponent(name)}=`
  const cookies = attempt(() => document.cookie.split(/;\s*/)) ?? []
  const found = cookies.find((part) => part.startsWith(prefix))
  return found === undefined ? null : (attempt(() => decodeURIComponent(found.slice(prefix.length))) ?? null)
}

/** Blocked storage throws as soon as it is named; a cookie may hold anything. */
function attempt<Value>(action: () => Value): Value | null {
  try {
    return action()
  } catch {
    return null
  }
}
