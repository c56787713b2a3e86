import type { NumberFormat } from '../wire/board'
import * as formats from '../model/formats'
import type { Expression } from './expression'

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

/** How the result of a formula is written, from how its measures are. */
export function formatOf(expression: Expression, measure: (id: string) => NumberFormat): NumberFormat {
  const of = (inner: Expression): NumberFormat => formatOf(inner, measure)
  switch (expression.kind) {
    case 'number':
      return plain
    case 'measure':
      return measure(expression.id)
    case 'negate':
      return { ...of(expression.of), signed: true }
    case 'call':
      return ofCall(expression.name, of(expression.of))
    case 'binary':
      return ofBinary(expression.op, expression, of)
  }
}

const plain: NumberFormat = { kind: 'number', compact: true, digits: 2 }

function ofCall(name: Extract<Expression, { kind: 'call' }>['name'], inner: NumberFormat): NumberFormat {
  switch (name) {
    case 'growth':
      return formats.percentChange
    case 'change':
      return inner.kind === 'percent' ? formats.points : { ...inner, signed: true }
    case 'share':
    case 'volatility':
    case 'drawdown':
      return formats.percent
    case 'rebase':
      return { kind: 'index', digits: 1 }
    case 'moving_average':
    case 'moving_sum':
    case 'cumulative':
      return inner
  }
}

function ofBinary(
  op: '+' | '-' | '*' | '/',
  { left, right }: { readonly left: Expression; readonly right: Expression },
  of: (inner: Expression) => NumberFormat,
): NumberFormat {
  const [a, b] = [of(left), of(right)]
  const scaled = right.kind === 'number' ? a : left.kind === 'number' && op === '*' ? b : null
  if (scaled) return scaled
  if (op === '/') {
    if (a.kind === b.kind) return formats.ratio
    return (a.kind === 'usd' || a.kind === 'price') && b.kind !== 'usd' ? formats.usd : plain
  }
  if (op === '*') return [a, b].some(({ kind }) => kind === 'usd' || kind === 'price') ? formats.usd : plain
  return a.kind === b.kind ? { ...a, ...(op === '-' ? { signed: true } : {}) } : plain
}
