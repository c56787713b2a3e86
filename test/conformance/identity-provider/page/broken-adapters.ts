import { ok } from '../../../../src/core/kernel/result'
import type { IdentityProvider } from '../../../../src/core/ports/identity-provider'

/** Bugs that only a real page can show. Each is one change to a sound adapter. */
export const pageBugs: Readonly<Record<string, (sound: IdentityProvider) => Partial<IdentityProvider>>> = {
  'asks for no password': (sound) => ({
    signIn: ({ target }) => sound.signIn({ target, fresh: false }),
  }),
  'takes every ID token': (sound) => ({
    async start(arrival, address) {
      const start = await sound.start(arrival, address)
      return start.problem?.at === 'callback'
        ? { session: { kind: 'signed-in', user: { subject: 'anybody', issuer: 'anywhere' } } }
        : start
    },
  }),
  'never looks at the clock': (sound) => {
    let cached: string | null = null
    return {
      async accessToken(options) {
        if (cached !== null && options?.renew !== true) return ok(cached)
        const token = await sound.accessToken(options)
        if (token.ok) cached = token.value
        return token
      },
    }
  },
  'keeps the token in storage': (sound) => ({
    async accessToken(options) {
      const token = await sound.accessToken(options)
      if (token.ok) localStorage.setItem('token', token.value)
      return token
    },
  }),
  'prints the token': (sound) => ({
    async accessToken(options) {
      const token = await sound.accessToken(options)
      if (token.ok) console.log('token', token.value)
      return token
    },
  }),
  'styles the page in line': (sound) => ({
    async accessToken(options) {
      document.body.setAttribute('style', 'color: red')
      return sound.accessToken(options)
    },
  }),
  'hands out the ID token': (sound) => {
    const idTokens = spyOnTokens('id_token')
    return {
      async accessToken(options) {
        const token = await sound.accessToken(options)
        return token.ok ? ok(idTokens.at(-1) ?? token.value) : token
      },
    }
  },
  'leaves without revoking': (sound) => {
    withoutRequestsTo('/oauth/revoke')
    return { signOut: () => sound.signOut() }
  },
  'goes back to its first refresh token': (sound) => {
    const first = spyOnTokens('refresh_token')
    replaceInForms('refresh_token', () => first[0])
    return { accessToken: (options) => sound.accessToken(options) }
  },
  'sends a verifier of its own making': (sound) => {
    replaceInForms('code_verifier', () => 'x'.repeat(43))
    return { start: (arrival, address) => sound.start(arrival, address) }
  },
}

function spyOnTokens(name: string): readonly string[] {
  const found: string[] = []
  const send = window.fetch.bind(window)
  window.fetch = async (...parameters) => {
    const reply = await send(...parameters)
    const body: unknown = await reply
      .clone()
      .json()
      .catch(() => null)
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    if (typeof value === 'string') found.push(value)
    return reply
  }
  return found
}

function withoutRequestsTo(path: string): void {
  const send = window.fetch.bind(window)
  window.fetch = (address, init) =>
    String(address instanceof Request ? address.url : address).endsWith(path)
      ? Promise.resolve(new Response(null, { status: 200 }))
      : send(address, init)
}

function replaceInForms(name: string, value: () => string | undefined): void {
  const send = window.fetch.bind(window)
  window.fetch = (address, init) => {
    const form = init?.body instanceof URLSearchParams ? init.body : null
    const next = value()
    if (form?.has(name) === true && next !== undefined) form.set(name, next)
    return send(address, init)
  }
}
