import { useState } from 'preact/hooks'
import type { AnswerFilter } from '../../answers/contract'
import type { FilterControlProps } from './values-filter'

const operators: readonly (readonly [AnswerFilter['op'], string, string])[] = [
  ['ge', 'at least', 'from'],
  ['le', 'at most', 'until'],
  ['between', 'between', 'between'],
]

/** A range of numbers, or of days. */
export function NumberFilter({
  id,
  label,
  day,
  filter,
  set,
}: FilterControlProps & { readonly day: boolean }) {
  const [op, setOp] = useState<AnswerFilter['op']>(filter?.op ?? 'ge')
  const [low, setLow] = useState(String(filter?.values[0] ?? ''))
  const [high, setHigh] = useState(String(filter?.values[1] ?? ''))

  function apply(next: { op?: AnswerFilter['op']; low?: string; high?: string }): void {
    const given = { op, low, high, ...next }
    const texts = given.op === 'between' ? [given.low, given.high] : [given.low]
    if (texts.some((text) => text === '')) return
    const values = day ? texts : texts.map(Number)
    if (values.every((value) => typeof value === 'string' || Number.isFinite(value)))
      set({ field: id, op: given.op, values })
  }

  const type = day ? 'date' : 'number'
  return (
    <div class="setting-line">
      <select
        aria-label={`${label}: condition`}
        value={op}
        onChange={(event) => {
          const next = event.currentTarget.value as AnswerFilter['op']
          setOp(next)
          apply({ op: next })
        }}
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
        aria-label={op === 'between' ? `${label}: from` : `${label}: value`}
        value={low}
        onChange={(event) => {
          setLow(event.currentTarget.value)
          apply({ low: event.currentTarget.value })
        }}
      />
      {op === 'between' ? (
        <input
          type={type}
          step="any"
          aria-label={`${label}: to`}
          value={high}
          onChange={(event) => {
            setHigh(event.currentTarget.value)
            apply({ high: event.currentTarget.value })
          }}
        />
      ) : null}
    </div>
  )
}
