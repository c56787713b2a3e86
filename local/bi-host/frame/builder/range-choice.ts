import type { AnswerRange, PeriodUnit } from '../../wire/answers'

/** The ranges that are one press away. */
export const presets: readonly (readonly [string, AnswerRange])[] = [
  ['30 days', { kind: 'last', count: 30, unit: 'day' }],
  ['90 days', { kind: 'last', count: 90, unit: 'day' }],
  ['1 year', { kind: 'last', count: 1, unit: 'year' }],
  ['This month', { kind: 'current', unit: 'month' }],
  ['This quarter', { kind: 'current', unit: 'quarter' }],
  ['Year to date', { kind: 'current', unit: 'year' }],
  ['All', { kind: 'all' }],
]

interface LastOf {
  readonly count: number
  readonly unit: PeriodUnit
}

/** What the control for the range shows for the one in force: a person's own, or the one that was taken for them. */
export function rangeChoice(range: AnswerRange | null): {
  /** Label of the preset that it is; null for every other range. */
  readonly preset: string | null
  /** What "Last …" stands on. */
  readonly last: LastOf
} {
  return {
    preset: presets.find(([, preset]) => range !== null && same(preset, range))?.[0] ?? null,
    last: range?.kind === 'last' ? range : { count: 90, unit: 'day' },
  }
}

/** A range comes from a reader, a store or a press: its parts stand in no order. */
function same(one: AnswerRange, other: AnswerRange): boolean {
  const parts = new Map<string, unknown>(Object.entries(one))
  const others = Object.entries(other)
  return parts.size === others.length && others.every(([name, value]) => parts.get(name) === value)
}
