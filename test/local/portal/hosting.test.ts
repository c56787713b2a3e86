import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configure } from '../../../local/cli/configure'
import { createFaults } from '../../../local/http/faults'
import type { LocalService } from '../../../local/http/listen'
import { configurationIn, configuredPage, inlineHashes } from '../../../local/portal/configuration'
import { type Host, hostingFiles } from '../../../local/portal/hosting'
import { portalAnswers, startPortalServer } from '../../../local/portal/server'
import { holdsToRequests, layPortal, peers } from './requests'

let folder: string
let server: LocalService

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hosting-'))
  await layPortal(folder)
  server = await startPortalServer({ port: 0, folder, peers, faults: createFaults(), configuration: {} })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the local server', () => {
  holdsToRequests(() => server.origin)
})

const hosting = async (flags = 'http://127.0.0.1:8016', portal = 'https://portal.example.com') => ({
  answers: await portalAnswers(folder, peers),
  peers,
  portal,
  root: '/srv/assay',
  flags,
})

describe('the configuration of a host', () => {
  const files = async (host: Host, flags?: string) => hostingFiles(host, await hosting(flags))
  const hashesOf = async (name: string) => inlineHashes(await readFile(join(folder, name), 'utf8')).scripts

  test('of nginx has https, the flag service, and for each page the hashes of its own', async () => {
    const { 'assay.conf': text = '' } = await files('nginx')
    const [own = ''] = await hashesOf('index.html')
    const [guides = ''] = await hashesOf('open-data/guide/index.html')
    const line = (path: string) =>
      text.split('\n').find((one) => one.trim().startsWith(`"${path}" "default-src`))
    expect(line('/index.html')).toContain(own)
    expect(line('/index.html')).not.toContain(guides)
    expect(line('/open-data/guide/index.html')).toContain(guides)
    expect(line('/open-data/silent.html')).toContain("frame-ancestors 'self'")
    expect(line('/index.html')).toContain("frame-ancestors 'none'")
    for (const words of [
      'listen 443 ssl;',
      'return 301 https://portal.example.com$request_uri;',
      'root "/srv/assay";',
      'proxy_pass http://127.0.0.1:8016;',
    ])
      expect(text).toContain(words)
  })

  test('of nginx can stand beside that of another portal', async () => {
    const setBy = async (portal: string): Promise<readonly string[]> => {
      const { 'assay.conf': text = '' } = hostingFiles('nginx', await hosting(undefined, portal))
      expect(text).not.toMatch(/^map_/m)
      return [...text.matchAll(/^map \S+ (\S+)/gm)].map(([, name = '']) => name)
    }
    const names = [
      ...(await setBy('https://staging.portal.example.com')),
      ...(await setBy('https://staging-portal.example.com')),
    ]
    expect(names).toHaveLength(16)
    expect(new Set(names).size).toBe(names.length)
  })

  test('of nginx verifies the flag service’s certificate, because requests contain user data', async () => {
    const verifies = async (flags: string): Promise<readonly boolean[]> => {
      const { 'assay.conf': text = '' } = await files('nginx', flags)
      return ['proxy_ssl_verify on;', 'proxy_ssl_server_name on;'].map((line) => text.includes(line))
    }
    expect(await verifies('https://flags.example.com')).toEqual([true, true])
    expect(await verifies('http://127.0.0.1:8016')).toEqual([false, false])
  })

  test('of Caddy has separate headers for brand images and the silent page, and refuses write methods', async () => {
    const { Caddyfile: text = '' } = await files('caddy')
    // With "-Server" in it, Caddy applies this block last and overrides headers of single paths.
    const [, block = ''] = /^ {2}header \{\n([^}]*-Server)\n {2}\}/m.exec(text) ?? []
    expect(block).toContain('X-Content-Type-Options')
    expect(block).not.toMatch(/Referrer-Policy|Cross-Origin-Resource-Policy/)
    for (const words of [
      'header @unshared Cross-Origin-Resource-Policy "same-origin"',
      'header @shared Cross-Origin-Resource-Policy "cross-origin"',
      '@others not path /open-data/silent.html',
      'header_up Host {upstream_hostport}',
      'header_up -Origin',
      'header @others Referrer-Policy "strict-origin"',
      'error 405',
    ])
      expect(text).toContain(words)
  })

  test('of Caddy quotes the name of a file with a space', async () => {
    const own = await mkdtemp(join(tmpdir(), 'assay-hosting-'))
    try {
      await cp(folder, own, { recursive: true })
      await writeFile(join(own, 'open-data', 'my logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
      const answers = await portalAnswers(own, peers)
      const { Caddyfile: text = '' } = hostingFiles('caddy', { ...(await hosting()), answers })
      expect(text).toContain('"/open-data/my logo.svg"')
      expect(text).not.toMatch(/[^"]\/open-data\/my logo\.svg/)
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  })

  test.each<[Host, string]>([
    ['caddy', 'Caddyfile'],
    ['netlify', '_headers'],
    ['cloudflare', '_headers'],
  ])('of %s has one policy with the hashes of every page, and what may be kept', async (host, name) => {
    const { [name]: text = '' } = await files(host)
    const policies = text.split('\n').filter((line) => line.includes("default-src 'none'"))
    expect(policies.length).toBe(1)
    for (const hash of [...(await hashesOf('index.html')), ...(await hashesOf('open-data/guide/index.html'))])
      expect(policies[0]).toContain(`'${hash}'`)
    // A silent sign-in ends at a page inside a frame of the portal.
    expect(policies[0]).toContain("frame-ancestors 'self'")
    expect(text).toContain('/open-data/index-4f3c2b1a.js')
    expect(text).toContain('public, max-age=31536000, immutable')
    expect(text).toContain('http://127.0.0.1:65001')
  })
})

describe('the configuration of Cloudflare Pages', () => {
  const files = async () => hostingFiles('cloudflare', await hosting())

  test('leaves the page that a silent sign-in ends at where it is registered', async () => {
    // Pages redirects to the path without ".html", unless there is a file of that name.
    expect(Object.keys(await files())).toEqual(['_headers', 'open-data/silent'])
  })

  test('unsets headers that Pages would otherwise append to', async () => {
    const { _headers: text = '' } = await files()
    const rules = text.split(/^(?=\/)/m)
    const of = (path: string) => rules.find((rule) => rule.startsWith(`${path}\n`))?.split('\n  ')
    expect(of('/*')?.[1]).toBe('! Access-Control-Allow-Origin')
    expect(of('/open-data/silent.html')).toEqual([
      '/open-data/silent.html',
      '! Referrer-Policy',
      'Cache-Control: no-store',
      'Referrer-Policy: no-referrer\n',
    ])
    expect(of('/open-data/sprite.svg')?.slice(1, 4)).toEqual([
      '! Cross-Origin-Resource-Policy',
      'Cache-Control: public, max-age=3600, stale-while-revalidate=86400',
      'Cross-Origin-Resource-Policy: cross-origin',
    ])
    const { _headers: netlify } = hostingFiles('netlify', await hosting())
    expect(netlify).not.toContain('!')
  })
})

describe('npm run configure', () => {
  const read = async (): Promise<readonly string[]> => {
    const page = join(folder, 'index.html')
    return [
      await readFile(page, 'utf8'),
      brotliDecompressSync(await readFile(`${page}.br`)).toString(),
      gunzipSync(await readFile(`${page}.gz`)).toString(),
    ]
  }

  test('writes the page and both twins, again and again', async () => {
    for (const ASSAY_PRODUCT_NAME of ['Desk', 'Ledger & <Co>']) {
      await configure(folder, { ASSAY_PRODUCT_NAME })
      const forms = await read()
      expect(new Set(forms).size).toBe(1)
      expect(configurationIn(forms[0] ?? '')).toEqual({ ASSAY_PRODUCT_NAME })
      expect(forms[0]?.match(/portal-configuration/g)).toHaveLength(1)
    }
  })

  test('writes nothing that the portal would refuse', async () => {
    const before = await read()
    await expect(configure(folder, { ASSAY_BI_HOST: 'bi.example.com' })).rejects.toThrow('ASSAY_BI_HOST')
    await expect(configure(folder, { ASSAY_NONSENSE: 'x' })).rejects.toThrow('ASSAY_NONSENSE')
    expect(await read()).toEqual(before)
  })

  test('explains what to do when there is no build', async () => {
    await expect(configure(join(folder, 'open-data'), {})).rejects.toThrow('npm run build')
  })

  test('explains what to do when a configured portal was copied without its original page, which a fresh build does not need', async () => {
    const copied = join(folder, 'copied')
    await mkdir(copied)
    await cp(join(folder, '.vite/index.html'), join(copied, 'index.html'))
    await configure(copied, {})
    await rm(join(copied, '.vite'), { recursive: true })
    await expect(configure(copied, {})).rejects.toThrow(
      `${join(copied, '.vite/index.html')}, the page as built, is missing`,
    )
  })

  test('does not put the page of the release before in place, where a release came without its page as built', async () => {
    const deployed = join(folder, 'deployed')
    const page = join(deployed, 'index.html')
    const built = (entry: string) => `<head><script type="module" src="/open-data/${entry}"></script></head>`
    await mkdir(deployed)
    await writeFile(page, built('index-before.js'))
    await configure(deployed, {})
    await writeFile(page, configuredPage(built('index-now.js'), {}))
    await expect(configure(deployed, { ASSAY_PRODUCT_NAME: 'Desk' })).rejects.toThrow('of another build')
    expect(await readFile(page, 'utf8')).toContain('index-now.js')
    await writeFile(join(deployed, '.vite/index.html'), built('index-now.js'))
    await configure(deployed, { ASSAY_PRODUCT_NAME: 'Desk' })
    expect(configurationIn(await readFile(page, 'utf8'))).toEqual({ ASSAY_PRODUCT_NAME: 'Desk' })
  })
})
