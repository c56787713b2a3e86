import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'

/** The element the SDK renders into. It is moved only where that leaves the frame alone: anywhere else it would be loaded anew. */
export interface Host {
  readonly element: HTMLElement
  /** Out of sight, out of the tab order and out of the layout, but alive: the frame keeps its document. */
  setHidden(hidden: boolean): void
  /** To another place of the document, the frame going on as it is; false where the browser cannot do that. */
  moveTo(container: HTMLElement): boolean
  remove(): void
}

export function createHost(container: HTMLElement, onFrame: (frame: HTMLIFrameElement) => void): Host {
  const page = container.ownerDocument
  const element = page.createElement('div')
  element.dataset['surface'] = 'host'
  container.append(element)
  const observer = new MutationObserver(() => {
    const frame = element.querySelector('iframe')
    if (frame === null) return
    observer.disconnect()
    onFrame(frame)
  })
  observer.observe(element, { childList: true, subtree: true })
  return {
    element,
    setHidden(hidden) {
      element.inert = hidden
      Object.assign(element.style, hidden ? outOfSight : inSight)
    },
    moveTo(target) {
      try {
        // As wide as it is until it is in sight again: its charts would be laid out anew.
        const width = `${element.offsetWidth}px`
        target.moveBefore(element, null)
        element.style.width = width
        return true
      } catch {
        // Not known to this browser, or the place has left the document before us.
        return false
      }
    },
    remove() {
      observer.disconnect()
      element.remove()
    },
  }
}

/** Not `display: none`: the frame's charts would be laid out at no size and drawn anew. */
const outOfSight = {
  position: 'absolute',
  inset: '0 0 auto 0',
  height: '1px',
  // A page that has become narrower since would scroll sideways.
  maxWidth: '100%',
  overflow: 'hidden',
  visibility: 'hidden',
}
const inSight = {
  position: '',
  inset: '',
  width: '',
  height: '',
  maxWidth: '',
  overflow: '',
  visibility: '',
}

/**
 * Holds a frame to a least height, and looks again at the specified interval (section 9). The frame's own, greater height stays as
 * it is: a least height and a height do not fight. Returns the way to stop.
 */
export function keepLeastHeight(
  clock: Clock,
  frame: () => HTMLIFrameElement | undefined,
  least: number,
): () => void {
  let cancel: () => void = () => undefined
  const enforce = (): void => {
    const element = frame()
    const height = `${least}px`
    if (element !== undefined && element.style.minHeight !== height) element.style.minHeight = height
    cancel = clock.after(timings.savedDashboardMinimumHeightEvery, enforce)
  }
  enforce()
  return () => cancel()
}

/**
 * The specified refresh (section 4): the frame is blanked and its source restored after 100 ms; the container is hidden and shown
 * again after 50 ms. `replace` keeps both steps out of the tab's history. The 100 ms begin once the frame is blank: on a busy machine
 * the browser takes longer than that, and would be sent back on its way out.
 */
export function blankAndRestore(
  clock: Clock,
  container: HTMLElement,
  frame: HTMLIFrameElement,
  source: string,
): Promise<void> {
  return new Promise((resolve) => {
    const restore = (): void => {
      cancel()
      frame.removeEventListener('load', restore)
      clock.after(timings.refreshFrameReload, () => {
        frame.contentWindow?.location.replace(source)
        resolve()
      })
    }
    const cancel = clock.after(timings.refreshFrameBlank, restore)
    frame.addEventListener('load', restore)
    frame.contentWindow?.location.replace('about:blank')
    container.style.visibility = 'hidden'
    clock.after(timings.refreshContainerReshow, () => {
      container.style.visibility = ''
    })
  })
}
