import { timings } from '../../../core/kernel/limits'
import { within } from '../../../core/kernel/waiting'
import type { Clock } from '../../../core/ports/clock'
import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import { isBuilder, type FrameFilter } from '../../_shared/embedded-frame/routes'
import {
  createRunningFrame,
  type EmbeddedFrame,
  type FrameChannel,
  type FrameOwner,
  type RunningFrame,
} from '../../_shared/embedded-frame/running-frame'
import { isReproducible, type ChartAction } from '../../_shared/embedded-frame/running-frame-step'
import type { FrameStart } from '../../_shared/embedded-frame/view'
import type { Cluster } from './cluster'
import type { ClusterTime } from '../../_shared/thoughtspot/cluster-time'
import type { FrameAssets } from './customizations'
import type { ReceivedMessage, SdkFrame } from './frame'
import { filtersOf, parametersOf, withDays } from './filters'
import { plainQuestion, questionOfTml } from './frame-messages'
import { initialThoughtSpotFrame, messageStep, type ThoughtSpotFrameState } from './message-step'
import { styleOptions } from './options'
import { reloadHash } from './paths'

/** What all frames of one cluster share. */
export interface ClusterFrames extends FrameAssets {
  readonly window: EventTarget
  readonly clock: Clock
  readonly journal: Journal
  readonly cluster: Cluster
  readonly dateColumn: string
  readonly time: ClusterTime
  /** A frame is about to receive a token without a request. */
  readonly onTokenDue: (frame: HTMLIFrameElement) => void
}

/** After a network outage shorter than this, in ms, a board counts as up to date. */
const shortOutageMs = 60_000

/**
 * Timeout for the first message of a frame that was sent elsewhere. A frame reports a navigation before it has read any data. By one of
 * the vendor's documents only frames of the whole application navigate at all ("Navigate to a page in the app").
 */
export const firstMessageTimeoutMs = 2_500

/** One frame of the vendor. `open` creates it and passes its messages to the callback. */
export function thoughtSpotFrame(
  frames: ClusterFrames,
  open: (onMessage: (message: ReceivedMessage) => void) => SdkFrame,
  { host, target, request, filters }: Omit<FrameStart, 'minimumHeight'>,
  owner: FrameOwner,
): EmbeddedFrame {
  const { window, clock, journal, cluster } = frames
  /** The definition of the answer that the present message is about. */
  let definition: ReceivedMessage['definition']
  let running: RunningFrame<ThoughtSpotFrameState> | undefined
  const firstMessageTimer = createFirstMessageTimer(clock, () => {
    if (running?.stayedSilent() === true) owner.reopen()
  })
  const frame = open(({ type, data, ...message }) => {
    firstMessageTimer.cancel()
    definition = message.definition
    running?.advance((state) => messageStep(state, type, data))
  })
  const channel: FrameChannel = {
    element: frame.element,
    navigate(route) {
      const isSent = frame.navigate(route, cluster.canNavigate())
      if (isSent) firstMessageTimer.await()
      return isSent
    },
    styleOf: (wanted) => JSON.stringify(styleOptions(wanted, frames)),
    canRestyle: () => cluster.canRestyle(),
    restyle(wanted) {
      // The set of parameters includes a token.
      const element = frame.element()
      if (element !== undefined) frames.onTokenDue(element)
      const state = running?.state()
      const route = state === undefined ? target : state.isNavigating ? state.sent : state.here
      return frame.restyle(styleOptions(wanted, frames), route)
    },
    applyFilters: (given) => frame.applyFilters(given),
    narrow(given) {
      frame.applyFilters(given)
      return true
    },
    readFilters: () => readFilters(frame, frames),
    pin(to) {
      const state = running?.state()
      return frame.pin(to, state === undefined || isBuilder(state.here) ? null : state.vizId)
    },
    complete: (action) => withQuestion(clock, action, definition),
    addressOf(route) {
      const address = new URL(frame.element()?.src ?? '')
      address.hash = reloadHash(route)
      return address.href
    },
    stayedSilent() {
      cluster.onSilence()
      return true
    },
    onShown: (how) => cluster.onShown(how),
    destroy() {
      firstMessageTimer.cancel()
      stopFollowing()
      frame.destroy()
    },
  }
  running = createRunningFrame({
    host,
    channel,
    initial: initialThoughtSpotFrame(target, channel.styleOf(request), filters, frames.dateColumn),
    owner,
    clock,
    journal,
  })
  const createdFrame = running
  const stopFollowing = followNetwork(window, clock, (wasShort) => {
    const { rendered, hasError } = createdFrame.state()
    // A rendered board has lost nothing in a short outage. Work in progress is never reloaded.
    if (rendered && !hasError && wasShort) return
    if (owner.wanted() !== undefined && isReproducible(createdFrame.state())) void createdFrame.refresh()
  })
  return createdFrame
}

/** `wasShort`: the outage was so short that a board counts as up to date. */
function followNetwork(window: EventTarget, clock: Clock, onBack: (wasShort: boolean) => void): () => void {
  let offlineSince: number | undefined
  const onOffline = (): void => void (offlineSince = clock.now())
  const onOnline = (): void => {
    const outageMs = clock.now() - (offlineSince ?? Number.NEGATIVE_INFINITY)
    offlineSince = undefined
    onBack(outageMs < shortOutageMs)
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

function createFirstMessageTimer(
  clock: Clock,
  onSilence: () => void,
): { readonly await: () => void; readonly cancel: () => void } {
  let stop: (() => void) | undefined
  const cancel = (): void => stop?.()
  return {
    await() {
      cancel()
      stop = clock.after(firstMessageTimeoutMs, onSilence)
    },
    cancel,
  }
}

async function readFilters(
  frame: SdkFrame,
  { dateColumn, time }: ClusterFrames,
): Promise<readonly FrameFilter[] | null> {
  const [filters, parameters] = await Promise.all([frame.readFilters(), frame.readParameters()])
  const read = filtersOf(filters)
  return read && [...withDays(read, dateColumn, time), ...(parametersOf(parameters) ?? [])]
}

/** The question behind the chart is in its definition. If that does not come in time, the action has no question. */
async function withQuestion(
  clock: Clock,
  action: ChartAction,
  definition: ReceivedMessage['definition'],
): Promise<SurfaceEvent> {
  const asked = definition?.().catch(() => undefined)
  const tml = asked && (await within(clock, timings.tileQuestionTimeout, asked, undefined))
  const words = questionOfTml(tml)
  const question = words !== null && action.action === 'deep-research' ? plainQuestion(words) : words
  return { ...action, question }
}
