import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import type { AnswerSuggestion } from '../../../core/ports/research-assistant'
import { evidenceOf, type CellEvidence } from '../../../core/research/evidence'
import { writeDay } from '../../hooks/dates'
import { writeValue } from './answer-details'

/** A figure with its sign, unit and letter of size, as an assistant writes it. Bare whole numbers are days, years and ranks. */
const figure =
  /([+\u2212-]?(?:\$\d[\d,]*(?:\.\d+)?[KMBT]?|\d[\d,]*(?:\.\d+)?\s?(?:%|bp\b|pp\b|[KMBT]\b)|\d[\d,]*\.\d+))/g

/** The words of an answer. Each number in them can be asked where it comes from. */
export function EvidenceText({
  text,
  answer,
  asOf,
}: {
  readonly text: string
  readonly answer: AnswerSuggestion
  /** The last day of the data behind it, as the view says it. */
  readonly asOf: string | null
}): ReactNode {
  const parts = text.split(figure)
  return (
    <p className="answer__text">
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // The parts of a text keep their order.
          <Evidence
            key={at}
            number={part}
            before={parts.slice(0, at).join('')}
            after={parts.slice(at + 1).join('')}
            answer={answer}
            asOf={asOf}
          />
        ),
      )}
    </p>
  )
}

function Evidence({
  number,
  before,
  after,
  answer,
  asOf,
}: {
  readonly number: string
  /** The words up to it. */
  readonly before: string
  readonly after: string
  readonly answer: AnswerSuggestion
  readonly asOf: string | null
}): ReactNode {
  const cell = evidenceOf(answer.table, number, before, after)
  return (
    <Popover.Root>
      <Popover.Trigger className="evidence" aria-label={`${number}, source`}>
        {number}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="evidence__positioner" sideOffset={6} collisionPadding={12}>
          <Popover.Popup className="evidence__card">
            <Popover.Title className="evidence__title">Source of {number}</Popover.Title>
            <dl>
              <dt>Number</dt>
              <dd>
                {cell === null
                  ? 'Calculated from the table behind the chart'
                  : [cell.column, ...cell.names].join(' · ')}
              </dd>
              {cell?.period && (
                <>
                  <dt>{cell.period.to === null ? 'Date' : 'Period'}</dt>
                  <dd>{periodText(cell.period, asOf, cell.change?.now)}</dd>
                </>
              )}
              {cell?.change?.against && (
                <>
                  <dt>Against</dt>
                  <dd>{periodText(cell.change.against, asOf, cell.change.before)}</dd>
                </>
              )}
              <dt>Query</dt>
              <dd>{answer.tokens.join(' · ') || answer.title}</dd>
              <dt>As of</dt>
              <dd>{(asOf && writeDay(asOf)) ?? 'Unknown'}</dd>
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Its days as far as there are data, and what was measured then where that is said: "2 Nov 2026 to 8 Nov 2026: 118,200". */
function periodText(
  { from, to }: NonNullable<CellEvidence['period']>,
  asOf: string | null,
  value?: number,
): string {
  const day = (iso: string): string => writeDay(iso) ?? iso
  const end = to ?? ''
  const until = asOf !== null && asOf < end ? asOf : end
  const days =
    to === null || from === until
      ? day(from)
      : `${day(from)} to ${day(until)}${until < end ? ', so far' : ''}`
  return value === undefined ? days : `${days}: ${writeValue(value)}`
}
