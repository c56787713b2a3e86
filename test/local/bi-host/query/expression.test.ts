import { expect, test } from 'vitest'
import { FormulaProblem, parseExpression } from '../../../../local/bi-host/query/expression'

const problem = (text: string): string => {
  try {
    return JSON.stringify(parseExpression(text))
  } catch (error) {
    if (error instanceof FormulaProblem) return error.message
    throw error
  }
}

test('measures, numbers, signs and functions are read with the usual precedence', () => {
  expect(parseExpression('a.x + 2 * -growth(b.y)')).toEqual({
    kind: 'binary',
    op: '+',
    left: { kind: 'measure', id: 'a.x' },
    right: {
      kind: 'binary',
      op: '*',
      left: { kind: 'number', value: 2 },
      right: {
        kind: 'negate',
        of: { kind: 'call', name: 'growth', of: { kind: 'measure', id: 'b.y' }, count: 0 },
      },
    },
  })
})

test('a label in brackets stands for its measure', () => {
  const ids: Readonly<Record<string, string>> = { 'Net issuance': 'stable_supply.net_issuance' }
  expect(parseExpression('[Net issuance] / 2', (label) => ids[label] ?? null)).toMatchObject({
    left: { kind: 'measure', id: 'stable_supply.net_issuance' },
  })
  expect(() => parseExpression('[Nothing]', () => null)).toThrow('There is no measure called "Nothing".')
})

test('a window has its usual length when none is said, and a sane one when it is', () => {
  expect(parseExpression('volatility(a.x)')).toMatchObject({ count: 30 })
  expect(parseExpression('moving_average(a.x, 14)')).toMatchObject({ count: 14 })
  expect(problem('moving_average(a.x, 0)')).toContain('2 to 400')
  expect(problem('moving_average(a.x, 1.5)')).toContain('2 to 400')
  expect(problem('moving_average(a.x, b.y)')).toContain('2 to 400')
})

test.each([
  ['a.x ? 1 : 2'],
  ['a["x"]'],
  ['a.b.c'],
  ['a?.x'],
  ['() => a.x'],
  ['x = 1'],
  ['a.x; b.y'],
  ['[a.x, b.y]'],
  ['`a`'],
  ['"text"'],
  ['this.x()'],
  ['growth.constructor("return 1")()'],
  ['constructor(a.x)'],
  ['a.x || b.y'],
  ['!a.x'],
  ['a.x ** 2'],
  ['sum(a.x)'],
  ['growth(a.x, 2)'],
  ['growth()'],
  ['a.x +'],
  ['(a.x'],
  [''],
  ['1e999'],
  ['1e300'],
  ['a.x'.repeat(200)],
  [Array.from({ length: 80 }, () => 'a.x').join('+')],
  ['('.repeat(400)],
])('%s is refused in plain words, not run', (text) => {
  expect(() => parseExpression(text)).toThrow(FormulaProblem)
})
