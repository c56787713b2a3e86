import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { characterSet, exchange, mediaType, retryAfter } from '../../../../src/adapters/_shared/http/exchange'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

describe('exchange', () => {
  test('returns status, headers and text', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(404, { 'x-why': 'gone' }).end('für € 5 😀')
    })
    const reply = await exchange(address, {})
    expect(reply).toMatchObject({ ok: true, value: { status: 404, text: 'für € 5 😀' } })
    expect(reply.ok && reply.value.headers.get('x-why')).toBe('gone')
  })

  test('has one deadline for the response and its body', async () => {
    const never = await serve(() => undefined)
    const half = await serve((_request, response) => {
      response.writeHead(200)
      response.write('half')
    })
    for (const address of [never, half]) {
      expect(await exchange(address, {}, { deadlineMs: 100 })).toEqual({
        ok: false,
        failure: { kind: 'timeout' },
      })
    }
  })

  test('reports an unreachable service and a dropped connection', async () => {
    const gone = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    const unreachable = { ok: false, failure: { kind: 'unreachable', sent: true } }
    expect(await exchange(gone, {})).toEqual(unreachable)
    expect(await exchange('http://127.0.0.1:1/', {})).toEqual(unreachable)
    vi.stubGlobal('navigator', { onLine: false })
    expect(await exchange(gone, {})).toEqual({ ok: false, failure: { kind: 'unreachable', sent: false } })
  })

  test('does not report requests aborted by leaving the page, unless the page is shown again', async () => {
    const cut = async (page: EventTarget, before: () => void) => {
      const address = await serve((_request, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('half')
        setImmediate(() => {
          before()
          response.destroy()
        })
      })
      vi.stubGlobal('window', page)
      return exchange(address, {})
    }
    const unreachable = { ok: false, failure: { kind: 'unreachable', sent: true } }
    const page = new EventTarget()
    let answer: unknown = null
    const asked = cut(page, () => page.dispatchEvent(new Event('pagehide'))).then((reply) => (answer = reply))
    for (const stays of [new EventTarget(), new EventTarget()])
      expect(await cut(stays, () => undefined)).toEqual(unreachable)
    expect(answer).toBeNull()
    page.dispatchEvent(new Event('pageshow'))
    expect(await asked).toEqual(unreachable)
    expect(await cut(page, () => undefined)).toEqual(unreachable)
  })

  test('rejects a body that is too long while it is still arriving, and closes the connection', async () => {
    let sent = 0
    let markClosed: () => void = () => undefined
    const closed = new Promise<void>((resolve) => {
      markClosed = resolve
    })
    const endless = await serve((_request, response) => {
      const chunk = Buffer.alloc(10_000, 'x')
      const more = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more)
      response.on('close', markClosed)
      response.writeHead(503)
      more()
    })
    const reply = await exchange(endless, {}, { maximumBytes: 50_000 })
    expect(reply).toMatchObject({ ok: false, failure: { kind: 'too-long', status: 503 } })
    await closed
    expect(sent).toBeLessThan(50_000_000)
  })

  test('accepts a body of exactly the maximum length', async () => {
    const address = await serve((_request, response) => void response.end('é'.repeat(50)))
    expect(await exchange(address, {}, { maximumBytes: 100 })).toMatchObject({ ok: true })
    expect(await exchange(address, {}, { maximumBytes: 99 })).toMatchObject({ ok: false })
  })

  test('decodes a character that is split across two chunks', async () => {
    const bytes = Buffer.from('€')
    const address = await serve((_request, response) => {
      response.write(bytes.subarray(0, 1))
      setImmediate(() => response.end(bytes.subarray(1)))
    })
    expect(await exchange(address, {})).toMatchObject({ ok: true, value: { text: '€' } })
  })
})

describe('headers', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const wait = (value: string, date?: string): number | null =>
    retryAfter(new Headers({ 'retry-after': value, ...(date === undefined ? {} : { date }) }), now)

  test('Retry-After: seconds or a date, a minute at most, nothing else', () => {
    expect(retryAfter(new Headers(), now)).toBeNull()
    expect(wait('7')).toBe(7_000)
    expect(wait('0')).toBe(0)
    expect(wait('86400')).toBe(60_000)
    expect(wait(new Date(now + 5_000).toUTCString())).toBe(5_000)
    expect(wait(new Date(now + 5_000).toISOString())).toBe(5_000)
    expect(wait(new Date(now - 5_000).toUTCString())).toBe(0)
    for (const odd of ['soon', '', '-5', '1.5', '0x10', '1e3', 'NaN']) expect(wait(odd)).toBeNull()
  })

  test('Retry-After: a date counts from the reply’s own Date header, not from this machine’s clock', () => {
    const theirs = now + 600_000
    expect(wait(new Date(theirs + 9_000).toUTCString(), new Date(theirs).toUTCString())).toBe(9_000)
  })

  test('Retry-After is never negative and never longer than a minute', () => {
    fc.assert(
      fc.property(fc.string().filter(isHeaderValue), (value) => {
        const milliseconds = wait(value)
        expect(milliseconds === null || (milliseconds >= 0 && milliseconds <= 60_000)).toBe(true)
      }),
    )
  })

  test.each([
    ['text/plain', 'text/plain', null],
    ['Text/Plain; charset=UTF-8', 'text/plain', 'utf-8'],
    ['text/plain;charset="utf-16"', 'text/plain', 'utf-16'],
    ['text/plain; format=flowed ; charset=us-ascii; x=y', 'text/plain', 'us-ascii'],
    ['', '', null],
    [';', '', null],
  ])('content type %j', (value, media, set) => {
    const headers = new Headers({ 'content-type': value })
    expect([mediaType(headers), characterSet(headers)]).toEqual([media, set])
  })
})

function isHeaderValue(text: string): boolean {
  try {
    return new Headers({ 'retry-after': text }).has('retry-after')
  } catch {
    return false
  }
}
