/** Plausible ranges: the wide limits of the boards reference, and the calibration targets of the sample. */
export interface Range {
  readonly name: string
  /** Selects one number, `value`. */
  readonly sql: string
  readonly low: number
  readonly high: number
}

export const range = (name: string, low: number, high: number, sql: string): Range => ({
  name,
  low,
  high,
  sql,
})

/** Lowest and highest value of a series inside a range. */
export const within = (
  name: string,
  low: number,
  high: number,
  expression: string,
  from: string,
): readonly Range[] => [
  range(`${name}, lowest`, low, high, `SELECT min(${expression}) AS value FROM ${from}`),
  range(`${name}, highest`, low, high, `SELECT max(${expression}) AS value FROM ${from}`),
]
