import type { AnswerFilter } from '../../wire/answers'

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

/** A number as people write one: `$1,250`, `50m`, `2.5 bn`, `−3%`. `null` for anything that is not all understood. */
export function readNumber(text: string): number | null {
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
  // Without the rest that multiplying leaves: 1.1m is 1100000, not 1100000.0000000001.
  const value = Number(`${digits}${power}`) * scale
  const exact = Number(value.toPrecision(15))
  return Number.isFinite(exact) ? (sign === '' || sign === '+' ? exact : -exact || 0) : null
}

export interface Condition {
  /** Absent where none was written in front. */
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

/** What was typed into the field of a number: perhaps with its comparison in front, or both ends of a stretch. */
export function readCondition(text: string): Condition {
  const plain = text.trim()
  const [, low, high] = /^(?:between\s+)?(.*\d\S*)\s+(?:to|and|-|–)\s+(\S.*)$/i.exec(plain) ?? []
  if (low !== undefined && high !== undefined) return { op: 'between', texts: [low, high] }
  const found = written.find(([sign]) => sign.test(plain))
  return found === undefined ? { texts: [plain] } : { op: found[1], texts: [plain.replace(found[0], '')] }
}

/** A number for the field, short where that loses nothing: 100m. */
export function shortNumber(value: string | number): string {
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
