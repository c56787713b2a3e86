import { useEffect, useState } from 'preact/hooks'
import type { FrameState, Store } from '../protocol/state'
/** Draws pictures one at a time with a breath between them, the nearest first, so that a long board never blocks input. */
export interface DrawQueue {
  /** Adds a picture; gives back how to withdraw it. Lower `order` is drawn sooner. */
  add(draw: () => void, order: number): () => void
}

export function createDrawQueue(): DrawQueue {
  const waiting: { readonly draw: () => void; readonly order: number }[] = []
  let running = false

  async function run(): Promise<void> {
    if (running) return
    running = true
    // Numbers and tables need no picture: they are seen before the first one takes the thread.
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

/** Milliseconds that pictures wait for the page's next frame; a page that nobody sees has none. */
const longestFrame = 100

function painted(): Promise<void> {
  return new Promise((resolve) => {
    const shown = (): void => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      resolve()
    }
    const frame = requestAnimationFrame(shown)
    const timer = setTimeout(shown, longestFrame)
  })
}

/** The next turn of the event loop, also in a frame that is not shown (no animation frames there). */
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

/** Whether a part of the frame is within `margin` px of what the person sees. */
export function isNear(
  box: { readonly top: number; readonly bottom: number },
  seen: { readonly top: number; readonly height: number },
  margin: number,
): boolean {
  return box.bottom >= seen.top - margin && box.top <= seen.top + seen.height + margin
}

/** How far ahead of the visible part pictures are drawn, when the embedding page asks for less (px). */
const leastMargin = 200

/**
 * How urgent an element's picture is: 0 near the visible part, 1 otherwise. It starts at `null`: not known yet. The
 * browser's own observer sees through the embedding page; the coordinates that the page sends add the look-ahead,
 * because margins do not count in a frame of another origin. What is far is drawn when the machine is idle.
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
      if (isNear({ top, bottom: top + box.height }, visibleArea, Math.max(leastMargin, options.lazyMargin)))
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
