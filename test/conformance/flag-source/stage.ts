import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { bundled } from '../../support/bundled'
import { createBiTokens, type BiTokens } from '../../../local/bi-host/wire/bi-token'
import { launchBrowser, findTestBrowser } from '../../../local/cli/browser'

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

export interface PageOrigin {
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

const document =
  '<!doctype html><link rel="icon" href="data:,"><title>Flags</title><script type="module" src="/page.js"></script>'

async function openOrigin(script: string): Promise<PageOrigin> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
    response.end(isScript ? script : document)
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
