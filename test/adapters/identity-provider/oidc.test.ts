import { afterEach, describe, expect, test, vi } from 'vitest'
import { fixedClock } from '../../../src/adapters/clock/fixed-clock'
import { noAnswerInTime, withinDeadline } from '../../../src/adapters/identity-provider/problem-codes'
import { fail, ok, type Result } from '../../../src/core/kernel/result'
import fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { homePath } from '../../../src/core/kernel/portal-path'
import { oidcIdentityProvider } from '../../../src/adapters/identity-provider/oidc/oidc-identity-provider'
import { oidcTraces } from '../../../src/adapters/identity-provider/oidc/pending'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import {
  singleFlightToken,
  type AccessTokenRequest,
} from '../../../src/adapters/identity-provider/redirect-sign-in'
import { openOidcProtocol } from '../../../src/adapters/identity-provider/oidc/protocol'
import { oidcProblem } from '../../../src/adapters/identity-provider/oidc/problems'
import type { IdentityProblem } from '../../../src/core/ports/identity-provider'
import { withKnownClaims, userFromClaims } from '../../../src/adapters/identity-provider/session-state'

describe('deadline', () => {
  const asUnreachable = () => ({ code: 'unreachable' }) as const

  describe('a deadline', () => {
    test('returns the result of the work', async () => {
      expect(await withinDeadline(fixedClock(0), 1_000, Promise.resolve('done'), asUnreachable)).toEqual(
        ok('done'),
      )
    })

    test('maps what the work throws', async () => {
      const work = Promise.reject(new Error('down'))
      expect(await withinDeadline(fixedClock(0), 1_000, work, asUnreachable)).toEqual(
        fail({ code: 'unreachable' }),
      )
    })

    test('expires for work that never ends', async () => {
      const clock = fixedClock(0)
      const outcome = withinDeadline(clock, 1_000, new Promise(() => undefined), asUnreachable)
      clock.advance(1_000)
      expect(await outcome).toEqual(fail(noAnswerInTime))
    })

    test('leaves no timer behind, and ignores a late failure', async () => {
      const clock = fixedClock(0)
      let reject: (cause: Error) => void = () => undefined
      const work = new Promise((_resolve, refuse) => {
        reject = refuse
      })
      const outcome = withinDeadline(clock, 1_000, work, asUnreachable)
      clock.advance(2_000)
      expect(await outcome).toEqual(fail(noAnswerInTime))
      reject(new Error('too late'))
      await expect(work).rejects.toThrow('too late')
    })
  })
})

const pageWith = (document: { cookie: string }, protocol = 'https:') => ({ document, location: { protocol } })

/** As in a browser: each cookie is stored beside the others, without its attributes. */
function memoryCookies() {
  const jar = new Map<string, string>()
  return {
    /** The last cookie as it was set. */
    written: [] as string[],
    get cookie(): string {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      this.written = text.split('; ')
      const [pair = ''] = this.written
      // Browsers reject longer ones.
      if (pair.length > 4_096) return
      const at = pair.indexOf('=')
      if (this.written.includes('max-age=0')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    },
  }
}

describe('oidc pending', () => {
  const pending = { state: 's', nonce: 'n', verifier: 'v', target: '/home' }
  const traces = (
    tabStore = memoryKeyValueStore(),
    keyValueStore = memoryKeyValueStore(),
    page = pageWith(memoryCookies()),
  ) => oidcTraces('portal', tabStore, keyValueStore, page)

  describe('a pending sign-in', () => {
    test('is stored for its tab and consumed once', () => {
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

    test.each(['http:', 'https:'])(
      'is in a cookie where storage is full, until it is taken, at %s',
      (protocol) => {
        const full = memoryKeyValueStore({ capacity: 10 })
        const cookies = memoryCookies()
        cookies.cookie = 'other=x=y'
        const store = traces(full, memoryKeyValueStore(), pageWith(cookies, protocol))
        expect(store.keep(pending)).toBe(true)
        const [name = '', ...attributes] = cookies.written
        expect(name.startsWith(`${protocol === 'https:' ? '__Host-' : ''}assay.sign-in.portal=`)).toBe(true)
        expect(attributes).toEqual([
          'path=/',
          'max-age=3600',
          'samesite=lax',
          ...(protocol === 'https:' ? ['secure'] : []),
        ])
        // The next page.
        expect(traces(full, memoryKeyValueStore(), pageWith(cookies, protocol)).take()).toEqual(pending)
        expect([cookies.cookie, store.take()]).toEqual(['other=x=y', null])
      },
    )

    test('is the latest one where storage has become full', () => {
      const tabStore = memoryKeyValueStore({ capacity: 200 })
      const store = traces(tabStore)
      store.keep(pending)
      expect(store.keep({ ...pending, state: 'next', target: `/home?q=${'x'.repeat(200)}` })).toBe(true)
      expect(store.take()?.state).toBe('next')
    })

    test('whose query is too long for a cookie returns to its page without it', () => {
      const store = traces(memoryKeyValueStore({ capacity: 10 }))
      const target = `/deep-research?source=etf#q=${encodeURIComponent('ж'.repeat(1_000))}`
      expect(store.keep({ ...pending, target })).toBe(true)
      expect(store.take()).toEqual({ ...pending, target: '/deep-research' })
    })

    test('cannot be stored where cookies are blocked too', () => {
      const full = memoryKeyValueStore({ capacity: 10 })
      const keep = (cookies: { cookie: string }) =>
        traces(full, memoryKeyValueStore(), pageWith(cookies)).keep(pending)
      const deaf = Object.defineProperty({ cookie: '' }, 'cookie', {
        get: () => '',
        set() {
          // As where cookies are blocked.
        },
      })
      const sandboxed = Object.defineProperty({ cookie: '' }, 'cookie', {
        get() {
          throw new DOMException('sandboxed', 'SecurityError')
        },
      })
      expect([keep(deaf), keep(sandboxed)]).toEqual([false, false])
    })

    test('is ignored when the stored text is foreign', () => {
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

  describe('a silent sign-in by redirect', () => {
    test('is sent once, and again after a user has been signed in', () => {
      const store = traces()
      expect([store.markRedirect(), store.markRedirect()]).toEqual([true, false])
      store.rememberSignIn()
      expect(store.markRedirect()).toBe(true)
    })

    test('is not sent by a tab without storage, which would loop', () => {
      expect(traces(memoryKeyValueStore({ capacity: 1 })).markRedirect()).toBe(false)
    })

    test('is distinguished from a sign-in', () => {
      const store = traces()
      store.keep({ ...pending, silent: true })
      expect(store.pending()?.silent).toBe(true)
      store.keep(pending)
      expect(store.pending()?.silent).toBeUndefined()
    })
  })

  describe('the trace of a sign-in', () => {
    test('is shared by tabs, and records only that there was one, unless the provider has given a login hint', () => {
      const shared = memoryKeyValueStore()
      traces(memoryKeyValueStore(), shared).rememberSignIn()
      expect(traces(memoryKeyValueStore(), shared).signedInBefore()).toBe(true)
      expect(shared.read('assay.signed-in-before.portal')).toEqual({ ok: true, value: 'yes' })
      expect(traces(memoryKeyValueStore(), shared).loginHint()).toEqual({})
      traces(memoryKeyValueStore(), shared).rememberSignIn('O.abc')
      expect(traces(memoryKeyValueStore(), shared).loginHint()).toEqual({ login_hint: 'O.abc' })
      traces(memoryKeyValueStore(), shared).forgetSignIn()
      expect(traces(memoryKeyValueStore(), shared).signedInBefore()).toBe(false)
      expect(traces(memoryKeyValueStore(), shared).loginHint()).toEqual({})
    })
  })
})

describe('single flight token', () => {
  /** A provider that responds on command, so that a test decides what is in flight. */
  function slowProvider() {
    const requests: AccessTokenRequest[] = []
    const answers: ((token: Result<string, IdentityProblem>) => void)[] = []
    return {
      requests,
      fetchToken: (request: AccessTokenRequest) => {
        requests.push(request)
        return new Promise<Result<string, IdentityProblem>>((resolve) => answers.push(resolve))
      },
      answer: (token: Result<string, IdentityProblem>) => answers.shift()?.(token),
    }
  }

  describe('the single-flight token', () => {
    test('sends one request for concurrent callers', async () => {
      const provider = slowProvider()
      const token = singleFlightToken(provider.fetchToken)
      const tokens = Promise.all([token(), token(), token()])
      provider.answer(ok('one'))
      expect(await tokens).toEqual([ok('one'), ok('one'), ok('one')])
      expect(provider.requests).toEqual(['cached'])
    })

    test('gives a caller without renew the renewal in flight', async () => {
      const provider = slowProvider()
      const token = singleFlightToken(provider.fetchToken)
      const renewed = token({ renew: true })
      const ordinary = token()
      await Promise.resolve()
      provider.answer(ok('two'))
      expect(await Promise.all([renewed, ordinary])).toEqual([ok('two'), ok('two')])
      expect(provider.requests).toEqual(['new'])
    })

    test('counts the token in flight as a renewal when it is another one', async () => {
      const provider = slowProvider()
      const token = singleFlightToken(provider.fetchToken)
      const first = token()
      provider.answer(ok('one'))
      await first
      const ordinary = token()
      const renewed = token({ renew: true })
      provider.answer(ok('two'))
      expect(await Promise.all([ordinary, renewed])).toEqual([ok('two'), ok('two')])
      expect(provider.requests).toEqual(['cached', 'cached'])
    })

    test('sends a new request when the token in flight is the rejected one', async () => {
      const provider = slowProvider()
      const token = singleFlightToken(provider.fetchToken)
      const first = token()
      provider.answer(ok('one'))
      await first
      const ordinary = token()
      const renewed = token({ renew: true })
      provider.answer(ok('one'))
      expect(await ordinary).toEqual(ok('one'))
      await expect.poll(() => provider.requests).toEqual(['cached', 'cached', 'new'])
      provider.answer(ok('two'))
      expect(await renewed).toEqual(ok('two'))
    })

    test('does not return the rejected token as a renewal', async () => {
      const token = singleFlightToken(() => Promise.resolve(ok('the same')))
      await token()
      expect(await token({ renew: true })).toEqual(fail({ code: 'invalid-response' }))
    })

    test('lets the next caller retry after a failure', async () => {
      const answers: Result<string, IdentityProblem>[] = [fail({ code: 'timeout' }), ok('one')]
      const token = singleFlightToken(() => Promise.resolve(answers.shift() ?? fail({ code: 'unreachable' })))
      expect(await token({ renew: true })).toEqual(fail({ code: 'timeout' }))
      expect(await token({ renew: true })).toEqual(ok('one'))
    })
  })
})

describe('user from claims', () => {
  const whole = {
    sub: 'auth0|1',
    iss: 'https://tenant.example/',
    name: 'Zoë Müller',
    given_name: 'Zoë',
    nickname: 'zoe',
    email: 'zoe@example.com',
    picture: 'https://pictures.example/zoe.png',
  }

  describe('the user of an ID token', () => {
    test('has the claims that the portal reads and no others', () => {
      expect(userFromClaims(whole)).toEqual({
        subject: 'auth0|1',
        issuer: 'https://tenant.example/',
        name: 'Zoë Müller',
        givenName: 'Zoë',
        nickname: 'zoe',
        email: 'zoe@example.com',
      })
    })

    test('leaves out claims that are empty or not text', () => {
      expect(userFromClaims({ ...whole, name: '', given_name: 7, nickname: null, email: ['a'] })).toEqual({
        subject: 'auth0|1',
        issuer: 'https://tenant.example/',
      })
    })

    test.each([
      { ...whole, sub: undefined },
      { ...whole, sub: '' },
      { ...whole, iss: 3 },
      null,
      undefined,
      'x',
      [],
    ])('is nobody for %j', (claims) => expect(userFromClaims(claims)).toBeNull())

    test('never throws, whatever a token contains', () => {
      fc.assert(fc.property(fc.anything(), (claims) => void userFromClaims(claims)))
    })
  })
})

describe('the OpenID Connect adapter', () => {
  const issuer = 'https://id.example.com'
  const now = 1_800_000_000_000
  const person = { name: 'Ada Lovelace', given_name: 'Ada', email: 'ada@example.com' }

  interface Times {
    readonly iat: number
    readonly exp: number
    readonly nbf?: number
  }

  /** A provider that signs with its own key and responds as set in `says`. */
  async function fakeProvider() {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const asked: { readonly address: string; readonly sent: URLSearchParams }[] = []
    const says = {
      described: {} as Readonly<Record<string, string>>,
      claims: {} as Readonly<Record<string, string>>,
      /** Returned in place of tokens. */
      refusal: null as { readonly status: number; readonly body: object } | null,
      /** The response of the userinfo endpoint. */
      userinfo: null as ((signal?: AbortSignal) => Promise<Response>) | null,
      /** The rest of a token response. */
      tokens: { refresh_token: 'r' } as object,
      /** The times of an ID token, in seconds. */
      times: { iat: now / 1_000, exp: now / 1_000 + 300 } as Times,
    }
    return {
      asked,
      says,
      fetch: async (
        address: string | URL | Request,
        init: { readonly signal?: AbortSignal } = {},
      ): Promise<Response> => {
        const url = address instanceof Request ? address.url : String(address)
        if (url.endsWith('openid-configuration'))
          return Response.json({
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            jwks_uri: `${issuer}/keys`,
            id_token_signing_alg_values_supported: ['ES256'],
            ...says.described,
          })
        if (url === `${issuer}/keys`) return Response.json({ keys: [await exportJWK(publicKey)] })
        const body: unknown = Reflect.get(init, 'body')
        asked.push({ address: url, sent: new URLSearchParams(body instanceof URLSearchParams ? body : '') })
        if (url === `${issuer}/userinfo` && says.userinfo !== null) return says.userinfo(init.signal)
        if (says.refusal !== null) return Response.json(says.refusal.body, { status: says.refusal.status })
        const token = new SignJWT({
          iss: issuer,
          sub: 'u1',
          aud: 'portal',
          ...says.times,
          ...says.claims,
        }).setProtectedHeader({ alg: 'ES256' })
        return Response.json({
          access_token: 'a',
          token_type: 'Bearer',
          ...says.tokens,
          id_token: await token.sign(privateKey),
        })
      },
    }
  }

  const settings = {
    issuer,
    clientId: 'portal',
    audience: '',
    scope: 'openid',
    redirectUri: 'https://portal.example.com/datasets',
  }

  /** A user signed in there; a refresh is answered with an ID token of `renewed`. */
  async function signedIn(
    renewed: Readonly<Record<string, string>>,
    parameters: Readonly<Record<string, string>> = {},
  ) {
    const { asked, says, fetch } = await fakeProvider()
    const protocol = await openOidcProtocol({ ...settings, parameters, clock: fixedClock(now), fetch })
    const { address, secrets } = await protocol.request({})
    says.claims = { ...person, nonce: secrets.nonce }
    const answer = new URLSearchParams({ code: 'c', state: secrets.state })
    const tokens = await protocol.redeem(answer, secrets)
    says.claims = renewed
    const renew = () => protocol.refresh(tokens, 'r', () => undefined)
    return { asked: () => [new URL(address).searchParams, ...asked.map(({ sent }) => sent)], renew }
  }

  const known = {
    subject: 'u1',
    issuer,
    name: 'Ada Lovelace',
    givenName: 'Ada',
    email: 'ada@example.com',
  }

  test.each<[string, Readonly<Record<string, string>>, object]>([
    ['no claims of the user', {}, known],
    ['only another name', { name: 'Ada King' }, { ...known, name: 'Ada King' }],
  ])('keeps the user’s other claims when a renewed ID token has %s', async (_name, claims, user) => {
    const { renew } = await signedIn(claims)
    expect((await renew()).user).toEqual(user)
  })

  test('rejects a renewed ID token of another user', async () => {
    const { renew } = await signedIn({ sub: 'u2' })
    await expect(renew()).rejects.toThrow('invalid-response')
  })

  test('sends the resource in each request, and the other parameters only at sign-in', async () => {
    const { asked, renew } = await signedIn({}, { resource: 'https://api.example.com', idp: 'x' })
    await renew()
    expect(asked().map((sent) => [sent.get('grant_type'), sent.get('resource'), sent.get('idp')])).toEqual([
      [null, 'https://api.example.com', 'x'],
      ['authorization_code', 'https://api.example.com', null],
      ['refresh_token', 'https://api.example.com', null],
    ])
  })

  test('sends no resource where none is configured', async () => {
    const { asked, renew } = await signedIn({})
    await renew()
    expect(asked().filter((sent) => sent.has('resource'))).toEqual([])
  })

  describe('whose provider has another time than the device', () => {
    const [minute, day] = [60, 86_400]
    /** Issued now, by a provider's clock. As Keycloak does by default, and as Entra ID does: `nbf` and a lifetime above an hour. */
    const issuing: Readonly<Record<string, (at: number) => Times>> = {
      'a short lifetime': (at) => ({ iat: at, exp: at + 5 * minute }),
      'a start of validity': (at) => ({ iat: at, nbf: at, exp: at + 65 * minute }),
    }

    /** Logs in and renews 40 minutes later. `ahead`: the device's clock, in seconds. */
    async function atDevice(ahead: number, of: keyof typeof issuing, renewed?: (at: number) => Times) {
      const timesAt = issuing[of] ?? expect.unreachable()
      const { says, fetch } = await fakeProvider()
      let at = now / 1_000
      const clock = { ...fixedClock(now), now: () => (at + ahead) * 1_000 }
      const protocol = await openOidcProtocol({ ...settings, clock, fetch })
      const { secrets } = await protocol.request({})
      says.claims = { ...person, nonce: secrets.nonce }
      says.times = timesAt(at)
      const tokens = await protocol.redeem(new URLSearchParams({ code: 'c', state: secrets.state }), secrets)
      at += 40 * minute
      says.claims = {}
      says.times = (renewed ?? timesAt)(at)
      return protocol.refresh(tokens, 'r', () => undefined)
    }
    const problem = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (cause: unknown) => oidcProblem(cause),
      )
    const clockProblem = { code: 'invalid-response', providerCode: 'clock' }

    test.each(
      Object.keys(issuing).flatMap((of) =>
        [-10 * minute, -61, 0, 61, 10 * minute].map((ahead): [string, number] => [of, ahead]),
      ),
    )('accepts its ID tokens of %s on a device that is %i s ahead', async (of, ahead) => {
      expect(await problem(atDevice(ahead, of))).toBeNull()
    })

    test.each([
      ['a short lifetime', day],
      ['a short lifetime', 17 * minute],
      ['a start of validity', day],
      ['a start of validity', -day],
      ['a start of validity', -12 * minute],
    ])('reports the clock for ID tokens of %s on a device that is %i s ahead', async (of, ahead) => {
      expect(await problem(atDevice(ahead, of))).toEqual(clockProblem)
    })

    test.each<[string, number, (at: number) => Times]>([
      ['is the one of the login', 0, (at) => ({ iat: at - 40 * minute, exp: at - 2 * minute })],
      ['is older than that', 0, (at) => ({ iat: at - 42 * minute, exp: at - 2 * minute })],
      ['is the one of the login, on a fast device', 600, (at) => ({ iat: at - 40 * minute, exp: at - 120 })],
      ['was issued 20 minutes ago', 0, (at) => ({ iat: at - 20 * minute, exp: at - 15 * minute })],
    ])('rejects a renewed ID token that %s, once it has expired', async (_what, ahead, renewed) => {
      expect(await problem(atDevice(ahead, 'a short lifetime', renewed))).toEqual(clockProblem)
    })
  })

  /** The adapter in a separate page: `left` lists where that has navigated. */
  async function pageAtProvider() {
    const provider = await fakeProvider()
    const left: string[] = []
    const form: Record<string, string> = {}
    const clock = fixedClock(now)
    const [tabStore, keyValueStore] = [memoryKeyValueStore(), memoryKeyValueStore()]
    vi.stubGlobal('fetch', provider.fetch)
    vi.stubGlobal('navigator', {})
    vi.stubGlobal('window', {
      document: {
        cookie: '',
        body: { append: () => undefined },
        createElement: () => ({
          append: ({ name, value }: HTMLInputElement) => void (form[name] = value),
          submit: () => undefined,
        }),
      },
      location: { protocol: 'https:', assign: (address: string) => left.push(address) },
    })
    const open = () =>
      oidcIdentityProvider({
        ...settings,
        silent: 'none',
        silentUri: 'https://portal.example.com/open-data/silent.html',
        clock,
        tabStore,
        keyValueStore,
      })
    return {
      ...provider,
      clock,
      keyValueStore,
      left,
      form,
      open,
      async signedIn(claims: object = {}) {
        await open().signIn({ target: homePath, fresh: false })
        const sent = new URL(left.at(-1) ?? '').searchParams
        provider.says.claims = { ...person, ...claims, nonce: sent.get('nonce') ?? '' }
        const identity = open()
        const back = `${settings.redirectUri}?code=c&state=${sent.get('state') ?? ''}`
        expect((await identity.start({ kind: 'callback' }, back)).session.kind).toBe('signed-in')
        return identity
      },
    }
  }

  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['invalid_grant', 400, 'session-lost', 1],
    // From Zitadel and Dex, for an expired refresh token.
    ['invalid_request', 400, 'session-lost', 1],
    ['invalid_request', 500, 'unreachable', 2],
    ['invalid_client', 401, 'misconfigured', 2],
  ])('maps %s with a %i on a renewal to %s, with %i requests', async (error, status, code, times) => {
    const page = await pageAtProvider()
    const identity = await page.signedIn()
    page.clock.advance(300_000)
    page.asked.length = 0
    page.says.refusal = { status, body: { error } }
    expect(await identity.accessToken()).toMatchObject(fail({ code }))
    await identity.accessToken()
    expect(page.asked).toHaveLength(times)
    expect(identity.session().kind).toBe(times === 1 ? 'signed-out' : 'signed-in')
  })

  test('a session that cannot be renewed lasts as long as its access token, also when a newer one is requested', async () => {
    const page = await pageAtProvider()
    page.says.tokens = { expires_in: 3_600 }
    const identity = await page.signedIn()
    // As when the page comes back from the browser's cache.
    page.clock.advance(3_599_000)
    expect(await identity.accessToken({ renew: true })).toEqual(ok('a'))
    expect(identity.session().kind).toBe('signed-in')
    page.clock.advance(1_000)
    expect(await identity.accessToken({ renew: true })).toMatchObject(fail({ code: 'session-lost' }))
    expect(identity.session().kind).toBe('signed-out')
  })

  test('signs out without the provider when there is no ID token: the provider may refuse that on its own page', async () => {
    const page = await pageAtProvider()
    page.says.described = { end_session_endpoint: `${issuer}/end` }
    const identity = page.open()
    const refused = { kind: 'provider-error', error: 'access_denied' } as const
    await identity.start(refused, `${settings.redirectUri}?error=access_denied`)
    expect(await identity.signOut()).toEqual(ok())
    expect(page.left).toEqual([settings.redirectUri])
  })

  test('keeps the provider’s login hint until the logout, and does not send it with a login', async () => {
    const page = await pageAtProvider()
    const stored = () => page.keyValueStore.read('assay.signed-in-before.portal')
    const identity = await page.signedIn({ login_hint: 'O.abc' })
    expect(stored()).toEqual(ok('O.abc'))
    await identity.signIn({ target: homePath, fresh: false })
    expect(new URL(page.left.at(-1) ?? '').searchParams.has('login_hint')).toBe(false)
    await identity.signOut()
    expect(stored()).toEqual(ok(null))
  })

  test('sends the provider’s login hint with a logout, so that it does not ask for the account', async () => {
    for (const [claims, hints] of [
      [{ login_hint: 'O.abc' }, { logout_hint: 'O.abc' }],
      [{}, {}],
    ]) {
      const page = await pageAtProvider()
      page.says.described = { end_session_endpoint: `${issuer}/end` }
      await (await page.signedIn(claims)).signOut()
      const { id_token_hint: _, ...rest } = page.form
      expect(rest).toEqual({
        client_id: 'portal',
        post_logout_redirect_uri: settings.redirectUri,
        ...hints,
      })
    }
  })

  describe('with an ID token without name and email address', () => {
    const known = { sub: 'u1', name: 'Ada Lovelace', email: 'ada@example.com' }
    const described: Readonly<Record<string, string>> = { userinfo_endpoint: `${issuer}/userinfo` }
    /** How many requests the endpoint received, and the user that the page then has. */
    async function redeemed(
      userinfo: (signal?: AbortSignal) => Promise<Response>,
      { claims = {}, scope = 'openid profile email', says = described } = {},
    ) {
      const provider = await fakeProvider()
      provider.says.described = says
      provider.says.userinfo = userinfo
      const clock = fixedClock(now)
      const protocol = await openOidcProtocol({ ...settings, scope, clock, fetch: provider.fetch })
      const { secrets } = await protocol.request({})
      provider.says.claims = { ...claims, nonce: secrets.nonce }
      const answer = new URLSearchParams({ code: 'c', state: secrets.state })
      const { user } = await protocol.redeem(answer, secrets)
      return [provider.asked.filter(({ address }) => address.endsWith('/userinfo')).length, user]
    }
    const bare = { subject: 'u1', issuer }
    const named = { ...bare, name: 'Ada Lovelace', email: 'ada@example.com' }
    const answers = () => Promise.resolve(Response.json(known))

    test('requests them from the provider', async () => {
      expect(await redeemed(answers)).toEqual([1, named])
    })

    test.each<[string, () => Promise<Response>]>([
      ['refuses', () => Promise.resolve(new Response(null, { status: 401 }))],
      ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['describes another user', () => Promise.resolve(Response.json({ ...known, sub: 'u2' }))],
      [
        'sends a page',
        () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } })),
      ],
    ])('leaves the user without them when the endpoint %s', async (_name, userinfo) => {
      expect(await redeemed(userinfo)).toEqual([1, bare])
    })

    test('does not wait for a slow endpoint', async () => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100))
      const never = (signal?: AbortSignal) =>
        new Promise<Response>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
        })
      expect(await redeemed(never)).toEqual([1, bare])
      expect(Math.min(...limits.mock.calls.flat())).toBe(2_000)
      limits.mockRestore()
    })

    test('sends no request without the scope, with one of them known, or without an allowed endpoint', async () => {
      expect(await redeemed(answers, { scope: 'openid' })).toEqual([0, bare])
      expect(await redeemed(answers, { claims: { name: 'Ada' } })).toEqual([0, { ...bare, name: 'Ada' }])
      expect(await redeemed(answers, { says: {} })).toEqual([0, bare])
      // Where the portal's policy does not allow its host, as with Entra ID.
      const elsewhere = { userinfo_endpoint: 'https://graph.example.com/userinfo' }
      expect(await redeemed(answers, { says: elsewhere })).toEqual([0, bare])
    })

    test('keeps the known ones, unless they are of another user', () => {
      expect(withKnownClaims(named, bare)).toEqual(named)
      expect(withKnownClaims(named, { ...bare, name: 'Ada King' })).toEqual({ ...named, name: 'Ada King' })
      expect(withKnownClaims(named, { ...bare, subject: 'u2' })).toEqual({ ...bare, subject: 'u2' })
    })
  })
})
