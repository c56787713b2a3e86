import { sizes, timings } from '../../../core/kernel/limits'
import { isRecent, within } from '../../../core/kernel/waiting'
import type { Clock } from '../../../core/ports/clock'
import type {
  DashboardSurface,
  HostAnswer,
  SurfaceFailure,
  ViewPurpose,
  SurfaceEvent,
  SurfaceView,
} from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { TokenSource } from '../../../core/ports/token-source'
import { createFrameTokens, type FrameTokens } from './token-holders'
import { createFrameView, type ViewNeeds, type FrameView } from './view'
import { createWarmFramePool, type WarmFramePool } from './warm-frame-pool'
import type { SilenceRule } from './watchdog'

export interface FrameSurfaceOptions {
  readonly window: Window
  /** Origin of the BI host, without a trailing slash. */
  readonly biHost: string
  readonly tokens: TokenSource
  readonly clock: Clock
  readonly journal: Journal
  readonly silence: SilenceRule
}

/** What all frame-based surfaces share; a vendor adds how its frames are created. */
export interface FrameSurface extends Omit<DashboardSurface<HTMLElement>, 'prepare' | 'capabilities'> {
  readonly tokens: FrameTokens
  /** The page inside this frame is not the BI host's: removes the frame. */
  readonly block: (frame: HTMLIFrameElement, origin: string) => void
  /** The frame's session at the host is over: removes the frame. */
  readonly refuse: (frame: HTMLIFrameElement) => void
}

/** Frames of other purposes are as high as they report. */
const minimumHeights: Readonly<Partial<Record<ViewPurpose, number>>> = {
  saved: sizes.savedDashboardMinimumHeight,
  edit: sizes.savedDashboardMinimumHeight,
  tile: sizes.starredTileHeight,
}

/** One container of the page, with the view that it shows at the time. */
interface Slot extends SurfaceView {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Removes the frame and, if something is on screen, shows it again in a new one. */
  reset(): void
  /** Cancels a deferred disposal, because the container was opened again: the frame stays. */
  revive(): Slot
}

function createSlot(needs: {
  readonly container: HTMLElement
  /** Part of the pool's key: frames of different purposes are created differently. */
  readonly purpose: string
  readonly pool: WarmFramePool
  readonly clock: Clock
  readonly newView: () => FrameView
  readonly onGone: () => void
}): Slot {
  const { pool } = needs
  const listeners = new Set<(event: SurfaceEvent) => void>()
  const emit = (event: SurfaceEvent): void => {
    for (const listener of listeners) listener(event)
  }
  let view = needs.newView()
  let unwatch = view.watch(emit)
  /** The pool's key for this frame; undefined if it is not kept. */
  let id: string | undefined
  let cancelDisposal: (() => void) | undefined

  /** Moves the frame into the warm-frame pool if it is to be kept; otherwise ends it. */
  function releaseView(): void {
    unwatch()
    if (id === undefined || !pool.keep(id, view)) view.end()
  }

  /** Switches to the warm frame of this id, if the pool has one. Otherwise the id applies to the next frame. */
  function switchTo(preRenderId: string | undefined): void {
    const wanted = preRenderId === undefined ? undefined : `${needs.purpose} ${preRenderId}`
    if (wanted === id) return
    const warm = wanted === undefined ? undefined : pool.take(wanted, needs.container)
    if (warm !== undefined || id !== undefined) {
      releaseView()
      view = warm ?? needs.newView()
      unwatch = view.watch(emit)
    }
    id = wanted
  }

  const slot: Slot = {
    show(request) {
      switchTo(request.preRenderId)
      view.show(request)
    },
    hide: () => view.hide(),
    refresh: () => view.refresh(),
    retry: () => view.retry(),
    pin: (target) => view.pin(target),
    narrowing: () => view.narrowing(),
    fail: (failure) => view.fail(failure),
    owns: (frame) => view.owns(frame),
    reset: () => view.reset(),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revive() {
      cancelDisposal?.()
      cancelDisposal = undefined
      return slot
    },
    dispose() {
      const finish = (): void => {
        releaseView()
        listeners.clear()
        needs.onGone()
      }
      cancelDisposal?.()
      // The container is about to leave the document, and a frame that is to be kept must not go with it.
      if (id === undefined) cancelDisposal = needs.clock.after(0, finish)
      else finish()
    },
  }
  return slot
}

/** `vendor`: see `ViewNeeds`. */
export function createFrameSurface(
  options: FrameSurfaceOptions,
  vendor: Pick<ViewNeeds, 'ready' | 'refuses' | 'onRetry'>,
): FrameSurface {
  const { clock, journal } = options
  const slots = new Map<HTMLElement, Slot>()
  const pool = createWarmFramePool(options.window.document)

  const failAll = (failure: SurfaceFailure): void => {
    for (const slot of slots.values()) slot.fail(failure)
    pool.clear()
  }
  const tokens = createFrameTokens(options.tokens, failAll)
  let blockedAt = -policyBlockWindowMs
  const unwatch = watchPolicy(options, (isBiHost) => {
    if (isBiHost) failAll({ kind: 'frame-blocked' })
    else blockedAt = clock.now()
  })
  const wasBlocked = (): boolean => isRecent(blockedAt, clock.now(), policyBlockWindowMs)

  function takeDown(frame: HTMLIFrameElement, failure: SurfaceFailure): void {
    for (const slot of slots.values()) if (slot.owns(frame)) slot.fail(failure)
    pool.drop(frame)
  }

  return {
    tokens,
    block(frame, origin) {
      report(journal, `A page of ${origin} spoke from a BI frame; the frame was removed.`)
      takeDown(frame, { kind: 'frame-blocked' })
    },
    refuse: (frame) => takeDown(frame, { kind: 'token-unavailable', trouble: 'not-accepted' }),
    open(container, { purpose }) {
      const present = slots.get(container)
      if (present !== undefined) return present.revive()
      const minimumHeight = minimumHeights[purpose]
      const { silence } = options
      const slot = createSlot({
        container,
        purpose,
        pool,
        clock,
        newView: () =>
          createFrameView({
            clock,
            journal,
            container,
            minimumHeight,
            silence,
            tokens,
            wasBlocked,
            askHost: (address) => askHost(options, address),
            ...vendor,
          }),
        onGone: () => slots.delete(container),
      })
      slots.set(container, slot)
      return slot
    },
    reset() {
      pool.clear()
      for (const slot of slots.values()) slot.reset()
    },
    dispose() {
      unwatch()
      for (const slot of slots.values()) slot.dispose()
      pool.clear()
    },
  }
}

/** An error page that loads within this time, in ms, after a policy violation counts as caused by it. */
const policyBlockWindowMs = 2_000

/** Watches for frames, of the BI host or another origin, that the portal's own policy blocks. Returns the function that stops it. */
function watchPolicy(
  { window, biHost, journal }: FrameSurfaceOptions,
  onBlocked: (isBiHost: boolean) => void,
): () => void {
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.effectiveDirective !== 'frame-src' && event.effectiveDirective !== 'child-src') return
    const isBiHost = event.blockedURI.startsWith(biHost)
    report(journal, `The content-security policy blocked a frame of ${isBiHost ? biHost : 'another origin'}.`)
    onBlocked(isBiHost)
  }
  window.document.addEventListener('securitypolicyviolation', onViolation)
  return () => window.document.removeEventListener('securitypolicyviolation', onViolation)
}

/** Probes the host at the page of a silent frame. Without CORS the status is unreadable, but a reply still shows that the host answers. */
async function askHost({ window, clock, biHost }: FrameSurfaceOptions, source: string): Promise<HostAnswer> {
  const address = source.startsWith(`${biHost}/`) ? source : `${biHost}/`
  const ask = (mode: RequestMode): Promise<Response> =>
    window.fetch(address, { mode, cache: 'no-store', credentials: 'omit', referrerPolicy: 'origin' })
  const answer = ask('cors')
    .then(({ status }): HostAnswer => (status >= 500 ? 'failing' : 'answers'))
    .catch(() => ask('no-cors').then((): HostAnswer => 'answers'))
    .catch((): HostAnswer => 'unreachable')
  return within(clock, timings.hostProbeTimeout, answer, 'unreachable')
}

function report(journal: Journal, text: string): void {
  journal.record({ level: 'error', where: 'dashboard', text })
}
