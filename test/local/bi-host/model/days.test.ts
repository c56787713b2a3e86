import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  daysBetween,
  intervalEnd,
  intervalStart,
  isDay,
  isRunning,
  priorSpan,
  spanOf,
  weekdayOf,
} from '../../../../local/bi-host/model/days'

const facts = { asOf: '2026-11-20', firstDay: '2023-11-21', lastDay: '2026-11-20' }
const day = fc.integer({ min: 0, max: 3000 }).map((count) => addDays('2020-01-01', count))

describe('days', () => {
  test('weeks start on Monday', () => {
    expect([
      weekdayOf('2026-11-20'),
      intervalStart('2026-11-20', 'week'),
      intervalEnd('2026-11-16', 'week'),
    ]).toEqual([4, '2026-11-16', '2026-11-22'])
  })
  test("months are the calendar's, with leap years", () => {
    expect([
      intervalEnd('2024-02-01', 'month'),
      addMonths('2024-03-31', -1),
      addMonths('2025-12-31', 2),
    ]).toEqual(['2024-02-29', '2024-02-29', '2026-02-28'])
  })
  test('an invalid date is rejected', () => {
    for (const text of ['2026-02-30', '2026-1-1', '20260101', '', 'today', '2026-11-20T00:00'])
      expect(isDay(text)).toBe(false)
  })
  test('an interval contains its day, and intervals are adjacent', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('day', 'week', 'month'), (given, grain) => {
        const start = intervalStart(given, grain)
        const end = intervalEnd(start, grain)
        expect(start <= given && given <= end).toBe(true)
        expect(intervalStart(addDays(end, 1), grain)).toBe(addDays(end, 1))
        expect(isRunning(given, grain)).toBe(given < end)
      }),
    )
  })
  test("adding days and counting them are each other's inverse", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -2000, max: 2000 }), (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count === 0 ? 0 : count)
      }),
    )
  })
})

describe('ranges', () => {
  test('count back from as-of, that day included', () => {
    expect(spanOf('30D', facts)).toEqual({ from: '2026-10-22', to: '2026-11-20' })
    expect(spanOf('1Y', facts)).toEqual({ from: '2025-11-21', to: '2026-11-20' })
    expect(spanOf({ last: 1, unit: 'month' }, facts)).toEqual({ from: '2026-10-21', to: '2026-11-20' })
    expect(spanOf({ last: 1, unit: 'quarter' }, facts)).toEqual({ from: '2026-08-21', to: '2026-11-20' })
    expect(spanOf('ALL', facts)).toEqual({ from: '2023-11-21', to: '2026-11-20' })
  })
  test('begin with a whole interval and stay inside the data', () => {
    expect(spanOf('90D', facts, 'week').from).toBe('2026-08-17')
    expect(spanOf({ last: 20, unit: 'year' }, facts, 'week').from).toBe('2023-11-21')
    expect(spanOf('30D', { ...facts, lastDay: '2026-11-18' }).to).toBe('2026-11-18')
  })
  test('the prior span is as long and ends the day before', () => {
    fc.assert(
      fc.property(day, fc.nat(400), (from, length) => {
        const span = { from, to: addDays(from, length) }
        const prior = priorSpan(span)
        expect([daysBetween(prior.from, prior.to), addDays(prior.to, 1)]).toEqual([length, from])
      }),
    )
  })
})
