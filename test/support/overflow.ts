import type { FrameLocator } from 'playwright-core'

/** How far the page of a frame reaches beyond the frame. Where its parts scroll by themselves it does not. */
export function overflowOf(frame: FrameLocator): Promise<number> {
  return frame.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
}
