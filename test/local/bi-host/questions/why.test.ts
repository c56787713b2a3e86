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

const periods = ['from 9 to 15 Nov 2026', 'from 2 to 8 Nov 2026'] as const
const words = (asked: string): string => contributions(rising, periods, { label: 'Net flow was', asked })

test.each([
  'why did etf flow fall',
  'why has it halved',
  'what made the inflows sink',
  'why the outflows',
  'why is it plunging',
])('%s supposes a fall', (asked) => {
  expect(words(asked)).toMatch(/^It went up, not down\. Net flow was /)
})

test.each([
  'why did etf flow double',
  'why is it surging',
  'why the inflow',
  'why the change',
  'why did outflows fall',
  'why did it rise after the drop',
])('%s does not', (asked) => {
  expect(words(asked)).toMatch(/^Net flow was /)
})

test('a change is said with both periods; one of rates, which have no sum, in points', () => {
  expect(words('why the change')).toBe(
    'Net flow was $30 from 9 to 15 Nov 2026 against $10 from 2 to 8 Nov 2026, +$20 in all. Largest changes: One +$20.',
  )
  const percent = { kind: 'percent' } as const
  const rates = { ...rising, columns: rising.columns.map((column) => ({ ...column, format: percent })) }
  expect(contributions(rates, periods, { addsUp: false })).toBe(
    'Most changed, 9 to 15 Nov 2026 against 2 to 8 Nov 2026: One +20.0 pp.',
  )
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
