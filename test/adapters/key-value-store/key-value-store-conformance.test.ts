import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { webStorageKeyValueStore } from '../../../src/adapters/key-value-store/web-storage-key-value-store'
import { ok } from '../../../src/core/kernel/result'
import type { KeyValueStore } from '../../../src/core/ports/key-value-store'
import { keyValueStoreSuite, type StoreWorld } from '../../conformance/key-value-store.suite'
import { conforms, rejects } from '../../conformance/suite'

/** A browser's storage that can be filled and blocked. (happy-dom's own takes `__proto__` for a key that is there.) */
function webWorld(
  change: (store: KeyValueStore, items: Map<string, string>) => Partial<KeyValueStore> = () => ({}),
): StoreWorld {
  const items = new Map<string, string>()
  let isFull = false
  let isBlocked = false
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
  }
  const access = (): Storage => {
    if (isBlocked) throw new DOMException('The request was denied.', 'SecurityError')
    return storage as Storage
  }
  const open = (): KeyValueStore => {
    const store = webStorageKeyValueStore(access)
    return { ...store, ...change(store, items) }
  }
  return { store: open(), reopened: open, fill: () => (isFull = true), block: () => (isBlocked = true) }
}

function memoryWorld(): StoreWorld {
  const capacity = 200_000
  const store = memoryKeyValueStore({ capacity })
  return {
    store,
    reopened: () => memoryKeyValueStore({ capacity }),
    fill: () =>
      void store.write('filler', 'x'.repeat(capacity - 'filler'.length - 'theme'.length - 'dark'.length)),
    block: () => undefined,
  }
}

const web = { lastsFor: 'browser', blockable: true } as const

conforms(keyValueStoreSuite, { name: 'web storage', claims: web, make: () => webWorld() })
conforms(keyValueStoreSuite, {
  name: 'memory',
  claims: { lastsFor: 'page', blockable: false },
  make: memoryWorld,
})

const broken = (
  name: string,
  breaks: string,
  change: (store: KeyValueStore, items: Map<string, string>) => Partial<KeyValueStore>,
) => ({ name, breaks, claims: web, make: () => webWorld(change) })

rejects(keyValueStoreSuite, [
  broken('one that reads members of an object', 'says null for what is absent', (store) => ({
    read(key) {
      const items = store.read(key)
      const inherited: unknown = Reflect.get(Object.prototype, key)
      return items.ok && items.value === null && typeof inherited === 'function' ? ok(inherited.name) : items
    },
  })),
  broken('one that trims', 'gives back any text as it was written', (store) => ({
    write: (key, value) => store.write(key, value === ' ' ? '' : value),
  })),
  broken('one that writes keys in small ASCII', 'keeps keys apart, whatever they are called', (store) => {
    const plain = (key: string): string => key.replaceAll(/[^ -~]/g, '').replaceAll(' ', '')
    return {
      read: (key) => store.read(plain(key)),
      write: (key, value) => store.write(plain(key), value),
      remove: (key) => store.remove(plain(key)),
    }
  }),
  broken('one that writes only once', 'keeps the newer of two', (store) => {
    let last = ''
    return {
      write(key, value) {
        if (value === 'light' && last === 'dark') return ok()
        last = value
        return store.write(key, value)
      },
    }
  }),
  broken('one that removes everything', 'removes one and leaves the rest', (store, items) => ({
    remove(key) {
      if (key === 'gone') items.clear()
      return store.remove(key)
    },
  })),
  broken('one that makes room', 'says when it is full, and keeps what it had', (store, items) => ({
    write(key, value) {
      const written = store.write(key, value)
      if (written.ok || written.failure.kind !== 'store-full') return written
      items.clear()
      items.set(key, value)
      return ok()
    },
  })),
  broken('one that lets the exception out', 'says when it is blocked instead of throwing', (store) => ({
    read(key) {
      const items = store.read(key)
      if (!items.ok) throw new DOMException('The request was denied.', 'SecurityError')
      return items
    },
  })),
  {
    name: 'one that claims more than it does',
    breaks: 'keeps for as long as it claims',
    claims: { lastsFor: 'browser', blockable: false },
    make: memoryWorld,
  },
])
