import { useEffect, useState } from 'preact/hooks'
import type { FrameState, Store } from '../protocol/state'
/** Draws charts one at a time with pauses in between, nearest first, so that a long board never blocks input. */
export interface DrawQueue {
  /** Adds a chart and returns a function to withdraw it. Lower `order` draws sooner. */
  add(draw: () => void, order: number): () => void
}

export function createDrawQueue(): DrawQueue {
  const waiting: { readonly draw: () => void; readonly order: number }[] = []
  let running = false

  async function run(): Promise<void> {
    if (running) return
    running = true
    // Numbers and tables need no drawing: let the browser paint them before the first chart blocks the thread.
    await painted()
    while (waiting.length > 0) {
      await nextTask()
      waiting.sort((left, right) => left.order - right.order)
      waiting.shift()?.draw()
    }
    running = false
  }

  return {
    add(draw, order) {
      const entry = { draw, order }
      waiting.push(entry)
      void run()
      return () => {
        const at = waiting.indexOf(entry)
        if (at >= 0) waiting.splice(at, 1)
      }
    },
  }
}

/** Maximum wait for an animation frame, in milliseconds. Hidden pages have none. */
const maxFrameWaitMs = 100

function painted(): Promise<void> {
  return new Promise((resolve) => {
    const shown = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resolve()
    }
    const frame = requestAnimationFrame(shown)
    const timer = setTimeout(shown, maxFrameWaitMs)
  })
}

/** The next task of the event loop, also in a hidden frame, which has no animation frames. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}

/** Whether a part of the frame is within `margin` px of the visible area. */
export function isNear(
  box: { readonly top: number; readonly bottom: number },
  seen: { readonly top: number; readonly height: number },
  margin: number,
): boolean {
  return box.bottom >= seen.top - margin && box.top <= seen.top + seen.height + margin
}

/** Minimum look-ahead for drawing charts, whatever the embedding page requests (px). */
const minMargin = 200

/**
 * Draw priority of an element: 0 near the visible area, 1 otherwise, `null` until known. The browser's IntersectionObserver works through
 * the embedding page, but ignores margins in a cross-origin frame, so the coordinates that the page sends add the look-ahead. Distant
 * charts are drawn when the browser is idle.
 */
export function useUrgency(
  element: { readonly current: HTMLElement | null },
  frame: Store<FrameState>,
): 0 | 1 | null {
  const [urgency, setUrgency] = useState<0 | 1 | null>(null)
  useEffect(() => {
    const target = element.current
    if (!target || urgency === 0) return
    const near = () => setUrgency(0)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) near()
    })
    observer.observe(target)
    const measure = () => {
      const { visibleArea, options } = frame.get()
      if (!visibleArea) return
      const box = target.getBoundingClientRect()
      const top = box.top + globalThis.scrollY
      if (isNear({ top, bottom: top + box.height }, visibleArea, Math.max(minMargin, options.lazyMargin)))
        near()
    }
    measure()
    const unsubscribe = frame.subscribe(measure)
    const idle = whenIdle(() => setUrgency((known) => known ?? 1))
    return () => {
      observer.disconnect()
      unsubscribe()
      idle()
    }
  }, [element, frame, urgency])
  return urgency
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 2500 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, 400)
  return () => clearTimeout(timer)
}
