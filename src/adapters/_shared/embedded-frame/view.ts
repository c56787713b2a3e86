import type { Clock } from '../../../core/ports/clock'
import type {
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewRequest,
} from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { Cluster } from '../../dashboard-surface/thoughtspot/cluster'
import { keepLeastHeight, createHost, type Host } from './frame-container'
import { showPreview } from './preview-picture'
import { openFrame, type ThoughtSpotSdk } from '../../dashboard-surface/thoughtspot/frame'
import {
  frameOptions,
  styleOptions,
  type ConversationSettings,
  type StyleOptions,
} from '../../dashboard-surface/thoughtspot/options'
import type { FrameRoute } from '../../dashboard-surface/thoughtspot/paths'
import { runningFrame, type RunningFrame } from './running-frame'
import { initialView, viewStep, type ViewEffect, type ViewEvent } from './view-step'
import { createWatchdog, type SilenceRule } from './watchdog'

export interface ViewNeeds {
  readonly ready: () => Promise<ThoughtSpotSdk>
  readonly clock: Clock
  readonly journal: Journal
  readonly container: HTMLElement
  readonly assetsOrigin: string
  readonly conversation: ConversationSettings
  readonly minimumHeight: number | undefined
  readonly silence: SilenceRule
  readonly cluster: Cluster
  readonly tokenFailure: () => SurfaceFailure | undefined
  /** A token is being asked for; how long that takes has a bound of its own. */
  readonly awaitsToken: () => boolean
  readonly onRetry: () => void
  /** A frame is about to be given a token that it has not asked for. */
  readonly onTokenDue: (frame: HTMLIFrameElement) => void
}

/** One view and its frame. What becomes of it is decided by `viewStep`; here it is done. When it ends, and what becomes of its frame then, is for the slot that holds it to say. */
export interface ThoughtSpotView extends Omit<SurfaceView, 'dispose'> {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Takes the frame down and, when something is on screen, shows it again in a new one. */
  reset(): void
  hasFrame(): boolean
  /** With the frame as it runs; false, and nothing has happened, where the browser cannot do that. */
  moveTo(container: HTMLElement): boolean
  end(): void
}

/** No frame at all by then, although nothing has failed: the SDK or what it waits for is stuck. */
const openingDeadline = 45_000

export function createThoughtSpotView(needs: ViewNeeds): ThoughtSpotView {
  const { clock, journal, assetsOrigin } = needs
  let { container } = needs
  let state = initialView
  const listeners = new Set<(event: SurfaceEvent) => void>()
  let host: Host | undefined
  let running: RunningFrame | undefined
  let loaded: ThoughtSpotSdk | undefined
  /** Goes up when what is on its way must not arrive any more. */
  let attempt = 0
  let stopHeight: (() => void) | undefined
  let stopPreview: (() => void) | undefined

  const emit = (event: SurfaceEvent): void => {
    if (event.kind === 'rendered' && loaded !== undefined) needs.cluster.learn(loaded.getSessionInfo)
    if (event.kind === 'data' || event.kind === 'failed') stopPreview?.()
    for (const listener of listeners) listener(event)
  }
  const silence = createWatchdog(clock, needs.silence, () => {
    // A frame that has no token yet has nothing to say.
    if (needs.awaitsToken()) return silence.restart()
    if (running?.isUnderWay() === true && needs.cluster.stayedSilent()) return dispatch({ kind: 'reopened' })
    fail({ kind: 'frame-silent' })
  })
  const opening = createWatchdog(clock, { afterLoad: openingDeadline, withoutLoad: openingDeadline }, () =>
    fail({ kind: 'sdk-unavailable' }),
  )
  const fail = (failure: SurfaceFailure): void =>
    dispatch({ kind: 'failed', failure, location: running?.location() })

  function dispatch(event: ViewEvent): void {
    const { state: next, effects } = viewStep(state, event)
    state = next
    for (const effect of effects) carryOut(effect)
  }

  function carryOut(effect: ViewEffect): void {
    switch (effect.kind) {
      case 'take-down':
        return takeDown()
      case 'open':
        return void open(effect.route)
      case 'make-frame':
        return makeFrame(effect)
      case 'stop-opening':
        return opening.stop()
      case 'reveal':
        return host?.setHidden(false)
      case 'conceal':
        silence.stop()
        return host?.setHidden(true)
      case 'name-frame':
        return nameFrame()
      case 'follow':
        return running?.follow(effect.route, effect.back)
      case 'follow-anew':
        return host && running?.followAnew(effect.route, host.element)
      case 'report':
        note(`Dashboard not shown: ${effect.failure.kind}`)
        return emit({ kind: 'failed', failure: effect.failure })
    }
  }

  function note(text: string): void {
    journal.record({ level: 'error', where: 'dashboard', text })
  }

  function takeDown(): void {
    attempt += 1
    silence.stop()
    opening.stop()
    stopHeight?.()
    stopPreview?.()
    running?.end()
    running = undefined
    host?.remove()
    host = undefined
  }

  async function open(route: FrameRoute): Promise<void> {
    const mine = attempt
    emit({ kind: 'loading' })
    preview()
    opening.restart()
    const sdk = await needs.ready().catch(() => null)
    if (mine !== attempt) return
    if (sdk === null) return fail(needs.tokenFailure() ?? { kind: 'sdk-unavailable' })
    loaded = sdk
    dispatch({ kind: 'ready', route })
  }

  function makeFrame({
    request,
    target,
    filters,
  }: Extract<ViewEffect, { readonly kind: 'make-frame' }>): void {
    if (loaded === undefined) return
    const mine = attempt
    host = createHost(container, (element) => {
      opening.stop()
      silence.awaitLoad()
      element.addEventListener('load', silence.loaded)
      nameFrame()
    })
    const frame = openFrame(loaded, host.element, frameOptions(request, target, needs), (message) => {
      if (mine === attempt) running?.receive(message)
    })
    if (needs.minimumHeight !== undefined)
      stopHeight = keepLeastHeight(clock, frame.element, needs.minimumHeight)
    running = runningFrame({
      frame: {
        ...frame,
        restyle(style) {
          // With the look goes a token.
          const element = frame.element()
          if (element !== undefined) needs.onTokenDue(element)
          return frame.restyle(style)
        },
      },
      target,
      style: styleOf(request),
      filters,
      wantedStyle: () => (state.wanted === undefined ? undefined : styleOf(state.wanted)),
      clock,
      journal,
      silence,
      emit,
      sendsFrames: needs.cluster.sendsFrames,
      reopen: () => dispatch({ kind: 'reopened' }),
      refused: () => fail(needs.tokenFailure() ?? { kind: 'view-refused' }),
    })
  }

  /** Stands over the container until the first data has come. One that cannot be drawn costs nothing but itself. */
  function preview(): void {
    const { wanted } = state
    if (wanted?.showPreviewLoader !== true || wanted.view.kind !== 'dashboard') return
    if (wanted.view.vizId === undefined) return
    try {
      stopPreview = showPreview(container, wanted.appearance.mode)
    } catch {
      note('Error fetching preview')
    }
  }

  /** The frame's accessible name is that of the board on screen, also while the SDK is still about to insert it. */
  function nameFrame(): void {
    const element = running?.element()
    if (element !== undefined && state.wanted !== undefined && element.title !== state.wanted.title)
      element.title = state.wanted.title
  }

  const styleOf = (request: ViewRequest): StyleOptions => styleOptions(request, assetsOrigin)

  return {
    fail,
    owns: (frame) => host?.element.contains(frame) === true,
    hasFrame: () => running !== undefined,
    moveTo(target) {
      if (host?.moveTo(target) !== true) return false
      container = target
      dispatch({ kind: 'moved' })
      return true
    },
    show: (request) => dispatch({ kind: 'shown', request }),
    hide: () => dispatch({ kind: 'hidden' }),
    async refresh() {
      if (host !== undefined) await running?.refresh(host.element)
    },
    retry() {
      needs.onRetry()
      dispatch({ kind: 'reopened' })
    },
    pin: async (target) => (state.hidden ? undefined : running?.pin(target)) ?? { kind: 'not-shown' },
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
