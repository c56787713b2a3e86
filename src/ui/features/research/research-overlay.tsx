import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { pathWithQuestion } from '../../../core/navigation/view-state'
import { useApp } from '../../hooks/use-app'
import { useMediaQuery } from '../../hooks/use-media-query'
import { maxQuestionLength } from '../../../core/kernel/limits'
import { useAskedInAddress } from '../../components/linked-question'
import { useResearchSubject } from './subject'

const ResearchPanel = part(async () => (await import('./research-panel')).default)

/** On narrower pages there is no room beside a board: the panel lies over it. */
const besideQuery = '(min-width: 1200px)'

/** The panel, loaded when it first opens. Where it lies over the page, it closes when another page opens, which it would hide. */
export function ResearchOverlay(): ReactNode {
  const { stores } = useApp()
  const subject = useResearchSubject()
  const open = useStore(stores.research, (state) => state.open)
  useQuestionOfAddress(subject !== null)
  const close = useStore(stores.research, (state) => state.close)
  const beside = useMediaQuery(besideQuery)
  const [path] = useLocation()
  // The page that it may lie over. The full page is none: its link opens the panel over the page that it leads to.
  const [page, setPage] = useState<string | null>(null)
  const isLeft = open && !beside && page !== null && page !== path
  const now = subject === null ? null : path
  if (!isLeft && page !== now) setPage(now)
  useEffect(() => {
    if (isLeft) close()
  }, [isLeft, close])
  return (
    <OverlayBoundary area="research" open={open && subject !== null && !isLeft} close={close}>
      {subject !== null && <ResearchPanel key={subject.sourceId} subject={subject} beside={beside} />}
    </OverlayBoundary>
  )
}

/** A link's `#research=`, or `?research=` in older ones, opens the panel with the question in its field; the user decides to ask it. */
function useQuestionOfAddress(possible: boolean): void {
  const { stores } = useApp()
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asked = useAskedInAddress('research')
  useEffect(() => {
    if (!possible || asked === null) return
    const query = new URLSearchParams(search)
    query.delete('research')
    navigate(pathWithQuestion(path, query), { replace: true })
    const { show, bring } = stores.research.getState()
    bring(asked.slice(0, maxQuestionLength))
    show()
  }, [possible, asked, search, path, navigate, stores])
}
