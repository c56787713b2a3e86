import { sizes } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type {
  DashboardSurface,
  SurfaceFailure,
  SurfaceView,
  ViewPurpose,
} from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { TokenSource } from '../../../core/ports/token-source'
import { tokenFailureText, tokenTrouble } from '../../../core/tokens/token-failure'
import { createCluster } from './cluster'
import { createTokenHolders } from '../../_shared/embedded-frame/token-holders'
import { installOriginGuard } from './origin-guard'
import type { ThoughtSpotSdk } from './frame'
import type { ConversationSettings } from './options'
import { createWarmFramePool } from '../../_shared/embedded-frame/warm-frame-pool'
import { createSlot, type Slot } from '../../_shared/embedded-frame/slot'
import { createThoughtSpotView, type ThoughtSpotView } from '../../_shared/embedded-frame/view'
import type { SilenceRule } from '../../_shared/embedded-frame/watchdog'

interface Startable {
  /** Goes up when what has been started turns out not to work. */
  readonly failed: boolean
}

/**
 * Starts something for everybody who needs it. After a failure the first who asks begins anew, and all who wait for the failed one go
 * on with that: two starts side by side would leave the vendor's library with the wrong one.
 */
export function startedOnce<Value extends Startable>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined
  return async () => {
    const tried = started
    const before = await tried?.catch(() => undefined)
    if (started === undefined || (started === tried && before?.failed !== false)) started = start()
    return started
  }
}

/**
 * Fetches the BI application into the browser's cache before anybody has a token: an invisible frame on its bare address, which
 * stays silent and is removed when it has loaded. Not counted as a board's frame. Opacity, not `display: none`: browsers do not
 * load what is not laid out.
 */
function prefetchBiApplication(page: Document, biHost: string): void {
  const frame = page.createElement('iframe')
  frame.src = `${biHost}/?embedApp=true`
  frame.title = ''
  // It may run and be cached, nothing else.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.dataset['purpose'] = 'prefetch'
  Object.assign(frame.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  })
  const remove = (): void => frame.remove()
  frame.addEventListener('load', remove, { once: true })
  frame.addEventListener('error', remove, { once: true })
  page.body.append(frame)
}

export interface ThoughtSpotOptions {
  readonly loadSdk: () => Promise<ThoughtSpotSdk>
  /** Origin of the BI host, without a trailing slash. */
  readonly biHost: string
  readonly tokens: TokenSource
  readonly clock: Clock
  readonly journal: Journal
  /** Where the frame finds fonts and the icon sprite: the portal's own origin. */
  readonly assetsOrigin: string
  readonly conversation: ConversationSettings
  readonly silence: SilenceRule
  readonly window: Window
}

/**
 * The first answer to `getAuthToken` of each `init` only has to be some text while the SDK's own verification is off: it makes no frame
 * before, and asks again for every frame (`appInit`) and call. Held by a test with the real SDK, for the vendor does not document it.
 */
const placeholder = 'not-asked-for-yet'

/** The others are as high as they say. */
const minimumHeights: Readonly<Partial<Record<ViewPurpose, number>>> = {
  saved: sizes.savedDashboardMinimumHeight,
  edit: sizes.savedDashboardMinimumHeight,
  tile: sizes.starredTileHeight,
}

/** The SDK is started once; after a failed start it is started again. */
interface Started {
  readonly sdk: ThoughtSpotSdk
  failed: boolean
}

/**
 * ThoughtSpot's Visual Embed SDK behind the port. The SDK's own token checks and tracking are off: tokens come from the broker,
 * which keeps, renews and drops them. Anything the SDK would write into the page as HTML is switched off.
 */
export function thoughtSpotDashboardSurface(options: ThoughtSpotOptions): DashboardSurface<HTMLElement> {
  const { biHost, clock, journal, tokens } = options
  const slots = new Map<HTMLElement, Slot>()
  const holders = createTokenHolders<HTMLIFrameElement>(tokens)
  const pool = createWarmFramePool(options.window.document)
  const cluster = createCluster()
  const started = startedOnce(start)
  let lastTokenFailure: SurfaceFailure | undefined
  let tokensAsked = 0

  const failAll = (failure: SurfaceFailure): void => {
    for (const slot of slots.values()) slot.fail(failure)
    pool.clear()
  }
  const removeGuard = installOriginGuard({
    window: options.window,
    biOrigin: biHost,
    onForeign(frame, origin) {
      journal.record({
        level: 'error',
        where: 'dashboard',
        text: `A page of ${origin} spoke from a BI frame; the frame was removed.`,
      })
      for (const slot of slots.values()) if (slot.owns(frame)) slot.fail({ kind: 'frame-blocked' })
      pool.drop(frame)
    },
    onTokenRequested: (frame, request) => holders.onTokenRequested(frame, request),
  })
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    const frames = event.effectiveDirective === 'frame-src' || event.effectiveDirective === 'child-src'
    if (!frames || !event.blockedURI.startsWith(biHost)) return
    journal.record({
      level: 'error',
      where: 'dashboard',
      text: `The content-security policy blocked a frame of ${biHost}.`,
    })
    failAll({ kind: 'frame-blocked' })
  }
  options.window.document.addEventListener('securitypolicyviolation', onViolation)

  async function authToken(): Promise<string> {
    tokensAsked += 1
    const result = await holders.token().finally(() => (tokensAsked -= 1))
    if (result.ok) {
      lastTokenFailure = undefined
      return result.value.value
    }
    lastTokenFailure = { kind: 'token-unavailable', trouble: tokenTrouble(result.failure) }
    failAll(lastTokenFailure)
    throw new Error(tokenFailureText(result.failure))
  }

  async function start(): Promise<Started> {
    const sdk = await options.loadSdk()
    const state: Started = { sdk, failed: false }
    let begun = false
    const emitter = sdk.init({
      thoughtSpotHost: biHost,
      authType: sdk.AuthType.TrustedAuthTokenCookieless,
      getAuthToken() {
        if (begun) return authToken()
        begun = true
        return Promise.resolve(placeholder)
      },
      autoLogin: true,
      disableTokenVerification: true,
      disableSDKTracking: true,
      suppressErrorAlerts: true,
      disableLoginFailurePage: true,
      loginFailedMessage: '',
      logLevel: sdk.LogLevel.SILENT,
    })
    emitter?.on(sdk.AuthStatus.FAILURE, (reason: unknown) => {
      // "EXPIRY" is told on every renewal, the successful ones too.
      if (reason !== sdk.AuthFailureType.EXPIRY) state.failed = true
    })
    return state
  }

  /**
   * The SDK, started, once it is known who is here; a failed start or chunk is tried again by the next caller. The frame's document
   * needs no token, so both are on their way side by side.
   */
  async function ready(): Promise<ThoughtSpotSdk> {
    const { sdk } = await started()
    await tokens.known()
    void authToken().catch(() => undefined)
    return sdk
  }

  function newView(purpose: ViewPurpose, container: HTMLElement): ThoughtSpotView {
    return createThoughtSpotView({
      ready,
      clock,
      journal,
      container,
      assetsOrigin: options.assetsOrigin,
      conversation: options.conversation,
      minimumHeight: minimumHeights[purpose],
      silence: options.silence,
      cluster,
      tokenFailure: () => lastTokenFailure,
      awaitsToken: () => tokensAsked > 0,
      onTokenDue: (frame) => holders.onTokenRequested(frame, 'any'),
      // A person asks: what the broker remembers of a refused token call is not held against them.
      onRetry: () => tokens.retry(),
    })
  }

  return {
    open(container, { purpose }): SurfaceView {
      const present = slots.get(container)
      if (present !== undefined) return present.revive()
      const slot = createSlot({
        container,
        purpose,
        pool,
        clock,
        newView: () => newView(purpose, container),
        onGone: () => slots.delete(container),
      })
      slots.set(container, slot)
      return slot
    },
    prepare() {
      prefetchBiApplication(options.window.document, biHost)
      void options.loadSdk().catch(() => undefined)
    },
    reset() {
      pool.clear()
      for (const slot of slots.values()) slot.reset()
    },
    dispose() {
      removeGuard()
      options.window.document.removeEventListener('securitypolicyviolation', onViolation)
      for (const slot of slots.values()) slot.dispose()
      pool.clear()
    },
  }
}
