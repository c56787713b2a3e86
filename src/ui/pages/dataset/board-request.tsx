import type { Dataset } from '../../../core/catalogue/catalogue'
import { useApp } from '../../hooks/use-app'
import { useViewState, useLinkedPage, type ViewAsked } from '../../features/dashboard/view-state'
import { useTileResearch } from '../../features/research/subject'
import { useEffect, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { boardTitle } from '../../features/dashboard/board-skeleton'
import { useAppearance } from '../../hooks/use-appearance'
import { minSheetWidth, maxPortraitWidth, printSheetFor } from '../../../core/embedding/print'

/** In px. A browser shrinks a page by half at most to fit a sheet: a wider board gets a larger sheet of the same shape. */
const widestInPrint = 1400
const printMargin = 38

/**
 * Prepares frames for print. A frame's height is that of its content at its width on the screen. On the narrower sheet it would be laid out
 * again and cut off, so it keeps its width, and the browser scales the whole page down. A frame is one piece that fits no sheet, and would
 * start on a new one: here it starts on the first, and leaves space above for the page's head. The vendor's adapter sends the sheet sizes.
 */
function usePrintFrames(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const containers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.board__container')]
    const prepare = (): void => {
      for (const container of containers()) {
        const { width } = container.getBoundingClientRect()
        if (width === 0) continue
        container.style.width = `${width}px`
        container.style.setProperty('--above', `${printSheetFor(width).headerHeight}px`)
        sheet.replaceSync(pageRule(width))
      }
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    const restore = (): void => {
      for (const container of containers()) container.removeAttribute('style')
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
    addEventListener('beforeprint', prepare)
    addEventListener('afterprint', restore)
    return () => {
      removeEventListener('beforeprint', prepare)
      removeEventListener('afterprint', restore)
    }
  }, [])
}

/** The `@page` rule for a board too narrow or too wide for the landscape sheet of `_output.scss`. Printers scale other sheets to theirs. */
function pageRule(width: number): string {
  if (width >= maxPortraitWidth && width <= widestInPrint) return ''
  const { ratio, minHeight } = printSheetFor(width)
  // Not rounded: the error would add up from sheet to sheet.
  return `@page { size: ${Math.max(width, minSheetWidth) + 2 * printMargin}px ${Math.max(width * ratio, minHeight) + 2 * printMargin}px; margin: ${printMargin}px }`
}

/** Requests this page's board, with this tab, view and look. Without a dataset the board is hidden and stays warm. */
function useCuratedBoard(dataset: Dataset | null, asked: ViewAsked): void {
  const { stores } = useApp()
  const appearance = useAppearance('curated', dataset?.sourceId !== undefined)
  const show = useStore(stores.board, (state) => state.show)
  const hide = useStore(stores.board, (state) => state.hide)
  const wanted = dataset !== null

  // Before the page is painted: what the frame does next takes longer than the page.
  useLayoutEffect(() => {
    if (dataset === null) return
    show({
      view: {
        kind: 'dashboard',
        dashboardId: dataset.dashboardId,
        ...asked,
      },
      title: boardTitle(dataset),
      appearance,
    })
  }, [dataset, asked, appearance, show])

  useLayoutEffect(() => (wanted ? hide : undefined), [wanted, hide])
}

/** Requests this page's board, keeps its tab and view in sync with the address, and follows its links. Renders nothing. */
export function BoardRequest({ dataset }: { readonly dataset: Dataset | null }): null {
  const { stores } = useApp()
  useCuratedBoard(dataset, useViewState(dataset?.dashboardId ?? null, stores.board))
  useLinkedPage(stores.board)
  usePrintFrames()
  useTileResearch(stores.board, dataset)
  return null
}
