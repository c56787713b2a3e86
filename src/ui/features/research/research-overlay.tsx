import { useEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { pathWithQuestion } from '../../../core/navigation/view-state'
import { useApp } from '../../hooks/use-app'
import { maxQuestionLength } from '../../../core/kernel/limits'
import { useAskedInAddress } from '../../components/linked-question'
import { useResearchSubject } from './subject'

const ResearchPanel = part(async () => (await import('./research-panel')).default)

/** The panel, loaded when it first opens. */
export function ResearchOverlay(): ReactNode {
  const { stores } = useApp()
  const subject = useResearchSubject()
  const open = useStore(stores.research, (state) => state.open)
  useQuestionOfAddress(subject !== null)
  const close = useStore(stores.research, (state) => state.close)
  return (
    <OverlayBoundary area="research" open={open && subject !== null} close={close}>
      {subject !== null && <ResearchPanel key={subject.sourceId} subject={subject} />}
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
