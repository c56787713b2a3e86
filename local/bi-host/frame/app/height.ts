import { useEffect } from 'preact/hooks'
import type { Frame } from '../protocol/frame'

/**
 * Tells the embedding page how tall the content is. The content itself is measured: the document is as tall as the frame
 * and would never shrink.
 */
export function useHeight(
  content: { readonly current: HTMLElement | null },
  frame: Frame,
  fullHeight: boolean,
): void {
  useEffect(() => {
    const element = content.current
    if (!element) return
    document.documentElement.classList.toggle('full-height', fullHeight)
    let told = -1
    let again = frame.state.get().renderedAgain
    const tell = () => {
      const height = Math.ceil(element.getBoundingClientRect().height)
      const repeated = frame.state.get().renderedAgain
      if (frame.state.get().phase !== 'ready' || height === 0 || (height === told && repeated === again))
        return
      told = height
      again = repeated
      frame.port.post('EMBED_HEIGHT', height)
    }
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    const unsubscribe = frame.state.subscribe(tell)
    return () => {
      observer.disconnect()
      unsubscribe()
    }
  }, [content, frame, fullHeight])
}
