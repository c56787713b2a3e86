import type { Clock } from '../../../core/ports/clock'
import type {
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewRequest,
} from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import { viewFailure } from '../../../core/embedding/view-checks'
import { keepLeastHeight, createHost, type Host } from './frame-host'
import { showPreview } from './preview-picture'
import { openFrame, type ThoughtSpotSdk } from './frame'
import { frameOptions, styleOptions, type ConversationSettings, type StyleOptions } from './options'
import { sameBoard, sameRoute, type FrameRoute } from './paths'
import { runningFrame, type FrameLocation, type RunningFrame } from './running-frame'
import { createWatchdog } from './watchdog'

export interface ViewNeeds {
  readonly ready: () => Promise<ThoughtSpotSdk>
  readonly clock: Clock
  readonly journal: Journal
  readonly container: HTMLElement
  readonly assetsOrigin: string
  readonly conversation: ConversationSettings
  readonly minimumHeight: number | undefined
  readonly silentAfter: number
  readonly tokenFailure: () => SurfaceFailure | undefined
  readonly onRetry: () => void
  /** A frame is about to be given a token that it has not asked for. */
  readonly onTokenDue: (frame: HTMLIFrameElement) => void
}

/** One view and its frame. When it ends, and what becomes of its frame then, is for the slot that holds it to say. */
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
  const listeners = new Set<(event: SurfaceEvent) => void>()
  let host: Host | undefined
  let running: RunningFrame | undefined
  let wanted: ViewRequest | undefined
  let hidden = false
  let attempt = 0
  /** What could not be shown. Another look, or the same board again, is no reason to try again by itself. */
  let lost: FrameRoute | undefined
  /** Where the frame was that went for want of a token: the next one takes its filters over. */
  let left: FrameLocation | undefined
  /** The frame has been without a place: its board may have been changed meanwhile. */
  let outdated = false
  let stopHeight: (() => void) | undefined
  let stopPreview: (() => void) | undefined

  const emit = (event: SurfaceEvent): void => {
    if (event.kind === 'data' || event.kind === 'failed') stopPreview?.()
    for (const listener of listeners) listener(event)
  }
  const silence = createWatchdog(clock, needs.silentAfter, () => fail({ kind: 'frame-silent' }))
  const opening = createWatchdog(clock, openingDeadline, () => fail({ kind: 'sdk-unavailable' }))

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
    outdated = false
  }

  function fail(failure: SurfaceFailure): void {
    if (wanted === undefined && running === undefined) return
    left = failure.kind === 'token-unavailable' ? (running?.location() ?? left) : undefined
    takeDown()
    lost = wanted === undefined ? undefined : (routeOf(wanted) ?? undefined)
    journal.record({ level: 'error', where: 'dashboard', text: `Dashboard not shown: ${failure.kind}` })
    emit({ kind: 'failed', failure })
  }

  async function open(route: FrameRoute): Promise<void> {
    takeDown()
    lost = undefined
    const mine = attempt
    emit({ kind: 'loading' })
    preview()
    opening.restart()
    const sdk = await needs.ready().catch(() => null)
    if (mine !== attempt) return
    if (sdk === null) return fail(needs.tokenFailure() ?? { kind: 'sdk-unavailable' })
    // What was asked for while the SDK was loading; nothing, when the person has left for a page without a board.
    const now = wanted
    if (now === undefined) return opening.stop()
    const target = routeOf(now) ?? route
    host = createHost(container, () => {
      opening.stop()
      silence.restart()
      nameFrame()
    })
    const options = frameOptions(now, target, needs)
    const frame = openFrame(sdk, host.element, options, (type, payload) => {
      if (mine === attempt) running?.receive(type, payload.data)
    })
    if (needs.minimumHeight !== undefined)
      stopHeight = keepLeastHeight(clock, frame.element, needs.minimumHeight)
    const filters = left !== undefined && sameBoard(left.route, target) ? left.filters : []
    left = undefined
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
      style: styleOf(now),
      filters,
      wantedStyle: () => (wanted === undefined ? undefined : styleOf(wanted)),
      clock,
      journal,
      silence,
      emit,
      refused: () => fail(needs.tokenFailure() ?? { kind: 'view-refused' }),
    })
  }

  /** Stands over the place until the first data has come. One that cannot be drawn costs nothing but itself. */
  function preview(): void {
    if (wanted?.showPreviewLoader !== true || wanted.view.kind !== 'dashboard') return
    if (wanted.view.vizId === undefined) return
    try {
      stopPreview = showPreview(container, wanted.appearance.mode)
    } catch {
      journal.record({ level: 'error', where: 'dashboard', text: 'Error fetching preview' })
    }
  }

  /** The frame's accessible name is that of the board on screen, also while the SDK is still about to insert it. */
  function nameFrame(): void {
    const element = running?.element()
    if (element !== undefined && wanted !== undefined && element.title !== wanted.title)
      element.title = wanted.title
  }

  const styleOf = (request: ViewRequest): StyleOptions => styleOptions(request.appearance, assetsOrigin)

  return {
    fail,
    owns: (frame) => host?.element.contains(frame) === true,
    hasFrame: () => running !== undefined,
    moveTo(target) {
      if (host?.moveTo(target) !== true) return false
      container = target
      outdated = true
      return true
    },
    show(request) {
      const invalid = viewFailure(request.view)
      const route = routeOf(request)
      if (invalid !== null || route === null) {
        wanted = request
        return fail(invalid ?? { kind: 'liveboard-id-missing' })
      }
      wanted = request
      const back = hidden
      hidden = false
      host?.setHidden(false)
      if (running !== undefined) {
        nameFrame()
        if (!outdated || host === undefined) return running.follow(route, back)
        outdated = false
        return running.followAnew(route, host.element)
      }
      if (lost !== undefined && sameRoute(lost, route)) return
      if (host === undefined) void open(route)
    },
    hide() {
      wanted = undefined
      hidden = true
      // Who comes back to a board that could not be shown wants to see it.
      lost = undefined
      silence.stop()
      host?.setHidden(true)
    },
    async refresh() {
      if (host !== undefined) await running?.refresh(host.element)
    },
    retry() {
      needs.onRetry()
      const route = wanted === undefined ? null : routeOf(wanted)
      if (wanted !== undefined && route !== null) void open(route)
    },
    keep: async (target) => (hidden ? undefined : running?.keep(target)) ?? { kind: 'not-shown' },
    reset() {
      const route = wanted === undefined ? null : routeOf(wanted)
      left = undefined
      takeDown()
      if (wanted !== undefined && route !== null) void open(route)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end() {
      wanted = undefined
      takeDown()
      listeners.clear()
    },
  }
}

function routeOf({ view }: ViewRequest): FrameRoute | null {
  if (view.kind === 'builder') {
    const { sourceId = null, question = null, answerId = null, pinned = null } = view
    return { builder: { sourceId, question, answerId, pinned } }
  }
  if (view.kind === 'editor')
    return { liveboardId: view.liveboardId, tabId: null, vizId: null, editing: true }
  if (view.kind === 'answer') {
    const { conversationId, messageId, sessionId, genNo, acSessionId, acGenNo } = view
    const generations = { genNo: String(genNo), acGenNo: String(acGenNo) }
    return { answer: { sessionId, acSessionId, convId: conversationId, messageId, ...generations } }
  }
  if (view.kind === 'conversation')
    return { conversation: { worksheetId: view.worksheetId, question: view.question ?? null } }
  const { liveboardId, pinboardId, activeTabId, vizId, personalViewId } = view
  const id = liveboardId ?? pinboardId
  if (id === undefined) return null
  const under = personalViewId === undefined ? {} : { viewId: personalViewId }
  return { liveboardId: id, tabId: activeTabId ?? null, vizId: vizId ?? null, ...under }
}
