import ArrowLeft from 'lucide-react/icons/arrow-left'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Sparkles from 'lucide-react/icons/sparkles'
import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { longestQuestion } from '../../core/kernel/limits'
import { AroundFrame } from '../components/around-frame'
import { ButtonLink } from '../components/button'
import { LinkedQuestion, useLinkedQuestion } from '../components/linked-question'
import { PageTitle } from '../components/page-title'
import { SignedOutNotice } from '../components/signed-out-notice'
import { StatePanel } from '../components/state-panel'
import { BoardFailure } from '../features/dashboard/board-failure'
import { useLinkedPage } from '../features/dashboard/view-state'
import { ConversationView, NewConversation } from '../features/research/conversation-view'
import { conversationPage, subjectOf, type ResearchSubject } from '../features/research/subject'
import { useChartNotices } from '../hooks/chart-notices'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { useAppearance } from '../hooks/use-appearance'
import { useResearchOffered } from '../hooks/use-research-offered'
import '../styles/research.scss'

/**
 * `/deep-research`: the conversation of the panel with a page to itself, for signed-in people. With `?view=service` the provider's whole
 * conversation view (specification, section 2.9) stands there.
 */
export default function ResearchPage(): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const offered = useResearchOffered()
  const subject = useSubjectOfAddress()
  const field = useRef<HTMLTextAreaElement>(null)
  const inService = new URLSearchParams(useSearch()).get('view') === serviceView
  if (!loading && !signedIn)
    return (
      <SignedOutNotice title="Deep Research" text="Log in to ask questions about the data." Icon={Sparkles} />
    )
  if (!offered || subject === null)
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
        {inService ? (
          <Link className="text-button page-head__back" href={conversationPage(subject)}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
            Back to Deep Research
          </Link>
        ) : (
          <Tools subject={subject} field={field} />
        )}
      </div>
      {!signedIn && <ConversationSkeleton />}
      {signedIn && inService && <ServiceConversation sourceId={subject.sourceId} />}
      {signedIn && !inService && <OwnConversation key={subject.sourceId} subject={subject} field={field} />}
    </>
  )
}

const serviceView = 'service'

/** What `?source=` names, else the widest; null where there is nothing to ask about. */
function useSubjectOfAddress(): ResearchSubject | null {
  const { catalogue } = useApp()
  const query = new URLSearchParams(useSearch())
  // Links of before have the older name.
  const asked = query.get('source') ?? query.get('worksheet')
  const { datasets, widest } = catalogue
  const about = datasets.find(({ sourceId }) => sourceId !== undefined && sourceId === asked)
  return subjectOf(about ?? widest)
}

interface OwnProps {
  readonly subject: ResearchSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
}

/** The conversation that the panel has about the same source, with what the address asks. */
function OwnConversation({ subject, field }: OwnProps): ReactNode {
  const { stores } = useApp()
  const [, navigate] = useLocation()
  const { asked, proposed } = useLinkedQuestion()
  const { sourceId } = subject
  const taken = useRef('')
  useEffect(() => {
    const question = (asked ?? proposed ?? '').slice(0, longestQuestion)
    const last = taken.current
    taken.current = question
    if (question === '' || question === last) return
    const { ask, write } = stores.research.getState()
    // Anybody may have written a link: its question stands in the field, and asking is the person's own act.
    if (asked === null) write(question)
    else ask(sourceId, question)
    // Once: a reload finds the conversation, and asks nothing.
    navigate(conversationPage({ sourceId }), { replace: true })
  }, [asked, proposed, sourceId, navigate, stores])
  return (
    <section className="research-page" aria-label="Deep Research">
      <h2 className="visually-hidden">{subject.name}</h2>
      <ConversationView subject={subject} field={field} />
    </section>
  )
}

/** What the conversation is about, and the ways on from here. */
function Tools({ subject, field }: OwnProps): ReactNode {
  const { catalogue, stores } = useApp()
  const [, navigate] = useLocation()
  const dataset = catalogue.datasets.find(({ key }) => key === subject.datasetKey)
  return (
    <div className="research-page__tools">
      <label className="research-page__source">
        <span>Source</span>
        <select
          className="field__input"
          value={subject.sourceId}
          onChange={(event) => navigate(conversationPage({ sourceId: event.target.value }))}
        >
          {catalogue.datasets.flatMap(({ sourceId, sidebarName, title, key }) =>
            sourceId === undefined
              ? []
              : [
                  <option key={key} value={sourceId}>
                    {sidebarName ?? title}
                  </option>,
                ],
          )}
        </select>
      </label>
      <NewConversation subject={subject} field={field} />
      {dataset !== undefined && (
        <Link
          className="control control--icon"
          href={dataset.path}
          aria-label={`Show beside the ${subject.name} dashboard`}
          title={`Show beside the ${subject.name} dashboard`}
          onClick={() => stores.research.getState().show()}
        >
          <Minimize2 size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
      <Link className="text-button" href={`${conversationPage(subject)}&view=${serviceView}`}>
        Open the service’s own chat
      </Link>
    </div>
  )
}

/** The provider's own conversation, embedded. `?q=` is asked first; a question from outside has to be pressed. */
function ServiceConversation({ sourceId }: { readonly sourceId: string }): ReactNode {
  const { stores } = useApp()
  const container = useRef<HTMLDivElement>(null)
  const { attach, show, hide, retry, phase, failure } = useStore(stores.conversation)
  const appearance = useAppearance('assistant')
  const { asked: linked, proposed } = useLinkedQuestion()
  const view = useMemo(() => {
    const question = (linked ?? '').slice(0, longestQuestion)
    return { kind: 'conversation' as const, sourceId, ...(question === '' ? {} : { question }) }
  }, [sourceId, linked])

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
