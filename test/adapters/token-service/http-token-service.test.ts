import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpTokenService } from '../../../src/adapters/token-service/http-token-service'
import { startScriptedService, type ScriptedReply, type ScriptedService } from './scripted-service'

let scripted: ScriptedService
beforeAll(async () => {
  scripted = await startScriptedService()
})
afterAll(() => scripted.close())

const textType = { 'content-type': 'text/plain' }

/** The same without a network, for thousands of bodies. */
async function answeredWith(reply: Response) {
  return httpTokenService({ baseUrl: 'http://localhost', fetch: async () => reply }).anonymousToken()
}

async function answered(reply: ScriptedReply) {
  scripted.next(reply)
  return httpTokenService({ baseUrl: scripted.baseUrl }).anonymousToken()
}

describe('an invalid token is never returned', () => {
  const malformed = { ok: false, failure: { kind: 'token-malformed' } }

  test.each<[string, ScriptedReply]>([
    [
      'a page',
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in</p>' },
    ],
    ['a page declared as text', { status: 200, headers: textType, body: '<!doctype html>' }],
    ['JSON', { status: 200, headers: { 'content-type': 'application/json' }, body: '"token-12345678"' }],
    ['a token of no type', { status: 200, body: 'token-12345678' }],
    [
      'a token of another type',
      { status: 200, headers: { 'content-type': 'text/html' }, body: 'token-12345678' },
    ],
    ['nothing', { status: 200, headers: textType, body: '' }],
    ['blank', { status: 200, headers: textType, body: '        \n' }],
    ['a word too short', { status: 200, headers: textType, body: 'abc' }],
    ['quotes around it', { status: 200, headers: textType, body: '"token-12345678"' }],
    ['a line end after it', { status: 200, headers: textType, body: 'token-12345678\n' }],
    ['two lines', { status: 200, headers: textType, body: 'token-12345678\ntoken-12345678' }],
    ['a null in it', { status: 200, headers: textType, body: 'token-1234\u00005678' }],
    ['letters that only look like letters', { status: 200, headers: textType, body: 'tоken-12345678' }],
    ['UTF-16', { status: 200, headers: textType, body: Buffer.from('token-12345678', 'utf16le') }],
    [
      'bytes of a set in which they mean something else',
      { status: 200, headers: { 'content-type': 'text/plain; charset="UTF-16LE"' }, body: 'token-12345678' },
    ],
    ['one too long', { status: 200, headers: textType, body: 'a'.repeat(8_193) }],
    ['ten megabytes', { status: 200, headers: textType, body: Buffer.alloc(10_000_000, 'a') }],
    ['created', { status: 201, headers: textType, body: 'token-12345678' }],
    ['no content', { status: 204 }],
  ])('%s', async (_name, reply) => {
    expect(await answered(reply)).toEqual(malformed)
  })

  test('any body: a token is returned unchanged, anything else is rejected', async () => {
    const tokenText = fc.stringMatching(/^[A-Za-z0-9._~+/=:-]{8,200}$/)
    const spoiled = fc
      .tuple(
        tokenText,
        fc.nat(200),
        fc.constantFrom('\n', '\r\n', '"', "'", ' ', '<', '\t', ',', 'é', '\u0000', '\u2028'),
      )
      .map(([token, at, bad]) => token.slice(0, at) + bad + token.slice(at))
    const body = fc.oneof(
      tokenText,
      spoiled,
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.json(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    )
    const charset = fc.constantFrom(
      '',
      '; charset=utf-8',
      '; charset=us-ascii',
      '; charset=utf-16',
      '; charset=x',
    )
    await fc.assert(
      fc.asyncProperty(body, charset, async (given, set) => {
        const headers = { 'content-type': `text/plain${set}` }
        const result = await answeredWith(new Response(given, { headers }))
        const isPlain = !set.includes('16') && !set.includes('x')
        const isToken = isPlain && /^[A-Za-z0-9._~+/=:-]{8,8192}$/.test(String(given))
        if (isToken) expect(result).toMatchObject({ ok: true, value: { value: String(given) } })
        else expect(result).toEqual(malformed)
      }),
      { numRuns: 400 },
    )
  }, 60_000)
})

describe('the status', () => {
  test('decides whatever the body is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 400, max: 599 }), fc.string(), async (status, body) => {
        const result = await answeredWith(new Response(body, { status, headers: textType }))
        const unavailable = status === 429 || status >= 500
        const failure = unavailable
          ? { kind: 'token-unavailable', status, retryAfter: null }
          : { kind: 'token-refused', status }
        expect(result).toEqual({ ok: false, failure })
      }),
      { numRuns: 200 },
    )
  }, 60_000)

  test('decides even with an endless error page', async () => {
    const result = await answered({ status: 502, body: Buffer.alloc(1_000_000, 'x') })
    expect(result).toEqual({
      ok: false,
      failure: { kind: 'token-unavailable', status: 502, retryAfter: null },
    })
  })

  test('of a redirect is not followed: the access token would be sent along', async () => {
    const elsewhere = await startScriptedService()
    scripted.next({ status: 302, headers: { location: `${elsewhere.baseUrl}/api/token` } })
    const result = await httpTokenService({ baseUrl: scripted.baseUrl }).personalToken('an-access-token')
    expect(result).toEqual({ ok: false, failure: { kind: 'token-unreachable' } })
    expect(elsewhere.arrived).toEqual([])
    await elsewhere.close()
  })
})

describe('the request', () => {
  test('contains only what the contract says: no cookie, no origin, nothing to cache', async () => {
    await httpTokenService({ baseUrl: scripted.baseUrl }).personalToken('an-access-token')
    const sent = scripted.headers.at(-1) ?? {}
    expect(sent['authorization']).toBe('Bearer an-access-token')
    expect(sent['accept']).toBe('text/plain')
    expect(sent['cache-control']).toBe('no-cache')
    expect(Object.keys(sent)).not.toContain('cookie')
  })

  test('returns the server’s time from the reply', async () => {
    const at = Date.UTC(2031, 1, 3, 4, 5, 6)
    const date = new Date(at).toUTCString()
    const known = await answered({ status: 200, headers: { ...textType, date }, body: 'token-12345678' })
    const odd = await answered({
      status: 200,
      headers: { ...textType, date: 'soon' },
      body: 'token-12345678',
    })
    expect([known, odd]).toMatchObject([{ value: { serverTime: at } }, { value: { serverTime: null } }])
  })
})
