import { fail, ok } from '../../core/kernel/result'
import type { KeyValueStore } from '../../core/ports/key-value-store'

/** Lasts as long as the page. `capacity` in characters of keys and values together. */
export function memoryKeyValueStore(options: { readonly capacity?: number } = {}): KeyValueStore {
  const stored = new Map<string, string>()
  const capacity = options.capacity ?? Number.POSITIVE_INFINITY
  const size = (): number => [...stored].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    read: (key) => ok(stored.get(key) ?? null),
    write(key, value) {
      const before = stored.get(key)
      const freed = before === undefined ? 0 : key.length + before.length
      if (size() - freed + key.length + value.length > capacity) return fail({ kind: 'store-full' })
      stored.set(key, value)
      return ok()
    },
    remove(key) {
      stored.delete(key)
      return ok()
    },
  }
}
