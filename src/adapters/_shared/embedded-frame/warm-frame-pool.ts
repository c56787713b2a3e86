import type { FrameView } from './view'

/**
 * Holds frames with a pre-render id while no container shows them: running, hidden and out of the tab order. The vendor SDK's own
 * pre-render is not used: ThoughtSpot's frame sits at the end of the page, last in the tab order and in front of every dialog, and does
 * not follow layout changes above it. This pool moves the running frame into its container.
 */
export interface WarmFramePool {
  /** Takes over the view's frame, if it has one and the browser can move it. */
  keep(id: string, view: FrameView): boolean
  take(id: string, hiddenContainer: HTMLElement): FrameView | undefined
  /** Ends the view that has this frame, if the pool holds it. */
  drop(frame: HTMLIFrameElement): void
  clear(): void
}

export function createWarmFramePool(page: Document): WarmFramePool {
  const frames = new Map<string, { readonly view: FrameView; readonly unwatch: () => void }>()
  let element: HTMLElement | undefined

  function hiddenContainer(): HTMLElement {
    element ??= page.createElement('div')
    element.dataset['surface'] = 'kept'
    if (!element.isConnected) page.body.append(element)
    return element
  }

  function end(id: string): void {
    const found = frames.get(id)
    frames.delete(id)
    found?.unwatch()
    found?.view.end()
  }

  return {
    keep(id, view) {
      if (!view.hasFrame() || !view.moveTo(hiddenContainer())) return false
      view.hide()
      end(id)
      // A frame that fails while it is hidden is not shown again: the next one is new.
      const unwatch = view.watch(({ kind }) => {
        if (kind === 'failed') end(id)
      })
      frames.set(id, { view, unwatch })
      return true
    },
    take(id, target) {
      const found = frames.get(id)
      if (found === undefined || !found.view.moveTo(target)) return undefined
      frames.delete(id)
      found.unwatch()
      return found.view
    },
    drop(frame) {
      for (const [id, { view }] of frames) if (view.owns(frame)) end(id)
    },
    clear() {
      for (const id of frames.keys()) end(id)
    },
  }
}
