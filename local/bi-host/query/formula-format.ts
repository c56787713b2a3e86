import type { NumberFormat } from '../wire/board'
import * as formats from '../model/formats'
import type { Expression } from './expression'

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
