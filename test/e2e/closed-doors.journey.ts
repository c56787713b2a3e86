import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe } from 'vitest'
import { boardReady, expect, frameOf, journey } from '../support/journey'

const sdkFrame = 'iframe[data-ts-iframe]'

/** A page of somebody else's, on an origin of its own, that asks for the token as soon as it is in the frame. */
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

describe('a foreign page in the frame that asks for the token', () => {
  journey('is stopped by the guard alone, and the portal says so', async ({ visit }) => {
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

describe('ten thousand messages that no vendor would send', () => {
  journey(
    'from the frame of a board change nothing on the page, and a key is answered among them',
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
            // The answer to the last comes behind all of them.
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
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await rest
      expect(await frame?.evaluate((element) => element.isConnected)).toBe(true)
    },
  )
})

describe('the page itself', () => {
  journey(
    'has the strict policy, which alone stops a foreign page, and Trusted Types, no page for a missing asset, and no BI host that is not on the list',
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
      // Not an empty slab: what happened, and a way back.
      visitor.expectConsole(/blocked a frame of another origin|frame-blocked/, 'the portal writes down why')
      const panel = page.getByRole('main').getByRole('alert')
      await panel.getByText('The Home dashboard was blocked').waitFor()
      await panel.getByRole('button', { name: 'Retry' }).click()
      await boardReady(page)
    },
  )
})
