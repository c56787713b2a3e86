import { viewFailure } from '../../core/embedding/view-checks'
import {
  narrowedFields,
  noNarrowing,
  sameNarrowing,
  type FieldName,
  type Narrowing,
} from '../../core/kernel/narrowing'
import type {
  DashboardSurface,
  ReportedNarrowing,
  PinTarget,
  SurfaceCapabilities,
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  TokenTrouble,
  ViewRequest,
} from '../../core/ports/dashboard-surface'

export interface MemoryView extends SurfaceView {
  /** Removes what is on screen and shows it again in a new frame. */
  reset(): void
  readonly shown: readonly ViewRequest[]
  /** What was pinned to a dashboard. */
  readonly pinned: readonly PinTarget[]
  /** Emits an event as the frame would. */
  say(event: SurfaceEvent): void
}

export interface MemoryDashboardSurface extends DashboardSurface {
  readonly views: readonly MemoryView[]
  /** How many frames of each purpose there would have been so far. */
  frameCounts(): Readonly<Record<string, number>>
  /** Makes every later token request fail for this reason; null makes them succeed again. */
  failTokens(trouble: TokenTrouble | null): void
}

const everything: SurfaceCapabilities = {
  views: ['dashboard', 'editor', 'builder', 'answer', 'conversation'],
  charts: true,
  pin: true,
  narrowing: true,
  dates: true,
}

/**
 * Embedded views without frames: every request is shown at once, except boards that are `refused` or `mute`. A pin to a `silent` board is
 * never confirmed. For tests and for the test wiring.
 */
export function memoryDashboardSurface(options: MemorySurfaceOptions = {}): MemoryDashboardSurface {
  const views: MemoryView[] = []
  const frames: MemoryFrames = { counts: {}, warm: new Set(), trouble: null }

  return {
    capabilities: everything,
    views,
    open(_container, { purpose }) {
      const view = createView(options, frames, purpose)
      views.push(view)
      return view
    },
    prepare: () => undefined,
    reset: () => {
      frames.warm.clear()
      for (const view of views) view.reset()
    },
    frameCounts: () => ({ ...frames.counts }),
    failTokens(trouble) {
      frames.trouble = trouble
    },
    dispose: () => {
      for (const view of views) view.dispose()
    },
  }
}

/** The frames that a real surface would have. */
interface MemoryFrames {
  /** Made so far, by purpose. */
  readonly counts: Record<string, number>
  /** Without a container, by purpose and pre-render id. */
  readonly warm: Set<string>
  /** Why there are no tokens. */
  trouble: TokenTrouble | null
}

interface MemorySurfaceOptions {
  readonly refused?: readonly string[]
  readonly silent?: readonly string[]
  readonly mute?: readonly string[]
  /** Fields that none of the boards can be narrowed by. */
  readonly lacks?: readonly FieldName[]
}

function createView(options: MemorySurfaceOptions, frames: MemoryFrames, purpose: string): MemoryView {
  const listeners = new Set<(event: SurfaceEvent) => void>()
  const shown: ViewRequest[] = []
  const pinned: PinTarget[] = []
  let disposed = false
  let framed = false
  let last: ViewRequest | undefined
  let narrowed: ReportedNarrowing | null = null
  const say = (event: SurfaceEvent): void => {
    if (disposed) return
    if (event.kind === 'narrowed') narrowed = event
    for (const listener of listeners) listener(event)
  }
  const warmId = ({ preRenderId = '' }: ViewRequest): string => `${purpose} ${preRenderId}`
  const render = (request: ViewRequest): void => {
    say({ kind: 'loading' })
    const failure = viewFailure(request.view) ?? refusal(options, request) ?? tokenFailure(frames)
    if (failure === null && !framed) frames.counts[purpose] = (frames.counts[purpose] ?? 0) + 1
    framed = failure === null
    if (failure !== null) return say({ kind: 'failed', failure })
    for (const event of eventsOf(request)) say(event)
    const parts = narrowedFields(askedOf(request)).filter((field) => options.lacks?.includes(field) === true)
    if (parts.length > 0) say({ kind: 'not-restored', parts })
  }
  const renew = (): void => {
    framed = false
    if (last !== undefined && !disposed) render(last)
  }
  return {
    shown,
    pinned,
    say,
    show(request) {
      const sameView = last !== undefined && framed && boardOf(last) === boardOf(request)
      const same = sameView && last !== undefined && JSON.stringify(last) === JSON.stringify(request)
      const look = JSON.stringify(last?.appearance)
      if (!framed && frames.warm.delete(warmId(request))) framed = true
      last = request
      if (same) return
      shown.push(request)
      if (!sameView) return render(request)
      if (look !== JSON.stringify(request.appearance)) say({ kind: 'restyled' })
      for (const event of eventsOf(request))
        if (event.kind === 'narrowed' && !sameNarrowing(event.narrowing, narrowed?.narrowing ?? noNarrowing))
          say(event)
    },
    hide: () => {
      last = undefined
    },
    async refresh() {
      if (last !== undefined && framed) render(last)
    },
    retry: renew,
    reset: renew,
    async pin(target) {
      if (last === undefined || !framed) return { kind: 'not-shown' }
      const id = 'dashboardId' in target ? target.dashboardId : null
      if (id !== null && options.refused?.includes(id) === true)
        return { kind: 'refused', reason: 'There is no such dashboard.' }
      if (id !== null && options.silent?.includes(id) === true) return { kind: 'unknown' }
      pinned.push(target)
      return { kind: 'pinned', dashboardId: id, chartId: id === null ? null : `pinned-${pinned.length}` }
    },
    narrowing: async () => (framed ? narrowed : null),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispose() {
      if (framed && last?.preRenderId !== undefined) frames.warm.add(warmId(last))
      disposed = true
      listeners.clear()
    },
  }
}

const askedOf = ({ view }: ViewRequest): Narrowing =>
  (view.kind === 'dashboard' ? view.narrowing : undefined) ?? noNarrowing

/** What a frame is loaded for, without the narrowing: that applies to the running frame. */
const boardOf = ({ view }: ViewRequest): string => JSON.stringify({ ...view, narrowing: null })

function refusal({ refused, mute }: MemorySurfaceOptions, { view }: ViewRequest): SurfaceFailure | null {
  if (!('dashboardId' in view)) return null
  if (mute?.includes(view.dashboardId) === true) return { kind: 'frame-silent' }
  return refused?.includes(view.dashboardId) === true ? { kind: 'view-refused' } : null
}

const tokenFailure = ({ trouble }: MemoryFrames): SurfaceFailure | null =>
  trouble === null ? null : { kind: 'token-unavailable', trouble }

/** The events of a frame that has shown this. */
function eventsOf({ view }: ViewRequest): readonly SurfaceEvent[] {
  const rendered: SurfaceEvent = { kind: 'rendered' }
  if (view.kind === 'editor') return [{ kind: 'unsaved-work', unsaved: false }, rendered]
  if (view.kind !== 'dashboard') return [rendered]
  const { dashboardId, tabId = null, chartId = null, personalViewId, narrowing = noNarrowing } = view
  const navigated: SurfaceEvent = {
    kind: 'navigated',
    dashboardId,
    tabId,
    chartId,
    ...(personalViewId === undefined ? {} : { viewId: personalViewId }),
  }
  return [navigated, rendered, { kind: 'narrowed', dashboardId, narrowing, beyond: [] }]
}
