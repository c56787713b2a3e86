import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { isLoopbackAddress } from '../../../local/http/guard'
import { listen, type ListenOptions, type ListeningService, PortTaken } from '../../../local/http/listen'

const running: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()))
})

async function start(
  port = 0,
  more: Pick<ListenOptions, 'limit' | 'unreadable' | 'timeLimits'> = {},
): Promise<ListeningService> {
  const service = await listen({
    ...more,
    name: 'sample service',
    port,
    variable: 'ASSAY_SAMPLE_PORT',
    handler: (_request, response) => response.end('here'),
  })
  running.push(service)
  return service
}

/** Status of a GET request with a given Host header, which fetch does not allow to set. */
function statusOf(address: string, port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: address, port, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('answers on both loopback addresses of one free port', async () => {
  const service = await start()
  expect(service.origin).toBe(`http://localhost:${service.port}`)
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(await (await fetch(`http://${host}:${service.port}/`)).text()).toBe('here')
})

test.each(['127.0.0.1', '::1'])('names the port and its variable when %s has it in use', async (address) => {
  const holder = createServer().listen(0, address)
  await once(holder, 'listening')
  running.push({ close: () => new Promise((resolve) => holder.close(resolve)) })
  const held = holder.address()
  const port = held !== null && typeof held === 'object' ? held.port : 0
  const failure = await start(port).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(PortTaken)
  expect(String(failure)).toContain(`Port ${port} for the sample service`)
  expect(String(failure)).toContain('ASSAY_SAMPLE_PORT=<port>')
  // The address that was bound before the failure is free again.
  const other = createServer().listen(port, address === '::1' ? '127.0.0.1' : '::1')
  await once(other, 'listening')
  running.push({ close: () => new Promise((resolve) => other.close(resolve)) })
})

test('closing cuts open connections and frees the port', async () => {
  const service = await start()
  const socket = connect(service.port, '127.0.0.1')
  await once(socket, 'connect')
  const cut = once(socket, 'close')
  await service.close()
  await cut
  expect((await start(service.port)).port).toBe(service.port)
})

test('refuses requests addressed to another host name', async () => {
  const { port } = await start()
  expect(await statusOf('127.0.0.1', port, 'rebound.example')).toBe(421)
  expect(await statusOf('127.0.0.1', port, `staging.localhost:${port}`)).toBe(200)
  expect(await statusOf('::1', port, `[::1]:${port}`)).toBe(200)
})

test.each([
  ['http://localhost:4300', true],
  ['http://127.0.0.1', true],
  ['http://[::1]:80/', true],
  ['https://localhost.example', false],
  ['http://localhost@example.com', false],
  ['file:///localhost', false],
  ['localhost', false],
])('%s is on this machine: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})

test('a client over the rate limit gets Retry-After, and preflights and other paths are not affected', async () => {
  const { origin } = await start(0, { limit: { path: /^\/api\/token/, perMinute: 12 } })
  const ask = (path: string, method = 'GET'): Promise<Response> => fetch(`${origin}${path}`, { method })
  for (let at = 0; at < 3; at += 1) expect((await ask('/api/token')).status).toBe(200)
  const refused = await ask('/api/token?again')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  // Lets pages of the portal read the delay.
  expect(refused.headers.get('access-control-expose-headers')).toBe('retry-after')
  expect(await refused.text()).toBe('Too many requests. Try again in 5 s.\n')
  expect((await ask('/elsewhere')).status).toBe(200)
  expect((await ask('/api/token', 'OPTIONS')).status).toBe(200)
})

test('every response has the common headers, including errors', async () => {
  const { port, origin } = await start(0, { limit: { path: /^\/asked/, perMinute: 1 } })
  const heads = [
    await raw(port, 'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
    await raw(port, 'GET / HTTP/1.1\r\nhost: elsewhere.example\r\nconnection: close\r\n\r\n'),
    await raw(port, 'nonsense\r\n\r\n'),
    await raw(port, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'),
    await raw(port, `GET / HTTP/1.1\r\nhost: localhost\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`),
    await raw(port, 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: more\r\nconnection: close\r\n\r\n'),
  ]
  await fetch(`${origin}/asked`)
  heads.push(await raw(port, 'GET /asked HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'))
  expect(heads.map((head) => head.slice(9, 12))).toEqual(['200', '421', '400', '421', '431', '417', '429'])
  for (const head of heads) {
    expect(head).toMatch(/^x-content-type-options: nosniff\r$/m)
    expect(head).toMatch(/^cross-origin-resource-policy: same-origin\r$/m)
    expect(head).toMatch(/^content-security-policy: default-src 'none'; frame-ancestors 'none'\r$/m)
    expect(head).toMatch(/^referrer-policy: no-referrer\r$/m)
    expect(head).toMatch(/^cache-control: no-store\r$/m)
  }
})

test('an idle connection is closed without a response, and a partial request gets 408', async () => {
  const { port } = await start(0, {
    unreadable: () => ({ status: '400 Bad Request', body: {} }),
    timeLimits: { headersTimeout: 50, connectionsCheckingInterval: 20 },
  })
  expect(await raw(port, '')).toBe('')
  expect(await raw(port, 'GET / HTTP/1.1\r\nhost:')).toMatch(/^http\/1\.1 408 request timeout\r\n/)
})

/** The response to these exact bytes, in lower case. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (part: Buffer) => (answer += part.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  return answer.toLowerCase()
}
