import type { TargetedEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { AnswerFilter } from '../../wire/answers'
import { Select } from '../parts/form'

export interface FilterControlProps {
  readonly id: string
  readonly label: string
  readonly filter: AnswerFilter | undefined
  readonly set: (filter: AnswerFilter | null) => void
}

const operators: readonly (readonly [op: AnswerFilter['op'], ofNumbers: string, ofDays: string])[] = [
  ['ge', 'at least', 'from'],
  ['le', 'at most', 'until'],
  ['gt', 'over', 'after'],
  ['lt', 'under', 'before'],
  ['between', 'between', 'between'],
  ['eq', 'is', 'on'],
  ['ne', 'is not', 'not on'],
]

type FieldEvent = TargetedEvent<HTMLInputElement>

interface Given {
  readonly op: AnswerFilter['op']
  readonly low: string
  readonly high: string
}

/** The parts of the condition. The second value counts only for a range. */
const endsOf = ({ op, low, high }: Given): readonly string[] => (op === 'between' ? [low, high] : [low])

/** The text that is not a number. */
const unreadIn = (given: Given): string | undefined =>
  endsOf(given).find((text) => text !== '' && readNumber(text) === null)

const givenIn = (filter: AnswerFilter | undefined): Given => ({
  op: filter?.op ?? 'ge',
  low: shortNumber(filter?.values[0] ?? ''),
  high: shortNumber(filter?.values[1] ?? ''),
})

/**
 * A condition on numbers or days. It applies as soon as it is complete, and only while it is. Numbers may be typed in any common form. Text
 * that is no number is flagged and changes nothing.
 */
export function NumberFilter({
  id,
  label,
  day,
  filter,
  set,
}: FilterControlProps & { readonly day: boolean }) {
  const [given, setGiven] = useState(() => givenIn(filter))
  /** Uncommitted input, kept across re-renders. */
  const [typing, setTyping] = useState<{ readonly low?: string; readonly high?: string }>({})
  /** The filter last set here. Any other value came from elsewhere (undo, words, a chip) and is displayed. */
  const lastSetHere = useRef(filter)
  const known = JSON.stringify(filter)
  useEffect(() => {
    if (JSON.stringify(lastSetHere.current) === known) return
    lastSetHere.current = filter
    setGiven(givenIn(filter))
    // A filter is plain data, and an equal one is a new object after every change elsewhere.
    // eslint-disable-next-line react/exhaustive-deps
  }, [known])

  const messageId = useId()
  const unread = day ? undefined : unreadIn(given)

  function change(part: Partial<Given>): void {
    const next = { ...given, ...part }
    setGiven(next)
    if (!day && unreadIn(next) !== undefined) return
    const made = filterOf(id, next, day)
    lastSetHere.current = made ?? undefined
    set(made)
  }

  /** Commits the text of one field. A leading comparison or a range is parsed from it. */
  function commitText(end: 'low' | 'high', text: string): void {
    setTyping({})
    if (day) return change({ [end]: text })
    const { op, texts } = readCondition(text)
    const [low = '', high] = texts
    change(high === undefined ? { [end]: low, ...(op ? { op } : {}) } : { op: 'between', low, high })
  }

  const between = given.op === 'between'
  const end = (which: 'low' | 'high') => ({
    ...(day
      ? { type: 'date' as const }
      : { type: 'text' as const, inputMode: 'decimal' as const, autocomplete: 'off', spellcheck: false }),
    ...(unread !== undefined &&
      given[which] === unread && { 'aria-invalid': true, 'aria-describedby': messageId }),
    value: typing[which] ?? given[which],
    onInput: (event: FieldEvent) => setTyping({ ...typing, [which]: event.currentTarget.value }),
    onChange: (event: FieldEvent) => commitText(which, event.currentTarget.value),
  })
  return (
    <div class="setting-line">
      <Select
        label={`${label}: condition`}
        value={given.op}
        of={operators.map(([id, ofNumbers, ofDays]) => ({ id, label: day ? ofDays : ofNumbers }))}
        change={(op) => change({ op })}
      />
      <input
        {...end('low')}
        aria-label={between ? `${label}: from` : `${label}: value`}
        placeholder={day ? undefined : '50m'}
      />
      {between ? <input {...end('high')} aria-label={`${label}: to`} /> : null}
      {unread === undefined ? null : (
        <p id={messageId} class="filter-unread" role="alert">
          “{unread}” is not a number. Try 50, 1,250, 50m, 2.5bn or 5%. The filter has not changed.
        </p>
      )}
    </div>
  )
}

/** `null` while incomplete. The two values of a range may be in either order. */
function filterOf(field: string, given: Given, day: boolean): AnswerFilter | null {
  const { op } = given
  const texts = endsOf(given)
  if (texts.includes('')) return null
  if (day) return { field, op, values: texts.toSorted() }
  const values = texts.map(readNumber).filter((value) => value !== null)
  return values.length === texts.length ? { field, op, values: values.toSorted((a, b) => a - b) } : null
}

const scales: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['%', 1],
  ['k', 1e3],
  ['thousand', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['million', 1e6],
  ['b', 1e9],
  ['bn', 1e9],
  ['billion', 1e9],
  ['t', 1e12],
  ['tn', 1e12],
  ['trillion', 1e12],
])

/** Parses a number as typed: `$1,250`, `50m`, `2.5 bn`, `−3%`. `null` unless all of it is understood. */
function readNumber(text: string): number | null {
  const match =
    /^([+\-\u2212]?)\s*\$?\s*([+\-\u2212]?)(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ \u00a0]\d{3})+)?(\.\d*)?(e[+-]?\d{1,2})?\s*([a-z%]*)$/i.exec(
      text.trim(),
    )
  if (!match) return null
  const [, before = '', after = '', whole = '', decimals = '', power = '', unit = ''] = match
  const scale = scales.get(unit.toLowerCase())
  const digits = `${whole.replaceAll(/[, \u00a0]/g, '')}${decimals}`
  if (scale === undefined || !/\d/.test(digits) || (before !== '' && after !== '')) return null
  const sign = before + after
  // Rounds off the float error of the multiplication: 1.1m is 1100000, not 1100000.0000000001.
  const value = Number(`${digits}${power}`) * scale
  const exact = Number(value.toPrecision(15))
  return Number.isFinite(exact) ? (sign === '' || sign === '+' ? exact : -exact || 0) : null
}

interface Condition {
  /** Absent if no operator was typed. */
  readonly op?: AnswerFilter['op']
  readonly texts: readonly string[]
}

const written: readonly (readonly [RegExp, AnswerFilter['op']])[] = [
  [/^(?:>=|=>|≥|at least|from)\s*/i, 'ge'],
  [/^(?:<=|=<|≤|at most|up to)\s*/i, 'le'],
  [/^(?:<>|!=|≠|is not\b|not\b)\s*/i, 'ne'],
  [/^(?:>|over\b|above\b|more than\b)\s*/i, 'gt'],
  [/^(?:<|under\b|below\b|less than\b)\s*/i, 'lt'],
  [/^(?:==?|is\b)\s*/i, 'eq'],
]

/** Parses the number field, which may have a leading comparison, or both ends of a range. */
function readCondition(text: string): Condition {
  const plain = text.trim()
  const [, low, high] = /^(?:between\s+)?(.*\d\S*)\s+(?:to|and|-|–)\s+(\S.*)$/i.exec(plain) ?? []
  if (low !== undefined && high !== undefined) return { op: 'between', texts: [low, high] }
  const found = written.find(([sign]) => sign.test(plain))
  return found === undefined ? { texts: [plain] } : { op: found[1], texts: [plain.replace(found[0], '')] }
}

/** A number for the field, abbreviated if that loses nothing: 100m. */
function shortNumber(value: string | number): string {
  if (typeof value === 'string') return value
  for (const [unit, size] of [
    ['tn', 1e12],
    ['bn', 1e9],
    ['m', 1e6],
  ] as const) {
    const text = `${Number((value / size).toPrecision(4))}${unit}`
    if (Math.abs(value) >= size && readNumber(text) === value) return text
  }
  return String(value)
}
