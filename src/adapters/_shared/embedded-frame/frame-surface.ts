import { sizes, timings } from '../../../core/kernel/limits'
import { within } from '../../../core/kernel/waiting'
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

/** What every surface of frames has in common; a vendor adds how its frames are made. */
export interface FrameSurface extends Omit<DashboardSurface<HTMLElement>, 'prepare' | 'capabilities'> {
  readonly tokens: FrameTokens
  /** The page inside this frame is not the BI host's: it is taken down. */
  readonly block: (frame: HTMLIFrameElement, origin: string) => void
  /** The host's session of this frame is over: it is taken down. */
  readonly refuse: (frame: HTMLIFrameElement) => void
}

/** The others are as high as they say. */
const minimumHeights: Readonly<Partial<Record<ViewPurpose, number>>> = {
  saved: sizes.savedDashboardMinimumHeight,
  edit: sizes.savedDashboardMinimumHeight,
  tile: sizes.starredTileHeight,
}

/** One place of the page, with whatever view stands in it at the time. */
interface Slot extends SurfaceView {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Takes the frame down and, when something is on screen, shows it again in a new one. */
  reset(): void
  /** Opened again before its disposal has happened: the frame stays. */
  revive(): Slot
}

function createSlot(needs: {
  readonly container: HTMLElement
  /** Frames of different purposes are not made alike: an id is theirs alone. */
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
  /** Under which the frame here is kept when it has to go. */
  let id: string | undefined
  let cancelDisposal: (() => void) | undefined

  /** Onto the shelf if the frame is to be kept, else away. */
  function leave(): void {
    unwatch()
    if (id === undefined || !pool.keep(id, view)) view.end()
  }

  /** Already rendered somewhere: that frame, here. Otherwise the frame that comes is the one of this id. */
  function become(preRenderId: string | undefined): void {
    const wanted = preRenderId === undefined ? undefined : `${needs.purpose} ${preRenderId}`
    if (wanted === id) return
    const warm = wanted === undefined ? undefined : pool.take(wanted, needs.container)
    if (warm !== undefined || id !== undefined) {
      leave()
      view = warm ?? needs.newView()
      unwatch = view.watch(emit)
    }
    id = wanted
  }

  const slot: Slot = {
    show(request) {
      become(request.preRenderId)
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
      const gone = (): void => {
        leave()
        listeners.clear()
        needs.onGone()
      }
      cancelDisposal?.()
      // The place is about to leave the document, and a frame that is to be kept must not go with it.
      if (id === undefined) cancelDisposal = needs.clock.after(0, gone)
      else gone()
    },
  }
  return slot
}

/** `ready`, `refuses` and `onRetry`: as a view needs them. */
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
  let blockedAt = -blockedFor
  const unwatch = watchPolicy(options, (ours) => {
    if (ours) failAll({ kind: 'frame-blocked' })
    else blockedAt = clock.now()
  })
  const wasBlocked = (): boolean => clock.now() - blockedAt < blockedFor

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

/** A frame that loads an error page this soon after the policy has blocked one, in ms, is the one. */
const blockedFor = 2_000

/** Our own policy has blocked a frame: of the BI host, or one that was sent elsewhere. Returns the way to stop. */
function watchPolicy(
  { window, biHost, journal }: FrameSurfaceOptions,
  onBlocked: (ours: boolean) => void,
): () => void {
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    if (event.effectiveDirective !== 'frame-src' && event.effectiveDirective !== 'child-src') return
    const ours = event.blockedURI.startsWith(biHost)
    report(journal, `The content-security policy blocked a frame of ${ours ? biHost : 'another origin'}.`)
    onBlocked(ours)
  }
  window.document.addEventListener('securitypolicyviolation', onViolation)
  return () => window.document.removeEventListener('securitypolicyviolation', onViolation)
}

/** What the host answers for the page of a silent frame. Without its leave no page may read how; that it answers is known all the same. */
async function askHost({ window, clock, biHost }: FrameSurfaceOptions, source: string): Promise<HostAnswer> {
  const address = source.startsWith(`${biHost}/`) ? source : `${biHost}/`
  const ask = (mode: RequestMode): Promise<Response> =>
    window.fetch(address, { mode, cache: 'no-store', credentials: 'omit', referrerPolicy: 'origin' })
  const answer = ask('cors')
    .then(({ status }): HostAnswer => (status >= 500 ? 'failing' : 'answers'))
    .catch(() => ask('no-cors').then((): HostAnswer => 'answers'))
    .catch((): HostAnswer => 'unreachable')
  return within(clock, timings.hostAnswer, answer, 'unreachable')
}

function report(journal: Journal, text: string): void {
  journal.record({ level: 'error', where: 'dashboard', text })
}
