import { timings } from '../../../core/kernel/limits'
import type { Clock } from '../../../core/ports/clock'
import type { ViewRequest } from '../../../core/ports/dashboard-surface'
import type { Journal } from '../../../core/ports/journal'
import type { ViewAppearance } from '../../../core/ports/view-appearance'
import { palette } from '../../../core/theme/palette'

/** The content of one container of the page: a host for one frame at a time, and the preview that covers it until its data arrives. */
export interface FrameContainer {
  /** The element that the vendor's code renders into; undefined while there is no frame. */
  host(): HTMLElement | undefined
  /** Adds a new host. `onFrame` is called once it contains a frame. */
  addHost(onFrame: (frame: HTMLIFrameElement) => void): HTMLElement
  /** Sets the accessible name of the present frame: the title of the board on screen. No-op until the vendor's code has inserted it. */
  name(title: string | undefined): void
  /** Takes the host out of sight, out of the tab order and out of the layout. The frame keeps its document and runs on. */
  setHidden(hidden: boolean): void
  /**
   * Moves the host, with its running frame, into another container. False, without a move, if the browser would have to reload the
   * frame.
   */
  moveTo(container: HTMLElement): boolean
  /** Covers the container, if the request wants it, until the first data arrives. If it cannot be drawn, only the preview is missing. */
  preview(request: ViewRequest | undefined): void
  endPreview(): void
  /** Keeps the frame at a minimum height, in px. */
  keepMinHeight(minHeight: number | undefined): void
  clear(): void
}

const svg = 'http://www.w3.org/2000/svg'

/** Bars of the placeholder chart, in a field of 320 by 160. */
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
 * The portal's own placeholder for a chart until its data arrives. The vendor's preview writes HTML from the server into the page
 * (engineering decision 20). Returns the function that removes it.
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
      Object.assign(host.style, hidden ? hiddenStyle : visibleStyle)
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
    keepMinHeight(minHeight) {
      if (minHeight !== undefined) stopHeight = enforceMinHeight(given.clock, frame, minHeight)
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
    // Keeps its width until it is visible again: otherwise its charts would be laid out again.
    const width = `${element.offsetWidth}px`
    target.moveBefore(element, null)
    element.style.width = width
    return true
  } catch {
    // This browser has no `moveBefore`, or the container has already left the document.
    return false
  }
}

/** Not `display: none`: the frame's charts would be laid out at size zero and then redrawn. */
const hiddenStyle = {
  position: 'absolute',
  inset: '0 0 auto 0',
  height: '1px',
  // Otherwise a page that has become narrower since would scroll sideways.
  maxWidth: '100%',
  overflow: 'hidden',
  visibility: 'hidden',
}
const visibleStyle = {
  position: '',
  inset: '',
  width: '',
  height: '',
  maxWidth: '',
  overflow: '',
  visibility: '',
}

/**
 * Keeps a frame at a minimum height, and checks again at the specified interval (section 9). A greater height of the frame's own stays:
 * `min-height` and `height` do not conflict. Returns the function that stops it.
 */
function enforceMinHeight(
  clock: Clock,
  frame: () => HTMLIFrameElement | undefined,
  minHeight: number,
): () => void {
  let cancel: () => void = () => undefined
  const enforce = (): void => {
    const element = frame()
    // A refresh may hold the frame higher for a moment: that value stays.
    if (element !== undefined && !(Number.parseFloat(element.style.minHeight) >= minHeight))
      element.style.minHeight = `${minHeight}px`
    cancel = clock.after(timings.savedDashboardMinHeightInterval, enforce)
  }
  enforce()
  return () => cancel()
}

/**
 * The specified refresh (section 4): the frame is blanked and its source restored after 100 ms; the container is hidden and shown
 * again after 50 ms. `replace` keeps both steps out of the tab's history. The 100 ms begin once the frame is blank: on a busy machine
 * the browser takes longer than that, and would be sent back before it has left the page.
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
