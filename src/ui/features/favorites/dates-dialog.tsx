import { Dialog } from '@base-ui/react/dialog'
import { useRef, useState, type ReactNode } from 'react'
import { timeRange, type TimeRange } from '../../../core/kernel/narrowing'
import { Button } from '../../components/button'
import { DialogWindow } from '../../components/dialog-window'

const usualDays = 90

/** So many days that end with the last one there is; empty where nobody knows which that is. */
const lately = (asOf: string | null): readonly string[] =>
  asOf === null
    ? []
    : [
        new Date(Date.parse(asOf) - (usualDays - 1) * 86_400_000).toISOString().slice(0, 10),
        asOf.slice(0, 10),
      ]

/** From which day to which: both of them within. */
export function DatesDialog({
  range,
  asOf,
  choose,
  close,
}: {
  /** Days that are chosen already. */
  readonly range: TimeRange | null
  /** The last day of the data, ISO. */
  readonly asOf: string | null
  readonly choose: (range: TimeRange | null) => void
  readonly close: () => void
}): ReactNode {
  const [[from = '', to = ''], setDays] = useState(range?.split('..') ?? lately(asOf))
  const first = useRef<HTMLInputElement>(null)
  const chosen = timeRange(`${from}..${to}`)
  const backwards = from !== '' && to !== '' && from > to
  return (
    <Dialog.Root open onOpenChange={(open) => open || close()}>
      <DialogWindow title="Dates" closing={{ disabled: false }} initialFocus={first}>
        <form
          className="dialog__body"
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen !== null) choose(chosen)
          }}
        >
          <div className="dates">
            <label className="field">
              <span className="field__label">From</span>
              <input
                ref={first}
                className="field__input"
                type="date"
                min="1970-01-01"
                max={asOf ?? undefined}
                value={from}
                aria-invalid={backwards}
                onChange={(event) => setDays([event.target.value, to])}
              />
            </label>
            <label className="field">
              <span className="field__label">To</span>
              <input
                className="field__input"
                type="date"
                min="1970-01-01"
                max={asOf ?? undefined}
                value={to}
                aria-invalid={backwards}
                onChange={(event) => setDays([from, event.target.value])}
              />
            </label>
          </div>
          <p className="dates__note">
            {backwards
              ? 'The first day comes after the last. Swap them.'
              : 'All charts show these days, except those with a range of their own.'}
          </p>
          <div className="dialog__actions">
            {range === null ? (
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
