import { useEffect, useRef, useState } from 'preact/hooks'
import type { AnswerFilter } from '../../answers/contract'
import type { FilterControlProps } from './values-filter'

const operators: readonly (readonly [op: AnswerFilter['op'], ofNumbers: string, ofDays: string])[] = [
  ['ge', 'at least', 'from'],
  ['le', 'at most', 'until'],
  ['gt', 'over', 'after'],
  ['lt', 'under', 'before'],
  ['between', 'between', 'between'],
  ['eq', 'is', 'on'],
  ['ne', 'is not', 'not on'],
]

interface Given {
  readonly op: AnswerFilter['op']
  readonly low: string
  readonly high: string
}

const givenIn = (filter: AnswerFilter | undefined): Given => ({
  op: filter?.op ?? 'ge',
  low: String(filter?.values[0] ?? ''),
  high: String(filter?.values[1] ?? ''),
})

/** A condition on numbers, or on days. It holds as soon as all it needs is there, and no longer than that. */
export function NumberFilter({
  id,
  label,
  day,
  filter,
  set,
}: FilterControlProps & { readonly day: boolean }) {
  const [given, setGiven] = useState(() => givenIn(filter))
  /** What was last set from here; anything else came by other ways (undo, words, a chip) and is shown. */
  const setHere = useRef(filter)
  const known = JSON.stringify(filter)
  useEffect(() => {
    if (JSON.stringify(setHere.current) === known) return
    setHere.current = filter
    setGiven(givenIn(filter))
    // A filter is plain data: the same one is a new object after every change elsewhere.
    // eslint-disable-next-line react/exhaustive-deps
  }, [known])

  function change(part: Partial<Given>): void {
    const next = { ...given, ...part }
    setGiven(next)
    const made = filterOf(id, next, day)
    setHere.current = made ?? undefined
    set(made)
  }

  const type = day ? 'date' : 'number'
  const between = given.op === 'between'
  return (
    <div class="setting-line">
      <select
        aria-label={`${label}: condition`}
        value={given.op}
        onChange={(event) => change({ op: event.currentTarget.value as AnswerFilter['op'] })}
      >
        {operators.map(([value, ofNumbers, ofDays]) => (
          <option key={value} value={value}>
            {day ? ofDays : ofNumbers}
          </option>
        ))}
      </select>
      <input
        type={type}
        step="any"
        aria-label={between ? `${label}: from` : `${label}: value`}
        value={given.low}
        onChange={(event) => change({ low: event.currentTarget.value })}
      />
      {between ? (
        <input
          type={type}
          step="any"
          aria-label={`${label}: to`}
          value={given.high}
          onChange={(event) => change({ high: event.currentTarget.value })}
        />
      ) : null}
    </div>
  )
}

/** `null` while something is missing. Two ends may be given in either order. */
function filterOf(field: string, { op, low, high }: Given, day: boolean): AnswerFilter | null {
  const texts = op === 'between' ? [low, high] : [low]
  if (texts.includes('')) return null
  if (day) return { field, op, values: texts.toSorted() }
  const values = texts.map(Number)
  return values.every(Number.isFinite) ? { field, op, values: values.toSorted((a, b) => a - b) } : null
}
