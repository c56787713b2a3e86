import type { NumberFormat } from '../wire/board'

/** The number formats of the boards, named once. */
export const usd: NumberFormat = { kind: 'usd', compact: true }
export const usdChange: NumberFormat = { kind: 'usd', compact: true, signed: true }
/** Amounts drawn on both sides of an axis: below it is another kind, not a negative amount. */
export const usdSides: NumberFormat = { ...usd, unsigned: true }
export const price: NumberFormat = { kind: 'price' }
export const percent: NumberFormat = { kind: 'percent', digits: 1 }
export const percentFine: NumberFormat = { kind: 'percent', digits: 2 }
export const percentChange: NumberFormat = { kind: 'percent', digits: 1, signed: true }
export const points: NumberFormat = { kind: 'pp', digits: 1, signed: true }
export const pointsFine: NumberFormat = { kind: 'pp', digits: 2, signed: true }
export const basisPoints: NumberFormat = { kind: 'bps', digits: 1, signed: true }
export const basisPointsChange: NumberFormat = { kind: 'bps', digits: 0, signed: true }
/** The difference of two rates: in basis points for rates with two decimals (yields), else in percentage points. */
export const gap = (size: number | null, { digits = 1 }: NumberFormat) =>
  digits === 2
    ? { value: size === null ? null : 100 * size, format: basisPointsChange }
    : { value: size, format: digits > 2 ? { ...points, digits } : points }
export const ratio: NumberFormat = { kind: 'ratio', digits: 2 }
export const ratioFine: NumberFormat = { kind: 'ratio', digits: 4 }
export const index: NumberFormat = { kind: 'index', digits: 0 }
export const count: NumberFormat = { kind: 'number', compact: true }
export const whole: NumberFormat = { kind: 'number', digits: 0 }
export const days: NumberFormat = { kind: 'days', digits: 0 }
export const coins = (suffix: string): NumberFormat => ({ kind: 'coins', compact: true, suffix })
export const coinsChange = (suffix: string): NumberFormat => ({
  kind: 'coins',
  compact: true,
  signed: true,
  suffix,
})
