import type { Result } from '../kernel/result'

/**
 * Small texts stored in this browser. Absent is `null`, never `undefined`. Blocked or full storage is a failure, not an exception:
 * the portal then works and forgets politely. What comes back is untrusted text; whoever reads it parses it.
 */
export interface KeyValueStore {
  read(key: string): Result<string | null, StoreFailure>
  write(key: string, value: string): Result<void, StoreFailure>
  remove(key: string): Result<void, StoreFailure>
}

export type StoreFailure = { readonly kind: 'store-blocked' } | { readonly kind: 'store-full' }
