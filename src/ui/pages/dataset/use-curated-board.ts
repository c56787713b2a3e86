import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../../core/catalogue/catalogue'
import { useApp } from '../../hooks/use-app'
import { boardTitle } from '../../features/dashboard/board-title'
import { useAppearance } from '../../hooks/use-appearance'
import { viewAt, type BoardPlace } from '../../features/dashboard/use-view-state'

/** Asks for the board of this page, with this tab, view and look; without a dataset the board goes out of sight and stays warm. */
export function useCuratedBoard(dataset: Dataset | null, { tab, view }: BoardPlace): void {
  const { stores } = useApp()
  const appearance = useAppearance('curated')
  const show = useStore(stores.board, (state) => state.show)
  const hide = useStore(stores.board, (state) => state.hide)
  const wanted = dataset !== null

  useEffect(() => {
    if (dataset === null) return
    show({
      view: {
        kind: 'dashboard',
        liveboardId: dataset.liveboardId,
        ...viewAt({ tab, view }),
      },
      title: boardTitle(dataset),
      appearance,
    })
  }, [dataset, tab, view, appearance, show])

  useEffect(() => (wanted ? hide : undefined), [wanted, hide])
}
