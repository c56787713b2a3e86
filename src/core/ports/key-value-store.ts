import type { Result } from '../kernel/result'

/**
 * Small texts stored in this browser. A missing key reads as `null`, never `undefined`. Blocked or full storage is a failure, not an
 * exception: the portal then works without persistence. Stored text is untrusted; the reader validates it.
 */
export interface KeyValueStore {
  read(key: string): Result<string | null, StoreFailure>
  write(key: string, value: string): Result<void, StoreFailure>
  remove(key: string): Result<void, StoreFailure>
}

export type StoreFailure = { readonly kind: 'store-blocked' } | { readonly kind: 'store-full' }
