import { expect, test } from 'vitest'
import { guidePosition } from '../../../../../local/bi-host/rendering/charts/guide-room'

const size = { width: 600, height: 200 }
const upTo = (last: number): readonly number[] => Array.from({ length: 100 }, (_, at) => (at / 99) * last)

test('words stand at the newest dates, above, while nothing is there', () => {
  const room = { ...size, lines: [upTo(100)] }
  expect(guidePosition({ value: 20, label: 'resting' }, room)).toEqual({ along: 'end', above: true })
})

test('a line that ends just above its guide has the words below it', () => {
  const room = { ...size, lines: [[...upTo(100).slice(0, 50), ...Array.from({ length: 50 }, () => 104)]] }
  expect(guidePosition({ value: 100, label: 'limit' }, room)).toEqual({ along: 'end', above: false })
})

test('a line that winds around its guide at the end sends the words to the start', () => {
  const winding = Array.from({ length: 100 }, (_, at) => (at < 40 ? 0 : 50 + (at % 2 === 0 ? 30 : -30)))
  const room = { ...size, lines: [winding] }
  expect(guidePosition({ value: 50, label: 'neutral' }, room).along).toBe('start')
})

test('words of a zone stay inside it', () => {
  const high = Array.from({ length: 100 }, () => 74)
  const room = { ...size, lines: [high, [0, 100]] }
  expect(guidePosition({ value: 50, to: 75, label: 'greed' }, room)).toEqual({ along: 'end', above: false })
})

test('no lines, no dates and empty words are no trouble', () => {
  const first = { along: 'end', above: true }
  expect(guidePosition({ value: 1, label: '' }, { ...size, lines: [] })).toEqual(first)
  expect(guidePosition({ value: 1, label: 'a' }, { lines: [[null], []], width: 0, height: 0 })).toEqual(first)
})
