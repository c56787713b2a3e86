import BookOpen from 'lucide-react/icons/book-open'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { useApp } from '../../hooks/use-app'

/** With its name for visitors; signed in, where the menu is fuller, an icon. */
export function KnowledgeBase(): ReactNode {
  const { branding, stores } = useApp()
  const named = useStore(stores.auth, (state) => !state.isAuthenticated)
  return (
    // Another look is another element: one that changed its place would count as a shift of the page.
    <Tooltip key={named ? 'named' : 'icon'} text="Knowledge Base" whenFolded={named}>
      <a
        className={named ? 'control control--folds' : 'control control--icon'}
        href={branding.knowledgeBaseUrl}
        target="_blank"
        rel="noopener"
        aria-label={named ? undefined : 'Knowledge Base'}
      >
        <BookOpen size={18} strokeWidth={1.75} aria-hidden="true" />
        {named && <span className="control__label">Knowledge Base</span>}
      </a>
    </Tooltip>
  )
}
