import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Type } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect, test } from 'vitest'
import { compressFolder } from '../../../local/cli/build-steps'

/** The BI host reads fonts and icons. */
export const peers = {
  connect: ['http://127.0.0.1:65001', 'http://localhost:65002'],
  frame: ['http://127.0.0.1:65001', 'http://localhost:65002'],
  bi: ['http://127.0.0.1:65001'],
}

const long = 'the portal '.repeat(200)

/** A minimal built portal, and two files that an operator added next to its page. */
export async function layPortal(folder: string): Promise<void> {
  await mkdir(join(folder, 'open-data/guide'), { recursive: true })
  await mkdir(join(folder, '.vite'), { recursive: true })
  const files: Readonly<Record<string, string>> = {
    'index.html': `<!doctype html><html><head><script>theme()</script></head><body>${long}</body></html>`,
    'sw.js': 'self',
    'app.webmanifest': '{}',
    'open-data/index-4f3c2b1a.js': `export const words = '${long}'`,
    'open-data/face-11223344.woff2': 'font',
    'open-data/sprite.svg': '<svg/>',
    'open-data/silent.html': '<!doctype html><title>Signed in</title>',
    'open-data/guide/index.html': '<!doctype html><script>guide()</script><h1>Guide</h1>',
    '.vite/manifest.json': JSON.stringify({
      'src/main.tsx': { file: 'open-data/index-4f3c2b1a.js', assets: ['open-data/face-11223344.woff2'] },
    }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await compressFolder(folder)
}

interface Row {
  readonly path: string
  readonly method?: string
  readonly accept?: string
  readonly origin?: string
  /** `Via` header of the proxy that sends the request. */
  readonly via?: string
  readonly status: number
  readonly type: string
  readonly cache: string
  readonly encoding?: string
  /** Required values of `Vary`. */
  readonly vary?: readonly string[]
  /** Number of hashes of inline scripts and styles in the policy. */
  readonly hashes: number
  readonly allowed?: string
  readonly referrer?: string
  /** The whole policy, if it is not the portal's. */
  readonly policy?: string
}

const page = { status: 200, type: 'text/html; charset=utf-8', cache: 'no-cache', hashes: 1 } as const
const missing = { status: 404, type: 'text/plain; charset=utf-8', cache: 'no-store', hashes: 0 } as const
const asset = {
  path: '/open-data/index-4f3c2b1a.js',
  status: 200,
  type: 'text/javascript; charset=utf-8',
  cache: 'public, max-age=31536000, immutable',
  vary: ['accept-encoding'],
  hashes: 0,
} as const
const mark = {
  path: '/open-data/sprite.svg',
  status: 200,
  type: 'image/svg+xml',
  cache: 'public, max-age=3600, stale-while-revalidate=86400',
  vary: ['origin'],
  hashes: 0,
} as const
const browser = 'gzip, deflate, br'
const [biHost = ''] = peers.bi

/** Responses required of every host of the portal, whatever server it uses. */
const requests: readonly Row[] = [
  { path: '/', ...page, vary: ['accept-encoding'] },
  { path: '/home', ...page },
  { path: '/home', accept: browser, encoding: 'br', ...page, vary: ['accept-encoding'] },
  { path: '/home', accept: 'gzip', encoding: 'gzip', ...page, vary: ['accept-encoding'] },
  { path: '/home', method: 'HEAD', ...page },
  { path: '/index.html', ...page },
  { path: '/saved-dashboards/', ...page },
  { path: '/saved-dashboards/a-b?x=1.5', ...page },
  { path: '/open-data/guide/', ...page },
  { ...asset },
  { ...asset, accept: browser, encoding: 'br' },
  { ...asset, accept: 'gzip', encoding: 'gzip' },
  { ...asset, accept: 'gzip', encoding: 'gzip', via: '1.1 google' },
  {
    ...mark,
    path: '/open-data/face-11223344.woff2',
    type: 'font/woff2',
    cache: 'public, max-age=31536000, immutable',
    origin: biHost,
    allowed: biHost,
  },
  { ...mark },
  { ...mark, origin: biHost, allowed: biHost },
  { ...mark, origin: 'http://127.0.0.1:65009' },
  { ...asset, origin: biHost },
  {
    path: '/open-data/silent.html',
    status: 200,
    type: 'text/html; charset=utf-8',
    cache: 'no-store',
    hashes: 0,
    referrer: 'no-referrer',
    policy: "default-src 'none'; frame-ancestors 'self'",
  },
  { path: '/sw.js', status: 200, type: 'text/javascript; charset=utf-8', cache: 'no-cache', hashes: 0 },
  {
    path: '/app.webmanifest',
    status: 200,
    type: 'application/manifest+json; charset=utf-8',
    cache: 'no-cache',
    hashes: 0,
  },
  { path: '/missing.js', ...missing },
  { path: '/open-data/', ...missing },
  { path: '/open-data/nothing', ...missing },
  { path: '/open-data/guide', ...missing },
  { path: '/open-data/index-00000000.js', accept: browser, ...missing },
  { path: '/open-data/index-4f3c2b1a.js.br', ...missing },
  { path: '/index.html.gz', ...missing },
  { path: '/.vite/manifest.json', ...missing },
]

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

function send(
  origin: string,
  { path, method = 'GET', accept, via, origin: from }: Partial<Row>,
  tag?: string,
) {
  const { port, hostname } = new URL(origin)
  const headers = {
    ...(accept !== undefined && { 'Accept-Encoding': accept }),
    ...(from !== undefined && { Origin: from }),
    ...(via !== undefined && { Via: via }),
    ...(tag !== undefined && { 'If-None-Match': tag }),
  }
  return new Promise<Reply>((resolve, reject) => {
    request({ host: hostname, port, path, method, headers }, (response) => {
      response.resume()
      // Clients combine repeated headers into one list.
      const all = Object.entries(response.headersDistinct).map(([name, values = []]) => [
        name,
        values.join(', '),
      ])
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(all) as Reply['headers'] }),
      )
    })
      .on('error', reject)
      .end()
  })
}

/** Accepted findings of Google's evaluator, with the reason. */
const accepted = new Map<Type, string>([
  [
    Type.SCRIPT_ALLOWLIST_BYPASS,
    '’self’ serves the build’s own files alone: no JSONP, no uploads, no template library',
  ],
])

/** Findings of Google's evaluator in a policy, without the accepted ones. Local origins are replaced by those of a deployment. */
export const policyFindings = (policy: string): readonly Type[] =>
  new CspEvaluator(
    new CspParser(policy.replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):/g, 'https://bi.example.com:')).csp,
  )
    .evaluate()
    .map(({ type }) => type)
    .filter((type) => !accepted.has(type))

/** Tests a host against the table. */
export function holdsToRequests(origin: () => string): void {
  test.each(requests)('$path ($accept, $origin, $method, $via): $status', async (row) => {
    const { status, headers } = await send(origin(), row)
    const policy = headers['content-security-policy'] ?? ''
    expect({
      status,
      type: headers['content-type'],
      cache: headers['cache-control'],
      encoding: headers['content-encoding'],
      allowed: headers['access-control-allow-origin'],
      hashes: policy.match(/'sha256-/g)?.length ?? 0,
      policy:
        row.policy === undefined
          ? policy.includes("default-src 'none'") && policy.includes(`frame-src ${peers.frame.join(' ')};`)
          : policy === row.policy,
      found: policyFindings(policy),
      sniffing: headers['x-content-type-options'],
      referrer: headers['referrer-policy'],
      opener: headers['cross-origin-opener-policy'],
      resource: headers['cross-origin-resource-policy'],
      permissions: headers['permissions-policy']?.includes(`fullscreen=(self "${biHost}")`),
    }).toEqual({
      status: row.status,
      type: row.type,
      cache: row.cache,
      encoding: row.encoding,
      allowed: row.allowed,
      hashes: row.hashes,
      policy: true,
      found: [],
      sniffing: 'nosniff',
      referrer: row.referrer ?? 'strict-origin',
      opener: 'same-origin',
      // A style sheet of the BI host reads it, in requests without CORS.
      resource: row.vary?.includes('origin') ? 'cross-origin' : 'same-origin',
      permissions: true,
    })
    const vary = (headers['vary'] ?? '').toLowerCase().split(/,\s*/)
    expect(vary).toEqual(expect.arrayContaining([...(row.vary ?? [])]))
  })

  test.each(['/home', '/open-data/index-4f3c2b1a.js'])(
    '%s is not sent again to a client that has it',
    async (path) => {
      const { headers } = await send(origin(), { path })
      const again = await send(origin(), { path }, headers['etag'])
      expect([again.status, again.headers['cache-control']]).toEqual([304, headers['cache-control']])
    },
  )

  test('refuses write methods', async () => {
    expect((await send(origin(), { path: '/home', method: 'POST' })).status).toBe(405)
  })
}
