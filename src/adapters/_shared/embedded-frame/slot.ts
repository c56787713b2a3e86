import type { Clock } from '../../../core/ports/clock'
import type { SurfaceEvent, SurfaceFailure, SurfaceView } from '../../../core/ports/dashboard-surface'
import type { WarmFramePool } from './warm-frame-pool'
import type { FrameView } from './view'

/** One place of the page, with whatever view stands in it at the time. */
export interface Slot extends SurfaceView {
  fail(failure: SurfaceFailure): void
  owns(frame: HTMLIFrameElement): boolean
  /** Takes the frame down and, when something is on screen, shows it again in a new one. */
  reset(): void
  /** Opened again before its disposal has happened: the frame stays. */
  revive(): Slot
}

export function createSlot(needs: {
  readonly container: HTMLElement
  /** Frames of different purposes are not made alike: an id is theirs alone. */
  readonly purpose: string
  readonly pool: WarmFramePool
  readonly clock: Clock
  readonly newView: () => FrameView
  readonly onGone: () => void
}): Slot {
  const { pool } = needs
  const listeners = new Set<(event: SurfaceEvent) => void>()
  const emit = (event: SurfaceEvent): void => {
    for (const listener of listeners) listener(event)
  }
  let view = needs.newView()
  let unwatch = view.watch(emit)
  /** Under which the frame here is kept when it has to go. */
  let id: string | undefined
  let cancelDisposal: (() => void) | undefined

  /** Onto the shelf if the frame is to be kept, else away. */
  function leave(): void {
    unwatch()
    if (id === undefined || !pool.keep(id, view)) view.end()
  }

  /** Already rendered somewhere: that frame, here. Otherwise the frame that comes is the one of this id. */
  function become(preRenderId: string | undefined): void {
    const wanted = preRenderId === undefined ? undefined : `${needs.purpose} ${preRenderId}`
    if (wanted === id) return
    const warm = wanted === undefined ? undefined : pool.take(wanted, needs.container)
    if (warm !== undefined || id !== undefined) {
      leave()
      view = warm ?? needs.newView()
      unwatch = view.watch(emit)
    }
    id = wanted
  }

  const slot: Slot = {
    show(request) {
      become(request.preRenderId)
      view.show(request)
    },
    hide: () => view.hide(),
    refresh: () => view.refresh(),
    retry: () => view.retry(),
    pin: (target) => view.pin(target),
    narrowing: () => view.narrowing(),
    fail: (failure) => view.fail(failure),
    owns: (frame) => view.owns(frame),
    reset: () => view.reset(),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    revive() {
      cancelDisposal?.()
      cancelDisposal = undefined
      return slot
    },
    dispose() {
      const gone = (): void => {
        leave()
        listeners.clear()
        needs.onGone()
      }
      cancelDisposal?.()
      // The place is about to leave the document, and a frame that is to be kept must not go with it.
      if (id === undefined) cancelDisposal = needs.clock.after(0, gone)
      else gone()
    },
  }
  return slot
}
