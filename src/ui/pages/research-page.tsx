import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { useStore } from 'zustand'
import { AroundFrame } from '../components/around-frame'
import { BoardFailure } from '../features/dashboard/board-failure'
import { useAppearance } from '../hooks/use-appearance'
import { useLinkedPage } from '../features/dashboard/view-state'
import { useChartNotices } from '../hooks/chart-notices'
import { SignedOutNotice } from '../components/signed-out-notice'
import { ButtonLink } from '../components/button'
import { LinkedQuestion, useLinkedQuestion } from '../components/linked-question'
import { PageTitle } from '../components/page-title'
import { StatePanel } from '../components/state-panel'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { useResearchOffered } from '../hooks/use-research-offered'
import '../styles/research.scss'
import { longestQuestion } from '../../core/kernel/limits'

/** `/deep-research`: the provider's whole conversation view, for signed-in people. */
export default function ResearchPage(): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const offered = useResearchOffered()
  if (!loading && !signedIn)
    return (
      <SignedOutNotice title="Deep Research" text="Log in to ask questions about the data." Icon={Sparkles} />
    )
  if (!offered)
    return (
      <StatePanel
        trouble="empty"
        title="Deep Research is off"
        text="It isn’t available to you right now. Dashboards and Data Weaver are."
        action={
          <ButtonLink main to={paths.home}>
            Back to Home
          </ButtonLink>
        }
        level={1}
        extent="page"
      />
    )
  return (
    <>
      <div className="page-head page-head--builder">
        <p className="page-head__subtitle">Ask the data</p>
        <PageTitle>Deep Research</PageTitle>
      </div>
      {signedIn ? <Conversation /> : <ConversationSkeleton />}
    </>
  )
}

/** The conversation itself, embedded. `?source=` and `?q=` say what it is about and what is asked first; a question from outside has to be pressed. */
function Conversation(): ReactNode {
  const { catalogue, stores } = useApp()
  const container = useRef<HTMLDivElement>(null)
  const search = useSearch()
  const { attach, show, hide, retry, phase, failure } = useStore(stores.conversation)
  const appearance = useAppearance('assistant')
  const { asked: linked, proposed } = useLinkedQuestion()
  const view = useMemo(() => {
    const query = new URLSearchParams(search)
    // Links of before have the older name.
    const asked = query.get('source') ?? query.get('worksheet')
    const about = catalogue.datasets.find(({ sourceId }) => sourceId !== undefined && sourceId === asked)
    const sourceId = (about ?? catalogue.widest)?.sourceId ?? ''
    const question = (linked ?? '').slice(0, longestQuestion)
    return { kind: 'conversation' as const, sourceId, ...(question === '' ? {} : { question }) }
  }, [catalogue, search, linked])

  useEffect(() => attach(container.current), [attach])
  useEffect(() => show({ view, title: 'Deep Research', appearance }), [view, appearance, show])
  useEffect(() => hide, [hide])
  useChartNotices(stores.conversation)
  useLinkedPage(stores.conversation)

  const failed = phase === 'failed' && failure !== null
  const waiting = !failed && phase !== 'rendered'
  return (
    <>
      {proposed !== null && <LinkedQuestion key={proposed} question={proposed} longest={longestQuestion} />}
      <section
        className="board board--builder board--conversation"
        aria-label="Deep Research"
        aria-busy={waiting}
        data-covered={waiting}
        data-failed={failed}
      >
        <AroundFrame what="conversation">
          <div className="board__container" ref={container} />
        </AroundFrame>
        {waiting && <ConversationSkeleton />}
        {failed && <BoardFailure failure={failure} name="Deep Research" what="conversation" retry={retry} />}
        <output className="visually-hidden">{waiting ? 'Loading Deep Research' : ''}</output>
      </section>
    </>
  )
}

/** What is coming: a few questions to choose from, and the field. */
function ConversationSkeleton(): ReactNode {
  return (
    <div className="conversation-skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
      <span className="conversation-skeleton__field" />
    </div>
  )
}
