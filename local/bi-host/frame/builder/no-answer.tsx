import type { RunProblem } from '../../wire/answers'
import type { BoardProblem } from '../host/calls'
import { titled } from './builder-state'
import { useBuilderState, useBuilderUi } from './context'
import { TextButton } from './controls'
import type { ComponentChildren } from 'preact'

export function Failed({ problem }: { readonly problem: BoardProblem }) {
  const { builder } = useBuilderUi()
  const late = problem.kind === 'timeout'
  return (
    <PanelMessage
      urgent
      title={late ? 'That took too long' : 'No answer'}
      text={
        late
          ? 'The query was stopped. Choose a shorter time range or split by fewer fields.'
          : 'The analytics service isn’t responding. Your chart is still here.'
      }
      reference={problem.reference}
      action={{ label: 'Try again', run: () => void builder.retry() }}
    />
  )
}

/** The user stopped the request. */
export function Stopped() {
  const { builder } = useBuilderUi()
  return (
    <PanelMessage
      title="Stopped"
      text="The query was canceled before it had an answer."
      action={{ label: 'Run again', run: () => void builder.retry() }}
    />
  )
}

/** The question cannot be answered as it is: shows why, and what would help. */
export function Problem({ problem }: { readonly problem: RunProblem }) {
  const { builder } = useBuilderUi()
  const titles = {
    cannot: 'This cannot be answered yet',
    'too-much': 'Too much to show',
    'too-slow': 'That takes too long',
  }
  return (
    <PanelMessage urgent title={titles[problem.reason]} text={problem.message}>
      {problem.remedies.map((remedy) => (
        <button
          key={remedy.label}
          type="button"
          class="button secondary"
          onClick={() => builder.edit(() => remedy.answer)}
        >
          {remedy.label}
        </button>
      ))}
    </PanelMessage>
  )
}

/** The words were not understood: shows which, and similar questions that work. */
export function Refusal() {
  const { builder } = useBuilderUi()
  const refusal = useBuilderState((state) => state.reading?.refusal)
  const last = useBuilderState((state) => state.past.at(-1))
  const catalog = useBuilderState((state) => state.catalog)
  if (!refusal) return null
  // The chips show words that were not understood.
  const before = last !== undefined && last.answer.query.measures.length > 0 ? last.answer : null
  return (
    <PanelMessage
      urgent={refusal.message !== null}
      title={refusal.message ?? 'No answer yet'}
      text="Try one of these, or choose fields."
    >
      {refusal.suggestions.map((question) => (
        <button
          key={question}
          type="button"
          class="button secondary"
          onClick={() => void builder.ask(question)}
        >
          {question}
        </button>
      ))}
      {before === null ? null : (
        <button type="button" class="text-button" onClick={() => builder.undo()}>
          Back to “{titled(before, catalog).title}”
        </button>
      )}
    </PanelMessage>
  )
}

export function Waiting() {
  const { builder } = useBuilderUi()
  return (
    <div class="answer answer-coming" aria-busy="true">
      <div class="skeleton-content" aria-hidden="true" />
      <p>
        Loading the answer… <TextButton text="Cancel" run={() => builder.cancel()} />
      </p>
    </div>
  )
}

export function PanelMessage({
  title,
  text,
  urgent = false,
  reference = '',
  action,
  children,
}: {
  readonly title: string
  readonly text: string
  readonly urgent?: boolean
  readonly reference?: string
  readonly action?: { readonly label: string; readonly run: () => void }
  readonly children?: ComponentChildren
}) {
  return (
    <section class="panel-message" role={urgent ? 'alert' : 'status'}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="panel-message-actions">
        {action ? (
          <button type="button" class="button" onClick={action.run}>
            {action.label}
          </button>
        ) : null}
        {children}
      </div>
      {reference === '' ? null : (
        <p class="page-reference">
          Reference <code>{reference}</code>
        </p>
      )}
    </section>
  )
}
