import Sparkles from 'lucide-react/icons/sparkles'
import { useState, type ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { useStore } from 'zustand'
import { Tooltip } from '../../components/tooltip'
import { paths } from '../../hooks/routes'
import { useApp } from '../../hooks/use-app'
import { useResearchOffered } from '../../hooks/use-research-offered'
import { useSubjectOfPage } from './subject'

/** "Deep Research" in the phone's menu, as its bar has no room: opens the panel over this page, or the page of its own. */
export function ResearchRow({ onChoose }: { readonly onChoose: () => void }): ReactNode {
  const { stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const offered = useResearchOffered()
  const hasSubject = useSubjectOfPage() !== null
  if (!signedIn || !offered) return null
  const content = (
    <>
      <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="nav-row__label">Deep Research</span>
    </>
  )
  return hasSubject ? (
    <button
      type="button"
      className="nav-row"
      onClick={() => {
        onChoose()
        stores.research.getState().show()
      }}
    >
      {content}
    </button>
  ) : (
    <Link className="nav-row" href={paths.deepResearch} onClick={onChoose}>
      {content}
    </Link>
  )
}

/** Toggles the panel on a page with something to ask about; elsewhere it links to the page of its own. For signed-in users. */
export function DeepResearch(): ReactNode {
  const { catalogue, offers, stores } = useApp()
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const offered = useResearchOffered()
  const beside = useSubjectOfPage() !== null
  const open = useStore(stores.research, (state) => state.open)
  const { show, close } = stores.research.getState()
  const [here] = useRoute(paths.deepResearch)
  const known = useStore(stores.flags, ({ status }) => status.kind !== 'loading')
  const [shown, setShown] = useState(false)
  if (offered && known && !shown) setShown(true)
  if (!signedIn || catalogue.widest === undefined || !offers.includes('conversation')) return null
  // If the flag turns off while the page is open, the space stays, so that nothing moves. If it was off from the start, there is none.
  if (!offered)
    return !shown ? null : (
      <span className="control control--absent" aria-hidden="true">
        <Face />
      </span>
    )
  return (
    <Tooltip text={beside ? invitation : 'Deep Research'} whenFolded={!beside}>
      {beside ? (
        <button
          type="button"
          className="control"
          id="deep-research-control"
          aria-label="Deep Research"
          aria-describedby="deep-research-invitation"
          aria-expanded={open}
          onClick={() => (open ? close() : show())}
        >
          <Face />
          <span id="deep-research-invitation" hidden>
            {invitation}
          </span>
        </button>
      ) : (
        <Link
          className="control"
          href={paths.deepResearch}
          aria-current={here ? 'page' : undefined}
          aria-label="Deep Research"
        >
          <Face />
        </Link>
      )}
    </Tooltip>
  )
}

const invitation = 'Get AI-powered insights about this data'

function Face(): ReactNode {
  return (
    <>
      <Sparkles size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className="control__label">Deep Research</span>
    </>
  )
}
