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
import type { FrameFilter, FrameRoute } from './routes'
import type { EmbeddedFrame, FrameOwner } from './running-frame'
import type { FrameTokens } from './token-holders'
import { initialView, viewStep, type ViewEffect, type ViewEvent } from './view-step'
import { createSilence, createWatchdog, type Silence, type SilenceRule, type Watchdog } from './watchdog'

/** What a frame begins with. */
export interface FrameStart {
  /** The element that the vendor's code renders into. */
  readonly host: HTMLElement
  readonly request: ViewRequest
  readonly target: FrameRoute
  /** What a frame before it, which was lost, had been narrowed to. */
  readonly filters: readonly FrameFilter[]
  readonly minimumHeight: number | undefined
}

/** Makes a frame by the vendor's code. Where that refuses to, it throws: the view has failed. */
export type MakeFrame = (start: FrameStart, owner: FrameOwner) => EmbeddedFrame

export interface ViewNeeds {
  /** Why the vendor cannot show this, where that is known without asking it: an id that none of its dashboards can have. */
  readonly refuses: (view: EmbeddedView) => SurfaceFailure | null
  readonly clock: Clock
  readonly journal: Journal
  readonly container: HTMLElement
  readonly minimumHeight: number | undefined
  readonly silence: SilenceRule
  readonly tokens: Pick<FrameTokens, 'failure' | 'areAwaited' | 'retry'>
  readonly onRetry: () => void
  /** The portal's own policy has just kept a frame from going somewhere. */
  readonly wasBlocked: () => boolean
  /** What the BI host answers beside a frame whose page, of this address, is silent. */
  readonly askHost: (address: string) => Promise<HostAnswer>
  /** Settles once there is everything that a frame waits for: the vendor's code, and that it is known who is here. */
  readonly ready: () => Promise<MakeFrame>
}

/** One view and its frame. When it ends, and what becomes of its frame then, is for the slot that holds it to say. */
export interface FrameView extends Omit<SurfaceView, 'dispose'> {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Takes the frame down and, when something is on screen, shows it again in a new one. */
  reset(): void
  hasFrame(): boolean
  /** With the frame as it runs; false, and nothing has happened, where the browser cannot do that. */
  moveTo(container: HTMLElement): boolean
  end(): void
}

/** No frame at all by then, although nothing has failed: the vendor's code or what it waits for is stuck. */
const openingDeadline = 45_000

/** By then the browser has said whether its page stands there because of the portal's own policy, in ms. */
const blockedAfter = 500

/** Whether it says what a person does in the frame, which has to be in sight for that. */
const isDeed = (event: SurfaceEvent): boolean =>
  ['action', 'page-asked', 'tile-starred'].includes(event.kind) || (event.kind === 'dialog' && event.open)

/** What becomes of a view is decided by `viewStep`; here and in `createPerformer` it is done. */
export function createFrameView(needs: ViewNeeds): FrameView {
  let state = initialView
  const listeners = new Set<(event: SurfaceEvent) => void>()
  const container = createFrameContainer(needs)

  function emit(event: SurfaceEvent): void {
    // Whoever has left must not be taken elsewhere by what they pressed there, or by what nobody pressed.
    if (state.hidden && isDeed(event)) return
    if (event.kind === 'data' || event.kind === 'failed') container.endPreview()
    for (const listener of listeners) listener(event)
  }
  function dispatch(event: ViewEvent): void {
    const { state: next, effects } = viewStep(state, event)
    state = next
    for (const effect of effects) performer.carryOut(effect)
  }
  const performer = createPerformer(needs, container, { wanted: () => state.wanted, dispatch, emit })
  /** The frame, while it is one that shows something: of one that is taken for silent nothing is asked. */
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
      const invalid = viewFailure(request.view) ?? needs.refuses(request.view)
      dispatch({ kind: 'shown', request, invalid })
    },
    hide: () => dispatch({ kind: 'hidden' }),
    refresh: async () => frame()?.refresh(),
    retry() {
      // A person asks: what is remembered of a refused token call, and of a silence, is not held against them.
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

/** Carries out what `viewStep` asks for: makes, names, shows, hides and ends the one frame of a view, and watches over its silence. */
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
    // A frame that has no token yet has nothing to say.
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
    const ofFrame = revivingWatchdog(silence, () => view.dispatch({ kind: 'spoke' }))
    const owner = { wanted: view.wanted, silence: ofFrame, emit: view.emit, refused, reopen }
    journal.note({ kind: 'frame', event: 'made' })
    frame = opening.makeFrame()?.({ ...start, host, minimumHeight }, owner)
    container.keepHeight(minimumHeight)
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
        return orRefused(() => make(effect), journal, fail)
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

/** The vendor's code may have no frame, of an address that it does not know for one: nothing would come of waiting. */
function orRefused(
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

/** `onSpoke`: the frame says something that one that was only slow would say. */
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

/** Each document of a frame speaks once at its start: one more load than starts is a page of somebody else's, or the browser's own. */
function watchLoads(
  { clock, wasBlocked }: ViewNeeds,
  element: HTMLIFrameElement,
  silence: Pick<Watchdog, 'loaded'>,
  present: () => EmbeddedFrame | undefined,
  fail: (failure: SurfaceFailure) => void,
): void {
  let loads = 0
  element.addEventListener('load', () => {
    // Blank on its way to somewhere.
    if (element.contentDocument !== null) return
    loads += 1
    const frame = present()
    const starts = frame?.starts() ?? 0
    const strayed = starts > 0 && loads > starts
    silence.loaded(strayed)
    // The browser says that the policy was broken before or after it has drawn its own page about it.
    if (strayed)
      clock.after(blockedAfter, () => {
        if (present() === frame && frame?.starts() === starts && wasBlocked()) fail({ kind: 'frame-blocked' })
      })
  })
}

/** Waits for what a frame needs, for so long. `onFailure`: whether that has failed in time, or has not come at all. */
function createOpening(
  { clock, ready }: Pick<ViewNeeds, 'clock' | 'ready'>,
  onReady: () => void,
  onFailure: (inTime: boolean) => void,
) {
  let makeFrame: MakeFrame | undefined
  /** Goes up when what is on its way must not arrive any more. */
  let attempt = 0
  const deadline = createWatchdog(clock, { afterLoad: openingDeadline, withoutLoad: openingDeadline }, () =>
    onFailure(false),
  )
  return {
    makeFrame: () => makeFrame,
    async begin(): Promise<void> {
      const mine = attempt
      deadline.restart()
      const made = await ready().catch(() => undefined)
      if (mine !== attempt) return
      if (made === undefined) return onFailure(true)
      makeFrame = made
      onReady()
    },
    /** Waits on, without end. */
    stop: () => deadline.stop(),
    cancel(): void {
      attempt += 1
      deadline.stop()
    },
  }
}
