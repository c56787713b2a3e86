import { useEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { OverlayBoundary } from '../../components/overlay-boundary'
import { part } from '../../components/part'
import { useApp } from '../../hooks/use-app'
import { longestQuestion } from '../../../core/kernel/limits'
import { useResearchSubject } from './subject'

const ResearchPanel = part(async () => (await import('./research-panel')).default)

/** The panel, fetched when it is first opened. */
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

/** `?research=` of a link opens the panel with the question in its field; asking is the person's own act. */
function useQuestionOfAddress(possible: boolean): void {
  const { stores } = useApp()
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const query = new URLSearchParams(search)
    const question = query.get('research')
    if (!possible || question === null) return
    query.delete('research')
    const rest = query.toString()
    navigate(rest === '' ? path : `${path}?${rest}`, { replace: true })
    const { show, bring } = stores.research.getState()
    bring(question.slice(0, longestQuestion))
    show()
  }, [possible, search, path, navigate, stores])
}
