import { memoryKeyValueStore } from '../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPreferenceService } from '../../src/adapters/preference-service/memory-preference-service'
import { fetchedPreferenceService, renamed } from '../../src/composition/live-module'
import { favoritesText, readFavorites } from '../../src/core/favorites/stored-favorites'
import { ContainerModule } from 'inversify'
import { describe, expect, it, test } from 'vitest'
import { readConfiguration } from '../../src/composition/configuration'
import { localValues } from '../../src/composition/local-values'
import { redirectTarget, whenBack, whenRestored } from '../../src/composition/page-return'
import { readValues } from '../../src/composition/configuration-values'
import { flagService, hasStoredFlags } from '../../src/composition/page-hosts'
import { resolvePorts, sharedModule, tokens } from '../../src/composition/container'
import { testModule, testSignIn } from '../../src/composition/test-module'

describe('the wiring', () => {
  it('provides every port, each once', () => {
    const { ports } = resolvePorts(testModule())
    expect(Object.keys(ports).toSorted()).toEqual(Object.keys(tokens).toSorted())
    for (const port of Object.values(ports)) expect(port).toBeTypeOf('object')
  })

  it('fails at once when a port has no adapter, and names it', () => {
    const configuration = readConfiguration({}, localValues)
    if (!configuration.ok) throw new Error('no configuration')
    const hosts = { tokenHost: '', biHost: '' }
    expect(() =>
      resolvePorts(new ContainerModule(() => undefined), sharedModule(configuration.value, hosts)),
    ).toThrow(/clock/)
  })

  it('shares one session', async () => {
    const { sessionStore, tokenBroker, ports } = resolvePorts(testModule())
    const token = await tokenBroker.token()
    expect(token.ok).toBe(true)
    expect(sessionStore.state().isAuthenticated).toBe(false)
    expect(ports.tokenService).toHaveProperty('issued.length', 1)
  })

  it('needs no generated code, which the policy forbids', () => {
    const generated = globalThis.Function
    globalThis.Function = new Proxy(generated, {
      construct: () => {
        throw new EvalError('no code generation')
      },
      apply: () => {
        throw new EvalError('no code generation')
      },
    })
    try {
      expect(() => resolvePorts(testModule())).not.toThrow()
    } finally {
      globalThis.Function = generated
    }
  })
})

describe('under the test runner', () => {
  it('loading ends at once, no user is signed in, and the access token is fixed', async () => {
    const { sessionStore } = resolvePorts(testModule())
    expect(sessionStore.state()).toMatchObject({ isLoading: false, isAuthenticated: false, error: null })
    expect(await sessionStore.accessToken()).toEqual({ ok: true, value: testSignIn.accessToken })
  })

  it('configuration values are "test-" and their name, and the redirect URI is local', () => {
    const { domain, clientId, audience, redirectUri } = testSignIn
    expect([domain, clientId, audience]).toEqual(['test-domain', 'test-clientid', 'test-audience'])
    expect(redirectUri).toBe('http://localhost:4300')
  })
})

describe('the redirect target', () => {
  it.each([
    ['http://localhost:4300', 'localhost', 'http://localhost:4300'],
    ['https://portal.example.com', 'portal.example.com', 'https://portal.example.com/datasets'],
  ])('of %s', (origin, hostname, target) => {
    expect(redirectTarget({ origin, hostname })).toBe(target)
  })
})

it('preferences whose chunk fails to load are unreachable, and are loaded again', async () => {
  let tries = 0
  const service = fetchedPreferenceService(() => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no file')) : Promise.resolve(memoryPreferenceService())
  })
  expect(tries).toBe(0)
  expect(await service.read('token')).toEqual({ ok: false, failure: { kind: 'preferences-unreachable' } })
  expect(await service.write('token', '{}', null)).toMatchObject({ ok: true })
  expect(await service.read('token')).toMatchObject({ ok: true, value: { text: '{}' } })
  expect(tries).toBe(2)
})

it('a chart starred under the former field names is still a favorite, and is stored under the current ones', () => {
  const stored = memoryKeyValueStore()
  const chart = '"tabId":null,"title":"Price"'
  stored.write(
    'favorites',
    `{"version":1,"favourites":[{"kind":"tile","liveboardId":"b","vizId":"c",${chart}}]}`,
  )
  const read = renamed(stored).read('favorites')
  const favorites = readFavorites(read.ok ? read.value : null)
  expect(favorites.favorites).toEqual([
    { kind: 'tile', dashboardId: 'b', chartId: 'c', tabId: null, title: 'Price' },
  ])
  expect(favoritesText(favorites)).not.toContain('liveboard')
})

// @vitest-environment happy-dom
/** Both rules on one page, and how often each was called. */
function openPage() {
  const calls = { back: 0, restored: 0 }
  whenBack(window, () => (calls.back += 1))
  whenRestored(window, () => (calls.restored += 1))
  const shown = (persisted: boolean): boolean =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return { calls, shown }
}

test('a page from the back/forward cache is restored and back; a freshly loaded one is neither', () => {
  const { calls, shown } = openPage()
  shown(false)
  expect(calls).toEqual({ back: 0, restored: 0 })
  shown(true)
  expect(calls).toEqual({ back: 1, restored: 1 })
})

test('a returning network and a page shown again are back, not restored', () => {
  const { calls } = openPage()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls).toEqual({ back: 2, restored: 0 })
})

function valuesWith(given: Readonly<Record<string, string>>) {
  const values = readValues(given, localValues)
  if (!values.ok) throw new Error('no configuration')
  return values.value
}

test('the start gate is open for stored flags of the service and environment that this release has, not for former ones', () => {
  const before = flagService(valuesWith({}))
  const page = { localStorage: { getItem: () => before } } as unknown as Window
  const isOpen = (given: Readonly<Record<string, string>>, address = 'https://portal.invalid/home') =>
    hasStoredFlags(page, address, valuesWith(given))
  expect(isOpen({})).toBe(true)
  expect(isOpen({}, 'https://portal.invalid/home?code=1')).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_CLIENT_ID: 'another' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_HOST: 'http://127.0.0.1:1' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_PEOPLE: 'hashed' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS: 'ofrep' })).toBe(false)
})
