import type { AnswerColumn } from '../ports/research-assistant'

/** The sizes that an assistant writes after a number, by first letter: "$183.2B", "$12.5k", "$1.2bn", "1.2 billion". */
const sizes: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }
const knownScale = /^(?:[KMBT]|thousand|million|billion|trillion|[bt]n)$/i

// Runs of digits and letters are limited: in ten thousand without a unit, the match would be tried from each over all after it, and the
// page would freeze.
const digits = String.raw`\d(?:[\d,]{0,29}\d)?(?:\.\d{1,30})?`
/** What may scale a number, also in ways that `valueOf` does not know. In "3 T-bills" it is no scale. */
const scale = String.raw`[\s-]{0,3}(?:\p{L}{0,10}illi(?:on|ard)\p{L}{0,20}|thousand|hundred|lakh|crore|mio|mrd|m[mn]|[bmt]ln|[bt]n|[kmbt](?!-\p{L})|e[+-]?\d{1,3}|(?!\p{ASCII})\p{L}{1,20})(?![\p{L}\d])`
const unit = String.raw`(?:\s?(?:%|[bp]p\b)|${scale})`
/** In "$1.2 to $1.5 billion" the first number has the second one's unit. */
const rangeEnd = String.raw`\s?(?:[-–—]|to\s|and\s|or\s)\s?\$?${digits}${unit}`
/** A number with sign, unit and scale. Bare whole numbers are days, years and ranks. */
const figure = new RegExp(
  String.raw`(?<!\d[.,]?)((?:(?<![\p{L}\d%)])[+\u2212-])?(?:\$?${digits}${unit}|(?:\$${digits}|\d(?:[\d,]{0,29}\d)?\.\d{1,30})(?![.,]?\d|${rangeEnd})))`,
  'giu',
)

/** The parts of an assistant's text: words and figures in turn. A number whose scale is not known is among the words. */
export function splitAtFigures(text: string): readonly string[] {
  const parts = ['']
  for (const [at, part] of text.split(figure).entries())
    if (at % 2 === 1 && valueOf(part) !== null) parts.push(part, '')
    else parts.push(`${parts.pop() ?? ''}${part}`)
  return parts
}

/** The value of a figure, and the rounding tolerance (`within`) for a matching cell. Null when it cannot be read. */
export function valueOf(written: string): { readonly is: number; readonly within: number } | null {
  const match = /^([+\u2212-]?)\$?([\d,]+)(?:\.(\d+))?([\s-]*)(%|\p{L}*)$/u.exec(written)
  if (match === null) return null
  const [, sign, whole = '', part = '', gap = '', word = ''] = match
  const size = sizeOf(word, gap)
  if (size === null) return null
  const is = Number(`${whole.replaceAll(',', '')}.${part || 0}`) * size
  return { is: sign === '\u2212' || sign === '-' ? -is : is, within: 0.5000001 * size * 10 ** -part.length }
}

function sizeOf(word: string, gap: string): number | null {
  if (/^(?:%|[bp]p)?$/i.test(word)) return 1
  // "12.5 m" may be meters, "12.5t" tonnes.
  const isOtherUnit = word === 't' || (gap !== '' && /^[kmbt]$/.test(word))
  return knownScale.test(word) && !isOtherUnit ? (sizes[word.charAt(0).toUpperCase()] ?? null) : null
}

/** A number of a table. */
export interface TableCell {
  readonly column: AnswerColumn
  readonly row: number
  readonly value: number
}

export const isDate = ({ dataType }: AnswerColumn): boolean => /date|time/i.test(dataType)

/** The rows that a formatted number may be from. */
export const rowsWritten = (table: readonly AnswerColumn[], written: string): ReadonlySet<number> =>
  new Set(cellsWritten(table, written).map(({ row }) => row))

/** The numbers of a table that a formatted number may be. */
export function cellsWritten(table: readonly AnswerColumn[], written: string): readonly TableCell[] {
  const cells = table.flatMap((column) =>
    column.values.flatMap((cell, row): readonly TableCell[] =>
      typeof cell === 'number' && !isDate(column) ? [{ column, row, value: cell }] : [],
    ),
  )
  // A percentage may be a fraction in the table.
  return matchingNumbers(cells, written, written.endsWith('%') ? [1, 100] : [1])
}

/** The text often expresses the sign in words ("fell by $504M"), so an unsigned number without a match also matches absolute values. */
export function matchingNumbers<Item extends { readonly value: number }>(
  items: readonly Item[],
  written: string,
  scales: readonly number[],
): readonly Item[] {
  const value = valueOf(written)
  if (value === null) return []
  const those = (of: (item: number) => number): readonly Item[] =>
    items.filter((item) =>
      scales.some((scale) => Math.abs(of(item.value) * scale - value.is) <= value.within),
    )
  const signed = those((item) => item)
  return signed.length > 0 || !/^[$\d]/.test(written) ? signed : those(Math.abs)
}
