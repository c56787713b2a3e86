import type { DashboardSurface, EmbeddedView, SurfaceFailure } from '../../../core/ports/dashboard-surface'
import { createFrameSurface, type FrameSurfaceOptions } from '../../_shared/embedded-frame/frame-surface'
import type { MakeFrame } from '../../_shared/embedded-frame/view'
import { isLiveboardId, readAnswerHandle } from '../../_shared/thoughtspot/ids'
import { thoughtSpotCapabilities } from './capabilities'
import { createCluster } from './cluster'
import type { FrameAssets } from './customizations'
import { openFrame, type ThoughtSpotSdk } from './frame'
import { frameOptions, startOptions, type ConversationSettings } from './options'
import { installOriginGuard } from './origin-guard'
import { thoughtSpotFrame } from './thoughtspot-frame'

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

export interface ThoughtSpotOptions extends FrameSurfaceOptions, FrameAssets {
  readonly loadSdk: () => Promise<ThoughtSpotSdk>
  /** By which a board is narrowed to days; empty for none. */
  readonly dateColumn: string
  readonly conversation: ConversationSettings
}

/**
 * The first answer to `getAuthToken` of each `init` only has to be some text while the SDK's own verification is off: it makes no frame
 * before, and asks again for every frame (`appInit`) and call. Held by a test with the real SDK, for the vendor does not document it.
 */
const placeholder = 'not-asked-for-yet'

/** Ids of liveboards are UUIDs, and an answer is opened by a handle of this vendor's assistant. */
function noLiveboard(view: EmbeddedView): SurfaceFailure | null {
  const unknown =
    view.kind === 'answer'
      ? readAnswerHandle(view.handle) === null
      : 'dashboardId' in view && !isLiveboardId(view.dashboardId)
  return unknown ? { kind: 'dashboard-id-invalid' } : null
}

/** The SDK is started once; after a failed start it is started again. */
interface Started {
  readonly sdk: ThoughtSpotSdk
  failed: boolean
  /** A frame was made by it: since then it tells every frame whose session the first one had. */
  hasFrames: boolean
}

/**
 * ThoughtSpot's Visual Embed SDK behind the port. The SDK's own token checks and tracking are off: tokens come from the broker,
 * which keeps, renews and drops them. Anything the SDK would write into the page as HTML is switched off.
 */
export function thoughtSpotDashboardSurface(options: ThoughtSpotOptions): DashboardSurface<HTMLElement> {
  const { biHost, window, clock, journal, assetsOrigin, watermarkImage, dateColumn, conversation } = options
  const cluster = createCluster()
  const { tokens, block, refuse, ...surface } = createFrameSurface(options, {
    ready,
    refuses: noLiveboard,
    onRetry: () => cluster.forgetSilence(),
  })
  let current: Started | undefined
  const started = startedOnce(async () => {
    current = await start(options, async () => {
      // Once it is started the SDK asks the host by itself whose session it is.
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
  const frames = { window, clock, journal, cluster, assetsOrigin, watermarkImage, dateColumn, onTokenDue }

  /**
   * The SDK, started, once it is known who is here; a failed start or chunk is tried again by the next caller. Neither the SDK nor the
   * frame's document needs a token, so all three are on their way side by side.
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
        secondHostEvents: cluster.secondHostEvents(),
      })
      return thoughtSpotFrame(
        frames,
        (onMessage) => openFrame(sdk, begin.host, configuration, onMessage),
        begin,
        {
          ...owner,
          emit(event) {
            if (event.kind === 'rendered') cluster.learn(sdk.getSessionInfo)
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
      // The SDK keeps what the host says of a session for as long as it is not started anew, and tells it to every frame.
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
  let begun = false
  const emitter = sdk.init(
    startOptions(sdk, biHost, () => {
      if (begun) return authToken()
      begun = true
      return Promise.resolve(placeholder)
    }),
  )
  emitter?.on(sdk.AuthStatus.FAILURE, (reason: unknown) => {
    // "EXPIRY" is told on every renewal, the successful ones too.
    if (reason !== sdk.AuthFailureType.EXPIRY) state.failed = true
  })
  return state
}
