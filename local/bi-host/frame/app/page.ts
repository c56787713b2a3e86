import { useEffect } from 'preact/hooks'
import type { Frame } from '../protocol/frame'

/** Scroll containers with controls. */
const scrollers = '.table-scroll, .chips, .tabs'
/** Width of a control's focus ring, in px. */
const ring = 6

/** Browsers scroll to a focused control only if none of it is visible. This scrolls until all of it is, including its focus ring. */
export function showFocused(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
    const scroller = target.closest<HTMLElement>(scrollers)
    if (scroller === null || scroller === target) return
    const view = scroller.getBoundingClientRect()
    const box = target.getBoundingClientRect()
    const covered = coveredBy(scroller, target)
    scroller.scrollBy({
      left: scrollGap(box.left, box.right, view.left + covered.left, view.right),
      top: target.closest('thead') ? 0 : scrollGap(box.top, box.bottom, view.top + covered.top, view.bottom),
    })
  })
}

/** Keeps key presses that belong to an input method from other handlers. In Safari, composition has already ended at that point. */
export function ignoreComposition(page: GlobalEventHandlers): void {
  const stop = (press: KeyboardEvent) =>
    (press.isComposing || press.keyCode === 229) && press.stopImmediatePropagation()
  page.addEventListener('keydown', stop, true)
}

/** Distance to scroll until `from` to `to`, plus focus ring, is between `start` and `end`. If it does not fit, the start wins. */
export function scrollGap(from: number, to: number, start: number, end: number): number {
  const before = from - ring - start
  const behind = to + ring - end
  return before < 0 ? before : behind > 0 ? Math.min(behind, before) : 0
}

/** Space covered by sticky parts: the table head, and on a narrow page the names. */
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

/** Reports the content height to the embedding page. The document itself is as tall as the frame and would never shrink. */
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
    let seen = frame.state.get().renderedAgain
    const report = () => {
      const height = Math.ceil(element.getBoundingClientRect().height)
      const repeated = frame.state.get().renderedAgain
      if (frame.state.get().phase !== 'ready' || height === 0 || (height === reported && repeated === seen))
        return
      reported = height
      seen = repeated
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

/** Reports the start and end of printing. Only `beforeprint` is early enough to redraw. The media query is for print emulation. */
export function watchPrint(page: Window, setPrinting: (printing: boolean) => void): void {
  page.addEventListener('beforeprint', () => setPrinting(true))
  page.addEventListener('afterprint', () => setPrinting(false))
  page.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches))
}

/** Copies full numbers (`data-whole`) from tables and cards instead of shortened ones: rows as lines, cells separated by tabs. */
export function copyWhole(page: Document): void {
  page.addEventListener('copy', (event) => {
    const text = wholeText(page.getSelection())
    if (text === null || !event.clipboardData) return
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
  })
}

/** The selection with full numbers. Null if it has none, or only part of one. */
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
