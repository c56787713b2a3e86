import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { localAudience, localClientIds, localEnvironmentId } from '../http/addresses'
import { entityTag, policyHeader } from '../http/guard'
import { listen, type LocalService } from '../http/listen'
import { mediaTypes } from '../portal/server'
import { compressFile } from './build-steps'
import type { Stack } from './stack'

/** Pages of `bench-pages/` that the portal is compared with. */
export type BenchPage = 'minimal' | 'usual'

/** Build-time settings of a page. Home is the first of the dashboards. */
export interface PageSettings {
  readonly biHost: string
  readonly tokenHost: string
  readonly identity: { readonly domain: string; readonly clientId: string; readonly audience: string }
  readonly flags: { readonly clientId: string; readonly host: string; readonly streamHost: string }
  readonly boards: readonly { readonly name: string; readonly path: string; readonly id: string }[]
}

/** Settings for the embedded stack. */
export function pageSettings({ origins }: Pick<Stack, 'origins'>): PageSettings {
  return {
    biHost: origins.biHost,
    tokenHost: origins.services,
    identity: {
      domain: origins.identity,
      clientId: localClientIds.auth0,
      audience: localAudience,
    },
    flags: {
      clientId: localEnvironmentId,
      host: origins.services,
      streamHost: origins.flagStream,
    },
    boards: [
      { name: 'Home', path: '/', id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a01' },
      { name: 'Stablecoins', path: '/stablecoins', id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a02' },
      { name: 'Lending', path: '/lending', id: '6f0f3a52-7c1d-4f5e-9a41-0d2b6c8e1a07' },
    ],
  }
}

const htmlOf = (page: BenchPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <title>${page === 'minimal' ? 'Minimal page' : 'Usual portal'}</title>
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="${join(process.cwd(), 'local/cli/bench-pages', `${page}.ts`)}"></script>
  </body>
</html>
`

/** Builds one minified bundle into `folder`. */
export async function buildPage(page: BenchPage, folder: string, settings: PageSettings): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), htmlOf(page))
  const { NODE_ENV: before } = process.env
  process.env['NODE_ENV'] = 'production'
  try {
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      mode: 'production',
      define: { pageSettings: JSON.stringify(settings) },
      build: {
        outDir: join(folder, 'built'),
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: false }, checks: { pluginTimings: false } },
      },
    })
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

/** Serves a built page as the portal is served: brotli, hashed files cached forever, the document revalidated. */
export async function servePage(folder: string, port: number): Promise<LocalService> {
  const files = new Map<string, { readonly body: Buffer; readonly headers: Record<string, string> }>()
  for (const entry of await readdir(join(folder, 'built'), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    await compressFile(file)
    const plain = await readFile(file)
    const brotli = await readFile(`${file}.br`).catch(() => null)
    const isPage = entry.name.endsWith('.html')
    files.set(isPage ? '/' : `/assets/${entry.name}`, {
      body: brotli ?? plain,
      headers: {
        'content-type': mediaTypes[/\.\w+$/.exec(entry.name)?.[0] ?? ''] ?? 'text/plain',
        'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
        etag: entityTag(plain),
        ...(brotli === null ? {} : { 'content-encoding': 'br' }),
      },
    })
  }
  return listen({
    name: 'page of the bench',
    port,
    variable: 'none',
    handler(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const file = files.get(pathname.startsWith('/assets/') ? pathname : '/')
      if (file === undefined) return void response.writeHead(404).end()
      // Most pages have no content security policy.
      for (const header of [policyHeader, 'referrer-policy']) response.removeHeader(header)
      const isKnown = request.headers['if-none-match'] === file.headers['etag']
      response.writeHead(isKnown ? 304 : 200, file.headers).end(isKnown ? undefined : file.body)
    },
  })
}
