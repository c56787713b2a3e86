import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { pathWithQuestion } from '../../../core/navigation/view-state'
import { asks, paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useResearchOffered } from '../../hooks/use-research-offered'
import { useBoardEvents } from '../../hooks/use-board-events'
import { maxQuestionLength } from '../../../core/kernel/limits'
import type { Dataset } from '../../../core/catalogue/catalogue'
import type { BoardStore } from '../../../state/board-store'

/**
 * Handles "Deep Research" in a tile's menu. Beside a curated board the panel opens and asks the tile's question or, if the view does not
 * report one, has the tile's title in its field. The user's own dashboards have no source: there the Deep Research page opens.
 */
export function useTileResearch(board: BoardStore, dataset: Dataset | null): void {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const offered = useResearchOffered()

  useBoardEvents(board, (tile) => {
    if (tile.kind !== 'action' || tile.action !== 'deep-research') return
    if (!offered) return
    const question = tile.question?.slice(0, maxQuestionLength) ?? ''
    const title = tile.title ?? ''
    if (dataset?.sourceId === undefined)
      return navigate(conversationPage({ sourceId: '' }, question || title), { state: asks })
    const { show, bring, ask } = stores.research.getState()
    show()
    if (question === '') return bring(title)
    ask(dataset.sourceId, question)
  })
}

/** What questions on this page are about. */
export interface ResearchSubject {
  readonly sourceId: string
  readonly name: string
  /** "the Bitcoin dashboard". */
  readonly about: string
  readonly datasetKey: string
}

/** Null if there is nothing to ask about, or the user may not ask: signed out, flag off, another page, no source. */
export function useResearchSubject(): ResearchSubject | null {
  const offered = useResearchOffered()
  const subject = useSubjectOfPage()
  return offered ? subject : null
}

/** The same, regardless of the flag. */
export function useSubjectOfPage(): ResearchSubject | null {
  const { catalogue, stores } = useApp()
  const [path] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('source')
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  if (!signedIn) return null
  if (path !== paths.chartBuilder) return subjectOf(catalogue.byPath(path))
  // Data Weaver shows no dashboard, and is opened with the source of one.
  const subject = subjectOf(catalogue.datasets.find(({ sourceId }) => sourceId === asked) ?? catalogue.widest)
  return subject && { ...subject, about: `the ${subject.name} data` }
}

/** A dataset as the subject of questions; null for one without a source. */
export function subjectOf(dataset: Dataset | undefined): ResearchSubject | null {
  if (dataset?.sourceId === undefined) return null
  const { sourceId, sidebarName: name, key: datasetKey } = dataset
  return { sourceId, name, about: `the ${name} dashboard`, datasetKey }
}

/** Each source once, also one of several datasets. */
export function subjectsOf(datasets: readonly Dataset[]): readonly ResearchSubject[] {
  const all = datasets.flatMap((dataset) => subjectOf(dataset) ?? [])
  return all.flatMap((subject) => {
    const same = all.filter(({ sourceId }) => sourceId === subject.sourceId)
    if (same[0] !== subject) return []
    if (same.length === 1) return subject
    const names = same.map(({ name }) => name)
    const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names
    const name = new Intl.ListFormat('en-US').format(shown)
    return { ...subject, name, about: `the ${name} dashboards` }
  })
}

/** `?view=` of the provider's own conversation view. */
export const serviceView = 'service'

/** URL of the conversation's page about the same source, optionally with a question. */
export function conversationPage({ sourceId }: Pick<ResearchSubject, 'sourceId'>, question = ''): string {
  const query = new URLSearchParams()
  if (sourceId !== '') query.set('source', sourceId)
  return pathWithQuestion(paths.deepResearch, query, question)
}
