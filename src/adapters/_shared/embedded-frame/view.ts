import type { Clock } from '../../../core/ports/clock'
import { viewFailure } from '../../../core/embedding/view-checks'
import type {
  EmbeddedView,
  HostAnswer,
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewRequest,
} from '../../../core/ports/dashboard-surface'
import type { Journal, JournalEntry } from '../../../core/ports/journal'
import { createFrameContainer, type FrameContainer } from './frame-container'
import { routeOf, sameBoard, type BoardRoute, type FrameFilter, type FrameRoute } from './routes'
import type { EmbeddedFrame, FrameOwner } from './running-frame'
import type { FrameTokens } from './token-holders'
import { initialView, viewStep, type ViewEffect, type ViewEvent } from './view-step'
import { createSilence, createWatchdog, type Silence, type SilenceRule, type Watchdog } from './watchdog'

/** The parameters of a new frame. */
export interface FrameStart {
  /** The element that the vendor's code renders into. */
  readonly host: HTMLElement
  readonly request: ViewRequest
  readonly target: FrameRoute
  /** The filters of the lost frame that this one replaces. */
  readonly filters: readonly FrameFilter[]
  readonly minimumHeight: number | undefined
}

/** Creates a frame with the vendor's code. Throws if that code refuses; the view has then failed. */
export type MakeFrame = (start: FrameStart, owner: FrameOwner) => EmbeddedFrame

export interface ViewNeeds {
  /** Why the vendor cannot show this view, if that is known without a request, such as an id that none of its dashboards can have. */
  readonly refuses: (view: EmbeddedView) => SurfaceFailure | null
  readonly clock: Clock
  readonly journal: Journal
  readonly container: HTMLElement
  readonly minimumHeight: number | undefined
  readonly silence: SilenceRule
  readonly tokens: Pick<FrameTokens, 'failure' | 'areAwaited' | 'retry'>
  readonly onRetry: () => void
  /** Whether the portal's own content-security policy has just blocked a frame's navigation. */
  readonly wasBlocked: () => boolean
  /** Probes the BI host at this address: that of a silent frame's page. */
  readonly askHost: (address: string) => Promise<HostAnswer>
  /** Settles once a frame can be created: the vendor's code is loaded and the session is known. */
  readonly ready: () => Promise<MakeFrame>
}

/** One view and its frame. The slot that holds the view decides when it ends, and what happens to its frame then. */
export interface FrameView extends Omit<SurfaceView, 'dispose'> {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Removes the frame and, if something is on screen, shows it again in a new one. */
  reset(): void
  hasFrame(): boolean
  /** Moves the running frame. False, without side effects, if the browser cannot do that. */
  moveTo(container: HTMLElement): boolean
  end(): void
}

/** In ms. If there is no frame by then, although nothing failed, the vendor's code or what it waits for is stuck. */
const openingDeadline = 45_000

/** Time, in ms, within which the browser reports whether the portal's own policy caused its error page. */
const blockedAfter = 500

/** Whether the event reports a user's action in the frame, for which the frame has to be visible. */
const isUserAction = (event: SurfaceEvent): boolean =>
  ['action', 'page-asked', 'tile-starred'].includes(event.kind) || (event.kind === 'dialog' && event.open)

/** The wanted board. The editor does not report where it is. */
const isWantedBoard = (route: FrameRoute, wanted: ViewRequest | undefined): route is BoardRoute =>
  wanted?.view.kind === 'dashboard' && sameBoard(route, routeOf(wanted.view))

/** `viewStep` decides what happens to a view. This function and `createPerformer` carry it out. */
export function createFrameView(needs: ViewNeeds): FrameView {
  let state = initialView
  const listeners = new Set<(event: SurfaceEvent) => void>()
  const container = createFrameContainer(needs)
  /** The page has forgotten where the board is: it does so on `loading` and when it leaves. */
  let isForgotten = true

  function emit(event: SurfaceEvent): void {
    // A hidden frame must not take the user to another page, neither by an earlier click nor by itself.
    if (state.hidden && isUserAction(event)) return
    if (event.kind === 'data' || event.kind === 'failed') container.endPreview()
    if (event.kind === 'loading' || event.kind === 'navigated') isForgotten = event.kind === 'loading'
    if (event.kind === 'rendered' && isForgotten) reportLocation()
    for (const listener of listeners) listener(event)
  }
  function reportLocation(): void {
    const route = performer.frame()?.location().route
    if (route !== undefined && isWantedBoard(route, state.wanted)) emit({ kind: 'navigated', ...route })
  }
  function dispatch(event: ViewEvent): void {
    const { state: next, effects } = viewStep(state, event)
    state = next
    for (const effect of effects) performer.carryOut(effect)
  }
  const performer = createPerformer(needs, container, { wanted: () => state.wanted, dispatch, emit })
  /** The frame while it is running. A frame that counts as silent gets no requests. */
  const frame = (): EmbeddedFrame | undefined => (state.frame === 'running' ? performer.frame() : undefined)

  return {
    fail: performer.fail,
    owns: (element) => container.host()?.contains(element) === true,
    hasFrame: () => frame() !== undefined,
    moveTo(target) {
      const moved = container.moveTo(target)
      if (moved) dispatch({ kind: 'moved' })
      return moved
    },
    show(request) {
      isForgotten ||= state.hidden
      const invalid = viewFailure(request.view) ?? needs.refuses(request.view)
      dispatch({ kind: 'shown', request, invalid })
    },
    hide: () => dispatch({ kind: 'hidden' }),
    refresh: async () => frame()?.refresh(),
    retry() {
      // The user asks for a retry: clears what is remembered of a refused token call and of a silence.
      needs.tokens.retry()
      needs.onRetry()
      dispatch({ kind: 'reopened' })
    },
    pin: async (target) => (state.hidden ? undefined : frame()?.pin(target)) ?? { kind: 'not-shown' },
    narrowing: async () => (state.hidden ? null : ((await frame()?.narrowing()) ?? null)),
    reset: () => dispatch({ kind: 'reset' }),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end() {
      dispatch({ kind: 'ended' })
      listeners.clear()
    },
  }
}

/** Carries out the effects of `viewStep`: creates, names, shows, hides and ends the one frame of a view, and watches for silence. */
function createPerformer(
  needs: ViewNeeds,
  container: FrameContainer,
  view: {
    readonly wanted: () => ViewRequest | undefined
    readonly dispatch: (event: ViewEvent) => void
    readonly emit: (event: SurfaceEvent) => void
  },
) {
  const { journal, minimumHeight, tokens } = needs
  let frame: EmbeddedFrame | undefined

  const fail = (failure: SurfaceFailure): void =>
    view.dispatch({ kind: 'failed', failure, location: frame?.location() })
  const reopen = (): void => view.dispatch({ kind: 'reopened', location: frame?.location() })
  const silence = createSilence(needs, () => {
    // A token request is in flight: a frame without a token has nothing to send.
    if (tokens.areAwaited()) return silence.restart()
    if (frame?.stayedSilent() === true) return reopen()
    silence.diagnose(container.host()?.querySelector('iframe')?.src ?? '', fail)
  })
  const opening = createOpening(
    needs,
    () => view.dispatch({ kind: 'ready' }),
    (inTime) => fail((inTime ? tokens.failure() : undefined) ?? { kind: 'sdk-unavailable' }),
  )

  function make(start: Pick<FrameStart, 'request' | 'target' | 'filters'>): void {
    const host = container.addHost((element) => {
      opening.stop()
      silence.awaitLoad()
      watchLoads(needs, element, silence, () => frame, fail)
      container.name(view.wanted()?.title)
    })
    const refused = (): void => fail(tokens.failure() ?? { kind: 'view-refused' })
    const frameWatchdog = revivingWatchdog(silence, () => view.dispatch({ kind: 'spoke' }))
    const owner = { wanted: view.wanted, silence: frameWatchdog, emit: view.emit, refused, reopen }
    journal.note({ kind: 'frame', event: 'made' })
    frame = opening.makeFrame()?.({ ...start, host, minimumHeight }, owner)
    container.keepMinHeight(minimumHeight)
  }

  function carryOut(effect: ViewEffect): void {
    switch (effect.kind) {
      case 'take-down':
        silence.stop()
        opening.cancel()
        frame?.end()
        frame = undefined
        return container.clear()
      case 'open':
        view.emit({ kind: 'loading' })
        container.preview(view.wanted())
        return void opening.begin()
      case 'make-frame':
        return makeOrFail(() => make(effect), journal, fail)
      case 'stop-opening':
        return opening.stop()
      case 'reveal':
        return container.setHidden(false)
      case 'resume':
        view.emit({ kind: 'loading' })
        return silence.restart()
      case 'conceal':
        silence.stop()
        return container.setHidden(true)
      case 'name-frame':
        return container.name(view.wanted()?.title)
      case 'follow':
        return frame?.follow(effect.route, effect.back)
      case 'follow-anew':
        return frame?.followAnew(effect.route)
      case 'report':
        journal.record(notShown(effect.failure))
        return view.emit({ kind: 'failed', failure: effect.failure })
    }
  }
  return { carryOut, fail, frame: () => frame }
}

/** The vendor's code may throw instead of creating a frame, for an address that it does not accept: waiting would not help. */
function makeOrFail(
  make: () => void,
  journal: Pick<Journal, 'record'>,
  fail: (failure: SurfaceFailure) => void,
): void {
  try {
    make()
  } catch (error) {
    journal.record({ level: 'error', where: 'dashboard', text: `No frame was made: ${String(error)}` })
    fail({ kind: 'sdk-unavailable' })
  }
}

const notShown = (failure: SurfaceFailure): JournalEntry => ({
  level: 'error',
  where: 'dashboard',
  text: `Dashboard not shown: ${failure.kind}`,
  failure,
})

/** `onSpoke`: the frame sent something, so it was slow rather than silent. */
const revivingWatchdog = (silence: Silence, onSpoke: () => void): Watchdog => ({
  ...silence,
  restart() {
    onSpoke()
    silence.restart()
  },
  extend() {
    if (!silence.hasSpoken()) onSpoke()
    silence.extend()
  },
  stop() {
    onSpoke()
    silence.stop()
  },
})

/** Each document of a frame announces its start once. A load without such a start is a foreign page or the browser's error page. */
function watchLoads(
  { clock, wasBlocked }: ViewNeeds,
  element: HTMLIFrameElement,
  silence: Pick<Watchdog, 'loaded'>,
  present: () => EmbeddedFrame | undefined,
  fail: (failure: SurfaceFailure) => void,
): void {
  let loads = 0
  element.addEventListener('load', () => {
    // `about:blank`, on the way to another page.
    if (element.contentDocument !== null) return
    loads += 1
    const frame = present()
    const starts = frame?.starts() ?? 0
    const strayed = starts > 0 && loads > starts
    silence.loaded(strayed)
    // The browser reports the policy violation before or after it renders its error page.
    if (strayed)
      clock.after(blockedAfter, () => {
        if (present() === frame && frame?.starts() === starts && wasBlocked()) fail({ kind: 'frame-blocked' })
      })
  })
}

/** Waits for what a frame needs, with a deadline. `onFailure`: `inTime` is true if that failed, false if the deadline passed. */
function createOpening(
  { clock, ready }: Pick<ViewNeeds, 'clock' | 'ready'>,
  onReady: () => void,
  onFailure: (inTime: boolean) => void,
) {
  let makeFrame: MakeFrame | undefined
  /** Incremented to ignore the result of an attempt that is in flight. */
  let attempt = 0
  const deadline = createWatchdog(clock, { afterLoad: openingDeadline, withoutLoad: openingDeadline }, () =>
    onFailure(false),
  )
  return {
    makeFrame: () => makeFrame,
    async begin(): Promise<void> {
      const currentAttempt = attempt
      deadline.restart()
      const created = await ready().catch(() => undefined)
      if (currentAttempt !== attempt) return
      if (created === undefined) return onFailure(true)
      makeFrame = created
      onReady()
    },
    /** Keeps waiting, without the deadline. */
    stop: () => deadline.stop(),
    cancel(): void {
      attempt += 1
      deadline.stop()
    },
  }
}
