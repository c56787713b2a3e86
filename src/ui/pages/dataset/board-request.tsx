import type { Dataset } from '../../../core/catalogue/catalogue'
import { useApp } from '../../hooks/use-app'
import { useBoardPlace } from '../../features/dashboard/use-view-state'
import { useCuratedBoard } from './use-curated-board'
import { useFramesOnPaper } from './use-print-frames'
import { useTileResearch } from '../../features/research/use-tile-research'
import { useLinkedPage } from '../../features/dashboard/use-linked-page'

/** Asks for the board of this page, keeps its tab, its view and the address together, and follows its links. Draws nothing. */
export function BoardRequest({ dataset }: { readonly dataset: Dataset | null }): null {
  const { stores } = useApp()
  useCuratedBoard(dataset, useBoardPlace(dataset?.liveboardId ?? null, stores.board))
  useLinkedPage(stores.board)
  useFramesOnPaper()
  useTileResearch(stores.board, dataset)
  return null
}
