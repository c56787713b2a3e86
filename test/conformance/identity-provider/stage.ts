import { localAudience } from '../../../local/http/addresses'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { launchBrowser, findTestBrowser } from '../../../local/cli/browser'
import { createFaults } from '../../../local/http/faults'
import { startIdentity, type IdentityService } from '../../../local/identity/start'
import { silentAnswerPath } from '../../../local/portal/security-headers'
import { startPortalServer } from '../../../local/portal/server'
import type { LocalService } from '../../../local/http/listen'
import { enterProvider } from '../../support/signed-in'
import { workerUrl, type PageSetup } from './page/setup'

/** Runs at most `limit` tasks at a time; the others wait, first come, first served. */
function limitConcurrency(limit: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let free = limit
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free -= 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** The pages and endpoints of a provider, and how its forms are filled in. */
export interface ProviderPages {
  /** Paths of its endpoints. */
  readonly authorize: string
  readonly token: string
  readonly signOut: string
  isSignInPage(url: URL): boolean
  /** Assets that no check inspects, such as style sheets; they need not be loaded. */
  readonly decoration: string
  /** Enters the user's credentials and submits. */
  fillIn(page: Page, email: string): Promise<void>
  /** Signs a browser in without the portal; null where that requires the portal's own sign-in. */
  readonly enter:
    | ((stage: Stage, context: BrowserContext, setup: PageSetup, email: string) => Promise<void>)
    | null
  /** Ends the current session without involving the portal. */
  endSession(stage: Stage, context: BrowserContext, setup: PageSetup): Promise<void>
}

const embeddedWays: ProviderPages = {
  authorize: '/authorize',
  token: '/oauth/token',
  signOut: '/oidc/logout',
  isSignInPage: ({ pathname }) => pathname.startsWith('/interaction'),
  decoration: '/assets/*.{css,woff2}',
  async fillIn(page, email) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('demo')
    await page.getByRole('button', { name: 'Continue' }).click()
  },
  async enter({ identity, portal }, context, { clientId }, email) {
    const origins = { identity: identity.origin, portal: portal.origin }
    await enterProvider(context, origins, clientId, email)
  },
  async endSession({ identity, portal }, context, { clientId }) {
    const page = await context.newPage()
    const query = new URLSearchParams({ client_id: clientId, returnTo: portal.origin })
    await page.goto(`${identity.origin}/v2/logout?${query.toString()}`)
    await page.waitForURL(`${portal.origin}/`)
    await page.close()
  },
}

/** Everything that the browser checks need: an embedded provider, a page under the portal's real policy, one Chromium. */
export interface Stage {
  /** Lends a clean browser context when one is free. Creating one costs more than cleaning it. */
  withContext<Value>(task: (context: BrowserContext) => Promise<Value>): Promise<Value>
  readonly identity: Pick<IdentityService, 'origin' | 'issuer' | 'jwksUri'>
  readonly ways: ProviderPages
  readonly portal: LocalService
  readonly audience: string
}

export interface EmbeddedStage extends Stage {
  readonly identity: IdentityService
  /** Restarts the provider process, which then knows no session. */
  restartIdentity(): Promise<void>
}

/** One provider that answers a frame by message, and one that only redirects it; otherwise they are the same. */
export interface Stages {
  readonly withMessages: EmbeddedStage
  readonly withoutMessages: EmbeddedStage
  close(): Promise<void>
}

/** For two cores: a few pages wait at the same time, more would only slow each other down. */
const lanes = 3

/** No one sees the pages, so they draw as few pixels as possible. */
const unseen = { width: 320, height: 240 }

export async function setStages(): Promise<Stages> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-identity-conformance-'))
  await buildPage(folder)
  const faults = createFaults()
  const ports = { withMessages: await freePort(), withoutMessages: await freePort() }
  const addresses = Object.values(ports).map((port) => `http://localhost:${port}`)
  const portal = await startPortalServer({
    port: 0,
    folder,
    configuration: {},
    faults,
    peers: { connect: addresses, frame: addresses, forms: addresses, bi: [] },
  })
  const browser = await launchBrowser({ executablePath: await findTestBrowser(() => undefined) })
  const withContext = lendContexts(browser)
  const stage = async (port: number, webMessage: boolean): Promise<EmbeddedStage> => {
    const start = (): Promise<IdentityService> =>
      startIdentity({ port, portalOrigins: [portal.origin], faults, webMessage, environment: 'test' })
    let identity = await start()
    return {
      withContext,
      ways: embeddedWays,
      portal,
      audience: localAudience,
      get identity() {
        return identity
      },
      async restartIdentity() {
        await identity.close()
        identity = await start()
      },
    }
  }
  const withMessages = await stage(ports.withMessages, true)
  const withoutMessages = await stage(ports.withoutMessages, false)
  return {
    withMessages,
    withoutMessages,
    async close() {
      await browser.close()
      await Promise.all([withMessages.identity.close(), withoutMessages.identity.close(), portal.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Contexts of one browser, a few at a time. */
export function lendContexts(browser: Browser): Stage['withContext'] {
  const limited = limitConcurrency(lanes)
  const idle: BrowserContext[] = []
  return (task) =>
    limited(async () => {
      const context = idle.pop() ?? (await browser.newContext({ viewport: unseen }))
      context.setDefaultTimeout(30_000)
      const value = await task(context)
      idle.push(context)
      return value
    })
}

/** The page with the adapters, and their worker at a URL that the tests know. */
export async function buildPage(outDir: string): Promise<void> {
  await build({
    root: fileURLToPath(new URL('page', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    worker: { rolldownOptions: { output: { entryFileNames: workerUrl.slice(1) } } },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      assetsDir: 'open-data',
      target: 'es2022',
      minify: false,
      modulePreload: { polyfill: false },
    },
  })
  await mkdir(join(outDir, 'open-data'), { recursive: true })
  const silentAnswer = fileURLToPath(new URL(`../../../src/ui/public${silentAnswerPath}`, import.meta.url))
  await copyFile(silentAnswer, join(outDir, silentAnswerPath))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      server.close(() => resolve(address.port))
    })
  })
}
