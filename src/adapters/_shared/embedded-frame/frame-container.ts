import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { ViewRequest } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { ViewAppearance } from '../../../core/ports/view-appearance'
import { palette } from '../../../core/theme/palette'

/** What stands in one container of the page: a host for one frame at a time, and the picture that covers it until its data is there. */
export interface FrameContainer {
  /** The element that the vendor's code renders into; nothing while there is no frame. */
  host(): HTMLElement | undefined
  /** A new host. `onFrame`: a frame is in it. */
  addHost(onFrame: (frame: HTMLIFrameElement) => void): HTMLElement
  /** Gives the frame that is there its accessible name: that of the board on screen, also while the vendor's code is still about to insert it. */
  name(title: string | undefined): void
  /** Out of sight, out of the tab order and out of the layout, but alive: the frame keeps its document. */
  setHidden(hidden: boolean): void
  /**
   * With the host to another place of the document, the frame going on as it is; false where the browser cannot do that. It is moved only
   * where that leaves the frame alone: anywhere else it would be loaded anew.
   */
  moveTo(container: HTMLElement): boolean
  /** Stands over the container where the request wants it, until the first data has come. One that cannot be drawn costs nothing but itself. */
  preview(request: ViewRequest | undefined): void
  endPreview(): void
  /** Holds the frame to a least height, in px. */
  keepHeight(least: number | undefined): void
  clear(): void
}

const svg = 'http://www.w3.org/2000/svg'

/** Bars of a chart that is not there yet: place and height in a field of 320 by 160. */
const bars: readonly (readonly [x: number, height: number])[] = [
  [0, 52],
  [42, 74],
  [84, 60],
  [126, 96],
  [168, 84],
  [210, 118],
  [252, 104],
  [294, 132],
]

/**
 * A picture of our own that stands in for one visualisation until its data is there. The vendor's own preview writes HTML of the
 * server's into the page (engineering decision 20). Returns the way to take it off.
 */
function showPreview(container: HTMLElement, mode: ViewAppearance['mode']): () => void {
  const page = container.ownerDocument
  const colors = palette[mode]
  const cover = page.createElement('div')
  cover.dataset['surface'] = 'preview'
  cover.setAttribute('aria-hidden', 'true')
  Object.assign(cover.style, {
    position: 'absolute',
    inset: '0',
    padding: '16px',
    background: colors.card,
    border: `1px solid ${colors.line}`,
    borderRadius: '4px',
    pointerEvents: 'none',
  })
  const picture = page.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 320 200')
  picture.setAttribute('preserveAspectRatio', 'none')
  Object.assign(picture.style, { display: 'block', width: '100%', height: '100%' })
  const shape = (x: number, y: number, width: number, height: number): void => {
    const part = page.createElementNS(svg, 'rect')
    for (const [name, value] of Object.entries({ x, y, width, height }))
      part.setAttribute(name, String(value))
    part.setAttribute('rx', '2')
    part.setAttribute('fill', colors.skeleton)
    picture.append(part)
  }
  shape(0, 0, 120, 10)
  shape(0, 18, 70, 7)
  for (const [x, height] of bars) shape(x, 200 - height, 26, height)
  cover.append(picture)
  container.append(cover)
  return () => cover.remove()
}

export function createFrameContainer(given: {
  readonly container: HTMLElement
  readonly clock: Clock
  readonly journal: Journal
}): FrameContainer {
  let { container } = given
  let host: HTMLElement | undefined
  let observer: MutationObserver | undefined
  let stopHeight: (() => void) | undefined
  let stopPreview: (() => void) | undefined
  const frame = (): HTMLIFrameElement | undefined => host?.querySelector('iframe') ?? undefined

  return {
    host: () => host,
    addHost(onFrame) {
      const element = container.ownerDocument.createElement('div')
      element.dataset['surface'] = 'host'
      container.append(element)
      host = element
      observer = new MutationObserver((_, self) => {
        const made = element.querySelector('iframe')
        if (made === null) return
        self.disconnect()
        onFrame(made)
      })
      observer.observe(element, { childList: true, subtree: true })
      return element
    },
    name(title) {
      const element = frame()
      if (element !== undefined && title !== undefined && element.title !== title) element.title = title
    },
    setHidden(hidden) {
      if (host === undefined) return
      host.inert = hidden
      Object.assign(host.style, hidden ? outOfSight : inSight)
    },
    moveTo(target) {
      if (host === undefined || !moveBefore(host, target)) return false
      container = target
      return true
    },
    preview(request) {
      if (request?.showPreviewLoader !== true || request.view.kind !== 'dashboard') return
      if (request.view.chartId === undefined) return
      try {
        stopPreview = showPreview(container, request.appearance.mode)
      } catch {
        given.journal.record({ level: 'error', where: 'dashboard', text: 'Error fetching preview' })
      }
    },
    endPreview: () => stopPreview?.(),
    keepHeight(least) {
      if (least !== undefined) stopHeight = keepLeastHeight(given.clock, frame, least)
    },
    clear() {
      stopHeight?.()
      stopPreview?.()
      observer?.disconnect()
      host?.remove()
      host = undefined
    },
  }
}

function moveBefore(element: HTMLElement, target: HTMLElement): boolean {
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
function keepLeastHeight(
  clock: Clock,
  frame: () => HTMLIFrameElement | undefined,
  least: number,
): () => void {
  let cancel: () => void = () => undefined
  const enforce = (): void => {
    const element = frame()
    // One that is held higher for a moment is left to that.
    if (element !== undefined && !(Number.parseFloat(element.style.minHeight) >= least))
      element.style.minHeight = `${least}px`
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
