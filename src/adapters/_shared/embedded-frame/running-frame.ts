import { timings } from '../../../core/kernel/limits'
import { within } from '../../../core/kernel/waiting'
import type { Clock } from '../../../core/ports/clock'
import type {
  ReportedNarrowing,
  PinOutcome,
  PinTarget,
  SurfaceEvent,
  ViewRequest,
} from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import { blankAndRestore } from './frame-container'
import { isWholeBoard, reportOf } from './narrowed-frame'
import { sameBoard, sameRoute, type FrameFilter, type FrameLocation, type FrameRoute } from './routes'
import {
  frameStep,
  isReproducible,
  type ChartAction,
  type FrameEffect,
  type FrameEvent,
  type FrameState,
  type FrameStep,
} from './running-frame-step'
import type { Watchdog } from './watchdog'

/** The few operations on a vendor's frame that a view needs. */
export interface FrameChannel {
  readonly element: () => HTMLIFrameElement | undefined
  /**
   * Navigates inside the frame and replaces the present history entry: one Back is one page of the portal. False, without side effects,
   * if the vendor cannot do that. After each restart of the document, `nowListening` calls it with the route that has just been loaded:
   * an implementation that always loads a document, and uses `started` and `nowListening` unchanged, loops forever.
   */
  navigate(route: FrameRoute): boolean
  /** How the frame looks for this request, as text: equal texts are equal looks. */
  styleOf(request: ViewRequest): string
  /** Whether a running frame can take another look. */
  canRestyle(): boolean
  /** Applies the look of this request without a reload. */
  restyle(request: ViewRequest): Promise<void>
  /** Restores filters after a reload, in the form in which the frame reported them. */
  applyFilters(filters: readonly FrameFilter[]): void
  /** Narrows the present board; false if that needs a new document. */
  narrow(filters: readonly FrameFilter[]): boolean
  /** Null if the frame does not know its filters, or its reply cannot be parsed. */
  readFilters(): Promise<readonly FrameFilter[] | null>
  /** Pins the answer on screen to a dashboard. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** Adds the question behind the chart to the action, if it can be read in time. */
  complete(action: ChartAction): Promise<SurfaceEvent>
  /**
   * The address that the document is reloaded from to show this route. Called synchronously, without a token request before it: an
   * adapter whose address carries a signed token keeps a valid one at hand.
   */
  addressOf(route: FrameRoute): string
  /** A frame that was sent elsewhere has sent nothing since. True if the view is to be shown in a new frame. */
  stayedSilent(): boolean
  /** The frame shows its target. `sent`: that is not the target it was created for. */
  onShown(how: { readonly sent: boolean }): void
  destroy(): void
}

/** The view that a frame is made for. */
export interface FrameOwner {
  /** What is to be shown; undefined while the view is hidden. */
  readonly wanted: () => ViewRequest | undefined
  readonly silence: Watchdog
  readonly emit: (event: SurfaceEvent) => void
  /** The frame reports that it may not show anything. */
  readonly refused: () => void
  /** Shows what is wanted in a new frame. */
  readonly reopen: () => void
}

/** One frame, from its creation to its removal. */
export interface EmbeddedFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /** Navigates to the route, unless it is there or on its way, and applies the wanted look. `back`: it was hidden until now. */
  follow(route: FrameRoute, back: boolean): void
  /** Like `follow`, but reloads a board that is there already: it may have been changed while it was hidden. */
  followAnew(route: FrameRoute): void
  /** The specified refresh. */
  refresh(): Promise<void>
  /** Pins the frame's answer to a dashboard, once there is one. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** What its board is narrowed to; null if it does not reply in time. */
  narrowing(): Promise<ReportedNarrowing | null>
  /** Where it is, and what it is narrowed to. */
  location(): FrameLocation
  /** How often its document has reported a start. */
  starts(): number
  /** The frame has sent nothing for too long. True if a new frame may help. */
  stayedSilent(): boolean
  end(): void
}

export interface RunningFrame<State extends FrameState> extends EmbeddedFrame {
  readonly state: () => State
  /** Its document is being replaced by a new one, and may still send messages. */
  readonly isReloading: () => boolean
  /** Applies the transition that the vendor's step derives from a message of the frame. */
  advance(transition: (state: State) => FrameStep<State>): void
}

interface RunningFrameNeeds<State extends FrameState> {
  /** The element that contains the frame. */
  readonly host: HTMLElement
  readonly channel: FrameChannel
  /** The state that the frame was created with. */
  readonly initial: State
  readonly owner: FrameOwner
  readonly clock: Clock
  readonly journal: Journal
}

/** `frameStep` and the vendor's own step decide what happens. This function and `createPerformer` carry it out. */
export function createRunningFrame<State extends FrameState>(
  needs: RunningFrameNeeds<State>,
): RunningFrame<State> {
  const { channel, clock, journal, owner } = needs
  let state = needs.initial
  let ended = false
  let reloads = 0
  const height = createHeightHold(clock)

  function advance(transition: (state: State) => FrameStep<State>): readonly FrameEffect[] {
    const { state: next, effects } = transition(state)
    if (next.starts > state.starts) journal.note({ kind: 'frame', event: 'hello' })
    state = next
    for (const effect of effects) if (!ended) performer.carryOut(effect)
    return effects
  }
  const dispatch = (event: FrameEvent): readonly FrameEffect[] => advance((now) => frameStep(now, event))

  const performer = createPerformer(needs, {
    state: () => state,
    dispatch,
    refresh: () => void refresh(),
    releaseHeight: height.release,
    unlessNavigated(work, then) {
      const { sent } = state
      void work.then((value) => {
        if (!ended && (sameBoard(state.sent, sent) || sameRoute(state.sent, sent))) then(value)
      })
    },
  })

  async function refresh(): Promise<void> {
    const element = channel.element()
    if (element === undefined) return
    height.hold(element)
    const reload = dispatch({ kind: 'refreshed' }).find((effect) => effect.kind === 'reload')
    reloads += 1
    await blankAndRestore(clock, needs.host, element, channel.addressOf(reload?.route ?? state.here))
    reloads -= 1
    if (!ended && !state.rendered) owner.silence.awaitLoad()
  }

  return {
    element: channel.element,
    state: () => state,
    isReloading: () => reloads > 0,
    advance: (transition) => void advance(transition),
    follow: (route, back) => void dispatch({ kind: 'followed', route, back }),
    refresh,
    followAnew(route) {
      if (!sameBoard(state.here, route)) return void dispatch({ kind: 'followed', route, back: true })
      dispatch({ kind: 'placed', route })
      void refresh()
    },
    // Without a reply in time, whether the answer was pinned is unknown.
    pin: async (target) =>
      state.rendered
        ? within(clock, timings.saveAnswerTimeout, channel.pin(target), { kind: 'unknown' })
        : { kind: 'not-shown' },
    async narrowing() {
      const filters = await within(clock, replyTimeoutMs, channel.readFilters(), null)
      if (filters === null || !state.rendered || !isWholeBoard(state.here)) return null
      dispatch({ kind: 'filters-read', filters })
      return reportOf(state, state.here)
    },
    starts: () => state.starts,
    location: () => ({ route: state.here, filters: state.filters }),
    stayedSilent: () => state.isNavigating && channel.stayedSilent(),
    end() {
      ended = true
      height.release()
      performer.stop()
      channel.destroy()
    },
  }
}

/** Keeps a frame at least as high as it is: a starting document is small, and charts that are out of view because of that do not render. */
function createHeightHold(clock: Clock): {
  readonly hold: (frame: HTMLIFrameElement) => void
  readonly release: () => void
} {
  let held: (() => void) | undefined
  const release = (): void => {
    held?.()
    held = undefined
  }
  return {
    hold({ style, offsetHeight }) {
      release()
      const before = style.minHeight
      style.minHeight = `${offsetHeight}px`
      const cancel = clock.after(heightHoldMs, release)
      held = () => {
        cancel()
        style.minHeight = before
      }
    },
    release,
  }
}

interface PerformedFrame {
  readonly state: () => FrameState
  readonly dispatch: (event: FrameEvent) => void
  readonly refresh: () => void
  /** Stops holding the frame at the height that it had before a refresh. */
  readonly releaseHeight: () => void
  /** Ignores a result that arrives after the frame has ended or was sent elsewhere. */
  unlessNavigated<Value>(work: Promise<Value>, then: (value: Value) => void): void
}

/** Timeout for a frame's reply with its filters. */
const replyTimeoutMs = 1_500
/** Longest time that a refreshed frame is held at its previous height. */
const heightHoldMs = 15_000
/** Time that a board has to apply the filters it was sent. Filters that it reports after that are the user's choice. */
const settlingMs = 3_000

/** What is sent to a frame and read from it, apart from navigation. */
function createExchange(
  { channel, owner, clock, journal, initial }: Omit<RunningFrameNeeds<FrameState>, 'host'>,
  frame: PerformedFrame,
) {
  let requestCount = 0

  /** Sends the present style when the frame has not got it yet; an unchanged one is not sent. */
  function restyle(): void {
    const wanted = owner.wanted()
    if (wanted === undefined) return
    const style = channel.styleOf(wanted)
    if (style === frame.state().style) return
    if (!channel.canRestyle()) {
      // The frame keeps the look that it was created with. Work in progress is not discarded for another look.
      if (style !== initial.style && isReproducible(frame.state())) owner.reopen()
      return
    }
    frame.dispatch({ kind: 'styled', style })
    channel.restyle(wanted).then(
      () => owner.emit({ kind: 'restyled' }),
      () => {
        frame.dispatch({ kind: 'styled', style: '' })
        note('warning', 'The dashboard could not be restyled.')
      },
    )
  }

  /** Only the reply to the newest request counts. */
  function readFilters(): void {
    const requestNumber = (requestCount += 1)
    frame.unlessNavigated(within(clock, replyTimeoutMs, channel.readFilters(), null), (filters) => {
      if (requestNumber === requestCount) frame.dispatch({ kind: 'filters-read', filters })
    })
  }

  function note(level: 'warning' | 'error', text: string): void {
    journal.record({ level, where: 'dashboard', text })
  }
  return { restyle, readFilters, note }
}

/** Carries out what the steps of one frame ask for. */
function createPerformer(
  needs: Omit<RunningFrameNeeds<FrameState>, 'host'>,
  frame: PerformedFrame,
): { readonly carryOut: (effect: FrameEffect) => void; readonly stop: () => void } {
  let cancelRestyle: (() => void) | undefined
  let cancelSettled: (() => void) | undefined
  const { channel, owner, clock } = needs

  const { restyle, readFilters, note } = createExchange(needs, frame)

  function carryOut(effect: FrameEffect): void {
    switch (effect.kind) {
      case 'emit':
        return owner.emit(effect.event)
      case 'navigate':
        frame.releaseHeight()
        return channel.navigate(effect.route) ? undefined : owner.reopen()
      case 'bring-back':
        // A vendor that cannot navigate a frame leaves it where its address has loaded it.
        return void channel.navigate(effect.route)
      case 'restyle':
        return restyle()
      case 'restyle-soon':
        cancelRestyle?.()
        cancelRestyle = clock.after(timings.restyleAfterContent, () =>
          frame.dispatch({ kind: 'restyle-due' }),
        )
        return
      case 'apply-filters':
        return channel.applyFilters(effect.filters)
      case 'ask-filters':
        return readFilters()
      case 'narrow':
        cancelSettled?.()
        cancelSettled = clock.after(settlingMs, () => frame.dispatch({ kind: 'narrowing-settled' }))
        if (!channel.narrow(effect.filters)) return frame.refresh()
        // By the time that the frame replies it has the filters it was sent.
        return readFilters()
      case 'complete-action':
        return frame.unlessNavigated(channel.complete(effect.action), owner.emit)
      case 'watch':
        return owner.silence.restart()
      case 'extend-watch':
        return owner.silence.extend()
      case 'stop-watching':
        return owner.silence.stop()
      case 'shown':
        return channel.onShown(effect)
      case 'print-height':
        return channel.element()?.style.setProperty('--on-paper', `${effect.pixels}px`)
      case 'refused': {
        // The user has left a board that was still loading: its refusal says nothing about the one that is wanted now.
        const { sent, next } = frame.state()
        const isLeft = next !== undefined && !sameBoard(next, sent)
        return isLeft && owner.wanted() !== undefined ? owner.reopen() : owner.refused()
      }
      case 'report-error': {
        const code = effect.code === null ? '' : ` (${effect.code})`
        return note('error', `The embedded view reported an error${code}.`)
      }
      case 'reload':
        // `refresh` reloads the document, because it waits for that.
        return
    }
  }

  return {
    carryOut,
    stop() {
      cancelRestyle?.()
      cancelSettled?.()
    },
  }
}
