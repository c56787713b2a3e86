import { Dialog } from '@base-ui/react/dialog'
import { useId, useRef, useState, type ReactNode } from 'react'
import { timeRange, type Days, type TimeRange } from '../../../core/kernel/narrowing'
import { Button } from '../../components/button'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { formatDay } from '../../hooks/dates'

const defaultDays = 90

/** The usual number of days up to the last day of the data; empty if that is not known. */
function defaultRange(asOf: string | null): Days {
  if (asOf === null) return { from: '', to: '' }
  const first = new Date(Date.parse(asOf) - (defaultDays - 1) * 86_400_000)
  return { from: first.toISOString().slice(0, 10), to: asOf.slice(0, 10) }
}

const ends = [
  ['from', 'From'],
  ['to', 'To'],
] as const

const firstDay = '1970-01-01'
const swappedText = 'The first day comes after the last. Swap them.'

/** Why these days are invalid, and in which field; null if they are valid. A field with half a date, or 31 February, has an empty value. */
function problemOf(
  { from, to }: Days,
  last: string | undefined,
): { readonly end: keyof Days; readonly text: string } | null {
  for (const [end, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (timeRange(`${day}..${day}`) === null) return { end, text: 'Enter a complete, valid date.' }
    if (day < firstDay) return { end, text: 'Enter a year from 1970 on.' }
    if (last !== undefined && day > last) return { end, text: `The data ends on ${formatDay(last) ?? last}.` }
  }
  return from > to ? { end: 'from', text: swappedText } : null
}

/** Asks for the first and the last day, both inclusive. */
export function DatesDialog({
  days,
  asOf,
  choose,
  close,
}: {
  /** The days already chosen. */
  readonly days: Days | null
  /** The last day of the data, ISO, where it is known. */
  readonly asOf: string | null
  readonly choose: (range: TimeRange | null) => void
  readonly close: () => void
}): ReactNode {
  const [typed, setTyped] = useState(days ?? defaultRange(asOf))
  const { from, to } = typed
  const first = useRef<HTMLInputElement>(null)
  const note = useId()
  // Days from a link may be later than the last day of the data.
  const last = asOf !== null && (days === null || days.to <= asOf) ? asOf.slice(0, 10) : undefined
  const [submitted, setSubmitted] = useState(false)
  const problem = problemOf(typed, last)
  // Any other problem may be a date that the user is still typing.
  const shown = submitted || problem?.text === swappedText ? problem : null
  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <DialogWindow title="Dates" closing={{ disabled: false }} first={first}>
        <form
          className="dialog__body"
          // The browser's own messages would be in its language, and in a bubble.
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setSubmitted(true)
            if (problem === null) choose(timeRange(`${from}..${to}`))
            else event.currentTarget.querySelector<HTMLElement>(`[name=${problem.end}]`)?.focus()
          }}
        >
          <div className="dates">
            {ends.map(([end, label]) => (
              <label className="field" key={end}>
                <span className="field__label">{label}</span>
                <input
                  ref={end === 'from' ? first : null}
                  className="field__input"
                  type="date"
                  name={end}
                  min={firstDay}
                  max={last}
                  value={typed[end]}
                  aria-invalid={shown !== null && (shown.end === end || shown.text === swappedText)}
                  aria-describedby={note}
                  onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
                />
              </label>
            ))}
          </div>
          <p className="dates__note" id={note}>
            {shown !== null ? (
              <span role="alert">{shown.text}</span>
            ) : (
              'Charts show these days. A chart of a single day, or with its own range, ends on the last one.'
            )}
          </p>
          <div className="dialog__actions">
            {days === null ? (
              <Button onClick={close}>Cancel</Button>
            ) : (
              <Button onClick={() => choose(null)}>Clear Dates</Button>
            )}
            <Button main type="submit">
              Show
            </Button>
          </div>
        </form>
      </DialogWindow>
    </Dialog.Root>
  )
}
