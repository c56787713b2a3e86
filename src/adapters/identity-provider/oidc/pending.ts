import type { KeyValueStore } from '../../../core/ports/key-value-store'

/** A sign-in that has left the page and not come back. Bound to this tab; its secrets are worth nothing without the code. */
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
  /** False when this tab can keep nothing: the person could leave but never come back. */
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
): OidcTraces {
  const pendingKey = `assay.sign-in.${clientId}`
  const traceKey = `assay.signed-in-before.${clientId}`
  const redirectKey = `assay.silent-redirect.${clientId}`
  const pending = (): PendingSignIn | null => {
    const pending = tabStore.read(pendingKey)
    return pending.ok && pending.value !== null ? readPending(pending.value) : null
  }
  return {
    pending,
    keep: (next) => tabStore.write(pendingKey, JSON.stringify(next)).ok,
    take() {
      const found = pending()
      tabStore.remove(pendingKey)
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
