import { Dialog } from '@base-ui/react/dialog'
import { useId, useRef, useState, type ReactNode } from 'react'
import { timeRange, type Days, type TimeRange } from '../../../core/kernel/narrowing'
import { Button } from '../../components/button'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'
import { writeDay } from '../../hooks/dates'

const usualDays = 90

/** So many days that end with the last one there is; empty where nobody knows which that is. */
function lately(asOf: string | null): Days {
  if (asOf === null) return { from: '', to: '' }
  const first = new Date(Date.parse(asOf) - (usualDays - 1) * 86_400_000)
  return { from: first.toISOString().slice(0, 10), to: asOf.slice(0, 10) }
}

const ends = [
  ['from', 'From'],
  ['to', 'To'],
] as const

const firstDay = '1970-01-01'
const backwards = 'The first day comes after the last. Swap them.'

/** Why these days cannot be shown, and the field it is about; null where they can. A field with half a date, or 31 February, is empty. */
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
    if (last !== undefined && day > last) return { end, text: `The data ends on ${writeDay(last) ?? last}.` }
  }
  return from > to ? { end: 'from', text: backwards } : null
}

/** From which day to which: both of them within. */
export function DatesDialog({
  days,
  asOf,
  choose,
  close,
}: {
  /** Days that are chosen already. */
  readonly days: Days | null
  /** The last day of the data, ISO, where it is known. */
  readonly asOf: string | null
  readonly choose: (range: TimeRange | null) => void
  readonly close: () => void
}): ReactNode {
  const [written, write] = useState(days ?? lately(asOf))
  const { from, to } = written
  const first = useRef<HTMLInputElement>(null)
  const note = useId()
  // Days that are chosen already may be later ones, by a link.
  const last = asOf !== null && (days === null || days.to <= asOf) ? asOf.slice(0, 10) : undefined
  const [tried, setTried] = useState(false)
  const problem = problemOf(written, last)
  // What else is wrong may be a date in the midst of being written.
  const shown = tried || problem?.text === backwards ? problem : null
  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <DialogWindow title="Dates" closing={{ disabled: false }} first={first}>
        <form
          className="dialog__body"
          // The browser's own words would be in its language, and in a bubble.
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
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
                  value={written[end]}
                  aria-invalid={shown !== null && (shown.end === end || shown.text === backwards)}
                  aria-describedby={note}
                  onChange={(event) => write({ ...written, [end]: event.target.value })}
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
