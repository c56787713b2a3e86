import type { DashboardSurface, EmbeddedView, SurfaceFailure } from '../../../core/ports/dashboard-surface'
import { createFrameSurface, type FrameSurfaceOptions } from '../../_shared/embedded-frame/frame-surface'
import type { MakeFrame } from '../../_shared/embedded-frame/view'
import { isLiveboardId, readAnswerHandle } from '../../_shared/thoughtspot/ids'
import { thoughtSpotCapabilities } from './capabilities'
import { createCluster } from './cluster'
import { clusterTime } from '../../_shared/thoughtspot/cluster-time'
import type { FrameAssets } from './customizations'
import { openFrame, type ThoughtSpotSdk } from './frame'
import { frameOptions, startOptions, type ConversationSettings } from './options'
import { installOriginGuard } from './origin-guard'
import { thoughtSpotFrame } from './thoughtspot-frame'

interface Startable {
  /** Set once what was started turns out not to work. */
  readonly failed: boolean
}

/**
 * Shares one start among all callers. After a failure the next caller starts again, and callers that waited for the failed start share
 * the new one: two parallel starts would leave the vendor's library with the wrong one.
 */
export function sharedStart<Value extends Startable>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined
  return async () => {
    const attempt = started
    const before = await attempt?.catch(() => undefined)
    if (started === undefined || (started === attempt && before?.failed !== false)) started = start()
    return started
  }
}

export interface ThoughtSpotOptions extends FrameSurfaceOptions, FrameAssets {
  readonly loadSdk: () => Promise<ThoughtSpotSdk>
  /** The column by which boards are narrowed to days; empty for none. */
  readonly dateColumn: string
  /** The cluster's, an IANA name: days of the portal are days there. */
  readonly timeZone: string
  readonly conversation: ConversationSettings
}

/**
 * The first result of `getAuthToken` after each `init` can be any text while the SDK's own verification is off: the SDK creates no frame
 * before it, and asks again for every frame (`appInit`) and call. The vendor does not document this; a test with the real SDK covers it.
 */
const placeholder = 'not-asked-for-yet'

/** Liveboard ids are UUIDs, and an answer is opened by a handle of this vendor's assistant. */
function invalidIdFailure(view: EmbeddedView): SurfaceFailure | null {
  const unknown =
    view.kind === 'answer'
      ? readAnswerHandle(view.handle) === null
      : 'dashboardId' in view && !isLiveboardId(view.dashboardId)
  return unknown ? { kind: 'dashboard-id-invalid' } : null
}

/** A start of the SDK. It is started once, and again after a failed start. */
interface Started {
  readonly sdk: ThoughtSpotSdk
  failed: boolean
  /** It has created a frame, and since then gives every frame the session info of the first one. */
  hasFrames: boolean
}

/**
 * ThoughtSpot's Visual Embed SDK behind the port. The SDK's own token checks and tracking are off: tokens come from the broker,
 * which caches, renews and drops them. Everything that the SDK would write into the page as HTML is off as well.
 */
export function thoughtSpotDashboardSurface(options: ThoughtSpotOptions): DashboardSurface<HTMLElement> {
  const { biHost, window, assetsOrigin, watermarkImage, conversation } = options
  const cluster = createCluster()
  const { tokens, block, refuse, ...surface } = createFrameSurface(options, {
    ready,
    refuses: invalidIdFailure,
    onRetry: () => cluster.forgetSilence(),
  })
  let current: Started | undefined
  const started = sharedStart(async () => {
    current = await start(options, async () => {
      // Once started, the SDK itself requests the session info from the host.
      await options.tokens.known()
      return (await tokens.token()).value
    })
    return current
  })
  const removeGuard = installOriginGuard({
    window,
    biOrigin: biHost,
    onForeign: block,
    onTokenRequested: (frame, request) => tokens.onTokenRequested(frame, request),
    onTokenDoubted: (frame) => tokens.onTokenDoubted(frame),
    onLoggedOut: refuse,
  })
  const onTokenDue = (frame: HTMLIFrameElement): void => tokens.onTokenRequested(frame, 'any')
  const time = clusterTime(options.timeZone)
  const frames = { ...options, cluster, time, onTokenDue }

  /**
   * Settles once the SDK is started and the session is known; after a failed start or chunk the next caller tries again. Neither the SDK
   * nor the frame's document needs a token, so all three load in parallel.
   */
  async function ready(): Promise<MakeFrame> {
    const known = options.tokens.known()
    void known.then(() => tokens.token()).catch(() => undefined)
    const { sdk } = await started()
    await known
    return (begin, owner) => {
      if (current !== undefined) current.hasFrames = true
      const configuration = frameOptions(begin.request, begin.target, {
        assetsOrigin,
        watermarkImage,
        conversation,
        minimumHeight: begin.minimumHeight,
        usesHostEventsV2: cluster.usesHostEventsV2(),
      })
      return thoughtSpotFrame(
        frames,
        (onMessage) => openFrame(sdk, begin.host, configuration, onMessage, time),
        begin,
        {
          ...owner,
          emit(event) {
            if (event.kind === 'rendered') cluster.readRelease(sdk.getSessionInfo)
            owner.emit(event)
          },
        },
      )
    }
  }

  return {
    ...surface,
    capabilities: thoughtSpotCapabilities,
    prepare: () => void options.loadSdk().catch(() => undefined),
    reset() {
      // The SDK caches the host's session info until it is started again, and gives it to every frame.
      if (current?.hasFrames === true) current.failed = true
      surface.reset()
    },
    dispose() {
      removeGuard()
      surface.dispose()
    },
  }
}

async function start(
  { loadSdk, biHost }: ThoughtSpotOptions,
  authToken: () => Promise<string>,
): Promise<Started> {
  const sdk = await loadSdk()
  const state: Started = { sdk, failed: false, hasFrames: false }
  let isPlaceholderUsed = false
  const emitter = sdk.init(
    startOptions(sdk, biHost, () => {
      if (isPlaceholderUsed) return authToken()
      isPlaceholderUsed = true
      return Promise.resolve(placeholder)
    }),
  )
  emitter?.on(sdk.AuthStatus.FAILURE, (reason: unknown) => {
    // The SDK emits "EXPIRY" on every renewal, including successful ones.
    if (reason !== sdk.AuthFailureType.EXPIRY) state.failed = true
  })
  return state
}
