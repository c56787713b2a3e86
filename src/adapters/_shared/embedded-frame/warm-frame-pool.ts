import type { FrameView } from './view'

/**
 * Where frames with a pre-render id wait while no place shows them: alive, out of sight and out of reach of the keyboard. Not a vendor
 * SDK's own pre-render: ThoughtSpot's frame stands at the end of the page, last in the order of Tab and in front of every dialog, and
 * does not follow what moves above it. Ours is moved into its place as it runs.
 */
export interface WarmFramePool {
  /** Takes the view's frame over, if it has one and the browser can move it. */
  keep(id: string, view: FrameView): boolean
  take(id: string, hiddenContainer: HTMLElement): FrameView | undefined
  /** The view whose frame this is, if it waits here. */
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
      // One that fails while nobody looks is not shown to anybody: the next one is new.
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
