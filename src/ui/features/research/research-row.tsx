import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useStore } from 'zustand'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useSubjectOfPage } from './subject'

/** "Deep Research" in the menu of a phone, whose bar has no room for it: the panel over this page, or the page of its own. */
export function ResearchRow({ onChoose }: { readonly onChoose: () => void }): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const enabled = useStore(stores.flags, (state) => state.values['miu-deep-research-enabled'])
  const beside = useSubjectOfPage() !== null
  if (!signedIn || !enabled) return null
  const face = (
    <>
      <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="nav-row__label">Deep Research</span>
    </>
  )
  return beside ? (
    <button
      type="button"
      className="nav-row"
      onClick={() => {
        onChoose()
        stores.research.getState().show()
      }}
    >
      {face}
    </button>
  ) : (
    <Link className="nav-row" href={paths.deepResearch} onClick={onChoose}>
      {face}
    </Link>
  )
}
