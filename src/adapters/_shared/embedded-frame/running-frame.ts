import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { PinOutcome, PinTarget, SurfaceEvent } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import {
  plainQuestion,
  questionOfTml,
  type RememberedFilter,
} from '../../dashboard-surface/thoughtspot/frame-messages'
import { blankAndRestore } from './frame-container'
import type { ReceivedMessage, ThoughtSpotFrame } from '../../dashboard-surface/thoughtspot/frame'
import type { StyleOptions } from '../../dashboard-surface/thoughtspot/options'
import { isBuilder, sameBoard, sameRoute, type FrameRoute } from '../../dashboard-surface/thoughtspot/paths'
import { frameStep, initialFrame, type FrameEffect, type FrameEvent } from './running-frame-step'
import type { FrameLocation } from './view-step'
import type { Watchdog } from './watchdog'

type TileAction = Extract<FrameEffect, { readonly kind: 'tile-action' }>['action']

export interface RunningFrameNeeds {
  readonly frame: ThoughtSpotFrame
  /** Where and how the frame was made. */
  readonly target: FrameRoute
  readonly style: StyleOptions
  /** What a frame before it, which was lost, had been narrowed to. */
  readonly filters: readonly RememberedFilter[]
  /** How it should look now; nothing while nothing is wanted. */
  readonly wantedStyle: () => StyleOptions | undefined
  readonly clock: Clock
  readonly journal: Journal
  readonly silence: Watchdog
  readonly emit: (event: SurfaceEvent) => void
  /** The frame says that it may not show anything. */
  readonly refused: () => void
  /** False: the cluster cannot send a running frame elsewhere. */
  readonly sendsFrames: () => boolean
  /** Shows what is wanted in a new frame. */
  readonly reopen: () => void
}

/** What belongs to one frame, from its making to its end. What is to happen is decided by `frameStep`; here it is done. */
export interface RunningFrame {
  readonly element: () => HTMLIFrameElement | undefined
  /** Goes there, unless it is there or on its way, and looks as is wanted. `back`: it was out of sight until now. */
  follow(route: FrameRoute, back: boolean): void
  /** As `follow`, and what is there already is read anew: it may have been changed while nobody looked. */
  followAnew(route: FrameRoute, container: HTMLElement): void
  receive(message: ReceivedMessage): void
  /** The specified refresh of this frame, in its container. */
  refresh(container: HTMLElement): Promise<void>
  /** Keeps the answer that is in it, once there is one. */
  pin(target: PinTarget): Promise<PinOutcome>
  /** Where it is, and what it is narrowed to. */
  location(): FrameLocation
  /** It was sent to another board and has not shown it. */
  isUnderWay(): boolean
  end(): void
}

export function runningFrame(needs: RunningFrameNeeds): RunningFrame {
  const { frame, clock, journal, silence } = needs
  let state = initialFrame(needs.target, JSON.stringify(needs.style), needs.filters)
  let cancelRestyle: (() => void) | undefined
  let ended = false
  /** The definition of the answer that the message at hand is about. */
  let answer: ReceivedMessage['definition']

  function dispatch(event: FrameEvent): readonly FrameEffect[] {
    const { state: next, effects } = frameStep(state, event)
    state = next
    for (const effect of effects) if (!ended) carryOut(effect)
    return effects
  }

  function carryOut(effect: FrameEffect): void {
    switch (effect.kind) {
      case 'emit':
        return needs.emit(effect.event)
      case 'navigate':
        return frame.navigate(effect.route, needs.sendsFrames()) ? undefined : needs.reopen()
      case 'bring-back':
        // A cluster that cannot be sent anywhere begins where its address says.
        return void (needs.sendsFrames() && frame.navigate(effect.route, true))
      case 'restyle':
        return restyle()
      case 'restyle-soon':
        cancelRestyle?.()
        cancelRestyle = clock.after(timings.restyleAfterContent, () => dispatch({ kind: 'restyle-due' }))
        return
      case 'apply-filters':
        return frame.applyFilters(effect.filters)
      case 'ask-filters':
        return whileHere(frame.readFilters(), (reply) => dispatch({ kind: 'filters-read', reply }))
      case 'tile-action':
        return whileHere(withQuestion(effect.action, answer), needs.emit)
      case 'watch':
        return silence.restart()
      case 'stop-watching':
        return silence.stop()
      case 'print-height':
        return frame.element()?.style.setProperty('--on-paper', `${effect.pixels}px`)
      case 'refused':
        return needs.refused()
      case 'report-error':
        return note(
          'error',
          `The embedded view reported an error${effect.code === null ? '' : ` (${effect.code})`}.`,
        )
      case 'reload':
        // Done by `refresh`, which knows the container.
        return
    }
  }

  /** What comes once the frame has gone, or was sent elsewhere, is about something that nobody looks at any more. */
  function whileHere<Value>(work: Promise<Value>, then: (value: Value) => void): void {
    const { sent } = state
    void work.then((value) => {
      if (!ended && (sameBoard(state.sent, sent) || sameRoute(state.sent, sent))) then(value)
    })
  }

  function note(level: 'warning' | 'error', text: string): void {
    journal.record({ level, where: 'dashboard', text })
  }

  /** The question behind the chart is in its definition. Who cannot have it in time goes on without. */
  async function withQuestion(
    action: TileAction,
    definition: ReceivedMessage['definition'],
  ): Promise<SurfaceEvent> {
    const late = new Promise<undefined>((resolve) =>
      clock.after(timings.tileQuestion, () => resolve(undefined)),
    )
    const tml = await Promise.race([definition?.().catch(() => undefined), late])
    const words = questionOfTml(tml)
    const question = words !== null && action.action === 'deep-research' ? plainQuestion(words) : words
    return { ...action, question }
  }

  /** Sends the present style when the frame has not got it yet; an unchanged one is not sent. */
  function restyle(): void {
    const wanted = needs.wantedStyle()
    const style = wanted === undefined ? state.style : JSON.stringify(wanted)
    if (wanted === undefined || style === state.style) return
    dispatch({ kind: 'styled', style })
    frame.restyle(wanted).catch(() => {
      dispatch({ kind: 'styled', style: '' })
      note('warning', 'The dashboard could not be restyled.')
    })
  }

  function pin(target: PinTarget): Promise<PinOutcome> {
    if (!state.rendered) return Promise.resolve({ kind: 'not-shown' })
    return new Promise((resolve) => {
      const cancel = clock.after(timings.saveAnswer, () => resolve({ kind: 'unknown' }))
      const vizId = isBuilder(state.here) ? null : state.vizId
      void frame.pin(target, vizId).then((outcome) => {
        cancel()
        resolve(outcome)
      })
    })
  }

  async function refresh(container: HTMLElement): Promise<void> {
    const element = frame.element()
    if (element === undefined) return
    const source = new URL(element.src)
    const reload = dispatch({ kind: 'refreshed' }).find((effect) => effect.kind === 'reload')
    source.hash = reload?.hash ?? ''
    await blankAndRestore(clock, container, element, source.href)
    if (!ended && !state.rendered) silence.awaitLoad()
  }

  return {
    element: frame.element,
    follow: (route, back) => void dispatch({ kind: 'followed', route, back }),
    refresh,
    followAnew(route, container) {
      if (!sameBoard(state.here, route)) return void dispatch({ kind: 'followed', route, back: true })
      dispatch({ kind: 'placed', route })
      void refresh(container)
    },
    receive({ type, data, definition }) {
      answer = definition
      dispatch({ kind: 'message', type, data })
    },
    pin,
    location: () => ({ route: state.here, filters: state.filters }),
    isUnderWay: () => state.underWay,
    end() {
      ended = true
      cancelRestyle?.()
      frame.destroy()
    },
  }
}
