import type { NumberFormat } from '../wire/board'

/**
 * How the numbers of a calculation are written, by how large they are: nobody knows beforehand what a quotient comes to.
 * The largest shows three digits that say something (rates two); from the ninth decimal on they are powers of ten.
 */
export function fitFormat(
  format: NumberFormat,
  values: readonly (string | number | null | undefined)[],
): NumberFormat {
  const most = values.reduce<number>(
    (top, value) =>
      typeof value === 'number' && Number.isFinite(value) ? Math.max(top, Math.abs(value)) : top,
    0,
  )
  if (most === 0 || most >= 100) return format
  const decimals = (digits: number): number =>
    Math.min(mostDecimals, Math.max(0, digits - 1 - Math.floor(Math.log10(most))))
  switch (format.kind) {
    case 'number':
      return { ...format, digits: Math.max(format.digits ?? 0, decimals(3)) }
    case 'ratio':
    case 'percent':
    case 'pp':
    case 'bps':
    case 'index':
    case 'vol-points':
      return most >= 1 ? format : { ...format, digits: Math.max(format.digits ?? 0, decimals(2)) }
    case 'usd':
      return most >= 1 ? format : { ...format, kind: 'price', compact: false, digits: decimals(3) }
    case 'price':
    case 'coins':
    case 'days':
      return format
  }
}

/** Numbers smaller than this many decimals are no numbers any more. */
const mostDecimals = 30
