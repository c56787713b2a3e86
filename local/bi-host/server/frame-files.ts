import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityTag } from '../../http/guard'
import { Refusal } from '../warehouse/problem'

interface FrameFile {
  readonly headers: Readonly<Record<string, string>>
  readonly plain: Buffer
  readonly gzip: Buffer | null
  readonly brotli: Buffer | null
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
const texts = new Set(['.html', '.js', '.css', '.json', '.svg'])

/** Serves the built frame from memory: the page at `/` and `/v2/`, hashed files cacheable for a year. Throws if there is no page. */
export async function serveFrame(
  app: FastifyInstance,
  folder: string,
  portals: readonly string[],
  release: () => string | undefined,
): Promise<void> {
  const files = await readFrame(folder, portals)
  const page = files.get('/index.html')
  if (!page) throw new Error(`There is no built frame application in ${folder}; run "npm run build".`)
  const pageOf = (older: string | undefined): FrameFile => {
    if (older === undefined) return page
    const plain = Buffer.from(withHostConfig(page.plain.toString('utf8'), portals, older))
    return { plain, gzip: null, brotli: null, headers: headersOf('/index.html', plain, portals) }
  }
  for (const path of ['/', '/v2/', '/v2', '/index.html']) {
    app.get(path, async (request, reply) => sendFile(request, reply, pageOf(release())))
  }
  app.get('/*', async (request, reply) => {
    const path = `/${(request.params as { '*': string })['*']}`
    const file = files.get(path) ?? files.get(path.replace(/^\/v2\//, '/'))
    if (!file) throw new Refusal('not-found', 'There is nothing at this address.')
    return sendFile(request, reply, file)
  })
}

/** The page may load from itself, plus fonts, icons and logos from the portals that embed it. */
export function framePolicy(portals: readonly string[]): string {
  const from = portals.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Also allows a stylesheet of the embedding page: `customCSSUrl`.
    `style-src 'self' 'unsafe-inline' ${from}`,
    `connect-src 'self' ${from}`,
    `font-src 'self' ${from}`,
    `img-src 'self' data: ${from}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${from}`,
  ].join('; ')
}

async function readFrame(
  folder: string,
  portals: readonly string[],
): Promise<ReadonlyMap<string, FrameFile>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const all = new Set(paths)
  const read = async (path: string): Promise<readonly [string, FrameFile]> => {
    const name = `/${relative(folder, path).split(sep).join('/')}`
    const content = await readFile(path)
    const isPage = name.endsWith('.html')
    const plain = isPage ? Buffer.from(withHostConfig(content.toString('utf8'), portals)) : content
    // The page is modified here, so the compressed copies from the build no longer match it.
    const beside = (ending: string): Promise<Buffer | null> =>
      !isPage && all.has(path + ending) ? readFile(path + ending) : Promise.resolve(null)
    const zipped = texts.has(extname(name)) ? ((await beside('.gz')) ?? gzipSync(plain)) : null
    return [
      name,
      { plain, gzip: zipped, brotli: await beside('.br'), headers: headersOf(name, plain, portals) },
    ]
  }
  return new Map(await Promise.all(paths.filter((path) => !/\.(?:br|gz)$/.test(path)).map(read)))
}

function headersOf(name: string, plain: Buffer, portals: readonly string[]): FrameFile['headers'] {
  const extension = extname(name)
  return {
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': /-[\w-]{8,}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: entityTag(plain),
    vary: 'Origin, Accept-Encoding',
    ...(extension === '.html'
      ? {
          'content-security-policy': framePolicy(portals),
          'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        }
      : {}),
  }
}

/** Writes the allowed parents, and the release to imitate if any, into the page's data block. No value can close the element. */
function withHostConfig(html: string, parents: readonly string[], release?: string): string {
  const json = JSON.stringify({ parents, release }).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="host-config">${json}</script>`
  const present = /<script[^>]*\bid="host-config"[^>]*>[^<]*<\/script>/
  if (present.test(html)) return html.replace(present, () => block)
  if (!html.includes('</head>'))
    throw new Error('The frame page has no head to write the allowed parents into.')
  return html.replace('</head>', () => `${block}</head>`)
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FrameFile,
): Promise<FastifyReply> {
  reply.headers(file.headers)
  if (request.headers['if-none-match'] === file.headers['etag']) return reply.code(304).send()
  const accepted = (request.headers['accept-encoding'] ?? '').toLowerCase()
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli)
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}
