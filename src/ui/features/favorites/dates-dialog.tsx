import { Dialog } from '@base-ui/react/dialog'
import { useId, useRef, useState, type ReactNode } from 'react'
import { timeRange, type Days, type TimeRange } from '../../../core/kernel/narrowing'
import { Button } from '../../components/button'
import { DialogWindow, dismissedBy } from '../../components/dialog-window'

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
  const chosen = timeRange(`${from}..${to}`)
  const backwards = from !== '' && to !== '' && from > to
  return (
    <Dialog.Root open onOpenChange={dismissedBy(close)}>
      <DialogWindow title="Dates" closing={{ disabled: false }} initialFocus={first}>
        <form
          className="dialog__body"
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen !== null) choose(chosen)
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
                  min="1970-01-01"
                  // Days that are chosen already may be later ones, by a link.
                  max={asOf !== null && (days === null || days.to <= asOf) ? asOf : undefined}
                  value={written[end]}
                  aria-invalid={backwards}
                  aria-describedby={note}
                  onChange={(event) => write({ ...written, [end]: event.target.value })}
                />
              </label>
            ))}
          </div>
          <p className="dates__note" id={note}>
            {backwards ? (
              <span role="alert">The first day comes after the last. Swap them.</span>
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
            <Button main type="submit" disabled={chosen === null}>
              Show
            </Button>
          </div>
        </form>
      </DialogWindow>
    </Dialog.Root>
  )
}
