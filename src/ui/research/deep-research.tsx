import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Tooltip } from '../parts/tooltip'
import { useApp } from '../use-app'
import { useResearchSubject, useSubjectOfPage } from './subject'

/** Opens and closes the panel beside the board; for signed-in people, where there is something to ask about. */
export function DeepResearch(): ReactNode {
  const { stores } = useApp()
  const subject = useResearchSubject()
  const possible = useSubjectOfPage() !== null
  const open = useStore(stores.research, (state) => state.open)
  const { show, close } = stores.research.getState()
  if (!possible) return null
  // A flag that changes while the page is open moves nothing: the room stays.
  if (subject === null)
    return (
      <span className="control control--absent" aria-hidden="true">
        <Sparkles size={18} strokeWidth={1.75} />
        <span className="control__label">Deep Research</span>
      </span>
    )
  return (
    <Tooltip text="Deep Research" whenFolded>
      <button
        type="button"
        className="control"
        id="deep-research-control"
        aria-label="Deep Research"
        aria-expanded={open}
        onClick={() => (open ? close() : show())}
      >
        <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
        <span className="control__label">Deep Research</span>
      </button>
    </Tooltip>
  )
}
