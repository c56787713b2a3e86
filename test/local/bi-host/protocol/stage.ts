import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Frame, Page, JSHandle } from 'playwright-core'
import { afterAll, test } from 'vitest'
import { createBiTokens } from '../../../../local/bi-host/wire/bi-token'
import { startBiHost } from '../../../../local/bi-host/server/server'
import { launchBrowser, findTestBrowser } from '../../../../local/cli/browser'
import { runToEnd } from '../../../../local/cli/child'
import { madeSampleData, sampleDataFolder } from '../../../../local/cli/build'
import { bundled } from '../../../support/bundled'
import { holdIdleWork } from '../../../support/in-page'
import { ana } from '../server/running-host'
import type { Received, SdkInPage } from './page/sdk-page'

/** The real host with the real frame, and a page of another site that may embed it. */
export interface Stage {
  readonly host: string
  readonly browser: Browser
  /** A page that contains only one of the scripts in the folder `page`. */
  open(script: 'sdk-page' | 'message-page', options?: { readonly foreign?: boolean }): Promise<Page>
  /** Recycles a page for the next `open`, because each new page costs a process and compiles all scripts again. */
  leave(page: Page): Promise<void>
  /** The origin of the pages. */
  readonly client: string
  /** The document inside the newest frame of a page. */
  frameOf(page: Page): Promise<Frame>
  close(): Promise<void>
}

export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-protocol-'))
  const tokens = await createBiTokens({ lifetimeSeconds: 300 })
  const scripts = new Map<string, string>()
  const client = createServer((request, response: ServerResponse) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    const script = scripts.get(path)
    if (path === '/token') {
      void tokens.issue(ana).then((token) => response.end(token))
    } else if (script !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    } else if (path === '/look.css') {
      response.writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' })
      response.end('.viz-title { letter-spacing: 3px }')
    } else if (path === '/icons.svg') {
      response.writeHead(200, { 'content-type': 'image/svg+xml', 'access-control-allow-origin': '*' })
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="rd-icon-chart" viewBox="0 0 18 18"><path d="M1 1h16v16z"/></symbol></svg>',
      )
    } else if (/^\/[a-z-]+$/.test(path)) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        `<!doctype html><title>Client</title><body><script type="module" src="${path}.js"></script>`,
      )
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void client.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(client.address() as AddressInfo).port}`
  const frameFolder = await builtFrame()
  await madeSampleData()
  for (const name of ['sdk-page', 'message-page'])
    scripts.set(`/${name}.js`, await bundled(new URL(`page/${name}.ts`, import.meta.url)))
  const host = await startBiHost({
    port: 0,
    portalOrigins: [origin],
    tokens,
    dataFolder: sampleDataFolder,
    storeFolder: join(folder, 'store'),
    frameFolder,
  })
  const browser = await launchBrowser({
    executablePath: await findTestBrowser(() => undefined),
    sharedProcess: true,
  })
  // One profile for all pages: no client page stores anything, and they can share the cache.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await holdIdleWork(context)
  const idle: Page[] = []
  let opened = 0
  return {
    host: host.origin,
    client: origin,
    browser,
    async open(script, { foreign = false } = {}) {
      const page = idle.pop() ?? (await context.newPage())
      // A hang fails the test at the test's own limit. A slow machine does not, although its very first answer can take more than 30 s.
      page.setDefaultTimeout(110_000)
      // The same machine under another host name is another origin.
      // Each page has a new URL: when a browser returns to a URL, it restores what that page's frames showed.
      await page.goto(
        `${foreign ? origin.replace('localhost', '127.0.0.1') : origin}/${script}?${(opened += 1)}`,
      )
      await page.waitForFunction(() => 'client' in window)
      return page
    },
    async leave(page) {
      page.removeAllListeners('request')
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (await remembers(page)) await page.close()
      else idle.push(page)
    },
    async frameOf(page) {
      const frames = await page.locator('iframe').all()
      const frame = await (await frames.at(-1)?.elementHandle())?.contentFrame()
      if (!frame) throw new Error('the page has no frame')
      return frame
    },
    async close() {
      await browser.close()
      await host.close()
      client.closeAllConnections()
      await new Promise((resolve) => void client.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Whether this tab would pass a frame's session storage to its next document. An error page has none. */
async function remembers(page: Page): Promise<boolean> {
  const left = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => sessionStorage.length).catch(() => 0)),
  )
  return left.some((entries) => entries > 0)
}

/** The built frame. The build runs only if its sources have changed. */
async function builtFrame(): Promise<string> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const parameters = [join(root, 'local/cli/bootstrap.cjs'), 'build', 'bi-application']
  const { code, output } = await runToEnd(process.execPath, parameters, {
    milliseconds: 120_000,
    environment: { NODE_ENV: undefined },
  })
  if (code !== 0) throw new Error(`The build failed:\n${output}`)
  return join(root, 'dist/bi-frame')
}

/** One embed of the vendor's SDK in a page. */
export interface Embedded {
  readonly frame: Frame
  received(): Promise<readonly Received[]>
  /** Messages of a type after `before`, as soon as there are `count` of them. */
  receive(
    type: string,
    options?: { readonly before?: number; readonly count?: number },
  ): Promise<readonly Received[]>
  /** Number of messages so far. */
  now(): Promise<number>
  trigger(event: string, data?: unknown): Promise<unknown>
  call(method: string, ...given: readonly unknown[]): Promise<unknown>
  /** Waits until a tile has its figures and its picture. */
  ready(vizId: string): Promise<void>
  /** Waits until every visible tile has its figures and its picture. */
  settled(): Promise<void>
}

/** Types of the messages that a view has sent so far. */
export const types = async (view: Embedded): Promise<readonly string[]> =>
  (await view.received()).map(({ type }) => type)

export interface Client {
  readonly page: Page
  readonly sdk: JSHandle<SdkInPage>
  /** URLs that the page and its frames have requested since the SDK started. */
  readonly asked: readonly string[]
  /** Opens a view and waits until its frame has loaded. */
  open(kind: Parameters<SdkInPage['open']>[0], view: object): Promise<Embedded>
  close(): Promise<void>
}

/** A client's page in which the SDK is started against the stage's host. */
export async function openClient(stage: Stage, options: object = {}): Promise<Client> {
  const page = await stage.open('sdk-page')
  const sdk = await page.evaluateHandle(() => (window as unknown as { client: SdkInPage }).client)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await sdk.evaluate((own, [host, more]) => own.start(host, more), [stage.host, options] as const)
  return {
    page,
    sdk,
    asked,
    async open(kind, view) {
      const id = await sdk.evaluate((own, [name, config]) => own.open(name, config), [kind, view] as const)
      const frame = await stage.frameOf(page)
      await frame.waitForURL((url) => url.protocol === 'http:', { waitUntil: 'commit' })
      return {
        frame,
        received: () => sdk.evaluate((own, at) => own.received(at), id),
        now: () => sdk.evaluate((own, at) => own.received(at).length, id),
        async receive(type, { before = 0, count = 1 } = {}) {
          const found = await page.waitForFunction(
            ([own, at, name, from, wanted]) => {
              const all = own
                .received(at)
                .slice(from)
                .filter((message) => message.type === name)
              return all.length >= wanted ? all : false
            },
            [sdk, id, type, before, count] as const,
          )
          return (await found.jsonValue()) as readonly Received[]
        },
        trigger: (event, data) =>
          sdk.evaluate((own, [at, name, payload]) => own.trigger(at, name, payload), [
            id,
            event,
            data,
          ] as const),
        call: (method, ...given) =>
          sdk.evaluate((own, [at, name, all]) => own.call(at, name, ...all), [id, method, given] as const),
        async ready(vizId) {
          await frame.locator(`[data-viz-id="${vizId}"][aria-busy="false"]`).waitFor()
        },
        async settled() {
          await frame.waitForFunction(() => {
            const tiles = [...document.querySelectorAll('.viz-tile')]
            const seen = tiles.filter((tile) => {
              // A tile whose picture is below the viewport has nothing to draw yet.
              const { top, bottom } = (tile.querySelector('.chart-canvas') ?? tile).getBoundingClientRect()
              return top < innerHeight && bottom > 0
            })
            return seen.length > 0 && seen.every((tile) => tile.getAttribute('aria-busy') === 'false')
          })
        },
      }
    },
    close: () => stage.leave(page),
  }
}

export type Claim = (section: string, sentence: string, prove: () => Promise<void>) => void

/** Makes a test of each sentence of the protocol. At the end, lists those that hold, with their sections in the reference. */
export function claims(): Claim {
  const held: string[] = []
  afterAll(() =>
    console.log(`Sentences of the protocol that hold:\n${held.map((line) => `  ${line}`).join('\n')}`),
  )
  return (section, sentence, prove) => {
    test(`${section} ${sentence}`, async () => {
      await prove()
      held.push(`${section}  ${sentence}`)
    })
  }
}
