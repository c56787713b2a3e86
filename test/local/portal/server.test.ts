import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFaults } from '../../../local/http/faults'
import { compressFolder } from '../../../local/cli/build-steps'
import { startPortalServer } from '../../../local/portal/server'
import { PortTaken, type LocalService } from '../../../local/http/listen'

const peers = {
  connect: [
    'http://127.0.0.1:65001',
    'http://localhost:65002',
    'http://localhost:65003',
    'http://localhost:65004',
  ],
  frame: ['http://127.0.0.1:65001', 'http://localhost:65002'],
  bi: ['http://127.0.0.1:65001'],
}
const code = `export const words = '${'portal '.repeat(400)}'`
const faults = createFaults()
let folder: string
let portal: LocalService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-portal-'))
  await mkdir(join(folder, 'open-data/knowledge-base'), { recursive: true })
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html><head><meta charset="utf-8"><script>theme()</script></head><body>the portal</body></html>',
  )
  await writeFile(join(folder, 'open-data/index-4f3c2b1a.js'), code)
  await writeFile(join(folder, 'open-data/face-11223344.woff2'), 'font')
  await writeFile(join(folder, 'open-data/sprite.svg'), '<svg/>')
  await writeFile(join(folder, 'open-data/knowledge-base/index.html'), '<h1>Guide</h1>')
  await writeFile(join(folder, 'sw.js'), 'self')
  await writeFile(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'src/main.tsx': { file: 'open-data/index-4f3c2b1a.js', assets: ['open-data/face-11223344.woff2'] },
    }),
  )
  await compressFolder(folder)
  portal = await startPortalServer({
    port: 0,
    folder,
    peers,
    faults,
    configuration: { name: 'Assay', note: '</script>' },
  })
})

afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  host = 'localhost',
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(portal.origin)
    request({ host, port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe('routes', () => {
  it.each([
    '/',
    '/home',
    '/datasets/stablecoins',
    '/saved-dashboards/',
    '/saved-dashboards/a-b?x=1.5',
    '/no/such/page',
    '/saved-dashboards/%',
    '//x',
  ])('answers %s with the page', async (path) => {
    const { status, headers, body } = await get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain('the portal')
  })

  it.each([
    '/open-data/index-00000000.js',
    '/open-data/nothing',
    '/open-data/',
    '/missing.js',
    '/.vite/manifest.json',
    '/open-data/index-4f3c2b1a.js.br',
    '/../package.json',
    '/%2e%2e/package.json',
    '/open-data/%',
  ])('answers %s with 404, never with the page', async (path) => {
    const { status, body } = await get(path)
    expect(status).toBe(404)
    expect(body.toString()).toBe('Not found\n')
  })

  it('serves a folder with an index by its index', async () => {
    expect((await get('/open-data/knowledge-base/')).body.toString()).toContain('Guide')
  })

  it('refuses write methods', async () => {
    expect(await get('/home', {}, 'POST')).toMatchObject({ status: 405 })
  })

  it('answers HEAD like GET, without the body', async () => {
    const { headers, body } = await get('/home', {}, 'HEAD')
    expect(body).toHaveLength(0)
    expect(Number(headers['content-length'])).toBe((await get('/home')).body.length)
  })
})

describe('the host name', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('sends %s to localhost with path and query', async (address, written) => {
    const { port } = new URL(portal.origin)
    const { status, headers } = await get(
      '/datasets/etf?tab=flows',
      { Host: `${written}:${port}` },
      'GET',
      address,
    )
    expect(status).toBe(307)
    expect(headers.location).toBe(`${portal.origin}/datasets/etf?tab=flows`)
  })

  it('answers on both loopback addresses', async () => {
    const { host } = new URL(portal.origin)
    expect(await get('/home', { Host: host }, 'GET', '127.0.0.1')).toMatchObject({ status: 200 })
    expect(await get('/home', { Host: host }, 'GET', '::1')).toMatchObject({ status: 200 })
  })

  it('refuses a foreign host name, so that no other site can pose as the portal', async () => {
    expect(await get('/home', { Host: 'attacker.example' })).toMatchObject({ status: 421 })
  })
})

describe('response bodies', () => {
  const asset = '/open-data/index-4f3c2b1a.js'

  it('have the best encoding that the client accepts', async () => {
    const br = await get(asset, { 'Accept-Encoding': 'gzip, deflate, br' })
    const gz = await get(asset, { 'Accept-Encoding': 'br;q=0, gzip' })
    const plain = await get(asset)
    expect(br.headers['content-encoding']).toBe('br')
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(br.body).toString()).toBe(code)
    expect(gunzipSync(gz.body).toString()).toBe(code)
    expect(plain.body.toString()).toBe(code)
    expect(plain.headers.vary).toBe('Accept-Encoding')
  })

  it('are cached for a year with a hashed name, for an hour without one, and never for pages', async () => {
    expect((await get(asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/open-data/sprite.svg')).headers['cache-control']).toMatch(/^public, max-age=3600,/)
    for (const path of ['/sw.js', '/home', '/open-data/knowledge-base/']) {
      expect((await get(path)).headers['cache-control']).toBe('no-cache')
    }
  })

  it('are not sent again to a browser that has them', async () => {
    const { headers } = await get('/home')
    const again = await get('/home', { 'If-None-Match': headers.etag ?? '' })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
  })
})

describe('headers', () => {
  it('carry the policy with the hash of the inline script on the page', async () => {
    const policy = (await get('/home')).headers['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]+';/)
    expect(policy).toContain('frame-src http://127.0.0.1:65001 http://localhost:65002;')
  })

  it('carry it on scripts as well: a worker takes the policy of its own file', async () => {
    expect((await get('/sw.js')).headers['content-security-policy']).toContain("script-src 'self';")
  })

  it('share fonts and icons with the BI host only, and code with nobody', async () => {
    const readableBy = async (origin: string, path: string) =>
      (await get(path, { Origin: origin })).headers['access-control-allow-origin']
    for (const path of ['/open-data/face-11223344.woff2', '/open-data/sprite.svg']) {
      // The frame's style sheet loads icons in requests without CORS.
      expect((await get(path)).headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(await readableBy('http://127.0.0.1:65001', path)).toBe('http://127.0.0.1:65001')
      expect(await readableBy('http://127.0.0.1:65009', path)).toBeUndefined()
      expect((await get(path)).headers.vary).toBe('Accept-Encoding, Origin')
    }
    for (const path of ['/open-data/index-4f3c2b1a.js', '/home', '/sw.js']) {
      expect(await readableBy('http://127.0.0.1:65001', path)).toBeUndefined()
    }
  })
})

it('fails as the fault switches say', async () => {
  faults.add({ service: 'portal', kind: 'status', match: '/open-data/index-', times: 1 })
  expect(await get('/open-data/index-4f3c2b1a.js')).toMatchObject({ status: 500 })
  expect(await get('/open-data/index-4f3c2b1a.js')).toMatchObject({ status: 200 })
})

it('writes the configuration into the page', async () => {
  const html = (await get('/home')).body.toString()
  expect(html).toContain('{"name":"Assay","note":"\\u003c/script>"}')
})

it('names a port that is taken and the variable that changes it', async () => {
  const port = Number(new URL(portal.origin).port)
  const second = startPortalServer({ port, folder, peers, faults, configuration: {} })
  await expect(second).rejects.toThrow(PortTaken)
  await expect(second).rejects.toThrow(`Port ${port} for the portal is already in use`)
  await expect(second).rejects.toThrow('ASSAY_PORTAL_PORT')
})

it('explains what to do when there is no build', async () => {
  const empty = join(folder, 'open-data')
  await expect(
    startPortalServer({ port: 0, folder: empty, peers, faults, configuration: {} }),
  ).rejects.toThrow('Run "npm run build" first')
})
