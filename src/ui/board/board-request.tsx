import type { Dataset } from '../../core/catalogue/catalogue'
import { useBoardTab } from './use-board-tab'
import { useCuratedBoard } from './use-curated-board'

/** Asks for the board of this page, and keeps its tab and the address together. Draws nothing. */
export function BoardRequest({ dataset }: { readonly dataset: Dataset | null }): null {
  useCuratedBoard(dataset, useBoardTab(dataset))
  return null
}
