import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { guard, type GuardOptions } from './guard'

/** A started service of the embedded stack. */
export interface LocalService {
  readonly name: string
  /** Origin without a trailing slash, e.g. `http://localhost:4302`. */
  readonly origin: string
  /** Stops listening and drops open connections; settles when the port is free again. */
  close(): Promise<void>
}

/** The port is in use or reserved. The message names the port and says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken'
  readonly service: string
  readonly port: number

  constructor(service: string, port: number, variable: string) {
    super(
      `Port ${port} for the ${service} is already in use, or reserved by the system. Stop the program that uses it, or choose another port with ${variable}=<port>.`,
    )
    this.service = service
    this.port = port
  }
}

interface Closable {
  close(): Promise<void>
}

/** Resources that a start has opened so far, closed together if the start fails or when the service ends. */
interface Opened extends Closable {
  keep<Thing extends Closable>(thing: Thing): Thing
}

/** Closes in reverse order, because later resources may depend on earlier ones. Closes all of them, even if one fails. */
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

/** Serves a Fastify instance on both loopback addresses. Closing the service closes the instance. */
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

export interface ListenOptions extends GuardOptions {
  /** Display name, for `PortTaken` and the start-up lines. */
  readonly name: string
  /** 0 for any free port (tests). */
  readonly port: number
  /** Environment variable that changes the port, named in the message of `PortTaken`. */
  readonly variable: string
  /** Host name of the returned origin; the service answers on all of them. Default `localhost`. */
  readonly host?: 'localhost' | '127.0.0.1'
  /** Overrides the defaults. */
  readonly timeLimits?: Partial<typeof timeLimits>
  /** Called once the sockets are closed, e.g. to close a Fastify instance. */
  readonly onClose?: () => Promise<void>
}

export interface ListeningService extends LocalService {
  readonly port: number
}

const addresses = ['127.0.0.1', '::1'] as const
/** Maximum number of attempts to find a port that is free on both addresses. */
const attempts = 20

/**
 * Serves one handler on the same port of both loopback addresses, so that `localhost` is this service however a
 * browser resolves it. A machine without IPv6 loopback gets IPv4 only.
 * Requests with another host name are refused (DNS rebinding).
 * @throws PortTaken if the port is in use on either address
 */
export async function listen(options: ListenOptions): Promise<ListeningService> {
  const bound = await bindBoth(options)
  const sockets = new Set<Socket>()
  for (const server of bound.servers) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    guard(server, options)
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
      // Windows reserves ranges of ports, and other systems those below 1024.
      if (!isSystemError(error, 'EADDRINUSE') && !isSystemError(error, 'EACCES')) throw error
      if (options.port === 0 && attempt < attempts) continue
      throw new PortTaken(options.name, port, options.variable)
    }
  }
}

/** Timeouts in ms, against clients that send their head or body a byte at a time. Node's own limit for heads is 16 KiB. */
const timeLimits = {
  keepAliveTimeout: 30_000,
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  /** Interval at which Node checks the timeouts. */
  connectionsCheckingInterval: 30_000,
}
/** Concurrent connections. A browser opens six to a service. */
const maxConnections = 1_000

/** `null` if the machine does not have this address. */
function bind(port: number, address: string, limits: typeof timeLimits): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    // The guard refuses requests without a host header, because Node's own refusal lacks our headers.
    const server = createServer({ ...limits, requireHostHeader: false })
    server.maxConnections = maxConnections
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

/** Whether this is a system error with this code, such as `ENOENT` or `EADDRINUSE`. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Maximum length in characters, since an error may contain a whole response. */
const maxLength = 2_000
/** Control characters, which could steer a terminal, except the line feed of stack traces. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** An error for the log, including its cause: truncated, and without terminal control characters. */
export function forLog(error: unknown): string {
  const text = (typeof error === 'string' ? error : inspect(error, { depth: 2 })).slice(0, 2 * maxLength)
  const clean = text.replaceAll(controls, '')
  return clean.length > maxLength ? `${clean.slice(0, maxLength)} …` : clean
}
