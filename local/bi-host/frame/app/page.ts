import { useEffect } from 'preact/hooks'
import type { Frame } from '../protocol/frame'

/** What scrolls and holds controls. */
const scrollers = '.table-scroll, .chips, .tabs'
/** Room for the ring around a control, in px. */
const ring = 6

/** A browser scrolls to a control that gets the focus only when nothing of it is in sight: here all of it comes, with its ring. */
export function showFocused(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
    const scroller = target.closest<HTMLElement>(scrollers)
    if (scroller === null || scroller === target) return
    const view = scroller.getBoundingClientRect()
    const box = target.getBoundingClientRect()
    const covered = coveredBy(scroller, target)
    scroller.scrollBy({
      left: missing(box.left, box.right, view.left + covered.left, view.right),
      top: target.closest('thead') ? 0 : missing(box.top, box.bottom, view.top + covered.top, view.bottom),
    })
  })
}

/** Keys that an input method takes for its own letters are nobody else's. Safari has ended the composition by then. */
export function leaveToInputMethod(page: GlobalEventHandlers): void {
  const stop = (press: KeyboardEvent) =>
    (press.isComposing || press.keyCode === 229) && press.stopImmediatePropagation()
  page.addEventListener('keydown', stop, true)
}

/** How far to go until `from` to `to`, with its ring, lies between `start` and `end`; the beginning wins. */
export function missing(from: number, to: number, start: number, end: number): number {
  const before = from - ring - start
  const behind = to + ring - end
  return before < 0 ? before : behind > 0 ? Math.min(behind, before) : 0
}

/** What stays in its place over the rows: the head, and on a narrow page the names. */
function coveredBy(
  scroller: HTMLElement,
  target: HTMLElement,
): { readonly left: number; readonly top: number } {
  const names = scroller.querySelector<HTMLElement>('tbody .cell-text:first-child')
  const isName = target.closest('.cell-text:first-child') !== null
  const stands = names !== null && getComputedStyle(names).position === 'sticky'
  return {
    left: stands && !isName ? names.offsetWidth : 0,
    top: scroller.querySelector('thead')?.offsetHeight ?? 0,
  }
}

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
    let reported = -1
    let again = frame.state.get().renderedAgain
    const report = () => {
      const height = Math.ceil(element.getBoundingClientRect().height)
      const repeated = frame.state.get().renderedAgain
      if (frame.state.get().phase !== 'ready' || height === 0 || (height === reported && repeated === again))
        return
      reported = height
      again = repeated
      frame.port.post('EMBED_HEIGHT', height)
    }
    const observer = new ResizeObserver(report)
    observer.observe(element)
    const unsubscribe = frame.state.subscribe(report)
    return () => {
      observer.disconnect()
      unsubscribe()
    }
  }, [content, frame, fullHeight])
}

/**
 * Tells when the page goes to paper and when it is back. Only `beforeprint` comes in time for what has to be drawn; the media
 * query speaks for tools that look at the page as if it were printed.
 */
export function watchPrint(page: Window, setPrinting: (printing: boolean) => void): void {
  page.addEventListener('beforeprint', () => setPrinting(true))
  page.addEventListener('afterprint', () => setPrinting(false))
  page.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches))
}

/** What is copied from tables and cards are their numbers (`data-whole`), not what there is room for: rows as lines, cells by tabs. */
export function copyWhole(page: Document): void {
  page.addEventListener('copy', (event) => {
    const text = wholeText(page.getSelection())
    if (text === null || !event.clipboardData) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  })
}

/** A selection with its numbers whole; null where it holds none, or a part of one. */
export function wholeText(selection: Selection | null): string | null {
  if (selection === null || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const ancestor = range.commonAncestorContainer
  const single = (ancestor instanceof Element ? ancestor : ancestor.parentElement)?.closest<HTMLElement>(
    '[data-whole]',
  )
  if (single)
    return selection.toString().trim() === single.textContent.trim()
      ? (single.dataset['whole'] ?? null)
      : null
  const part = range.cloneContents()
  const numbers = part.querySelectorAll<HTMLElement>('[data-whole]')
  if (numbers.length === 0) return null
  for (const number of numbers) number.textContent = number.dataset['whole'] ?? ''
  const line = (cells: Iterable<Element>): string =>
    Array.from(cells, (cell) => cell.textContent.trim()).join('\t')
  const rows = [...part.querySelectorAll('tr')]
  if (rows.length > 0) return rows.map((row) => line(row.children)).join('\n')
  const cells = part.querySelectorAll('th, td')
  return cells.length > 0 ? line(cells) : part.textContent
}
