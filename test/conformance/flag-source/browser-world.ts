import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Frame, Request } from 'playwright-core'
import { vi } from 'vitest'
import { bundled } from '../../support/bundled'
import { createBiTokens, type BiTokens } from '../../../local/bi-host/wire/bi-token'
import { launchBrowser, findTestBrowser } from '../../../local/cli/browser'
import { localEnvironmentId } from '../../../local/http/addresses'
import type { FlagDocument } from '../../../local/flags/flag-document'
import { createFaults, type FaultRule, type Faults } from '../../../local/http/faults'
import { startServices } from '../../../local/services'
import type { PageSetup } from './page/setup'
import { flagPerson, type FlagTab, type FlagWorld, type Person } from './world'

/** What the worlds in a browser share. */
export interface FlagStage {
  /** Tabs are frames of it. Each has its own window, origin storage and connections, like a tab, and opens in a tenth of the time. */
  readonly page: Page
  /** A separate origin, and so separate storage, whose page contains the adapters. */
  openOrigin(): Promise<PageOrigin>
  /** Required by the services, not by flags. */
  readonly tokens: BiTokens
  close(): Promise<void>
}

interface PageOrigin {
  readonly origin: string
  close(): Promise<void>
}

export async function setFlagStage(): Promise<FlagStage> {
  const script = await bundled(new URL('page/main.ts', import.meta.url))
  const browser = await launchBrowser({ executablePath: await findTestBrowser(() => undefined) })
  const page = await browser.newPage()
  const outer = await openOrigin('')
  await page.goto(outer.origin)
  return {
    page,
    openOrigin: () => openOrigin(script),
    tokens: await createBiTokens({ lifetimeSeconds: 60 }),
    async close() {
      await browser.close()
      await outer.close()
    },
  }
}

const emptyPage =
  '<!doctype html><link rel="icon" href="data:,"><title>Flags</title><script type="module" src="/page.js"></script>'

async function openOrigin(script: string): Promise<PageOrigin> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(isScript ? script : emptyPage)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** Opens the adapter's page as a frame of this page and starts it. */
async function openFrameTab(
  page: Page,
  origin: string,
  setup: PageSetup,
  person: Person,
): Promise<{ readonly tab: FlagTab; readonly frame: Frame }> {
  const element = await page.evaluateHandle((address) => {
    const made = document.createElement('iframe')
    const loaded = new Promise<HTMLIFrameElement>((resolve) =>
      made.addEventListener('load', () => resolve(made)),
    )
    made.src = address
    document.body.append(made)
    return loaded
  }, origin)
  const frame = await element.contentFrame()
  if (frame === null) throw new Error('The frame has gone.')
  await frame.waitForFunction(() => 'flagPage' in globalThis)
  await frame.evaluate((given) => flagPage.begin(given.setup, given.who), { setup, who: flagPerson(person) })
  const tab: FlagTab = {
    started: () => frame.evaluate(() => flagPage.started()),
    shown: () => frame.evaluate(() => flagPage.shown()),
    history: () => frame.evaluate(() => flagPage.history()),
    sameReference: () => frame.evaluate(() => flagPage.sameReference()),
    identify: (who) => frame.evaluate((next) => flagPage.identify(next), flagPerson(who)),
    identifyBoth: (first, second) =>
      frame.evaluate(([one, other]) => flagPage.identifyBoth(one, other), [
        flagPerson(first),
        flagPerson(second),
      ] as const),
    hide: () => frame.evaluate(() => flagPage.see('hidden')),
    show: () => frame.evaluate(() => flagPage.see('visible')),
    advance: (milliseconds) => frame.evaluate((by) => flagPage.pass(by), milliseconds),
    listeners: () => frame.evaluate(() => flagPage.listeners()),
    dispose: () => frame.evaluate(() => flagPage.dispose()),
    async close() {
      if (!frame.isDetached()) await element.evaluate((own) => own.remove())
    },
  }
  return { tab, frame }
}

export interface BrowserWorld extends FlagWorld {
  /** `METHOD /path` of every request that the pages have sent to the flag service, with its count. */
  requests(): Readonly<Record<string, number>>
  close(): Promise<void>
}

const both = ['flags', 'flag-stream'] as const
const html = { contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' } as const
const replies: Readonly<Record<'a page' | 'a refusal' | 'an error', Omit<FaultRule, 'service'>>> = {
  'a page': { kind: 'reply', ...html },
  'a refusal': { kind: 'status', status: 403, ...html },
  'an error': { kind: 'status', status: 500, ...html },
}
const garbage = [
  'event: put\ndata: {"half',
  'event: patch\ndata: nonsense',
  'event: delete\ndata:',
  'event: of-nobody\ndata: {}',
  'data: {"type":"of-nobody"}',
  'data: {"half',
  ': a comment',
]
const lateBy = 400
const foreignOrigin = 'http://foreign.invalid'

/** A flag service behind fault switches, and the file that it reads. */
export interface ServiceUnderTest {
  readonly origin: string
  readonly streamOrigin: string
  readonly faults: Faults
  /** Resolves when the service has read the file. */
  save(document: FlagDocument): Promise<void>
  /** Resolves when the service has read half a file. */
  saveHalf(): Promise<void>
  /** Open streams. */
  streams(): Promise<number>
  close(): Promise<void>
}

async function embeddedService(stage: FlagStage, portalOrigin: string): Promise<ServiceUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-flag-conformance-'))
  const file = join(folder, 'flags.json')
  await writeFile(file, '{}')
  const faults = createFaults()
  const [services, stream] = await startServices({
    ports: { services: 0, flagStream: 0 },
    identity: { issuer: 'http://localhost:1/', jwksUri: 'http://localhost:1/keys' },
    portalOrigins: [portalOrigin],
    tokens: stage.tokens,
    dataDir: folder,
    faults,
  })
  /** Writes the file, and resolves when the service has read its current content. */
  const put = async (text: string): Promise<void> => {
    await writeFile(file, text)
    const sum = createHash('sha256').update(text).digest('hex')
    await vi.waitFor(
      async () => {
        const { flags } = (await (await fetch(`${services.origin}/health`)).json()) as {
          readonly flags: { readonly read: string }
        }
        if (flags.read !== sum) throw new Error('The service has not looked at the file.')
      },
      { timeout: 5_000, interval: 10 },
    )
  }
  return {
    origin: services.origin,
    streamOrigin: stream.origin,
    faults,
    save: (document) => put(JSON.stringify(document)),
    saveHalf: () => put('{"miu-app-enabled": {"value": fal'),
    async streams() {
      const text = await (await fetch(`${stream.origin}/health`)).text()
      return Number(/(\d+) connection/.exec(text)?.[1])
    },
    async close() {
      await Promise.all([services.close(), stream.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A service with its own file, by default the embedded one, and the adapter in Chromium. */
export async function openBrowserWorld(
  stage: FlagStage,
  adapter: PageSetup['adapter'],
  bug: string | null = null,
  started: typeof embeddedService = embeddedService,
): Promise<BrowserWorld> {
  const own = await stage.openOrigin()
  let foreignRequestCount = 0
  const service = await started(stage, own.origin)
  const { faults } = service
  const setup: PageSetup = {
    adapter,
    bug,
    clientId: localEnvironmentId,
    host: service.origin,
    streamHost: service.streamOrigin,
  }
  const tabs: { readonly tab: FlagTab; readonly frame: Frame }[] = []
  let pending = 0
  let sent = 0
  const asked = countBy([service.origin, service.streamOrigin], (origin) => {
    sent += 1
    if (origin === service.origin) pending += 1
  })
  const answered = countBy([service.origin], () => (pending -= 1))
  // A request that a page sent just before it closed may never leave.
  const aborted = countBy([service.origin, service.streamOrigin], (_origin, request) => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') sent -= 1
  })
  const requests = (): Readonly<Record<string, number>> => ({
    ...faults.counts().flags,
    ...faults.counts()['flag-stream'],
  })
  /** Requests, for flags or for a stream, that have reached the service. */
  const reached = (): number =>
    Object.entries(requests())
      .filter(([name]) => !name.startsWith('OPTIONS') && !name.endsWith('/health'))
      .reduce((sum, [, count]) => sum + count, 0)
  /** Resolves once what the pages have sent has reached the service and was handled under the current conditions. */
  const arrived = (): Promise<void> =>
    vi.waitFor(
      () => {
        if (reached() < sent) throw new Error(`Of ${sent} requests ${reached()} have arrived.`)
      },
      { timeout: 5_000, interval: 10 },
    )
  const addresses: string[] = []
  const addressed = (request: Request): void => void addresses.push(request.url())
  const calledForeign = countBy([foreignOrigin], () => (foreignRequestCount += 1))
  stage.page.on('request', addressed)
  stage.page.on('request', calledForeign)
  stage.page.on('request', asked)
  stage.page.on('requestfinished', answered)
  stage.page.on('requestfailed', answered)
  stage.page.on('requestfailed', aborted)
  const inFrames = async (read: (frame: Frame) => Promise<string>): Promise<string> => {
    const texts = await Promise.all(
      tabs.filter(({ frame }) => !frame.isDetached()).map(({ frame }) => read(frame)),
    )
    return texts.join('\n')
  }
  const untilIdle = (): Promise<void> =>
    vi.waitFor(
      async () => {
        if (pending > 0) throw new Error(`${pending} questions are without an answer.`)
        await inFrames(digested)
        if (pending > 0) throw new Error('More was asked.')
      },
      { timeout: 5_000, interval: 20 },
    )
  return {
    timeoutMs: 10_000,
    save: (document) => service.save(document),
    saveHalf: () => service.saveHalf(),
    async become(condition) {
      // Requests just started by timers leave first, or they would meet the new condition.
      await inFrames(digested)
      await inFrames(digested)
      await arrived()
      const kind = condition === 'down' ? 'drop' : 'hang'
      faults.replace(condition === 'up' ? [] : both.map((service) => ({ service, kind })))
    },
    async answerWith(answer) {
      faults.replace([
        { service: 'flags', ...replies[answer] },
        { service: 'flag-stream', kind: 'drop' },
      ])
    },
    async delayNextAnswer() {
      faults.add({ service: 'flags', kind: 'delay', milliseconds: lateBy, times: 1 })
    },
    async failNextAnswer() {
      faults.add({ service: 'flags', kind: 'status', status: 503, times: 1 })
    },
    async untilRequested() {
      await vi.waitFor(() => {
        if (!Object.keys(requests()).some((name) => /^(?:GET|POST|REPORT) /.test(name)))
          throw new Error('The service has not been asked.')
      }, 5_000)
    },
    untilIdle,
    async sendGarbage() {
      faults.add({ service: 'flag-stream', kind: 'reply', body: `${garbage.join('\n\n')}\n\n` })
      faults.clear('flag-stream')
    },
    async nameForeignStream() {
      const eventStreams = [{ type: 'sse', url: `${foreignOrigin}/stream` }]
      const body = JSON.stringify({ flags: [], eventStreams })
      faults.add({ service: 'flags', kind: 'reply', contentType: 'application/json', body })
    },
    async foreignRequestCount() {
      await inFrames(digested)
      return foreignRequestCount
    },
    streams: () => service.streams(),
    async open(person) {
      const opened = await openFrameTab(stage.page, own.origin, setup, person)
      tabs.push(opened)
      return opened.tab
    },
    stored: () =>
      inFrames((frame) =>
        frame.evaluate(() =>
          JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
        ),
      ),
    async requestCount() {
      await untilIdle()
      await arrived()
      return reached()
    },
    addresses: async () => addresses.join('\n'),
    written: () => inFrames((frame) => frame.evaluate(() => flagPage.written().join('\n'))),
    requests,
    async close() {
      for (const { tab } of tabs) await tab.close()
      stage.page.off('request', asked)
      stage.page.off('requestfinished', answered)
      stage.page.off('requestfailed', answered)
      stage.page.off('requestfailed', aborted)
      stage.page.off('request', calledForeign)
      stage.page.off('request', addressed)
      await Promise.all([service.close(), own.close()])
    },
  }
}

function countBy(
  origins: readonly string[],
  count: (origin: string, request: Request) => void,
): (request: Request) => void {
  return (request) => {
    const { origin } = new URL(request.url())
    if (origins.includes(origin)) count(origin, request)
  }
}

/** Responses that have arrived have also been processed, including timers that were due. */
function digested(frame: Frame): Promise<string> {
  return frame.evaluate(
    () => new Promise<string>((resolve) => void setTimeout(() => setTimeout(() => resolve(''), 5), 5)),
  )
}
