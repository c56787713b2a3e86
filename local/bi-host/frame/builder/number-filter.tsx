import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AnswerFilter } from '../../wire/answers'
import { readCondition, readNumber, shortNumber } from './read-number'
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

/** What the condition is made of: the other end counts only where there is one. */
const endsOf = ({ op, low, high }: Given): readonly string[] => (op === 'between' ? [low, high] : [low])

/** What stands there and is no number. */
const unreadIn = (given: Given): string | undefined =>
  endsOf(given).find((text) => text !== '' && readNumber(text) === null)

const givenIn = (filter: AnswerFilter | undefined): Given => ({
  op: filter?.op ?? 'ge',
  low: shortNumber(filter?.values[0] ?? ''),
  high: shortNumber(filter?.values[1] ?? ''),
})

/**
 * A condition on numbers, or on days. It holds as soon as all it needs is there, and no longer than that. Numbers are
 * read as people write them; what is not understood stands there, is said, and changes nothing.
 */
export function NumberFilter({
  id,
  label,
  day,
  filter,
  set,
}: FilterControlProps & { readonly day: boolean }) {
  const [given, setGiven] = useState(() => givenIn(filter))
  /** What is being typed and not given yet: it outlives whatever else is drawn anew. */
  const [typing, setTyping] = useState<{ readonly low?: string; readonly high?: string }>({})
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

  const told = useId()
  const unread = day ? undefined : unreadIn(given)

  function change(part: Partial<Given>): void {
    const next = { ...given, ...part }
    setGiven(next)
    if (!day && unreadIn(next) !== undefined) return
    const made = filterOf(id, next, day)
    setHere.current = made ?? undefined
    set(made)
  }

  /** What was typed at one end; a comparison in front of it, or a stretch, is taken from there. */
  function typed(end: 'low' | 'high', text: string): void {
    setTyping({})
    if (day) return change({ [end]: text })
    const { op, texts } = readCondition(text)
    const [low = '', high] = texts
    change(high === undefined ? { [end]: low, ...(op ? { op } : {}) } : { op: 'between', low, high })
  }

  const between = given.op === 'between'
  const field = day
    ? { type: 'date' as const }
    : { type: 'text' as const, inputMode: 'decimal' as const, autocomplete: 'off', spellcheck: false }
  const wrong = (text: string) =>
    unread !== undefined && text === unread ? { 'aria-invalid': true, 'aria-describedby': told } : {}
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
        {...field}
        {...wrong(given.low)}
        aria-label={between ? `${label}: from` : `${label}: value`}
        placeholder={day ? undefined : '50m'}
        value={typing.low ?? given.low}
        onInput={(event) => setTyping({ ...typing, low: event.currentTarget.value })}
        onChange={(event) => typed('low', event.currentTarget.value)}
      />
      {between ? (
        <input
          {...field}
          {...wrong(given.high)}
          aria-label={`${label}: to`}
          value={typing.high ?? given.high}
          onInput={(event) => setTyping({ ...typing, high: event.currentTarget.value })}
          onChange={(event) => typed('high', event.currentTarget.value)}
        />
      ) : null}
      {unread === undefined ? null : (
        <p id={told} class="filter-unread" role="alert">
          “{unread}” is not a number that can be read: write 50, 1,250, 50m, 2.5bn or 5%. The filter is as it
          was.
        </p>
      )}
    </div>
  )
}

/** `null` while something is missing. Two ends may be given in either order. */
function filterOf(field: string, given: Given, day: boolean): AnswerFilter | null {
  const { op } = given
  const texts = endsOf(given)
  if (texts.includes('')) return null
  if (day) return { field, op, values: texts.toSorted() }
  const values = texts.map(readNumber).filter((value) => value !== null)
  return values.length === texts.length ? { field, op, values: values.toSorted((a, b) => a - b) } : null
}
