import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useBoardEvents } from '../../hooks/use-board-events'
import { longestQuestion } from '../../../core/kernel/limits'
import type { Dataset } from '../../../core/catalogue/catalogue'
import type { BoardStore } from '../../../state/board-store'

/**
 * "Deep Research" in the menu of a tile. Beside a curated board the panel opens with the tile's own question asked, or, where the view
 * does not tell it, with the tile's title to go on from. A dashboard of one's own has no source of its own: there the page is opened.
 */
export function useTileResearch(board: BoardStore, dataset: Dataset | null): void {
  const { stores } = useApp()
  const [, navigate] = useLocation()

  useBoardEvents(board, (tile) => {
    if (tile.kind !== 'action' || tile.action !== 'deep-research') return
    if (!stores.flags.getState().values['miu-deep-research-enabled']) return
    const question = tile.question?.slice(0, longestQuestion) ?? ''
    const title = tile.title ?? ''
    if (dataset === null) return navigate(conversationPage({ worksheetId: '' }, question || title))
    const { show, ask } = stores.research.getState()
    if (question === '') return show(title)
    show()
    ask(dataset.worksheetId ?? '', question)
  })
}

/** What questions on this page are about. */
export interface ResearchSubject {
  /** Empty where the portal is set up without one: asking then says so. */
  readonly worksheetId: string
  readonly name: string
  readonly datasetKey: string
}

/** Null where there is nothing to ask about, or nobody who may: signed out, flag off, another page. */
export function useResearchSubject(): ResearchSubject | null {
  const { stores } = useApp()
  const enabled = useStore(stores.flags, (state) => state.values['miu-deep-research-enabled'])
  const subject = useSubjectOfPage()
  return enabled ? subject : null
}

/** The same, whatever the flag says. */
export function useSubjectOfPage(): ResearchSubject | null {
  const { catalogue, stores } = useApp()
  const [path] = useLocation()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  if (!signedIn) return null
  // Data Weaver begins with the widest source, which is Home's.
  const dataset = catalogue.byPath(path === paths.chartBuilder ? paths.home : path)
  if (dataset === undefined) return null
  return {
    worksheetId: dataset.worksheetId ?? '',
    name: dataset.sidebarName ?? dataset.title,
    datasetKey: dataset.key,
  }
}

/** The provider's whole conversation view about the same. */
export function conversationPage(
  { worksheetId }: Pick<ResearchSubject, 'worksheetId'>,
  question = '',
): string {
  const query = new URLSearchParams()
  if (worksheetId !== '') query.set('worksheet', worksheetId)
  if (question !== '') query.set('q', question)
  return query.size === 0 ? paths.deepResearch : `${paths.deepResearch}?${query.toString()}`
}
