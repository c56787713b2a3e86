import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import type { AnswerSuggestion } from '../../../core/ports/research-assistant'
import { rowCount } from '../../../core/research/changed-numbers'
import {
  evidenceOf,
  mayBeTruncated,
  workingsOf,
  type NumberEvidence,
  type NumberWorking,
} from '../../../core/research/evidence'
import { splitAtFigures } from '../../../core/research/figures'
import { formatDay } from '../../hooks/dates'
import { formatValue } from './answer-details'

/** The text of an answer. Each number in it opens a card with its source. */
export function EvidenceText({
  text,
  answer,
  asOf,
}: {
  readonly text: string
  readonly answer: AnswerSuggestion
  /** The last day of the data behind it, as the view reports it. */
  readonly asOf: string | null
}): ReactNode {
  const parts = splitAtFigures(text)
  return (
    <p className="answer__text">
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // The index is a stable key: the parts of a text keep their order.
          <Evidence key={at} number={part} text={text} answer={answer} asOf={asOf} />
        ),
      )}
    </p>
  )
}

interface EvidenceProps {
  readonly number: string
  readonly text: string
  readonly answer: AnswerSuggestion
  readonly asOf: string | null
}

function Evidence(props: EvidenceProps): ReactNode {
  const { number } = props
  return (
    <Popover.Root>
      <Popover.Trigger className="evidence" aria-label={`${number}, source`}>
        {number}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="evidence__positioner" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="evidence__card">
            <Popover.Title className="evidence__title">{number} in the table</Popover.Title>
            <Source {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Rendered only in an open card: the table may have thousands of rows to search. */
function Source({ number, text, answer, asOf }: EvidenceProps): ReactNode {
  const isNamed = (cell: string): boolean => hasWord(text, cell) || hasWord(text, formatDay(cell) ?? cell)
  const found = evidenceOf(answer.table, number, isNamed)
  const workings = found === null ? workingsOf(answer.table, number, isNamed) : []
  return (
    <dl>
      <dt>{workings.length > 0 ? 'Calculated' : 'Value'}</dt>
      <dd>
        {workings.length > 0
          ? workings.map(workingText).join('; or ')
          : found === null
            ? unknownText(answer)
            : columnText(found)}
      </dd>
      {found?.period && (
        <>
          <dt>{found.period.to === null ? 'Date' : 'Period'}</dt>
          <dd>{periodText(found.period, asOf)}</dd>
        </>
      )}
      {found?.cell && found.cell.beside.length > 0 && (
        <>
          <dt>Beside it</dt>
          <dd>
            {found.cell.beside
              .slice(0, maxBeside)
              .map(({ column, value }) => `${column}: ${formatValue(value)}`)
              .join(' · ')}
          </dd>
        </>
      )}
      <dt>Query</dt>
      <dd>{answer.tokens.join(' · ') || answer.title}</dd>
      <dt>As of</dt>
      <dd>{(asOf && formatDay(asOf)) ?? 'Unknown'}</dd>
    </dl>
  )
}

const unknownText = ({ table }: AnswerSuggestion): string =>
  mayBeTruncated(table)
    ? `Not known: the table has the first ${rowCount(table).toLocaleString('en-US')} rows, and there may be more`
    : 'No single value'

/** How many other values of the row the card shows; the table has the rest. */
const maxBeside = 3

/** Whether the text has this as a whole word: "1 Nov 2026" is not in "21 Nov 2026". */
function hasWord(text: string, word: string): boolean {
  if (word === '') return false
  const isPart = (character: string | undefined): boolean => /[\p{L}\d]/u.test(character ?? '')
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true
  return false
}

/**
 * "Supply − Supply, period before · Tron: 5 − 4 = 1", "Price · BTC, 20 Nov 2026 against 22 Oct 2026: 107 ÷ 100 − 1 = 7%",
 * "Sum of Net flow, 20 rows: 12".
 */
function workingText({ kind, value, terms: [one, other] }: NumberWorking): string {
  const shared = [...new Set([one.column, other?.column ?? one.column])]
  const columns = shared.map((name) =>
    one.rows === 1 ? name : `${kind === 'mean' ? 'Mean' : 'Sum'} of ${name}`,
  )
  const days = [one, other].flatMap((term) => formatDay(term?.day ?? '') ?? [])
  const when =
    one.rows > 1 ? [`${one.rows.toLocaleString('en-US')} rows`] : [[...new Set(days)].join(' against ')]
  const named = [columns.join(kind === 'growth' ? ' ÷ ' : ' − '), ...one.names].join(' · ')
  const label = [named, ...when].filter((part) => part !== '').join(', ')
  if (other === undefined) return `${label}: ${formatValue(value)}`
  const numbers = [one, other].map((term) => formatValue(term.value))
  return kind === 'growth'
    ? `${label}: ${numbers.join(' ÷ ')} − 1 = ${formatValue(value)}%`
    : `${label}: ${numbers.join(' − ')} = ${formatValue(value)}`
}

/** "Net flow · IBIT: 994,812,300"; where it may be of several columns, all of them: "Net flow or Volume · IBIT". */
function columnText({ columns, names, cell }: NumberEvidence): string {
  const text = [columns.join(' or '), ...names].join(' · ')
  return cell === null ? text : `${text}: ${formatValue(cell.value)}`
}

/** The days of a period, as far as there are data: "9 Nov 2026 to 15 Nov 2026", "One of 3, 18 Nov 2026 to 20 Nov 2026". */
function periodText({ from, to, of }: NonNullable<NumberEvidence['period']>, asOf: string | null): string {
  const day = (iso: string): string => formatDay(iso) ?? iso
  const end = to ?? ''
  const until = asOf !== null && asOf < end ? asOf : end
  const days =
    to === null || from === until
      ? day(from)
      : `${day(from)} to ${day(until)}${until < end ? ', so far' : ''}`
  return of === 1 ? days : `One of ${of}, ${days}`
}
