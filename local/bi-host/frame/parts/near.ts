import { useEffect, useState } from 'preact/hooks'
import { isNear } from './is-near'
import type { FrameState } from '../protocol/frame'
import type { Store } from '../store'

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
