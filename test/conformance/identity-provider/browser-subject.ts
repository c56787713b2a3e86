import { localClientIds } from '../../../local/http/addresses'
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import type { IdentityStart } from '../../../src/core/ports/identity-provider'
import { openPortalTab, type PortalTab } from './browser-tab'
import { setupCookie, workerUrl, type PageSetup } from './page/setup'
import type { Stage } from './stage'
import type { IdentityBrowser } from './subject'
import { followTraces, type Traces } from '../../support/traces'

/** One request to the token endpoint and its response. */
export interface Exchange {
  readonly contentType: string
  readonly form: URLSearchParams
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Intercepts a request to the token endpoint; null passes it on to the provider. */
export type Intervention = (form: URLSearchParams, route: Route) => Promise<null | 'handled'>

/** Differences between adapters that are not faults, which the checks depend on. */
interface IdentityClaims {
  /** Parameters of every sign-in, by default or as configured here. */
  readonly signInParameters: Readonly<Record<string, string>>
  /** It checks the issuer in a response (RFC 9207). */
  readonly checksIssuer: boolean
  /** It reads the provider's keys and checks signatures of every published algorithm. Without it, it accepts only RS256, unchecked. */
  readonly checksSignatures: boolean
  /** It distinguishes its own frame from others of the provider's origin. */
  readonly knowsItsFrame: boolean
  /** Its timeout for another tab's renewal uses the clock passed to it, not the platform's. */
  readonly lockLimitByClock: boolean
  /** Where its token requests are sent from. */
  readonly asksFrom: 'page' | 'worker'
  /** Names of the cookies that hold a pending sign-in where session storage is unavailable. */
  readonly loginCookie: RegExp
}

const identityClaims: Readonly<Record<PageSetup['adapter'], IdentityClaims>> = {
  // Its SDK trusts the channel to the token endpoint, compares only the origins of frames, and has its own timeout of five seconds.
  auth0: {
    signInParameters: { screen_hint: 'login' },
    checksIssuer: false,
    checksSignatures: false,
    knowsItsFrame: false,
    lockLimitByClock: false,
    asksFrom: 'worker',
    loginCookie: /^a0\.spajs\.txs\./,
  },
  oidc: {
    signInParameters: { screen_hint: 'login' },
    checksIssuer: true,
    checksSignatures: true,
    knowsItsFrame: true,
    lockLimitByClock: true,
    asksFrom: 'page',
    loginCookie: /^assay\.sign-in\./,
  },
}

export interface PortalBrowser extends IdentityBrowser {
  readonly context: BrowserContext
  readonly stage: Stage
  readonly setup: PageSetup
  readonly claims: IdentityClaims
  readonly traces: Traces
  readonly exchanges: readonly Exchange[]
  /** URLs of authorization requests, oldest first. */
  readonly authorizations: readonly URL[]
  open(): Promise<PortalTab>
  /** Intercepts token requests from now on. */
  intervene(intervention: Intervention): void
  /** The user signs in at the provider, without the portal. */
  enterProvider(person: string): Promise<void>
  /** Also users that the shared checks do not use. */
  signedIn(person: string): Promise<{ readonly tab: PortalTab; readonly start: IdentityStart }>
}

/** One user's browser in a clean context; `close` cleans it again. */
export async function openPortalBrowser(
  stage: Stage,
  context: BrowserContext,
  adapter: PageSetup['adapter'],
  changes: Partial<PageSetup> = {},
): Promise<PortalBrowser> {
  const { ways } = stage
  const claims = identityClaims[adapter]
  const setup: PageSetup = {
    test: randomUUID(),
    adapter,
    domain: stage.identity.origin,
    issuer: stage.identity.issuer,
    clientId: localClientIds[adapter],
    audience: stage.audience,
    refreshTokens: true,
    alwaysFresh: false,
    silent: 'frame',
    parameters: claims.signInParameters,
    bug: null,
    blocksLocalStorage: false,
    tabStorage: 'takes',
    ...changes,
  }
  await context.addCookies([{ ...setupCookie(setup), url: stage.portal.origin }])
  const traces = followTraces(context, stage.portal.origin)
  const exchanges: Exchange[] = []
  const authorizations: URL[] = []
  const tabs = new Map<Page, PortalTab>()
  let requests = 0
  let entered = false
  let intervention: Intervention = async () => null

  const see = (request: Request): void => {
    const url = new URL(request.url())
    if (url.origin === stage.identity.origin && url.pathname === ways.authorize) authorizations.push(url)
  }
  context.on('request', see)
  // The provider's pages are not inspected here.
  await context.route(`${stage.identity.origin}${ways.decoration}`, (route) => route.abort())
  await context.route(`${stage.identity.origin}${ways.token}`, async (route) => {
    requests += 1
    const form = new URLSearchParams(route.request().postData() ?? '')
    if ((await intervention(form, route)) === 'handled') return
    const reply = await route.fetch()
    const body = (await reply.json()) as Record<string, unknown>
    for (const name of ['access_token', 'id_token', 'refresh_token']) traces.remember(body[name])
    const contentType = (await route.request().headerValue('content-type')) ?? ''
    exchanges.push({ contentType, form, status: reply.status(), body })
    await route.fulfill({ response: reply })
  })

  const browser: PortalBrowser = {
    context,
    stage,
    setup,
    claims,
    traces,
    exchanges,
    authorizations,
    async open() {
      const page = context.pages().find((one) => !tabs.has(one)) ?? (await context.newPage())
      const tab = await openPortalTab(page, stage)
      tabs.set(page, tab)
      return tab
    },
    endSessionElsewhere: () => ways.endSession(stage, context, setup),
    personOf: (token) => String(decodeJwt(token)['email']).split('@', 1)[0] ?? 'nobody',
    tokenRequests: () => requests,
    async refuseTokens(times, error) {
      let left = times
      intervention = async (_form, route) => {
        if (left === 0) return null
        left -= 1
        return answerWith(route, stage.portal.origin, 400, { error })
      }
    },
    intervene: (next) => void (intervention = next),
    async enterProvider(person) {
      entered = true
      await ways.enter?.(stage, context, setup, `${person}@example.com`)
    },
    async signedIn(person) {
      const tab = await browser.open()
      if (ways.enter === null) {
        // The previous user has left; otherwise the provider would ask for confirmation of that account.
        if (entered) await ways.endSession(stage, context, setup)
        entered = true
        await tab.leave('/home', { fresh: false })
        return { tab, start: await tab.signInAs(`${person}@example.com`) }
      }
      if (!entered) {
        await browser.enterProvider(person)
        return { tab, start: await tab.signInSilently('/home') }
      }
      // The provider has to recognize that this is another user.
      await tab.leave('/home')
      return { tab, start: await tab.signInAs(`${person}@example.com`) }
    },
    async close() {
      context.off('request', see)
      traces.stop()
      for (const tab of tabs.values()) tab.stop()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await clean(context, stage.portal.origin)
    },
  }
  return browser
}

/**
 * The first page is reused for the next test, at a file of the portal that runs no script. A new page costs a new process, and so does a
 * navigation to and from a page with another opener policy.
 */
async function clean(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = context.pages()
  await Promise.all(others.map((page) => page.close()))
  if (first !== undefined) {
    await first.unrouteAll({ behavior: 'ignoreErrors' })
    await first.goto(`${origin}${workerUrl}`)
    const session = await context.newCDPSession(first)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await session.detach()
  }
  await context.clearCookies()
}

/** A response of the provider that the portal's page may read. */
export async function answerWith(
  route: Route,
  origin: string,
  status: number,
  body: unknown,
): Promise<'handled'> {
  const text = typeof body === 'string'
  await route.fulfill({
    status,
    headers: { 'access-control-allow-origin': origin },
    contentType: text ? 'text/html' : 'application/json',
    body: text ? body : JSON.stringify(body),
  })
  return 'handled'
}
