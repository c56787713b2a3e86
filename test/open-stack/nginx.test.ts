import { generateKeyPairSync, sign } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  request as askPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { request as askSafely } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePorts } from '../../local/cli/ports'
import type { LocalService } from '../../local/http/listen'
import { ensureNginx, loopbackAddresses, startNginx } from '../../local/open-stack/nginx/service'
import type { Hosting } from '../../local/portal/headers-by-file'
import { hostingFiles } from '../../local/portal/hosting'
import { portalAnswers } from '../../local/portal/server'
import { holdsToRequests, layPortal, peers, policyFindings } from '../local/portal/requests'

let folder: string
let origin: string
let service: LocalService

beforeAll(async () => {
  const nginx = await ensureNginx(resolve('.local/open-stack'), console.log)
  if (nginx === null) throw new Error('There is no nginx.')
  folder = await mkdtemp(join(tmpdir(), 'assay-nginx-'))
  const root = join(folder, 'portal')
  await mkdir(root)
  await layPortal(root)
  origin = `http://localhost:${(await freePorts()).portal}`
  const answers = await portalAnswers(root, peers)
  const addresses = loopbackAddresses()
  const files = hostingFiles('nginx', { answers, peers, portal: origin, root, flags: null, addresses })
  const configuration = `${files['assay-http.conf']}${files['assay.conf']}`
  service = await startNginx({ nginx, folder, configuration, origin })
}, 300_000)
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

holdsToRequests(() => origin)

test('redirects to its own host name, not to the one in the request', async () => {
  const { port } = new URL(origin)
  const reply = await fetch(`http://127.0.0.1:${port}/home?a=1`, { redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([307, `${origin}/home?a=1`])
})

/** The raw response head for these request bytes. */
function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part: Buffer) => {
      head += part.toString('latin1')
      if (head.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', reject).on('close', () => resolve(head.split('\r\n\r\n', 1)[0] ?? ''))
  })
}

/** The security headers that a response without content lacks. */
function lacking(head: string): readonly string[] {
  const of = (name: string): string =>
    [...head.matchAll(new RegExp(`^${name}: (.*?)\r?$`, 'gim'))].map(([, value]) => value).join(', ')
  const policy = of('Content-Security-Policy')
  return [
    policy.startsWith("default-src 'none'") && policyFindings(policy).length === 0 ? '' : 'policy',
    policy.includes("frame-ancestors 'none'") ? '' : 'frame-ancestors',
    of('X-Content-Type-Options') === 'nosniff' ? '' : 'nosniff',
    of('Cross-Origin-Resource-Policy') === 'same-origin' ? '' : 'resource policy',
    /^(?:no-referrer|strict-origin)$/.test(of('Referrer-Policy')) ? '' : 'referrer',
    of('Cache-Control') === 'no-store' ? '' : 'caching',
    /\d/.test(of('Server')) ? 'its version' : '',
  ].filter(Boolean)
}

const named = (host = 'localhost', more = ''): string => `Host: ${host}\r\n${more}\r\n`

test.each([
  ['a line that is no request', 'nonsense\r\n\r\n', 400],
  ['a request without a host', 'GET /home HTTP/1.1\r\n\r\n', 400],
  ['an escape that is none', `GET /%zz HTTP/1.1\r\n${named()}`, 400],
  ['a path above the root', `GET /../../etc/passwd HTTP/1.1\r\n${named()}`, 400],
  ['an address longer than is read', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${named()}`, 414],
  [
    'a head larger than is read',
    `GET /home HTTP/1.1\r\n${named('localhost', `X: ${'a'.repeat(40_000)}\r\n`)}`,
    400,
  ],
  [
    'a body larger than is read',
    `POST /home HTTP/1.1\r\n${named('localhost', 'Content-Length: 9999999\r\n')}`,
    413,
  ],
  [
    'a coding that nobody knows',
    `POST /home HTTP/1.1\r\n${named('localhost', 'Transfer-Encoding: odd\r\n')}`,
    501,
  ],
  ['TRACE', `TRACE /home HTTP/1.1\r\n${named()}`, 405],
  ['OPTIONS', `OPTIONS /home HTTP/1.1\r\n${named()}`, 405],
  ['a version that nobody has', `GET /home HTTP/1.1\r\n${named('localhost', 'If-Match: "other"\r\n')}`, 412],
  ['a file that is not there', `GET /gone.js HTTP/1.1\r\n${named()}`, 404],
  ['another name', `GET /home HTTP/1.1\r\n${named('127.0.0.1')}`, 307],
])('%s has the security headers', async (_name, bytes, status) => {
  const head = await answerTo(Number(new URL(origin).port), bytes)
  expect([head.slice(9, 12), ...lacking(head)]).toEqual([String(status)])
})

test('ignores Range requests and sends the whole file, because a 416 response would lack the headers', async () => {
  const head = await answerTo(
    Number(new URL(origin).port),
    `GET /sw.js HTTP/1.1\r\n${named('localhost', 'Range: bytes=9999-\r\n')}`,
  )
  expect([head.slice(9, 12), ...lacking(head)]).toEqual(['200', 'caching'])
})

test('compresses responses to HTTP/1.0 requests, which proxies send', async () => {
  const head = await answerTo(
    Number(new URL(origin).port),
    `GET /open-data/index-4f3c2b1a.js HTTP/1.0\r\n${named('localhost', 'Accept-Encoding: gzip\r\n')}`,
  )
  expect(head).toContain('Content-Encoding: gzip')
})

/** One value of a certificate in DER (X.690). */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** A key and a self-signed certificate for `localhost` and today only; both as PEM. */
function certificate(): { readonly key: string; readonly chain: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')))
  const name = der(0x30, der(0x31, commonName))
  const time = (offset: number): Buffer =>
    der(0x18, Buffer.from(`${new Date(Date.now() + offset).toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`))
  const day = 86_400_000
  const signed = der(
    0x30,
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, time(-day), time(day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const body = der(0x30, signed, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chain: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

const besideFrame = ['https://bi.beside.example.com']

/** Longer than nginx's default limit for host names, as some real ones are. */
const long = 'analytics-staging-of-a-company-with-a-long-name.beside.localhost'

describe('in production, over https', () => {
  let root: string
  let services: LocalService[] = []
  let ports: { readonly http: number; readonly https: number; readonly behindProxy: number }
  /** The headers of the last request to the flag service. */
  let received: IncomingHttpHeaders = {}
  const answerFlags: RequestListener = (asked, answer) => {
    received = asked.headers
    answer.end('{}')
  }
  const flags = createServer(answerFlags)

  /** Whether the DNS server resolves names; then every name is this machine. */
  let knows = false
  const names = createSocket('udp4', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const found = knows && question.at(-3) === 1
    const head = [0x81, knows ? 0x80 : 0x83, 0, 1, 0, found ? 1 : 0, 0, 0, 0, 0]
    const answer = found ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1] : []
    names.send(
      Buffer.concat([query.subarray(0, 2), Buffer.from(head), question, Buffer.from(answer)]),
      port,
      address,
    )
  })

  /** The output of `npm run headers`, on loopback and free ports, with the test's certificate. */
  async function production(name: string, { http, https }: Record<'http' | 'https', number>, more = '') {
    const nginx = await ensureNginx(resolve('.local/open-stack'), console.log)
    if (nginx === null) throw new Error('There is no nginx.')
    const own = join(root, name)
    await mkdir(own)
    const { key, chain } = certificate()
    await writeFile(join(own, 'privkey.pem'), key)
    await writeFile(join(own, 'fullchain.pem'), chain)
    const at = `https://localhost:${https}`
    const { port } = flags.address() as AddressInfo
    const upstream = { root: join(root, 'portal'), flags: `http://127.0.0.1:${port}` }
    const resolver = `127.0.0.1:${names.address().port}`
    const of = async (portal: string, named: typeof peers, more: Partial<Hosting> = {}): Promise<string> => {
      const answers = await portalAnswers(upstream.root, named)
      return (
        hostingFiles('nginx', { answers, peers: named, portal, ...upstream, ...more })['assay.conf'] ?? ''
      )
    }
    // Next to a portal with other services.
    const beside = await of(
      `https://${long}:${https}`,
      { ...peers, frame: besideFrame },
      { flags: `http://flags.beside.example:${port}`, resolver },
    )
    const { 'assay-http.conf': once = '' } = hostingFiles('nginx', {
      answers: new Map(),
      peers,
      portal: at,
      ...upstream,
    })
    const configuration = (once + (await of(at, peers)) + beside)
      .replaceAll('listen 80;', `listen 127.0.0.1:${http};`)
      .replaceAll(`listen ${https} ssl;`, `listen 127.0.0.1:${https} ssl;${more}`)
      .replaceAll('/etc/assay/', `${own}/`)
    services.push(await startNginx({ nginx, folder: own, configuration, origin: at }))
  }

  beforeAll(async () => {
    // The certificate is self-signed: needed while waiting for the first response.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    root = await mkdtemp(join(tmpdir(), 'assay-https-'))
    await mkdir(join(root, 'portal'))
    await layPortal(join(root, 'portal'))
    await new Promise<void>((resolve) => flags.listen(0, '127.0.0.1', resolve))
    await new Promise<void>((resolve) => names.bind(0, '127.0.0.1', resolve))
    const [one, other] = [await freePorts(), await freePorts()]
    ports = { http: one.portal, https: one.services, behindProxy: other.services }
    await production('alone', ports)
    const proxy = ' set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;'
    await production('behind', { http: other.portal, https: other.services }, proxy)
  })
  afterAll(async () => {
    for (const one of services.splice(0)) await one.close()
    flags.close()
    names.close()
    await rm(root, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })

  function ask(address: string, headers: Record<string, string> = {}, from = '127.0.0.1', method = 'GET') {
    const { protocol, hostname, port, pathname, search } = new URL(address)
    const at = { host: '127.0.0.1', port, path: pathname + search, localAddress: from }
    const asked = { ...at, method, headers: { Host: hostname, ...headers } }
    return new Promise<IncomingMessage>((resolve, reject) => {
      const send = protocol === 'https:' ? askSafely : askPlain
      send({ ...asked, rejectUnauthorized: false }, (answer) => resolve(answer.resume()))
        .on('error', reject)
        .end()
    })
  }

  test.each([
    ['GET', {}],
    ['POST', {}],
    ['GET', { 'X-Forwarded-Proto': 'https', Forwarded: 'proto=https' }],
  ])(
    '%s over http with %o is redirected to https and answered with nothing else',
    async (method, headers) => {
      for (const path of ['/', '/home?a=1', '/open-data/index-4f3c2b1a.js', '/ofrep/v1/evaluate/flags']) {
        received = {}
        const reply = await ask(`http://localhost:${ports.http}${path}`, headers, '127.0.0.1', method)
        expect([reply.statusCode, reply.headers.location]).toEqual([
          301,
          `https://localhost:${ports.https}${path}`,
        ])
        expect(received).toEqual({})
      }
      expect((await ask(`https://localhost:${ports.https}/home`)).statusCode).toBe(200)
    },
  )

  test('two portals behind one nginx each have their own policy', async () => {
    const frames = async (Host: string) => {
      const { headers } = await ask(`https://localhost:${ports.https}/home`, { Host })
      return /frame-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect([await frames('localhost'), await frames(long)]).toEqual([peers.frame.join(' '), ...besideFrame])
  })

  test.each(['127.0.0.1', 'www.other.example'])(
    'redirects a request for %s to its own host name',
    async (Host) => {
      const { statusCode, headers } = await ask(`https://localhost:${ports.https}/home?a=1`, { Host })
      expect([statusCode, headers.location]).toEqual([307, `https://localhost:${ports.https}/home?a=1`])
    },
  )

  test('its own error responses have the headers: http at the https port, and an unreachable flag service', async () => {
    const spoken = await answerTo(ports.https, `GET /home HTTP/1.1\r\n${named()}`)
    const sent = await answerTo(ports.http, `GET /home HTTP/1.1\r\n${named()}`)
    flags.removeAllListeners('request').once('request', ({ socket }: IncomingMessage) => socket.destroy())
    const away = await ask(`https://localhost:${ports.https}/ofrep/v1/evaluate/flags`)
    flags.on('request', answerFlags)
    const head = Object.entries(away.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value) => `${name}: ${value}`),
    )
    expect([
      [spoken.slice(9, 12), ...lacking(spoken)],
      [sent.slice(9, 12), ...lacking(sent)],
      [String(away.statusCode), ...lacking(head.join('\r\n'))],
    ]).toEqual([['400'], ['301'], ['502']])
  })

  test('a flag service whose name does not resolve does not affect the portal, and is used once it resolves', async () => {
    const at = (path: string) => ask(`https://${long}:${ports.https}${path}`)
    received = {}
    expect((await at('/home')).statusCode).toBe(200)
    expect((await at('/ofrep/v1/evaluate/flags')).statusCode).toBe(502)
    expect(received).toEqual({})
    knows = true
    expect((await at('/ofrep/v1/evaluate/flags')).statusCode).toBe(200)
    expect(received.host).toMatch(/^flags\.beside\.example/)
  })

  const flagsAt = (port: number): string => `https://localhost:${port}/ofrep/v1/evaluate/flags`

  test('the event stream is not buffered and may stay idle for longer than a request', async () => {
    const open = new Set<ServerResponse>()
    flags.removeAllListeners('request').on('request', ({ url }: IncomingMessage, answer: ServerResponse) => {
      open.add(answer)
      if (url === '/ofrep/v1/events') answer.write('data: 1\n\n')
    })
    onTestFinished(() => {
      for (const answer of open) answer.destroy()
      flags.removeAllListeners('request').on('request', answerFlags)
    })
    const words: string[] = []
    const asked = {
      host: 'localhost',
      port: ports.https,
      path: '/ofrep/v1/events',
      rejectUnauthorized: false,
    }
    const stream = askSafely(asked, (answer) => answer.on('data', (part) => words.push(String(part)))).end()
    onTestFinished(() => void stream.destroy())
    await expect.poll(() => words).toEqual(['data: 1\n\n'])
    expect((await ask(flagsAt(ports.https))).statusCode).toBe(504)
    for (const answer of open) answer.write('data: 2\n\n')
    await expect.poll(() => words).toEqual(['data: 1\n\n', 'data: 2\n\n'])
  })

  const claimed = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'http',
    Forwarded: 'for=203.0.113.9',
  }
  test('forwarded headers from a client are not passed on', async () => {
    expect((await ask(flagsAt(ports.https), claimed)).statusCode).toBe(200)
    expect(received).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
    expect(received['forwarded']).toBeUndefined()
  })

  test('behind one proxy, only that proxy’s forwarded headers are trusted', async () => {
    await ask(flagsAt(ports.behindProxy), claimed)
    expect(received['x-forwarded-for']).toBe('203.0.113.9')
    await ask(flagsAt(ports.behindProxy), claimed, '127.0.0.2')
    expect(received['x-forwarded-for']).toBe('127.0.0.2')
  })
})
