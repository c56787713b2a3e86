import { expect } from 'vitest'
import { memoryKeyValueStore } from '../../src/adapters/key-value-store/memory-key-value-store'
import { webStorageKeyValueStore } from '../../src/adapters/key-value-store/web-storage-key-value-store'
import { ok } from '../../src/core/kernel/result'
import type { KeyValueStore } from '../../src/core/ports/key-value-store'
import { defineSuite, conforms, rejects } from './suite'

interface StoreWorld {
  readonly store: KeyValueStore
  /** A second store on the same storage, as the next page of this browser opens it. */
  readonly reopened: () => KeyValueStore
  /** From now on the storage is full. */
  readonly fill: () => void
  /** From now on the browser denies access. */
  readonly block: () => void
}

interface StoreClaims {
  /** Who can read what was written: the next page too, or only this one. */
  readonly lastsFor: 'browser' | 'page'
  /** A browser may block its storage; memory cannot be blocked. */
  readonly blockable: boolean
}

const oddTexts = ['', ' ', '0', 'null', '{"a":1}', 'ä€😀', 'line\nend', 'x'.repeat(50_000)]
const oddKeys = ['theme', 'a b', 'ab', '__proto__', 'constructor', 'length', 'getItem', 'ä€😀']

const keyValueStoreSuite = defineSuite<StoreWorld, StoreClaims>('KeyValueStore', {
  'returns null for a missing key': ({ store }) => {
    for (const key of oddKeys) expect(store.read(key)).toEqual({ ok: true, value: null })
  },
  'returns any text as it was written': ({ store }) => {
    for (const text of oddTexts) {
      expect(store.write('key', text).ok).toBe(true)
      expect(store.read('key')).toEqual({ ok: true, value: text })
    }
  },
  'keeps keys separate, whatever their names': ({ store }) => {
    for (const key of oddKeys) expect(store.write(key, `of ${key}`).ok).toBe(true)
    for (const key of oddKeys) expect(store.read(key)).toEqual({ ok: true, value: `of ${key}` })
  },
  'overwrites an older value': ({ store }) => {
    store.write('theme', 'dark')
    store.write('theme', 'light')
    expect(store.read('theme')).toEqual({ ok: true, value: 'light' })
  },
  'removes one key and leaves the rest': ({ store }) => {
    store.write('gone', '1')
    store.write('kept', '2')
    expect(store.remove('gone').ok).toBe(true)
    expect(store.remove('never there').ok).toBe(true)
    expect(store.read('gone')).toEqual({ ok: true, value: null })
    expect(store.read('kept')).toEqual({ ok: true, value: '2' })
  },
  'persists for as long as it claims': ({ store, reopened }, { lastsFor }) => {
    store.write('theme', 'light')
    expect(reopened().read('theme')).toEqual({ ok: true, value: lastsFor === 'browser' ? 'light' : null })
  },
  'reports when it is full, and keeps its old values': ({ store, fill }) => {
    store.write('theme', 'dark')
    fill()
    const written = store.write('theme', 'x'.repeat(100))
    expect(written).toEqual({ ok: false, failure: { kind: 'store-full' } })
    expect(store.read('theme')).toEqual({ ok: true, value: 'dark' })
  },
  'reports when it is blocked instead of throwing': ({ store, block }, { blockable }) => {
    block()
    const blocked = { ok: false, failure: { kind: 'store-blocked' } }
    const outcomes = [store.read('theme'), store.write('theme', 'dark'), store.remove('theme')]
    expect(outcomes).toEqual(
      blockable ? [blocked, blocked, blocked] : [{ ok: true, value: null }, { ok: true }, { ok: true }],
    )
  },
})

/** Browser storage that can be filled and blocked. (happy-dom's own treats `__proto__` as an existing key.) */
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
  broken('one that reads members of an object', 'returns null for a missing key', (store) => ({
    read(key) {
      const items = store.read(key)
      const inherited: unknown = Reflect.get(Object.prototype, key)
      return items.ok && items.value === null && typeof inherited === 'function' ? ok(inherited.name) : items
    },
  })),
  broken('one that trims', 'returns any text as it was written', (store) => ({
    write: (key, value) => store.write(key, value === ' ' ? '' : value),
  })),
  broken('one that strips keys to printable ASCII', 'keeps keys separate, whatever their names', (store) => {
    const plain = (key: string): string => key.replaceAll(/[^ -~]/g, '').replaceAll(' ', '')
    return {
      read: (key) => store.read(plain(key)),
      write: (key, value) => store.write(plain(key), value),
      remove: (key) => store.remove(plain(key)),
    }
  }),
  broken('one that writes only once', 'overwrites an older value', (store) => {
    let last = ''
    return {
      write(key, value) {
        if (value === 'light' && last === 'dark') return ok()
        last = value
        return store.write(key, value)
      },
    }
  }),
  broken('one that removes everything', 'removes one key and leaves the rest', (store, items) => ({
    remove(key) {
      if (key === 'gone') items.clear()
      return store.remove(key)
    },
  })),
  broken(
    'one that evicts to make room',
    'reports when it is full, and keeps its old values',
    (store, items) => ({
      write(key, value) {
        const written = store.write(key, value)
        if (written.ok || written.failure.kind !== 'store-full') return written
        items.clear()
        items.set(key, value)
        return ok()
      },
    }),
  ),
  broken('one that lets the exception out', 'reports when it is blocked instead of throwing', (store) => ({
    read(key) {
      const items = store.read(key)
      if (!items.ok) throw new DOMException('The request was denied.', 'SecurityError')
      return items
    },
  })),
  {
    name: 'one that claims more than it does',
    breaks: 'persists for as long as it claims',
    claims: { lastsFor: 'browser', blockable: false },
    make: memoryWorld,
  },
])
