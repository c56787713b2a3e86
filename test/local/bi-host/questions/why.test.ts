import { expect, test } from 'vitest'
import type { AnswerTable } from '../../../../local/bi-host/wire/answers'
import { contributions, whenOfWhy } from '../../../../local/bi-host/questions/why'

const rising: AnswerTable = {
  columns: [
    { id: 'etf.fund', label: 'Fund', role: 'attribute' },
    { id: 'etf.net_flow', label: 'Net flow', role: 'measure', format: { kind: 'usd' } },
    { id: 'etf.net_flow:prior', label: 'Period before', role: 'prior', format: { kind: 'usd' } },
  ],
  cells: [['One'], [30], [10]],
  rows: 1,
  truncated: false,
}

test.each([
  'why did etf flow fall',
  'why has it halved',
  'what made the inflows sink',
  'why the outflows',
  'why is it plunging',
])('%s supposes a fall', (asked) => {
  expect(contributions(rising, true, asked)).toMatch(/^It went up, not down\. In all /)
})

test.each([
  'why did etf flow double',
  'why is it surging',
  'why the inflow',
  'why the change',
  'why did outflows fall',
  'why did it rise after the drop',
])('%s does not', (asked) => {
  expect(contributions(rising, true, asked)).toMatch(/^In all /)
})

test.each([
  ['why is bitcoin price crashing', 'bitcoin price'],
  ['why has btc sunk since may', 'btc since may'],
  ['why is open interest surging', 'open interest'],
  ['why did it go sharply lower last week?', 'last week'],
  ['why is volume spiking in 2025', 'volume in 2025'],
])('%s is about %s', (asked, about) => {
  expect(whenOfWhy(asked)).toBe(about)
})
