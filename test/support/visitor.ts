import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core'
import { vi } from 'vitest'
import type { StackOrigins } from '../../local/http/addresses'
import { firstMessageTimeoutMs } from '../../src/adapters/dashboard-surface/thoughtspot/thoughtspot-frame'
import { timings } from '../../src/core/kernel/limits'
import type { FlagUserContext } from '../../src/core/ports/flag-source'
import { holdIdleWork, followQuestions } from './in-page'
import { followTraces } from './traces'

/** Every secret that a browser received, and where a script or a user could find it again. */
interface HandedOut {
  /** Where a secret, or anything that looks like one, is now or has passed; each with what was found. */
  leaks(): Promise<readonly string[]>
}

/**
 * Watches a browser profile from its first request on. Nothing that looks like a JSON Web Token, and no issued token (opaque ones such as
 * refresh tokens too), may be in web storage, IndexedDB, cookies that scripts can read, a URL, the history's state, a Referer or the
 * console.
 */
function followHandedOut(context: BrowserContext, portal: string): HandedOut {
  const traces = followTraces(context, portal)
  const tokens = new Set<string>()
  const reading = new Set<Promise<void>>()

  async function read(response: Response): Promise<void> {
    const { pathname } = new URL(response.url())
    if (!response.ok() || response.request().method() === 'OPTIONS') return
    if (pathname === '/oauth/token') {
      const answer = (await response.json()) as Readonly<Record<string, unknown>>
      for (const name of ['access_token', 'id_token', 'refresh_token']) {
        const token = answer[name]
        if (typeof token === 'string') tokens.add(token)
      }
    }
    if (pathname === '/api/token' || pathname === '/api/token-authenticated')
      tokens.add(await response.text())
  }
  context.on('response', (response) => {
    // A page that leaves discards unread bodies; tokens in them are then searched for only by their shape.
    const done: Promise<void> = read(response)
      .catch(() => undefined)
      .finally(() => reading.delete(done))
    reading.add(done)
  })

  return {
    async leaks() {
      await Promise.all(reading)
      for (const token of tokens) if (token.length >= 20) traces.remember(token)
      return traces.leaks()
    },
  }
}

/** What a healthy page writes to the console as an error although nothing is wrong. Anything else fails a journey. */
const knownNoise: readonly { readonly pattern: RegExp; readonly because: string }[] = [
  {
    pattern: /\[assay\] flags: No flags within 5 s\./,
    because: 'A busy machine takes longer. Journeys about the flags expect it.',
  },
  {
    pattern: /Allow attribute will take precedence over 'allowfullscreen'/,
    because: 'The SDK sets both attributes on every frame.',
  },
  {
    pattern: /Failed to execute 'postMessage' on 'DOMWindow': The target origin provided .* does not match/,
    because: 'The SDK sends a host event before the document of its frame has committed.',
  },
  {
    pattern: /Please register event handlers before calling render/,
    because: 'The SDK says so about a listener of its own.',
  },
  {
    pattern: /Blocked script execution in '[^']*\/\?embedApp=true' because the document's frame is sandboxed/,
    because: 'The frame that only fetches the BI application ahead may not run it.',
  },
]

export interface RequestEntry {
  readonly method: string
  readonly url: string
  readonly resourceType: string
}

export interface VisitorOptions {
  /** The stored theme; absent leaves the portal its default. */
  readonly theme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly context?: BrowserContextOptions
  /** A silent frame is given up as soon as for real users. */
  readonly givesUpSilence?: true
}

/** One user with a separate browser profile: nothing stored, not signed in. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Of the stack that this visitor uses. */
  readonly origins: StackOrigins
  /** A URL of the portal. */
  address(path: string): string
  /** Every request of every page of this visitor so far, frames and workers included. */
  readonly requests: readonly RequestEntry[]
  /** How many matching requests were sent. */
  count(pattern: RegExp): number
  /** Declares console errors that this journey provokes; a declared error that does not occur is a failure too. */
  expectConsole(pattern: RegExp, because: string): void
  /** Tokens that this browser received, and whether one has leaked. */
  readonly handedOut: HandedOut
  /** Waits until every declared console error has occurred, for ten seconds at most: a line may come after what the screen shows. */
  consoleSettled(): Promise<void>
  /** Every fault that occurred, even if the screen looks right. */
  problems(): readonly string[]
  /** Stores a screenshot of every open page; returns the files. */
  picture(name: string): Promise<readonly string[]>
  leave(): Promise<void>
}

const pictures = '.local/journeys'
/** Timeout for a silent frame: on a busy machine it stays silent for longer than the portal waits. */
const frameMilliseconds = 120_000

/** Runs in the page. `older-clusters`, whose host is silent, has its own clock, which counts the portal's own seconds. */
function waitForSilentFrames(given: {
  readonly portal: string
  readonly timeouts: readonly number[]
  readonly more: number
}): void {
  if (location.origin !== given.portal) return
  const wait = window.setTimeout.bind(window)
  window.setTimeout = ((action: () => void, milliseconds?: number, ...rest: unknown[]) =>
    wait(
      action,
      milliseconds !== undefined && given.timeouts.includes(milliseconds) ? given.more : milliseconds,
      ...rest,
    )) as typeof window.setTimeout
}

async function storePictures(context: BrowserContext, name: string): Promise<readonly string[]> {
  await mkdir(pictures, { recursive: true })
  return Promise.all(
    context.pages().map(async (page, index) => {
      const file = join(pictures, `${name.replaceAll(/[^\w-]+/g, '-')}-${index + 1}.png`)
      await page.screenshot({ path: file })
      return file
    }),
  )
}

export async function openVisitor(
  browser: Browser,
  origins: StackOrigins,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options.context,
  })
  if (options.theme) {
    await context.addInitScript(
      ({ origin, theme }) => {
        if (location.origin === origin && localStorage.getItem('theme') === null)
          localStorage.setItem('theme', theme)
      },
      { origin: origins.portal, theme: options.theme },
    )
  }
  if (options.givesUpSilence !== true)
    await context.addInitScript(waitForSilentFrames, {
      portal: origins.portal,
      timeouts: [timings.silentFrameTimeout, firstMessageTimeoutMs],
      more: frameMilliseconds,
    })
  await holdIdleWork(context)
  const handedOut = followHandedOut(context, origins.portal)
  followQuestions(context)
  const requests: RequestEntry[] = []
  const errors: string[] = []
  const expected: { pattern: RegExp; because: string }[] = []
  context.on('request', (request) => {
    requests.push({ method: request.method(), url: request.url(), resourceType: request.resourceType() })
  })
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => errors.push(`Uncaught: ${error.error().stack ?? error.error().message}`))
  const page = await context.newPage()
  const missing = (): typeof expected =>
    expected.filter(({ pattern }) => !errors.some((error) => pattern.test(error)))
  return {
    context,
    page,
    origins,
    address: (path) => origins.portal + path,
    requests,
    handedOut,
    count: (pattern) => requests.filter(({ url }) => pattern.test(url)).length,
    expectConsole: (pattern, because) => void expected.push({ pattern, because }),
    async consoleSettled() {
      // Those still missing are among the problems.
      await vi.waitUntil(() => missing().length === 0, { timeout: 10_000 }).catch(() => undefined)
    },
    problems: () => [
      ...errors
        .filter((error) => ![...knownNoise, ...expected].some(({ pattern }) => pattern.test(error)))
        .map((error) => `console: ${error}`),
      ...missing().map(
        ({ pattern, because }) => `expected in the console and not seen: ${String(pattern)} (${because})`,
      ),
      ...requests
        .filter(({ url }) => !staysHere(url))
        .map(({ method, url }) => `left this machine: ${method} ${url}`),
      ...requests
        .filter(({ url }) => namesSomebody(url))
        .map(({ method, url }) => `names somebody in its address: ${method} ${url}`),
    ],
    picture: (name) => storePictures(context, name),
    leave: () => context.close(),
  }
}

function staysHere(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'data:' || protocol === 'blob:' || protocol === 'about:') return true
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'
}

/** URLs are logged wherever they pass. The users of the embedded provider are `…@example.com`; also in base64. */
function namesSomebody(address: string): boolean {
  const runs = address.match(/[\w-]{16,}/g) ?? []
  return [address, ...runs.map((run) => Buffer.from(run, 'base64url').toString('utf8'))].some((text) =>
    /(?:@|%40)example\.com/i.test(text),
  )
}

/** The contexts that this page sends to the flag service from now on, oldest first. */
export function followFlagContexts(page: Page): readonly FlagUserContext[] {
  const asked: FlagUserContext[] = []
  page.on('request', (request) => {
    if (request.method() === 'REPORT') asked.push(request.postDataJSON() as FlagUserContext)
  })
  return asked
}

/** Documents of the BI application that the SDK's frames have requested; the prefetch has no such query. */
export const frameDocuments = ({ requests }: Visitor): number =>
  requests.filter(
    ({ url, resourceType }) => resourceType === 'document' && /:\d+\/(v2\/)?\?embedApp=true&/.test(url),
  ).length
