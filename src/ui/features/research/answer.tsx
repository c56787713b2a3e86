import { useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { SurfaceView } from '../../../core/ports/dashboard-surface'
import type { AssistantReply, Conversation } from '../../../core/ports/research-assistant'
import { changedNumbers } from '../../../core/research/changed-numbers'
import type { EarlierAnswer } from '../../../core/research/earlier-answers'
import { paths } from '../../hooks/routes'
import { AnswerFrame } from './answer-frame'
import { AnswerTable, AnswerNotes } from './answer-details'
import { EvidenceText } from './evidence-text'
import { SaveDialog } from './save-dialog'
import { usePinnedNotice } from '../../hooks/chart-notices'

/** Copies an address that opens this page with the question in the panel's field. */
function CopyAnswerLink({ question }: { readonly question: string }): ReactNode {
  const [path] = useLocation()
  const [copied, setCopied] = useState('')
  async function copy(): Promise<void> {
    const address = new URL(path, window.location.origin)
    address.searchParams.set('research', question)
    try {
      await navigator.clipboard.writeText(address.href)
      setCopied('Link copied')
    } catch {
      setCopied('Your browser blocked copying')
    }
  }
  return (
    <>
      <button type="button" className="text-button" onClick={() => void copy()}>
        Copy link
      </button>
      <output className="answer__copied">{copied}</output>
    </>
  )
}

/** An answer: its words, its picture from the provider, how the question was read, and the figures behind it. */
export function Answer({
  reply,
  conversation,
  question,
  before,
  askAlone,
}: {
  readonly reply: AssistantReply
  readonly conversation: Conversation
  readonly question: string
  readonly before: EarlierAnswer | null
  /** The same question with nothing before it; null where nothing is before it. */
  readonly askAlone: (() => void) | null
}): ReactNode {
  const { answer } = reply
  const [view, setView] = useState<SurfaceView | null>(null)
  const [asOf, setAsOf] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const savingRef = useRef(false)
  const [, navigate] = useLocation()
  const saveButton = useRef<HTMLButtonElement>(null)
  const notice = usePinnedNotice()
  const changed = before === null ? [] : changedNumbers(before.table, answer.table)
  const { interpretation } = answer.reasoning
  const builder = (tile: string | null | undefined = null): string =>
    `${paths.chartBuilder}?${new URLSearchParams({
      source: answer.worksheetId ?? conversation.worksheetId,
      q: tile || answer.tmlTokens.join(' ') || question,
    })}`
  return (
    <article className="answer">
      <h3 className="answer__title">{answer.title || question}</h3>
      {answer.description !== '' && <EvidenceText text={answer.description} answer={answer} asOf={asOf} />}
      {before !== null && (
        <p className="answer__compared">
          {changed.length === 0
            ? 'No numbers have changed since '
            : `${changed.length} ${changed.length === 1 ? 'number has' : 'numbers have'} changed since `}
          {new Date(before.askedAt).toLocaleDateString('en-GB', { dateStyle: 'medium' })}.
        </p>
      )}
      <AnswerFrame
        reply={reply}
        conversation={conversation}
        question={question}
        onView={setView}
        onAsOf={setAsOf}
        onLibraryChanged={(change) => {
          // While something is being kept it is the dialog's own doing, and the dialog says so.
          if (savingRef.current || change.change !== 'pinned') return
          notice(change)
          setSaving(false)
        }}
        onExplore={(tile) => navigate(builder(tile.question))}
      />
      <div className="answer__reading">
        {interpretation !== '' && <p>{interpretation}</p>}
        {answer.tokens.length > 0 && (
          <ul className="answer__tokens" aria-label="Read as">
            {answer.tokens.map((token) => (
              <li key={token}>{token}</li>
            ))}
          </ul>
        )}
        <AnswerNotes answer={answer} />
      </div>
      {answer.table.length > 0 && (
        <details className="answer__more" open={changed.length > 0}>
          <summary>Table behind the chart</summary>
          <AnswerTable columns={answer.table} changed={changed} title={answer.title || question} />
        </details>
      )}
      {answer.sqlQuery !== null && (
        <details className="answer__more">
          <summary>Query</summary>
          <pre className="answer__query">{answer.sqlQuery}</pre>
        </details>
      )}
      <p className="answer__actions">
        <Link className="text-button" href={builder()}>
          Open in Data Weaver
        </Link>
        <button ref={saveButton} type="button" className="text-button" onClick={() => setSaving(true)}>
          Save to dashboard
        </button>
        {askAlone !== null && (
          <button type="button" className="text-button" onClick={askAlone}>
            Ask in a new conversation
          </button>
        )}
        <CopyAnswerLink question={question} />
      </p>
      {saving && (
        <SaveDialog
          view={view}
          savingRef={savingRef}
          suggested={answer.title || question}
          close={() => setSaving(false)}
          opener={saveButton}
        />
      )}
    </article>
  )
}
