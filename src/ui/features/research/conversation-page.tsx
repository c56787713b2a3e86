import Minimize2 from 'lucide-react/icons/minimize-2'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link, useLocation } from 'wouter'
import { maxQuestionLength } from '../../../core/kernel/limits'
import { useLinkedQuestion } from '../../components/linked-question'
import { useApp } from '../../hooks/use-app'
import { ConversationView, NewConversation } from './conversation-view'
import { conversationPage, subjectOf, subjectsOf, type ResearchSubject } from './subject'

/** The panel's conversation about the same source, with the question in the address. */
export function ConversationPage({ subject }: { readonly subject: ResearchSubject }): ReactNode {
  const { stores } = useApp()
  const field = useRef<HTMLTextAreaElement>(null)
  const [, navigate] = useLocation()
  const { asked, proposed } = useLinkedQuestion()
  const { sourceId } = subject
  const taken = useRef('')
  useEffect(() => {
    const question = (asked ?? proposed ?? '').slice(0, maxQuestionLength)
    const last = taken.current
    taken.current = question
    if (question === '' || question === last) return
    const { ask, bring } = stores.research.getState()
    // Anyone may have written a link: its question goes into the field, and the user decides to ask it.
    if (asked === null) bring(question)
    else ask(sourceId, question)
    // Asked once: without it in the address, a reload shows the conversation and asks nothing.
    navigate(conversationPage({ sourceId }), { replace: true })
  }, [asked, proposed, sourceId, navigate, stores])
  return (
    <section className="research-page" aria-label="Deep Research">
      <h2 className="visually-hidden">{subject.name}</h2>
      <Tools subject={subject} field={field} />
      <ConversationView key={sourceId} subject={subject} field={field} />
    </section>
  )
}

/** The conversation's source, and what can be done with the conversation. */
function Tools({
  subject,
  field,
}: {
  readonly subject: ResearchSubject
  readonly field: RefObject<HTMLTextAreaElement | null>
}): ReactNode {
  const { catalogue, stores } = useApp()
  const [, navigate] = useLocation()
  const dataset = catalogue.datasets.find(({ key }) => key === subject.datasetKey)
  const beside = subjectOf(dataset)
  return (
    <div className="research-page__tools">
      <label className="research-page__source">
        <span>Source</span>
        <select
          className="field__input"
          value={subject.sourceId}
          onChange={(event) => navigate(conversationPage({ sourceId: event.target.value }))}
        >
          {subjectsOf(catalogue.datasets).map(({ sourceId, name }) => (
            <option key={sourceId} value={sourceId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <NewConversation subject={subject} field={field} />
      {dataset !== undefined && beside !== null && (
        <Link
          className="control control--icon"
          href={dataset.path}
          aria-label={`Show beside ${beside.about}`}
          title={`Show beside ${beside.about}`}
          onClick={() => stores.research.getState().show()}
        >
          <Minimize2 size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </div>
  )
}
