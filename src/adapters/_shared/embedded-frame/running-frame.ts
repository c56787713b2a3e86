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
import { isWhole, reportOf } from './narrowed-frame'
import {
  comesAgain,
  sameBoard,
  sameRoute,
  type FrameFilter,
  type FrameLocation,
  type FrameRoute,
} from './routes'
import {
  frameStep,
  type ChartAction,
  type FrameEffect,
  type FrameEvent,
  type FrameState,
  type FrameStep,
} from './running-frame-step'
import type { Watchdog } from './watchdog'

/** The vendor's way into a frame: the few things that a view needs of it. */
export interface FrameChannel {
  readonly element: () => HTMLIFrameElement | undefined
  /**
   * Goes there inside the frame, in place of the present history entry: one Back is one page of the portal. False, and nothing has
   * happened, where the vendor cannot do that. `nowListening` has each document that begins anew brought back by it, to the route that
   * has just been loaded: one that always loads a document, after `started` and `nowListening` as they are, does so for ever.
   */
  navigate(route: FrameRoute): boolean
  /** How the frame looks for this request, as text: of one text is one look. */
  styleOf(request: ViewRequest): string
  /** Whether it takes another look while it runs. */
  restyles(): boolean
  /** The look of this request, without a reload. */
  restyle(request: ViewRequest): Promise<void>
  /** Filters as the frame told them, given back after a reload. */
  applyFilters(filters: readonly FrameFilter[]): void
  /** Narrows the board that is there; false where that takes a document of its own. */
  narrow(filters: readonly FrameFilter[]): boolean
  /** Null from a frame that does not know, or is not understood. */
  readFilters(): Promise<readonly FrameFilter[] | null>
  /** Puts the answer that is on screen on a dashboard. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** What a chart's menu left to the portal, with the question behind the chart where that can be had in time. */
  complete(action: ChartAction): Promise<SurfaceEvent>
  /**
   * Where the document is loaded anew to show this. Read at once, and no token is asked for before: where the address carries a
   * signed one, the adapter keeps one at hand that is still good.
   */
  addressOf(route: FrameRoute): string
  /** A frame that was sent elsewhere has said nothing since. True where what is wanted is to be shown in a new one. */
  stayedSilent(): boolean
  /** It has shown what it was to; `sent`: elsewhere than where it was made. */
  showed(how: { readonly sent: boolean }): void
  destroy(): void
}

/** The view that a frame is made for. */
export interface FrameOwner {
  /** What is to be seen; nothing while nobody looks. */
  readonly wanted: () => ViewRequest | undefined
  readonly silence: Watchdog
  readonly emit: (event: SurfaceEvent) => void
  /** The frame says that it may not show anything. */
  readonly refused: () => void
  /** Shows what is wanted in a new frame. */
  readonly reopen: () => void
}

/** What belongs to one frame, from its making to its end. */
export interface EmbeddedFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /** Goes there, unless it is there or on its way, and looks as is wanted. `back`: it was out of sight until now. */
  follow(route: FrameRoute, back: boolean): void
  /** As `follow`, and what is there already is read anew: it may have been changed while nobody looked. */
  followAnew(route: FrameRoute): void
  /** The specified refresh. */
  refresh(): Promise<void>
  /** Puts the answer that is in it on a dashboard, once there is one. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** What its board is narrowed to; null where it does not say in time. */
  narrowing(): Promise<ReportedNarrowing | null>
  /** Where it is, and what it is narrowed to. */
  location(): FrameLocation
  /** How often its document has begun, by its own word. */
  starts(): number
  /** It has said nothing for too long. True where a new frame may do better. */
  stayedSilent(): boolean
  end(): void
}

export interface RunningFrame<State extends FrameState> extends EmbeddedFrame {
  readonly state: () => State
  /** What was said inside the frame, as its vendor's step understands it. */
  advance(transition: (state: State) => FrameStep<State>): void
}

interface RunningFrameNeeds<State extends FrameState> {
  /** What the frame stands in. */
  readonly host: HTMLElement
  readonly channel: FrameChannel
  /** Where and how the frame was made. */
  readonly initial: State
  readonly owner: FrameOwner
  readonly clock: Clock
  readonly journal: Journal
}

/** What is to happen is decided by `frameStep` and by the vendor's own step; here and in `createPerformer` it is done. */
export function createRunningFrame<State extends FrameState>(
  needs: RunningFrameNeeds<State>,
): RunningFrame<State> {
  const { channel, clock, journal, owner } = needs
  let state = needs.initial
  let ended = false
  const height = heldHeight(clock)

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
    letGo: height.letGo,
    whileHere(work, then) {
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
    await blankAndRestore(clock, needs.host, element, channel.addressOf(reload?.route ?? state.here))
    if (!ended && !state.rendered) owner.silence.awaitLoad()
  }

  return {
    element: channel.element,
    state: () => state,
    advance: (transition) => void advance(transition),
    follow: (route, back) => void dispatch({ kind: 'followed', route, back }),
    refresh,
    followAnew(route) {
      if (!sameBoard(state.here, route)) return void dispatch({ kind: 'followed', route, back: true })
      dispatch({ kind: 'placed', route })
      void refresh()
    },
    // Whether it is there is unknown where the view says nothing in time.
    pin: async (target) =>
      state.rendered
        ? within(clock, timings.saveAnswer, channel.pin(target), { kind: 'unknown' })
        : { kind: 'not-shown' },
    async narrowing() {
      const filters = await within(clock, answerMs, channel.readFilters(), null)
      if (filters === null || !state.rendered || !isWhole(state.here)) return null
      dispatch({ kind: 'filters-read', filters })
      return reportOf(state, state.here)
    },
    starts: () => state.starts,
    location: () => ({ route: state.here, filters: state.filters }),
    stayedSilent: () => state.underWay && channel.stayedSilent(),
    end() {
      ended = true
      height.letGo()
      performer.stop()
      channel.destroy()
    },
  }
}

/** Holds a frame as high as it is, at least: a document that begins is small, and what is out of sight by that draws nothing. */
function heldHeight(clock: Clock): {
  readonly hold: (frame: HTMLIFrameElement) => void
  readonly letGo: () => void
} {
  let held: (() => void) | undefined
  const letGo = (): void => {
    held?.()
    held = undefined
  }
  return {
    hold({ style, offsetHeight }) {
      letGo()
      const before = style.minHeight
      style.minHeight = `${offsetHeight}px`
      const cancel = clock.after(heightMs, letGo)
      held = () => {
        cancel()
        style.minHeight = before
      }
    },
    letGo,
  }
}

interface PerformedFrame {
  readonly state: () => FrameState
  readonly dispatch: (event: FrameEvent) => void
  readonly refresh: () => void
  /** It need not be as high any more as it was before a refresh. */
  readonly letGo: () => void
  /** What comes once the frame has gone, or was sent elsewhere, is about something that nobody looks at any more. */
  whileHere<Value>(work: Promise<Value>, then: (value: Value) => void): void
}

/** At most: for what a board is narrowed to, asked of its frame. */
const answerMs = 1_500
/** At most: until a frame that was refreshed is as high again as it was. */
const heightMs = 15_000
/** A board that was told what it is to be narrowed to may take this long; what it is narrowed to then, somebody has chosen. */
const settlingMs = 3_000

/** What is told to a frame, and asked of it, beside where it is to go. */
function createExchange(
  { channel, owner, clock, journal, initial }: Omit<RunningFrameNeeds<FrameState>, 'host'>,
  frame: PerformedFrame,
) {
  let asked = 0

  /** Sends the present style when the frame has not got it yet; an unchanged one is not sent. */
  function restyle(): void {
    const wanted = owner.wanted()
    if (wanted === undefined) return
    const style = channel.styleOf(wanted)
    if (style === frame.state().style) return
    if (!channel.restyles()) {
      // It has the look that it was made with. What somebody is working on is not taken from them for another one.
      if (style !== initial.style && comesAgain(frame.state().sent)) owner.reopen()
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

  /** The newest answer counts. */
  function readFilters(): void {
    const mine = (asked += 1)
    frame.whileHere(within(clock, answerMs, channel.readFilters(), null), (filters) => {
      if (mine === asked) frame.dispatch({ kind: 'filters-read', filters })
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
        frame.letGo()
        return channel.navigate(effect.route) ? undefined : owner.reopen()
      case 'bring-back':
        // A vendor that cannot send it anywhere lets it begin where its address says.
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
        // What it was told it has by the time that it answers.
        return readFilters()
      case 'complete-action':
        return frame.whileHere(channel.complete(effect.action), owner.emit)
      case 'watch':
        return owner.silence.restart()
      case 'extend-watch':
        return owner.silence.extend()
      case 'stop-watching':
        return owner.silence.stop()
      case 'shown':
        return channel.showed(effect)
      case 'print-height':
        return channel.element()?.style.setProperty('--on-paper', `${effect.pixels}px`)
      case 'refused':
        return owner.refused()
      case 'report-error': {
        const code = effect.code === null ? '' : ` (${effect.code})`
        return note('error', `The embedded view reported an error${code}.`)
      }
      case 'reload':
        // Done by `refresh`, which waits for it.
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
