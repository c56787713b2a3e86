import { expect, test } from 'vitest'
import type { AnswerColumn } from '../../../src/core/ports/research-assistant'
import { evidenceOf } from '../../../src/core/research/evidence'

const column = (name: string, dataType: string, values: AnswerColumn['values']): AnswerColumn => ({
  id: name,
  name,
  dataType,
  values,
})
const months = [
  column('Date', 'DATE', ['2026-09-01', '2026-10-01', '2026-11-01', '2026-11-01']),
  column('Chain', 'VARCHAR', ['Tron', 'Ethereum', 'Tron', 'Ethereum']),
  column('Supply', 'DOUBLE', [81.6e9, 182.7e9, 81.62e9, 183.24e9]),
]

test('a number is its own cell: what was measured, of whom, and the whole period of its row', () => {
  expect(evidenceOf(months, '$183.2B', '')).toEqual({
    column: 'Supply',
    names: ['Ethereum'],
    period: { from: '2026-11-01', to: '2026-11-30' },
  })
  expect(evidenceOf(months, '$182.7B', '')?.period).toEqual({ from: '2026-10-01', to: '2026-10-31' })
})

test('of cells that are written alike it is the one that was named last, or the latest', () => {
  expect(evidenceOf(months, '$81.6B', '')?.period?.from).toBe('2026-11-01')
  const alike = [column('Chain', 'VARCHAR', ['Base', 'Tron']), column('Supply', 'DOUBLE', [5e9, 5e9])]
  expect(evidenceOf(alike, '$5B', 'Base $5B; Tron ')).toEqual({
    column: 'Supply',
    names: ['Tron'],
    period: null,
  })
  expect(evidenceOf(alike, '$5B', 'Base ')?.names).toEqual(['Base'])
})

test('signs, shares and what stands in no cell', () => {
  const flows = [column('Net flow', 'DOUBLE', [-504.2e6, 12.34])]
  expect(evidenceOf(flows, '−$504M', '')?.column).toBe('Net flow')
  expect(evidenceOf(flows, '$504M', '')).toBeNull()
  expect(evidenceOf(flows, '12.3%', '')?.column).toBe('Net flow')
  expect(evidenceOf(flows, '+$9.99B', '')).toBeNull()
})

test('rows of days are of one day, of weeks of seven', () => {
  const rows = (...days: readonly string[]) => [
    column('Day', 'DATE', days),
    column('Price', 'DOUBLE', [1.5, 2.5]),
  ]
  expect(evidenceOf(rows('2026-11-19', '2026-11-20'), '2.5', '')?.period).toEqual({
    from: '2026-11-20',
    to: '2026-11-20',
  })
  expect(evidenceOf(rows('2026-11-09', '2026-11-16'), '2.5', '')?.period?.to).toBe('2026-11-22')
})
