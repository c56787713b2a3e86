import { localAudience, localClientIds } from '../../../local/http/addresses'
import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt, type JWTPayload } from 'jose'

/** A browser with what sign-in needs: cookies by path, and redirects that are followed explicitly. */
export interface Browser {
  /** Follows redirects within the provider. Stops at a page or at a URL of the portal. */
  visit(address: string, form?: Record<string, string>): Promise<Visit>
  cookies(): readonly Cookie[]
}

export interface Visit {
  readonly address: URL
  /** `null` once the browser has left for the portal. */
  readonly status: number | null
  readonly headers: Headers
  readonly text: string
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** The Set-Cookie header as received. */
  readonly line: string
}

export const portal = 'http://localhost:4988'

export function createBrowser(origin: string): Browser {
  const jar = new Map<string, Cookie>()

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    const gone = attributes.some((one) => one.toLowerCase().startsWith('expires=thu, 01 jan 1970'))
    if (gone) jar.delete(`${name} ${path}`)
    else jar.set(`${name} ${path}`, { name, value: pair.slice(name.length + 1), path, line })
  }

  async function visit(address: string, form?: Record<string, string>): Promise<Visit> {
    const url = new URL(address, origin)
    if (url.origin !== origin) return { address: url, status: null, headers: new Headers(), text: '' }
    const cookie = [...jar.values()]
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    reply.headers.getSetCookie().forEach(keep)
    const location = reply.headers.get('location')
    if (location !== null) return visit(location)
    const text = await reply.text()
    const submitted = selfSubmitted(text)
    if (submitted !== null) return visit(submitted.action, submitted.fields)
    return { address: url, status: reply.status, headers: reply.headers, text }
  }

  return { visit, cookies: () => [...jar.values()] }
}

/** The provider's forms that a script submits at once, and the sign-out form of a known client. */
function selfSubmitted(text: string): { action: string; fields: Record<string, string> } | null {
  const script = text.includes('document.forms[0].submit()')
  if (!script && !text.includes('/assets/submit-form.js')) return null
  const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? ''
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
  return { action, fields: script ? fields : { ...fields, logout: 'yes' } }
}

export interface Request {
  readonly address: string
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** An authorization request as the Auth0 SDK sends it. `undefined` leaves a parameter out. */
export function request(origin: string, changes: Record<string, string | undefined> = {}): Request {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  const nonce = randomBytes(8).toString('hex')
  const parameters: Record<string, string | undefined> = {
    client_id: localClientIds.auth0,
    scope: 'openid profile email offline_access',
    audience: localAudience,
    redirect_uri: portal,
    response_type: 'code',
    response_mode: 'query',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'login',
    screen_hint: 'login',
    ...changes,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  return { address: `${origin}/authorize?${query.toString()}`, verifier, state, nonce }
}

export interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token?: string
  readonly expires_in: number
  readonly scope: string
}

export function postToken(
  origin: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'auth0-client': 'test', origin: portal, ...headers },
    body: new URLSearchParams(form),
  })
}

export function exchange(origin: string, code: string, { verifier }: Request): Promise<Response> {
  return postToken(origin, {
    client_id: localClientIds.auth0,
    code_verifier: verifier,
    grant_type: 'authorization_code',
    code,
    redirect_uri: portal,
  })
}

export function refresh(origin: string, token: string): Promise<Response> {
  return postToken(origin, {
    client_id: localClientIds.auth0,
    redirect_uri: portal,
    grant_type: 'refresh_token',
    refresh_token: token,
  })
}

/** Submits the e-mail and password on the sign-in page and returns the next page. */
export async function typeIn(browser: Browser, page: Visit, email: string, password = 'demo') {
  return browser.visit(page.address.pathname, { email, password })
}

/** The whole sign-in, from the portal's button to tokens. */
export async function signInAs(
  browser: Browser,
  origin: string,
  email: string,
  changes: Record<string, string | undefined> = {},
): Promise<Tokens & { readonly claims: JWTPayload; readonly nonce: string }> {
  const asked = request(origin, changes)
  const back = await typeIn(browser, await browser.visit(asked.address), email)
  const reply = await exchange(origin, back.address.searchParams.get('code') ?? '', asked)
  const tokens = (await reply.json()) as Tokens
  return { ...tokens, claims: decodeJwt(tokens.id_token), nonce: asked.nonce }
}

/** The response that a silent frame would post to the portal's page. */
export function frameAnswer(visit: Visit): { response: Record<string, string>; to: string } {
  const found = /var data = (\{.*?\});\n/s.exec(visit.text)?.[1] ?? '{}'
  const data = JSON.parse(found) as { response: Record<string, string>; redirect_uri: string }
  return { response: data.response, to: data.redirect_uri }
}
