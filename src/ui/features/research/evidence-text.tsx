import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import type { AnswerColumn, AnswerSuggestion } from '../../../core/ports/research-assistant'
import { writeDay } from '../../hooks/dates'

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
  return (
    <p className="answer__text">
      {text.split(figure).map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          // The parts of a text keep their order.
          <Evidence key={at} number={part} answer={answer} asOf={asOf} />
        ),
      )}
    </p>
  )
}

function Evidence({
  number,
  answer,
  asOf,
}: {
  readonly number: string
  readonly answer: AnswerSuggestion
  readonly asOf: string | null
}): ReactNode {
  const last = lastDay(answer.table) ?? asOf
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
              <dt>Query</dt>
              <dd>{answer.tokens.join(' · ') || answer.title}</dd>
              <dt>Read as</dt>
              <dd>{answer.reasoning.interpretation || 'Unknown'}</dd>
              <dt>As of</dt>
              <dd>{(last && writeDay(last)) ?? 'Unknown'}</dd>
            </dl>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The newest date in the table; ISO dates sort as text. */
function lastDay(table: readonly AnswerColumn[]): string | null {
  const days = table
    .filter(({ dataType }) => /date|time/i.test(dataType))
    .flatMap(({ values }) => values.filter((value) => typeof value === 'string'))
    .toSorted()
  return days.at(-1)?.slice(0, 10) ?? null
}
