import Sparkles from 'lucide-react/icons/sparkles'
import { Suspense, useEffect, useMemo, type ReactNode } from 'react'
import { Link, useSearch } from 'wouter'
import { useStore } from 'zustand'
import { maxQuestionLength } from '../../core/kernel/limits'
import { ButtonLink } from '../components/button'
import { LinkedQuestion, useLinkedQuestion } from '../components/linked-question'
import { PageTitle } from '../components/page-title'
import { part } from '../components/part'
import { SignedOutNotice } from '../components/signed-out-notice'
import { StatePanel } from '../components/state-panel'
import { OwnFrame } from '../features/dashboard/own-frame'
import { useLinkedPage } from '../features/dashboard/view-state'
import { conversationPage, serviceView, subjectsOf, type ResearchSubject } from '../features/research/subject'
import { useChartNotices } from '../hooks/chart-notices'
import { paths } from '../hooks/routes'
import { useApp } from '../hooks/use-app'
import { useAppearance } from '../hooks/use-appearance'
import { useResearchOffered } from '../hooks/use-research-offered'

// A part of its own, so that its files are not in the first view's list.
const ConversationPage = part(
  async () => (await import('../features/research/conversation-page')).ConversationPage,
)

/**
 * `/deep-research`: the panel's conversation on a page of its own, for signed-in users. `?view=service` shows the provider's whole
 * conversation view instead (specification, section 2.9).
 */
export default function ResearchPage(): ReactNode {
  const { stores } = useApp()
  const loading = useStore(stores.auth, (state) => state.isLoading)
  const signedIn = useStore(stores.auth, (state) => state.isAuthenticated)
  const offered = useResearchOffered()
  const subject = useSubjectOfAddress()
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
        {/* One link, both ways, in one place: another press leads back. */}
        <Link
          className="text-button page-head__other"
          href={`${conversationPage(subject)}${inService ? '' : `&view=${serviceView}`}`}
        >
          {inService ? 'Back to Deep Research' : 'Open the service’s own chat'}
        </Link>
      </div>
      {!signedIn && <ConversationSkeleton />}
      {signedIn && inService && <ServiceConversation sourceId={subject.sourceId} />}
      {signedIn && !inService && (
        <Suspense fallback={<ConversationSkeleton />}>
          <ConversationPage subject={subject} />
        </Suspense>
      )}
    </>
  )
}

/** The subject that `?source=` names, else the widest; null if there is nothing to ask about. */
function useSubjectOfAddress(): ResearchSubject | null {
  const { catalogue } = useApp()
  const query = new URLSearchParams(useSearch())
  // Older links have the older name.
  const asked = query.get('source') ?? query.get('worksheet')
  const subjects = subjectsOf(catalogue.datasets)
  const subject = (source: string | null | undefined) => subjects.find(({ sourceId }) => sourceId === source)
  return subject(asked) ?? subject(catalogue.widest?.sourceId) ?? null
}

/** The provider's own conversation, embedded. `#q=` is asked first; a question from outside waits until the user asks it. */
function ServiceConversation({ sourceId }: { readonly sourceId: string }): ReactNode {
  const { stores } = useApp()
  const { show, hide } = useStore(stores.conversation)
  const appearance = useAppearance('assistant')
  const { asked: linked, proposed } = useLinkedQuestion()
  const view = useMemo(() => {
    const question = (linked ?? '').slice(0, maxQuestionLength)
    return { kind: 'conversation' as const, sourceId, ...(question === '' ? {} : { question }) }
  }, [sourceId, linked])

  useEffect(() => show({ view, title: 'Deep Research', appearance }), [view, appearance, show])
  useEffect(() => hide, [hide])
  useChartNotices(stores.conversation)
  useLinkedPage(stores.conversation)
  return (
    <>
      {proposed !== null && (
        <LinkedQuestion key={proposed} question={proposed} maxLength={maxQuestionLength} />
      )}
      <OwnFrame
        store={stores.conversation}
        kind="board--builder board--conversation"
        what="conversation"
        name="Deep Research"
        loading="Deep Research"
        skeleton={<ConversationSkeleton />}
        aria-label="Deep Research"
      />
    </>
  )
}

/** Placeholder: a few questions to choose from, and the field. */
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
