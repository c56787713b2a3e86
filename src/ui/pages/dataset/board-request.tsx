import type { Dataset } from '../../../core/catalogue/catalogue'
import { useApp } from '../../hooks/use-app'
import { useViewState, useLinkedPage, type ViewAsked } from '../../features/dashboard/view-state'
import { useTileResearch } from '../../features/research/subject'
import { useEffect, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { boardTitle } from '../../features/dashboard/board-skeleton'
import { useAppearance } from '../../hooks/use-appearance'
import { narrowestSheet, narrowInPrint, printSheetFor } from '../../../core/embedding/print'

/** px. A browser shrinks a page to its sheet by half at most: a wider board gets a larger sheet of the same shape. */
const widestInPrint = 1400
const printMargin = 38

/**
 * A frame is as high as its content was at its width on the screen. On the narrower sheet it would be laid out anew and cut off:
 * it keeps its width, and the browser scales the whole page down to the sheet. Being one piece that fits no sheet, a frame begins
 * on a sheet of its own: it begins on the first one, and leaves the page's head room above. Where the sheets end is part of the view's request.
 */
function usePrintFrames(): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const containers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.board__container')]
    const hold = (): void => {
      for (const container of containers()) {
        const { width } = container.getBoundingClientRect()
        if (width === 0) continue
        container.style.width = `${width}px`
        container.style.setProperty('--above', `${printSheetFor(width).head}px`)
        sheet.replaceSync(pageRule(width))
      }
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    const free = (): void => {
      for (const container of containers()) container.removeAttribute('style')
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
    addEventListener('beforeprint', hold)
    addEventListener('afterprint', free)
    return () => {
      removeEventListener('beforeprint', hold)
      removeEventListener('afterprint', free)
    }
  }, [])
}

/** Landscape, as `_output.scss` has it, unless the board is too narrow or too wide for it: a printer scales other sheets to its own. */
function pageRule(width: number): string {
  if (width >= narrowInPrint && width <= widestInPrint) return ''
  const { ratio, least } = printSheetFor(width)
  // Not rounded: what is left over would add up from sheet to sheet.
  return `@page { size: ${Math.max(width, narrowestSheet) + 2 * printMargin}px ${Math.max(width * ratio, least) + 2 * printMargin}px; margin: ${printMargin}px }`
}

/** Asks for the board of this page, with this tab, view and look; without a dataset the board goes out of sight and stays warm. */
function useCuratedBoard(dataset: Dataset | null, asked: ViewAsked): void {
  const { stores } = useApp()
  const appearance = useAppearance('curated', dataset?.sourceId !== undefined)
  const show = useStore(stores.board, (state) => state.show)
  const hide = useStore(stores.board, (state) => state.hide)
  const wanted = dataset !== null

  // Before the page is painted: what the frame does from here on takes longer than the page.
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

/** Asks for the board of this page, keeps its tab, its view and the address together, and follows its links. Draws nothing. */
export function BoardRequest({ dataset }: { readonly dataset: Dataset | null }): null {
  const { stores } = useApp()
  useCuratedBoard(dataset, useViewState(dataset?.dashboardId ?? null, stores.board))
  useLinkedPage(stores.board)
  usePrintFrames()
  useTileResearch(stores.board, dataset)
  return null
}
