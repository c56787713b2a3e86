import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { useApp } from '../use-app'
import { longestQuestion, useResearchSubject } from './subject'

const ResearchPanel = lazy(() => import('./research-panel'))

/** The panel, fetched when it is first opened. */
export function ResearchOverlay(): ReactNode {
  const { stores } = useApp()
  const subject = useResearchSubject()
  const open = useStore(stores.research, (state) => state.open)
  useQuestionOfAddress(subject !== null)
  return open && subject !== null ? (
    <Suspense fallback={null}>
      <ResearchPanel key={subject.worksheetId} subject={subject} />
    </Suspense>
  ) : null
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
    stores.research.getState().show(question.slice(0, longestQuestion))
  }, [possible, search, path, navigate, stores])
}
