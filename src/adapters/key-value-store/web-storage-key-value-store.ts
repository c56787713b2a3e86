import { fail, ok } from '../../core/kernel/result'
import type { KeyValueStore, StoreFailure } from '../../core/ports/key-value-store'

/**
 * The browser's own storage. `storage` is called at each use, because reading `window.localStorage` itself throws if storage is blocked.
 */
export function webStorageKeyValueStore(storage: () => Storage): KeyValueStore {
  return {
    read(key) {
      try {
        return ok(storage().getItem(key))
      } catch {
        return fail({ kind: 'store-blocked' })
      }
    },
    write(key, value) {
      try {
        return ok(storage().setItem(key, value))
      } catch (cause) {
        return fail(failureOf(cause))
      }
    },
    remove(key) {
      try {
        return ok(storage().removeItem(key))
      } catch {
        return fail({ kind: 'store-blocked' })
      }
    },
  }
}

function failureOf(cause: unknown): StoreFailure {
  const name = cause instanceof Error ? cause.name : ''
  return {
    kind:
      name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'store-full' : 'store-blocked',
  }
}
