import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../../hooks/use-app'
import type { ResearchSubject } from './subject'
import { suggestedQuestions } from './texts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** Before the first question: what can be asked, and what was asked on earlier visits. */
export function Beginnings({ subject }: { readonly subject: ResearchSubject }): ReactNode {
  const { stores } = useApp()
  const kept = useStore(stores.research, (state) => state.kept)
  const { ask, reopen } = stores.research.getState()
  const { worksheetId } = subject
  const earlier = kept.filter((answer) => answer.worksheetId === worksheetId).slice(0, 6)
  return (
    <div className="research__beginnings">
      <p>
        Ask about the data behind {subject.name}. Every answer shows how it was read and the table behind it.
      </p>
      <h3 className="research__caption">Try one of these</h3>
      <ul className="research__suggestions">
        {(suggestedQuestions[subject.datasetKey] ?? []).map((question) => (
          <li key={question}>
            <button type="button" className="research__suggestion" onClick={() => ask(worksheetId, question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
      {earlier.length > 0 && (
        <>
          <h3 className="research__caption">Earlier answers</h3>
          <ul className="research__suggestions">
            {earlier.map((answer) => (
              <li key={answer.id}>
                <button
                  type="button"
                  className="research__suggestion research__suggestion--kept"
                  title="Ask again, and mark the numbers that have changed"
                  onClick={() => reopen(answer.id)}
                >
                  <RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />
                  <span>{answer.questions.at(-1)}</span>
                  <time dateTime={new Date(answer.askedAt).toISOString()}>{day.format(answer.askedAt)}</time>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
