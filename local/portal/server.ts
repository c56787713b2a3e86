import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, extname, relative, sep } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { entityTag } from '../http/guard'
import { withFaults, type Faults } from '../http/faults'
import { listen, type ListenOptions, type LocalService } from '../http/listen'
import { configuredPage, inlineHashes } from './configuration'
import { securityHeaders, silentAnswerHeaders, silentAnswerPath, type PortalPeers } from './security-headers'
import { readFile, readdir } from 'node:fs/promises'

/** A file of the built portal, with its compressed copies, if any. */
interface PortalFile {
  readonly type: string
  readonly plain: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
  /** Whether its name contains a hash of its content. */
  readonly immutable: boolean
}

/**
 * Reads a built portal into memory, by path from the root of the site (`/open-data/index-….js`). The portal is small, and
 * the server can keep serving a consistent version while a newer one is built.
 */
async function readPortal(folder: string): Promise<ReadonlyMap<string, PortalFile>> {
  const hashed = await hashedFiles(folder)
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(paths)
  const served = paths.filter((path) => !path.startsWith('/.') && !/\.(br|gz)$/.test(path))
  const read = (path: string): Promise<Buffer> => readFile(join(folder, path))
  return new Map(
    await Promise.all(
      served.map(async (path): Promise<[string, PortalFile]> => {
        const file: PortalFile = {
          type: mediaTypes[extname(path)] ?? 'application/octet-stream',
          plain: await read(path),
          ...(all.has(`${path}.br`) ? { brotli: await read(`${path}.br`) } : {}),
          ...(all.has(`${path}.gz`) ? { gzip: await read(`${path}.gz`) } : {}),
          immutable: hashed.has(path),
        }
        return [path, file]
      }),
    ),
  )
}

/** Paths of files with a content hash in their name, from the build's manifest. All others must be revalidated. */
async function hashedFiles(folder: string): Promise<ReadonlySet<string>> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null)
    throw new Error('The manifest of the build is not an object.')
  const chunks: readonly { file?: string; css?: readonly string[]; assets?: readonly string[] }[] =
    Object.values(manifest)
  const files = chunks.flatMap((chunk) => [chunk.file ?? [], chunk.css ?? [], chunk.assets ?? []].flat())
  return new Set(files.map((file) => `/${file}`))
}

/** Media types by file extension. */
export const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

interface PortalServerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** Host name of its origin. Requests for other names are redirected there. */
  readonly host?: ListenOptions['host']
  /** The built portal, e.g. `dist/portal`. */
  readonly folder: string
  /** Overrides the values of the build; named as in `.env.example`. */
  readonly configuration: Readonly<Record<string, unknown>>
  readonly peers: PortalPeers
  readonly faults: Faults
}

/** Response for a file. */
export interface Answer {
  readonly file: PortalFile
  readonly headers: Readonly<Record<string, string>>
  /** Other origins whose pages may read the file. */
  readonly readers: readonly string[]
}

/** This server's responses for a built portal, by path from the root of the site. */
export async function portalAnswers(
  folder: string,
  peers: PortalPeers,
): Promise<ReadonlyMap<string, Answer>> {
  return answersFor(await readPortal(folder), peers)
}

/** Serves the built portal as a production host should: the page for every route, 404 for a missing asset. */
export async function startPortalServer(options: PortalServerOptions): Promise<LocalService> {
  const files = existsSync(join(options.folder, 'index.html')) ? await readPortal(options.folder) : null
  const shell = files?.get('/index.html')
  if (!files || !shell)
    throw new Error(`There is no built portal in ${options.folder}. Run "npm run build" first.`)
  let origin = ''
  let answers: ReadonlyMap<string, Answer> = new Map()
  const missing = {
    ...securityHeaders(options.peers, { scripts: [], styles: [] }),
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  const listening = await listen({
    name: 'portal',
    port: options.port,
    host: options.host ?? 'localhost',
    variable: 'ASSAY_PORTAL_PORT',
    handler: withFaults(options.faults, 'portal', (request, response) => {
      if (!isRedirected(request, response, origin, missing)) respond(request, response, answers, missing)
    }),
  })
  origin = listening.origin
  const { configuration } = options
  const page = configuredPage(shell.plain.toString('utf8'), configuration)
  answers = answersFor(new Map([...files, ['/index.html', compressed(page, shell.type)]]), options.peers)
  return listening
}

function compressed(text: string, type: string): PortalFile {
  const plain = Buffer.from(text)
  return { type, plain, brotli: brotliCompressSync(plain), gzip: gzipSync(plain), immutable: false }
}

/** Builds the headers of every file once. A page's content security policy has the hashes of its own inline elements. */
function answersFor(files: ReadonlyMap<string, PortalFile>, peers: PortalPeers): ReadonlyMap<string, Answer> {
  return new Map(
    [...files].map(([path, file]) => {
      const isPage = file.type.startsWith('text/html')
      const inline = isPage ? inlineHashes(file.plain.toString('utf8')) : { scripts: [], styles: [] }
      const headers = {
        ...securityHeaders(peers, inline),
        'Content-Type': file.type,
        'Cache-Control': cachePolicy(path, file),
        ETag: entityTag(file.plain),
        Vary: sharedWithBi(path, file) ? 'Accept-Encoding, Origin' : 'Accept-Encoding',
        // A style sheet in the frame loads logos without CORS.
        ...(sharedWithBi(path, file) ? { 'Cross-Origin-Resource-Policy': 'cross-origin' } : {}),
        ...(path === silentAnswerPath ? silentAnswerHeaders : {}),
      }
      const readers = sharedWithBi(path, file) ? peers.bi.map((address) => new URL(address).origin) : []
      return [path, { file, headers, readers }]
    }),
  )
}

/** Pages are revalidated every time. Logos and fonts without a hash in their name may be an hour old. */
function cachePolicy(path: string, file: PortalFile): string {
  if (file.immutable) return 'public, max-age=31536000, immutable'
  const isPart = path.startsWith('/open-data/') && !file.type.startsWith('text/html')
  return isPart ? 'public, max-age=3600, stale-while-revalidate=86400' : 'no-cache'
}

/** Whether the BI application uses the file: the portal's fonts, icons and logos. */
function sharedWithBi(path: string, file: PortalFile): boolean {
  return path.startsWith('/open-data/') && /^(?:font|image)\//.test(file.type)
}

/** Redirects to the portal's only origin, which sign-in, storage and the content security policy depend on. */
function isRedirected(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  missing: Readonly<Record<string, string>>,
): boolean {
  if (`http://${request.headers.host ?? ''}` === origin) return false
  response.writeHead(307, { ...missing, Location: origin + (request.url ?? '/') }).end()
  return true
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answers: ReadonlyMap<string, Answer>,
  missing: Readonly<Record<string, string>>,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...missing, Allow: 'GET, HEAD' }).end('Not allowed\n')
    return
  }
  const answer = find(request.url ?? '/', answers)
  if (!answer) {
    response.writeHead(404, missing).end('Not found\n')
    return
  }
  const { origin } = request.headers
  if (origin && answer.readers.includes(origin)) response.setHeader('Access-Control-Allow-Origin', origin)
  if (request.headers['if-none-match'] === answer.headers['ETag']) {
    response.writeHead(304, answer.headers).end()
    return
  }
  const { body, encoding } = negotiated(answer.file, request.headers['accept-encoding'] ?? '')
  response.writeHead(200, {
    ...answer.headers,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    'Content-Length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function find(url: string, answers: ReadonlyMap<string, Answer>): Answer | undefined {
  const path = decoded(url.split('?', 1)[0] ?? '/')
  const exact = answers.get(path.endsWith('/') ? `${path}index.html` : path)
  if (exact) return exact
  const isRoute = !path.startsWith('/open-data/') && !/\.[^/]*$/.test(path)
  return isRoute ? answers.get('/index.html') : undefined
}

/** A path that cannot be decoded is not a file, but may be a mistyped route, for which the portal has a page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function negotiated(file: PortalFile, accepted: string): { body: Buffer; encoding?: string } {
  const codings = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(';'))
      .filter(([, quality = '']) => !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality))
      .map(([coding = '']) => coding.trim()),
  )
  if (file.brotli && codings.has('br')) return { body: file.brotli, encoding: 'br' }
  if (file.gzip && codings.has('gzip')) return { body: file.gzip, encoding: 'gzip' }
  return { body: file.plain }
}
