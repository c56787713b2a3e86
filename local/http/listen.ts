import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { PortTaken, type LocalService } from './service'

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
        if (!socket.writable) return void socket.destroy()
        const { status, body } = unreadable(isCode(error, 'HPE_HEADER_OVERFLOW'))
        const text = JSON.stringify(body)
        socket.end(
          `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
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

async function bindBoth(options: ListenOptions): Promise<{ servers: Server[]; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = []
    let { port } = options
    try {
      for (const address of addresses) {
        const server = await bind(port, address)
        if (server === null) continue
        servers.push(server)
        port = portOf(server)
      }
      return { servers, port }
    } catch (error) {
      await Promise.all(servers.map(closeServer))
      if (!isCode(error, 'EADDRINUSE')) throw error
      if (options.port === 0 && attempt < attempts) continue
      throw new PortTaken(options.name, port, options.variable)
    }
  }
}

/** `null` where the machine does not have this address. */
function bind(port: number, address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: 30_000 })
    server.once('error', (error) => {
      if (address === '::1' && (isCode(error, 'EADDRNOTAVAIL') || isCode(error, 'EAFNOSUPPORT')))
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

function guarded(options: ListenOptions): RequestListener {
  const allowed = new Set(options.hosts)
  return (request: IncomingMessage, response: ServerResponse) => {
    const name = hostName(request.headers.host)
    if (name !== null && (isLoopbackName(name) || allowed.has(name))) options.handler(request, response)
    else {
      response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      response.end('This service answers on this machine only.\n')
    }
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
