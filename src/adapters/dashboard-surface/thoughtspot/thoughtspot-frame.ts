import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { SurfaceEvent } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import { comesAgain, isBuilder, type FrameFilter } from '../../_shared/embedded-frame/routes'
import {
  createRunningFrame,
  type EmbeddedFrame,
  type FrameChannel,
  type FrameOwner,
  type RunningFrame,
} from '../../_shared/embedded-frame/running-frame'
import type { ChartAction } from '../../_shared/embedded-frame/running-frame-step'
import type { FrameStart } from '../../_shared/embedded-frame/view'
import type { Cluster } from './cluster'
import type { FrameAssets } from './customizations'
import type { ReceivedMessage, SdkFrame } from './frame'
import { filtersOf, parametersOf, withDays } from './filters'
import { plainQuestion, questionOfTml } from './frame-messages'
import { initialThoughtSpotFrame, messageStep, type ThoughtSpotFrameState } from './message-step'
import { styleOptions } from './options'
import { reloadHash } from './paths'

/** What all frames of one cluster have. */
export interface ClusterFrames extends FrameAssets {
  readonly window: EventTarget
  readonly clock: Clock
  readonly journal: Journal
  readonly cluster: Cluster
  readonly dateColumn: string
  /** A frame is about to be given a token that it has not asked for. */
  readonly onTokenDue: (frame: HTMLIFrameElement) => void
}

/** Without a network for less than this, a board is as new as it was. */
const blinkMs = 60_000

/**
 * At most: until a frame that was sent elsewhere says anything at all. That it goes there it says before it has read anything, and by one
 * of the vendor's documents only frames of the whole application go anywhere ("Navigate to a page in the app").
 */
export const unansweredMs = 2_500

/** One frame of the vendor, made by `open`, which sends its messages where it is told to. */
export function thoughtSpotFrame(
  frames: ClusterFrames,
  open: (onMessage: (message: ReceivedMessage) => void) => SdkFrame,
  { host, target, request, filters }: Omit<FrameStart, 'minimumHeight'>,
  owner: FrameOwner,
): EmbeddedFrame {
  const { window, clock, journal, cluster } = frames
  /** The definition of the answer that the message at hand is about. */
  let definition: ReceivedMessage['definition']
  let running: RunningFrame<ThoughtSpotFrameState> | undefined
  const firstWord = firstWordAwaited(clock, () => {
    if (running?.stayedSilent() === true) owner.reopen()
  })
  const frame = open(({ type, data, ...message }) => {
    firstWord.cancel()
    definition = message.definition
    running?.advance((state) => messageStep(state, type, data))
  })
  const channel: FrameChannel = {
    element: frame.element,
    navigate(route) {
      const isSent = frame.navigate(route, cluster.sendsFrames())
      if (isSent) firstWord.await()
      return isSent
    },
    styleOf: (wanted) => JSON.stringify(styleOptions(wanted, frames)),
    restyles: () => cluster.restyles(),
    restyle(wanted) {
      // With the look goes a token.
      const element = frame.element()
      if (element !== undefined) frames.onTokenDue(element)
      const { underWay, sent, here } = running?.state() ?? { underWay: false, sent: target, here: target }
      return frame.restyle(styleOptions(wanted, frames), underWay ? sent : here)
    },
    applyFilters: (given) => frame.applyFilters(given),
    narrow(given) {
      frame.applyFilters(given)
      return true
    },
    readFilters: () => readFilters(frame, frames.dateColumn),
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
      cluster.stayedSilent()
      return true
    },
    showed: (how) => cluster.showed(how),
    destroy() {
      firstWord.cancel()
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
  const made = running
  const stopFollowing = followNetwork(window, clock, (blinked) => {
    const { sent, rendered, erred } = made.state()
    // A board that stands has lost nothing to a network that blinked; what somebody is working on stays as it is in any case.
    if (rendered && !erred && blinked) return
    if (owner.wanted() !== undefined && comesAgain(sent)) void made.refresh()
  })
  return made
}

/** `blinked`: it was away for so short a time that what is there is as new as it was. */
function followNetwork(window: EventTarget, clock: Clock, onBack: (blinked: boolean) => void): () => void {
  let awaySince: number | undefined
  const leave = (): void => void (awaySince = clock.now())
  const comeBack = (): void => {
    const away = clock.now() - (awaySince ?? Number.NEGATIVE_INFINITY)
    awaySince = undefined
    onBack(away < blinkMs)
  }
  window.addEventListener('offline', leave)
  window.addEventListener('online', comeBack)
  return () => {
    window.removeEventListener('offline', leave)
    window.removeEventListener('online', comeBack)
  }
}

function firstWordAwaited(
  clock: Clock,
  onSilence: () => void,
): { readonly await: () => void; readonly cancel: () => void } {
  let stop: (() => void) | undefined
  const cancel = (): void => stop?.()
  return {
    await() {
      cancel()
      stop = clock.after(unansweredMs, onSilence)
    },
    cancel,
  }
}

async function readFilters(frame: SdkFrame, dateColumn: string): Promise<readonly FrameFilter[] | null> {
  const [filters, parameters] = await Promise.all([frame.readFilters(), frame.readParameters()])
  const read = filtersOf(filters)
  return read && [...withDays(read, dateColumn), ...(parametersOf(parameters) ?? [])]
}

/** The question behind the chart is in its definition. Who cannot have it in time goes on without. */
async function withQuestion(
  clock: Clock,
  action: ChartAction,
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
