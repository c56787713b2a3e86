import { viewFailure } from '../../core/embedding/view-checks'
import type {
  DashboardSurface,
  PinTarget,
  SurfaceEvent,
  SurfaceFailure,
  SurfaceView,
  ViewRequest,
} from '../../core/ports/dashboard-surface'

export interface MemoryView extends SurfaceView {
  readonly shown: readonly ViewRequest[]
  /** What was put on a dashboard. */
  readonly pinned: readonly PinTarget[]
  /** Says something as the frame would. */
  say(event: SurfaceEvent): void
}

export interface MemoryDashboardSurface extends DashboardSurface {
  readonly views: readonly MemoryView[]
  /** How many frames of each purpose there would have been so far. */
  frameCounts(): Readonly<Record<string, number>>
}

/**
 * Embedded views without frames: every request is shown at once, except of boards that are `refused`. What is kept on a board that is
 * `silent` is never confirmed. For tests and for the test wiring.
 */
export function memoryDashboardSurface(
  options: { readonly refused?: readonly string[]; readonly silent?: readonly string[] } = {},
): MemoryDashboardSurface {
  const views: MemoryView[] = []
  const counts: Record<string, number> = {}
  /** Frames without a place, by purpose and pre-render id. */
  const warm = new Set<string>()

  const refusal = ({ view }: ViewRequest): SurfaceFailure | null =>
    'liveboardId' in view && options.refused?.includes(view.liveboardId ?? '') === true
      ? { kind: 'view-refused' }
      : null

  function createView(purpose: string): MemoryView {
    const listeners = new Set<(event: SurfaceEvent) => void>()
    const shown: ViewRequest[] = []
    const pinned: PinTarget[] = []
    let disposed = false
    let framed = false
    let last: ViewRequest | undefined
    const say = (event: SurfaceEvent): void => {
      if (disposed) return
      for (const listener of listeners) listener(event)
    }
    const render = (request: ViewRequest): void => {
      const failure = viewFailure(request.view) ?? refusal(request)
      if (failure !== null) {
        framed = false
        return say({ kind: 'failed', failure })
      }
      if (!framed) counts[purpose] = (counts[purpose] ?? 0) + 1
      framed = true
      if (request.view.kind === 'dashboard') {
        const { liveboardId, pinboardId, activeTabId, vizId, personalViewId } = request.view
        say({
          kind: 'navigated',
          liveboardId: liveboardId ?? pinboardId ?? '',
          tabId: activeTabId ?? null,
          vizId: vizId ?? null,
          ...(personalViewId === undefined ? {} : { viewId: personalViewId }),
        })
      }
      if (request.view.kind === 'editor') say({ kind: 'unsaved-work', unsaved: false })
      say({ kind: 'rendered' })
    }
    return {
      shown,
      pinned,
      say,
      show(request) {
        const sameView =
          last !== undefined && framed && JSON.stringify(last.view) === JSON.stringify(request.view)
        const same = sameView && JSON.stringify(last) === JSON.stringify(request)
        if (!framed && warm.delete(warmId(request))) framed = true
        last = request
        if (same) return
        shown.push(request)
        if (sameView) return
        say({ kind: 'loading' })
        render(request)
      },
      hide: () => {
        last = undefined
      },
      async refresh() {
        if (last === undefined || !framed) return
        say({ kind: 'loading' })
        render(last)
      },
      retry() {
        if (last === undefined) return
        framed = false
        say({ kind: 'loading' })
        render(last)
      },
      async pin(target) {
        if (last === undefined || !framed) return { kind: 'not-shown' }
        if ('liveboardId' in target && options.refused?.includes(target.liveboardId) === true)
          return { kind: 'refused', reason: 'There is no such dashboard.' }
        if ('liveboardId' in target && options.silent?.includes(target.liveboardId) === true)
          return { kind: 'unknown' }
        pinned.push(target)
        return { kind: 'pinned', liveboardId: 'liveboardId' in target ? target.liveboardId : null }
      },
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      dispose() {
        if (framed && last?.preRenderId !== undefined) warm.add(warmId(last))
        disposed = true
        listeners.clear()
      },
    }
    function warmId({ preRenderId = '' }: ViewRequest): string {
      return `${purpose} ${preRenderId}`
    }
  }

  return {
    views,
    open(_container, { purpose }) {
      const view = createView(purpose)
      views.push(view)
      return view
    },
    prepare: () => undefined,
    reset: () => warm.clear(),
    frameCounts: () => ({ ...counts }),
    dispose: () => {
      for (const view of views) view.dispose()
    },
  }
}
