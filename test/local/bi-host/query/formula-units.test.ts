import { expect, test } from 'vitest'
import { parseExpression, type Expression, withoutDays } from '../../../../local/bi-host/query/expression'
import { aboutFormula } from '../../../../local/bi-host/query/figures'
import { resolve } from '../../../../local/bi-host/query/resolve'
import { createModel } from '../../../../local/bi-host/model/semantic-model'
import { sources } from '../../../../local/bi-host/model/sources'

const model = createModel(sources)

function describedAs(expression: string): string | undefined {
  const formulas = [{ id: 'f', label: 'F', expression }]
  const resolved = resolve(model, { measures: ['formula.f'], formulas }, '2026-11-20')
  const [measure] = resolved.measures
  return measure && aboutFormula(resolved, measure).definition
}

test('a formula is told in the names of its measures, also where an id begins or ends like another', () => {
  const { label: now } = model.measure(model.source('onchain'), 'exchange_balance').measure
  const { label: first } = model.measure(model.source('onchain'), 'exchange_balance_first').measure
  expect(describedAs('onchain.exchange_balance / onchain.exchange_balance_first * 1.5')).toBe(
    `Calculated: ${now} / ${first} * 1.5.`,
  )
})

test.each([
  ['growth(moving_average(a.x, 7))', ['moving_average(a.x, 7)']],
  ['share(growth(moving_average(a.x, 7)))', ['moving_average(a.x, 7)']],
  ['-(a.y - moving_average(a.x, 7))', ['-(a.y - moving_average(a.x, 7))']],
  ['volatility(growth(a.x), 7) + change(a.x)', ['volatility(growth(a.x), 7)']],
  ['share(growth(a.x))', []],
])('by day is read of %s what looks back over days, intervals compared are those shown', (text, parts) => {
  const taken: Expression[] = []
  withoutDays(parseExpression(text), (part) => {
    taken.push(part)
    return part
  })
  expect(taken).toEqual(parts.map((part) => parseExpression(part)))
})
