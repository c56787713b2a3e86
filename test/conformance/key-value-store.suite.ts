import { expect } from 'vitest'
import type { KeyValueStore } from '../../src/core/ports/key-value-store'
import { defineSuite } from './suite'

export interface StoreWorld {
  readonly store: KeyValueStore
  /** A second store on the same storage, as the next page of this browser would open. */
  readonly reopened: () => KeyValueStore
  /** From now on there is no room for anything more. */
  readonly fill: () => void
  /** From now on the browser refuses any access. */
  readonly block: () => void
}

export interface StoreClaims {
  /** Who finds what was written: the next page, or only this one. */
  readonly lastsFor: 'browser' | 'page'
  /** A browser may block its storage; memory cannot be blocked. */
  readonly blockable: boolean
}

const oddTexts = ['', ' ', '0', 'null', '{"a":1}', 'ä€😀', 'line\nend', 'x'.repeat(50_000)]
const oddKeys = ['theme', 'a b', 'ab', '__proto__', 'constructor', 'length', 'getItem', 'ä€😀']

export const keyValueStoreSuite = defineSuite<StoreWorld, StoreClaims>('KeyValueStore', {
  'says null for what is absent': ({ store }) => {
    for (const key of oddKeys) expect(store.read(key)).toEqual({ ok: true, value: null })
  },
  'gives back any text as it was written': ({ store }) => {
    for (const text of oddTexts) {
      expect(store.write('key', text).ok).toBe(true)
      expect(store.read('key')).toEqual({ ok: true, value: text })
    }
  },
  'keeps keys apart, whatever they are called': ({ store }) => {
    for (const key of oddKeys) expect(store.write(key, `of ${key}`).ok).toBe(true)
    for (const key of oddKeys) expect(store.read(key)).toEqual({ ok: true, value: `of ${key}` })
  },
  'keeps the newer of two': ({ store }) => {
    store.write('theme', 'dark')
    store.write('theme', 'light')
    expect(store.read('theme')).toEqual({ ok: true, value: 'light' })
  },
  'removes one and leaves the rest': ({ store }) => {
    store.write('gone', '1')
    store.write('kept', '2')
    expect(store.remove('gone').ok).toBe(true)
    expect(store.remove('never there').ok).toBe(true)
    expect(store.read('gone')).toEqual({ ok: true, value: null })
    expect(store.read('kept')).toEqual({ ok: true, value: '2' })
  },
  'keeps for as long as it claims': ({ store, reopened }, { lastsFor }) => {
    store.write('theme', 'light')
    expect(reopened().read('theme')).toEqual({ ok: true, value: lastsFor === 'browser' ? 'light' : null })
  },
  'says when it is full, and keeps what it had': ({ store, fill }) => {
    store.write('theme', 'dark')
    fill()
    const written = store.write('theme', 'x'.repeat(100))
    expect(written).toEqual({ ok: false, failure: { kind: 'store-full' } })
    expect(store.read('theme')).toEqual({ ok: true, value: 'dark' })
  },
  'says when it is blocked instead of throwing': ({ store, block }, { blockable }) => {
    block()
    const blocked = { ok: false, failure: { kind: 'store-blocked' } }
    const outcomes = [store.read('theme'), store.write('theme', 'dark'), store.remove('theme')]
    expect(outcomes).toEqual(
      blockable ? [blocked, blocked, blocked] : [{ ok: true, value: null }, { ok: true }, { ok: true }],
    )
  },
})
