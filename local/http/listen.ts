import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createRateLimit } from './rate-limit'

/** What every part of the embedded stack gives back when it has been started. */
export interface LocalService {
  readonly name: string
  /** Origin without a trailing slash, e.g. `http://localhost:4302`. */
  readonly origin: string
  /** Stops listening and drops open connections; settles when the port is free again. */
  close(): Promise<void>
}

/** A port that somebody else holds. The message names it and says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
  readonly service: string
  readonly port: number

  constructor(service: string, port: number, variable: string) {
    super(
      `Port ${port}, wanted by the ${service}, is already in use. Stop what is using it, or choose another with ${variable}=<port>.`,
    )
    this.service = service
    this.port = port
  }
}

interface Closable {
  close(): Promise<void>
}

/** What a start has opened so far: closed as one, whether the start fails half-way or the service ends. */
interface Opened extends Closable {
  keep<Thing extends Closable>(thing: Thing): Thing
}

/** The last one is closed first, because it may be built on those before it; all are closed, even if one cannot be. */
export function opened(): Opened {
  const things: Closable[] = []
  return {
    keep(thing) {
      things.unshift(thing)
      return thing
    },
    async close() {
      const failures: unknown[] = []
      for (const thing of things.splice(0))
        await thing.close().catch((error: unknown) => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Serves a Fastify instance on both loopback addresses; closing the service closes the instance. */
export async function serveApp(
  app: FastifyInstance,
  options: Omit<ListenOptions, 'handler' | 'onClose'>,
): Promise<ListeningService> {
  await app.ready()
  return listen({
    ...options,
    handler: (request, response) => app.routing(request, response),
    onClose: () => app.close(),
  })
}

export interface ListenOptions {
  /** Name people know the service by; it appears in `PortTaken` and in the start-up lines. */
  readonly name: string
  /** 0 takes a free port (tests). */
  readonly port: number
  /** Environment variable that changes the port, named in the message of `PortTaken`. */
  readonly variable: string
  readonly handler: RequestListener
  /** Host name of the returned origin; the service answers on all of them. Default `localhost`. */
  readonly host?: 'localhost' | '127.0.0.1'
  /** Further host names a request may be addressed to, beside the loopback ones. */
  readonly hosts?: readonly string[]
  /**
   * What a request is answered that cannot be taken apart, so that no handler sees it: its head is too large, or it is no HTTP at all.
   * JSON; Node's own empty answer without it.
   */
  readonly unreadable?: (tooLarge: boolean) => { readonly status: string; readonly body: unknown }
  /** Requests of one address in a minute, a quarter of them at once, to the paths that match: one more is answered 429. */
  readonly limit?: { readonly path: RegExp; readonly perMinute: number }
  /** In place of what every service has, for tests. */
  readonly timeLimits?: Partial<typeof timeLimits>
  /** Called once the sockets are closed, e.g. to close a Fastify instance. */
  readonly onClose?: () => Promise<void>
}

export interface ListeningService extends LocalService {
  readonly port: number
}

const addresses = ['127.0.0.1', '::1'] as const
/** How often a free port is tried anew when it is free on one address and taken on the other. */
const attempts = 20

/**
 * Serves one handler on one port of both loopback addresses, so that `localhost` means this service whichever
 * way a browser resolves it. A machine without IPv6 loopback gets the IPv4 half only.
 * Requests addressed to another host name are refused (DNS rebinding).
 * @throws PortTaken when either address has the port in use
 */
export async function listen(options: ListenOptions): Promise<ListeningService> {
  const bound = await bindBoth(options)
  const sockets = new Set<Socket>()
  for (const server of bound.servers) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.on('request', guarded(options))
    const { unreadable } = options
    if (unreadable)
      server.on('clientError', (error, socket) => {
        // A browser opens connections before it needs them: an answer to nothing would be taken for that of the next question.
        const isLate = isSystemError(error, 'ERR_HTTP_REQUEST_TIMEOUT')
        if (!socket.writable || (isLate && (socket as Socket).bytesRead === 0)) return void socket.destroy()
        const answer = unreadable(isSystemError(error, 'HPE_HEADER_OVERFLOW'))
        const status = isLate ? '408 Request Timeout' : answer.status
        const text = isLate ? '' : JSON.stringify(answer.body)
        socket.end(
          `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n${Object.entries(
            answerHeaders,
          )
            .map(([header, value]) => `${header}: ${value}\r\n`)
            .join('')}content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
        )
      })
  }
  const host = options.host ?? 'localhost'
  return {
    name: options.name,
    origin: `http://${host}:${bound.port}`,
    port: bound.port,
    async close() {
      const closed = bound.servers.map(closeServer)
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
      await options.onClose?.()
    },
  }
}

async function bindBoth(
  options: Pick<ListenOptions, 'name' | 'port' | 'variable' | 'timeLimits'>,
): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = []
    let { port } = options
    try {
      for (const address of addresses) {
        const server = await bind(port, address, { ...timeLimits, ...options.timeLimits })
        if (server === null) continue
        servers.push(server)
        port = portOf(server)
      }
      return { servers, port }
    } catch (error) {
      await Promise.all(servers.map(closeServer))
      if (!isSystemError(error, 'EADDRINUSE')) throw error
      if (options.port === 0 && attempt < attempts) continue
      throw new PortTaken(options.name, port, options.variable)
    }
  }
}

/** A caller that sends its head or its body a byte at a time holds nothing open for long; in ms. Node's limit of 16 KiB holds for heads. */
const timeLimits = {
  keepAliveTimeout: 30_000,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  /** How often Node looks for those that are late. */
  connectionsCheckingInterval: 30_000,
}
/** At one time. A browser holds six to a service. */
const mostConnections = 1_000

/** `null` where the machine does not have this address. */
function bind(port: number, address: string, limits: typeof timeLimits): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer(limits)
    server.maxConnections = mostConnections
    server.once('error', (error) => {
      if (
        address === '::1' &&
        (isSystemError(error, 'EADDRNOTAVAIL') || isSystemError(error, 'EAFNOSUPPORT'))
      )
        resolve(null)
      else reject(error)
    })
    server.listen({ port, host: address, ipv6Only: address === '::1' }, () => resolve(server))
  })
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has no TCP port')
  return address.port
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** On every answer, errors included; who wants another says so. Pages read these answers by CORS, which the policy lets pass. */
const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

function guarded(options: ListenOptions): RequestListener {
  const allowed = new Set(options.hosts)
  const { path, perMinute } = options.limit ?? { path: /^$/, perMinute: 1 }
  const limit = createRateLimit(perMinute)
  return (request: IncomingMessage, response: ServerResponse) => {
    for (const [header, value] of Object.entries(answerHeaders)) response.setHeader(header, value)
    const refuse = (status: number, headers: Readonly<Record<string, string>>, text: string): void => {
      response.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        ...headers,
      })
      response.end(text)
    }
    const name = hostName(request.headers.host)
    if (name === null || !(isLoopbackName(name) || allowed.has(name)))
      return refuse(421, {}, 'This service answers on this machine only.\n')
    const counted = request.method !== 'OPTIONS' && path.test(request.url ?? '')
    const seconds = counted ? limit(request.socket.remoteAddress ?? '') : 0
    if (seconds === 0) return options.handler(request, response)
    // It says nothing about anybody, and a page that may not read it could not wait as long as it says.
    const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' }
    refuse(
      429,
      { 'retry-after': String(seconds), ...readable },
      `Too many requests. Try again in ${seconds} s.\n`,
    )
  }
}

function hostName(header: string | undefined): string | null {
  if (header === undefined) return null
  const url = URL.canParse(`http://${header}`) ? new URL(`http://${header}`) : null
  return url === null ? null : url.hostname
}

/** True for `localhost`, names below it, and the two loopback addresses as `URL.hostname` writes them. */
function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]'
}

/** True for an origin (or any address) on this machine, whatever the port. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return (url.protocol === 'http:' || url.protocol === 'https:') && isLoopbackName(url.hostname)
}

/** True for a failure of the operating system with this code, such as `ENOENT` or `EADDRINUSE`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
