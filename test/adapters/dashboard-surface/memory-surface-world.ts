import {
  memoryDashboardSurface,
  type MemoryDashboardSurface,
} from '../../../src/adapters/dashboard-surface/memory-dashboard-surface'
import type { SurfaceEvent, SurfaceView } from '../../../src/core/ports/dashboard-surface'
import type { SurfaceClaims, SurfaceWorld, ViewUnderTest } from '../../conformance/dashboard-surface.suite'
import type { Candidate } from '../../conformance/suite'

export const refusedId = '99999999-9999-4999-8999-999999999999'
export const silentId = '88888888-8888-4888-8888-888888888888'

/** Any surface of this process, which does what it does at once. */
export function worldOver(surface: MemoryDashboardSurface): SurfaceWorld {
  let place = {}
  let view: SurfaceView | undefined
  return {
    refusedId,
    silentId,
    async open() {
      place = {}
      view = surface.open(place, { purpose: 'board' })
      return held(view)
    },
    async reopen() {
      view?.dispose()
      view = surface.open(place, { purpose: 'board' })
      return held(view)
    },
    reset: async () => surface.reset(),
    frames: async () => surface.frameCounts()['board'] ?? 0,
    settled: async () => undefined,
  }
}

function held(view: SurfaceView): ViewUnderTest {
  const events: SurfaceEvent[] = []
  const unwatch = view.watch((event) => events.push(event))
  return {
    events,
    show: async (request) => view.show(request),
    hide: async () => view.hide(),
    refresh: () => view.refresh(),
    retry: async () => view.retry(),
    dispose: async () => view.dispose(),
    pin: (target) => view.pin(target),
    unwatch: async () => unwatch(),
  }
}

export const memoryCandidate: Candidate<SurfaceWorld, SurfaceClaims> = {
  name: 'memory',
  claims: { revives: false },
  make: () => worldOver(memoryDashboardSurface({ refused: [refusedId], silent: [silentId] })),
}
