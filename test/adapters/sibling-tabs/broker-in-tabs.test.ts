import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { launch, launchWhole } from './chromium'
import { bundled } from '../../support/bundled'
import type { BrokerInPage } from './page/broker'

// The token broker over the real adapters, in real tabs of a real browser. The counts here are those that a token service would see.

type PageWithBroker = Window & { readonly broker: BrokerInPage }

let browser: Browser
let origin: string
let calls: string[] = []
let closeServer: () => Promise<void>

beforeAll(async () => {
  const script = await bundled(new URL('page/broker.ts', import.meta.url))
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    } else if (path?.startsWith('/api/token') === true) {
      calls.push(request.headers.authorization ?? 'nobody')
      const type = { 'content-type': 'text/plain', 'cache-control': 'no-store' }
      response.writeHead(200, type).end(`token-number-${calls.length}`)
    } else {
      const page = '<!doctype html><title>Tab</title><script type="module" src="/page.js"></script>'
      response.writeHead(200, { 'content-type': 'text/html' }).end(path === '/away' ? '' : page)
    }
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closeServer = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
  browser = await launch()
}, 60_000)

afterAll(async () => {
  await browser.close()
  await closeServer()
})

/** A separate profile; its tabs share an origin. */
async function profile(lifetime = 600_000, inBrowser = browser) {
  calls = []
  const context = await inBrowser.newContext()
  return {
    context,
    open: async (person?: string): Promise<Page> => {
      const page = await context.newPage()
      const query = new URLSearchParams({
        name: 'test',
        lifetime: String(lifetime),
        ...(person && { person }),
      })
      await page.goto(`${origin}/?${query.toString()}`)
      await page.waitForFunction(() => 'broker' in window)
      return page
    },
  }
}

const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as PageWithBroker).broker.token())

test('three tabs with twenty requests each at once send one call, still one after a fourth tab opens and the first closes', async () => {
  const { context, open } = await profile()
  const tabs = [await open('ada'), await open('ada'), await open('ada')]
  const asks = tabs.flatMap((tab) => Array.from({ length: 20 }, () => tokenIn(tab)))
  expect(new Set(await Promise.all(asks))).toEqual(new Set(['token-number-1']))
  const fourth = await open('ada')
  expect(await tokenIn(fourth)).toBe('token-number-1')
  for (const tab of tabs) await tab.close()
  expect(await tokenIn(await open('ada'))).toBe('token-number-1')
  expect(calls).toEqual(['Bearer memory-access-token-1'])
  await context.close()
}, 60_000)

test('an anonymous tab and a signed-in tab send one call each', async () => {
  const { context, open } = await profile()
  const [visitor, person, again] = [await open(), await open('ada'), await open()]
  const tokens = [await tokenIn(visitor), await tokenIn(person), await tokenIn(again)]
  expect(tokens).toEqual(['token-number-1', 'token-number-2', 'token-number-1'])
  expect(calls).toHaveLength(2)
  await context.close()
}, 60_000)

test('a rejected token is removed from every tab, and the next one costs one call', async () => {
  const { context, open } = await profile()
  const tabs = [await open('ada'), await open('ada'), await open('ada')]
  const [first = ''] = await Promise.all(tabs.map(tokenIn))
  const next = await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(async (value) => {
        const { broker } = window as unknown as PageWithBroker
        broker.drop(value)
        return broker.token()
      }, first),
    ),
  )
  expect(new Set(next)).toEqual(new Set(['token-number-2']))
  expect(await tokenIn(await open('ada'))).toBe('token-number-2')
  expect(calls).toHaveLength(2)
  await context.close()
}, 60_000)

test('three tabs send one call per token lifetime', async () => {
  const { context, open } = await profile(3_000)
  const tabs = [await open('ada'), await open('ada'), await open('ada')]
  await Promise.all(tabs.map(tokenIn))
  await vi.waitFor(async () => expect(await tokenIn(tabs[0] as Page)).toBe('token-number-4'), {
    timeout: 30_000,
    interval: 100,
  })
  const now = await Promise.all(tabs.map(tokenIn))
  // No tab was issued a token that the others do not use as well.
  expect(new Set(now).size).toBe(1)
  expect(now[0]).toBe(`token-number-${calls.length}`)
  await context.close()
}, 60_000)

test('a page with a token can enter the back/forward cache, and shares again when it returns', async () => {
  const whole = await launchWhole()
  onTestFinished(() => whole.close())
  const { context, open } = await profile(undefined, whole)
  const tab = await open('ada')
  await tokenIn(tab)
  await tab.goto(`${origin}/away`)
  // A page that returns from that cache does not load again.
  await tab.goBack({ waitUntil: 'commit' })
  await tab.waitForFunction(() => 'broker' in window)
  expect(await tab.evaluate(() => (window as unknown as PageWithBroker).broker.restored)).toBe(true)
  expect(await tokenIn(tab)).toBe('token-number-1')
  const other = await open('ada')
  expect(await tokenIn(other)).toBe('token-number-1')
  expect(calls).toHaveLength(1)
  await context.close()
}, 60_000)
