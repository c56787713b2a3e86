import type { KeyValueStore } from '../../../core/ports/key-value-store'

/** A sign-in that has left the page and not come back. Bound to this tab; its secrets are worth nothing without the code. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Where the person was; judged again when it is used. */
  readonly target: string
}

export interface OidcTraces {
  pending(): PendingSignIn | null
  /** False when this tab can keep nothing: the person could leave but never come back. */
  keep(pending: PendingSignIn): boolean
  /** The pending sign-in, once. */
  take(): PendingSignIn | null
  signedInBefore(): boolean
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
    rememberSignIn: () => void keyValueStore.write(traceKey, 'yes'),
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
  const { state, nonce, verifier, target } = pending as Readonly<Record<string, unknown>>
  return typeof state === 'string' &&
    typeof nonce === 'string' &&
    typeof verifier === 'string' &&
    typeof target === 'string'
    ? { state, nonce, verifier, target }
    : null
}
