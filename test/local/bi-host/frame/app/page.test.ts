import { expect, test } from 'vitest'
import { missing } from '../../../../../local/bi-host/frame/app/page'

test.each([
  ['all in sight with its ring', 40, 60, 0],
  ['before the beginning', -20, 0, -26],
  ['its ring cut at the beginning', 4, 24, -2],
  ['partly behind the end', 90, 120, 26],
  ['its ring cut at the end', 80, 98, 4],
])('%s', (_, from, to, wanted) => {
  expect(missing(from, to, 0, 100)).toBe(wanted)
})

test('of what is larger than the sight, the beginning comes', () => {
  expect(missing(20, 400, 0, 100)).toBe(14)
  expect(missing(-50, 400, 0, 100)).toBe(-56)
})
