import type { Better, NumberFormat, TableCell, TableColumn } from '../../wire/board'
import * as formats from '../../model/formats'
import type { Panel } from '../panel'
import { difference, known, lastOf, percentChange } from '../../query/statistics'
import type { Values } from '../../query/statistics'

/** One column of a table by an attribute: made from the daily history of its measure for each row. */
export interface ColumnSpec {
  readonly label: string
  readonly measure: string
  /** Days (rows) of history it needs. */
  readonly days: number
  readonly kind: TableColumn['kind']
  readonly format?: NumberFormat
  readonly better?: Better
  readonly cell: (history: Values, key: string, panel: Panel) => TableCell
  /** What all cells of the column add up to. */
  readonly figure?: 'at' | { readonly over: number }
}

export const now = (measure: string, label: string, more: Partial<ColumnSpec> = {}): ColumnSpec => ({
  label,
  measure,
  days: 5,
  kind: 'number',
  cell: lastOf,
  figure: 'at',
  ...more,
})

/** `share` draws a bar beside the number; `number` leaves it out where there are many columns. */
export const share = (measure: string, label = 'Share', kind: 'share' | 'number' = 'share'): ColumnSpec => ({
  label,
  measure,
  days: 5,
  kind,
  format: formats.percent,
  cell: (history, _key, panel) => {
    const all = panel.keys.reduce((sum, key) => sum + (lastOf(panel.values[key] ?? []) ?? 0), 0)
    const own = lastOf(history)
    return own === null || all === 0 ? null : (100 * own) / all
  },
})

export const change = (
  measure: string,
  days: number,
  as: 'percent' | 'absolute' | 'points' | 'basis-points',
  label = `${days} d`,
): ColumnSpec => ({
  label,
  measure,
  days: days + 1,
  kind: 'change',
  ...(as === 'percent'
    ? { format: formats.percentChange }
    : as === 'points'
      ? { format: formats.points }
      : as === 'basis-points'
        ? { format: formats.basisPointsChange }
        : {}),
  cell: (history) => {
    const before = history.at(-1 - days)
    if (as === 'percent') return percentChange(lastOf(history), before)
    const gap = difference(lastOf(history), before)
    return gap === null ? null : as === 'basis-points' ? gap * 100 : gap
  },
})

export const sumOver = (
  measure: string,
  days: number,
  label: string,
  more: Partial<ColumnSpec> = {},
): ColumnSpec => ({
  label,
  measure,
  days,
  kind: 'number',
  cell: (history) => {
    const present = known(history.slice(-days))
    return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
  },
  figure: { over: days },
  ...more,
})

export const trend = (measure: string, days = 90): ColumnSpec => ({
  label: `${days}-day trend`,
  measure,
  days,
  kind: 'trend',
  cell: (history) => history.slice(-days),
})

/** A column of words: the value of another attribute for each row, e.g. who may hold a product. */
export const words = (field: string, label: string): WordsColumn => ({ words: field, label })

export interface WordsColumn {
  readonly words: string
  readonly label: string
}
