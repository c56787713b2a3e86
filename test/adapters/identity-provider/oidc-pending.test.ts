import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oidcTraces } from '../../../src/adapters/identity-provider/oidc/pending'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'

const pending = { state: 's', nonce: 'n', verifier: 'v', target: '/home' }
const traces = (tabStore = memoryKeyValueStore(), keyValueStore = memoryKeyValueStore()) =>
  oidcTraces('portal', tabStore, keyValueStore)

describe('a pending sign-in', () => {
  test('is kept for its tab and taken once', () => {
    const store = traces()
    expect(store.keep(pending)).toBe(true)
    expect(store.pending()).toEqual(pending)
    expect(store.take()).toEqual(pending)
    expect(store.take()).toBeNull()
  })

  test('is replaced by the next one', () => {
    const store = traces()
    store.keep(pending)
    store.keep({ ...pending, state: 'next' })
    expect(store.take()?.state).toBe('next')
  })

  test('cannot be kept where storage is full', () => {
    expect(traces(memoryKeyValueStore({ capacity: 10 })).keep(pending)).toBe(false)
  })

  test('is none when somebody else wrote there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const tabStore = memoryKeyValueStore()
        tabStore.write('assay.sign-in.portal', text)
        const found = traces(tabStore).pending()
        expect(found === null || typeof found.verifier === 'string').toBe(true)
      }),
    )
  })
})

describe('the trace of a sign-in', () => {
  test('is shared by tabs, and holds nothing but that there was one', () => {
    const shared = memoryKeyValueStore()
    traces(memoryKeyValueStore(), shared).rememberSignIn()
    expect(traces(memoryKeyValueStore(), shared).signedInBefore()).toBe(true)
    expect(shared.read('assay.signed-in-before.portal')).toEqual({ ok: true, value: 'yes' })
    traces(memoryKeyValueStore(), shared).forgetSignIn()
    expect(traces(memoryKeyValueStore(), shared).signedInBefore()).toBe(false)
  })
})
