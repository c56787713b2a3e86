import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { SurfaceView } from '../../../core/ports/dashboard-surface'
import type { AnswerSuggestion, AssistantReply, Conversation } from '../../../core/ports/research-assistant'
import { changedNumbers, type ChangedNumber } from '../../../core/research/changed-numbers'
import type { EarlierAnswer } from '../../../core/research/earlier-answers'
import { pathWithQuestion } from '../../../core/navigation/view-state'
import { asks, paths } from '../../hooks/routes'
import { AnswerFrame, type TileAction } from './answer-frame'
import { AnswerTable, AnswerNotes } from './answer-details'
import { EvidenceText } from './evidence-text'
import { localDayAt, formatDay } from '../../hooks/dates'
import { useApp } from '../../hooks/use-app'
import { isOwnSave, type OwnSave } from './use-save-answer'
import { SaveDialog } from './save-dialog'
import { usePinnedNotice } from '../../hooks/chart-notices'
import { conversationPage } from './subject'

/** How long the message shows, in milliseconds. A press after that announces it again. */
const copiedMs = 5_000

/** Copies a link that opens this page with the question in the conversation's field, or `whole` if there is one. */
function CopyAnswerLink({
  question,
  sourceId,
  whole,
}: {
  readonly question: string
  readonly sourceId: string
  /** For a follow-up: its complete question in Data Weaver, as its own words mean something else without the questions before. */
  readonly whole: string | null
}): ReactNode {
  const { offers } = useApp()
  const [path] = useLocation()
  const [copied, setCopied] = useState('')
  useEffect(() => {
    if (copied === '') return
    const timer = setTimeout(() => setCopied(''), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy(): Promise<void> {
    const own = path === paths.deepResearch
    const page =
      whole !== null && offers.includes('builder')
        ? whole
        : own
          ? conversationPage({ sourceId }, question)
          : `${path}#${new URLSearchParams({ research: question })}`
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${page}`)
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

const builderPage = (source: string, question: string): string =>
  pathWithQuestion(paths.chartBuilder, new URLSearchParams({ source }), question)

/** An answer: its text, the provider's chart, how the question was read, and the numbers behind it. */
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
  /** Asks the question in a new conversation; null if nothing was asked before it. */
  readonly askAlone: (() => void) | null
}): ReactNode {
  const { answer } = reply
  const title = answer.title || question
  const [view, setView] = useState<SurfaceView | null>(null)
  const [asOf, setAsOf] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const ownSaveRef = useRef<OwnSave>('none')
  const [, navigate] = useLocation()
  const { offers } = useApp()
  const saveButton = useRef<HTMLButtonElement>(null)
  const notice = usePinnedNotice()
  // A table may have thousands of rows.
  const comparison = useMemo(() => changedNumbers(before?.table ?? [], answer.table), [before, answer])
  const builder = (tile: Pick<TileAction, 'question' | 'sourceId'> = {}): string =>
    builderPage(
      tile.sourceId ?? answer.sourceId ?? conversation.sourceId,
      tile.question || answer.query || question,
    )
  return (
    <article className="answer">
      <h3 className="answer__title">{title}</h3>
      {answer.description !== '' && <EvidenceText text={answer.description} answer={answer} asOf={asOf} />}
      {before !== null && <Compared {...comparison} day={localDayAt(before.askedAt)} />}
      <AnswerFrame
        reply={reply}
        question={question}
        onView={setView}
        onAsOf={setAsOf}
        onLibraryChanged={(change) => {
          if (change.change !== 'pinned' || isOwnSave(ownSaveRef)) return
          notice(change)
          setSaving(false)
        }}
        onExplore={(tile) => navigate(builder(tile), { state: asks })}
      />
      <Reading answer={answer} change={offers.includes('builder') ? builder() : null} state={asks} />
      <Evidence answer={answer} changed={comparison.changes} title={title} asOf={asOf} />
      <p className="answer__actions">
        {offers.includes('builder') && (
          <Link className="text-button" href={builder()} state={asks}>
            Open in Data Weaver
          </Link>
        )}
        {offers.includes('pin') && (
          <button ref={saveButton} type="button" className="text-button" onClick={() => setSaving(true)}>
            Save to dashboard
          </button>
        )}
        {askAlone !== null && (
          <button type="button" className="text-button" onClick={askAlone}>
            Ask in a new conversation
          </button>
        )}
        <CopyAnswerLink question={question} sourceId={conversation.sourceId} whole={askAlone && builder()} />
      </p>
      {saving && (
        <SaveDialog
          view={view}
          ownSaveRef={ownSaveRef}
          suggested={title}
          close={() => setSaving(false)}
          opener={saveButton}
        />
      )}
    </article>
  )
}

/** Rows that are new, not told apart or not stored have no number to compare with: a sentence about all numbers would be false then. */
function Compared({
  changes: { length: changes },
  compared,
  total,
  day,
}: ReturnType<typeof changedNumbers> & { readonly day: string }): ReactNode {
  const verb = changes > 1 ? 'have' : 'has'
  const text =
    compared === 0
      ? `These numbers can’t be compared with those of ${day}.`
      : compared < total
        ? `Of ${numberOf(compared)} compared, ${changes || 'none'} ${verb} changed since ${day}.`
        : changes === 0
          ? `No numbers have changed since ${day}.`
          : `${numberOf(changes)} ${verb} changed since ${day}.`
  return <p className="answer__compared">{text}</p>
}

const numberOf = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'number' : 'numbers'}`

function Reading({
  answer,
  change,
  state,
}: {
  readonly answer: AnswerSuggestion
  /** Link to where each part of the reading can be changed. */
  readonly change: string | null
  readonly state: unknown
}): ReactNode {
  const { interpretation } = answer.reasoning
  // A text that contains every token needs no list of them.
  const named = answer.tokens.every((token) => interpretation.includes(token))
  return (
    <div className="answer__reading">
      {interpretation !== '' && <p>{interpretation}</p>}
      {!named && (
        <ul className="answer__tokens" aria-label="Read as">
          {answer.tokens.map((token) => (
            <li key={token}>
              {change === null ? (
                token
              ) : (
                <Link href={change} state={state} title="Change in Data Weaver">
                  {token}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <AnswerNotes answer={answer} />
    </div>
  )
}

/** The table and the query behind the chart and, for print, where no number can be clicked for it, the last day of the data. */
function Evidence({
  answer,
  changed,
  title,
  asOf,
}: {
  readonly answer: AnswerSuggestion
  readonly changed: readonly ChangedNumber[]
  readonly title: string
  readonly asOf: string | null
}): ReactNode {
  return (
    <>
      {answer.table.length > 0 && (
        <details className="answer__more" open={changed.length > 0}>
          <summary>Table behind the chart</summary>
          <AnswerTable columns={answer.table} changed={changed} title={title} />
        </details>
      )}
      {answer.sqlQuery !== null && (
        <details className="answer__more">
          <summary>Query</summary>
          <pre className="answer__query">{answer.sqlQuery}</pre>
        </details>
      )}
      {asOf !== null && <p className="answer__as-of">As of {formatDay(asOf) ?? asOf}</p>}
    </>
  )
}
