import { describe, expect, test } from 'vitest'
import { dateTicks } from '../../../../../local/bi-host/frame/charts/date-ticks'
import { barScale, logScale, niceStep } from '../../../../../local/bi-host/frame/charts/scales'
import { tooltipPlace } from '../../../../../local/bi-host/frame/charts/tooltip'
import { days, tradingDays } from '../../../../../local/bi-host/frame/specimen/invent'

describe('dates on an axis', () => {
  test('months are named at their first day, about one in 92 px', () => {
    const ticks = dateTicks(days(366), 900, 'day')
    expect(ticks.map((tick) => tick.label)).toEqual([
      'Jan 26',
      'Mar 26',
      'May 26',
      'Jul 26',
      'Sep 26',
      'Nov 26',
    ])
    expect(ticks.map((tick) => days(366)[tick.index]?.slice(8))).toEqual(['01', '01', '01', '01', '01', '01'])
  })

  test('long histories are named by years, short ones by days', () => {
    expect(dateTicks(days(1800), 500, 'day').map((tick) => tick.label)).toEqual([
      '2022',
      '2023',
      '2024',
      '2025',
      '2026',
    ])
    const short = dateTicks(days(30), 500, 'day')
    expect(short.at(-1)).toEqual({ index: 29, label: '20 Nov' })
  })

  test('every tick is a date of the axis, on any width', () => {
    for (const width of [180, 400, 1400]) {
      for (const dates of [days(90), tradingDays(90), days(52, 7), days(1096)]) {
        const ticks = dateTicks(dates, width, 'day')
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(Math.max(3, Math.ceil(width / 80)))
        for (const tick of ticks) expect(dates[tick.index]).toBeDefined()
      }
    }
  })

  test('no dates have no ticks', () => {
    expect(dateTicks([], 500, 'day')).toEqual([])
  })
})

describe('scales', () => {
  test('a log axis ends on 1, 2 or 5 around its values', () => {
    expect(logScale([17_000, 96_000])).toEqual({
      min: 10_000,
      max: 100_000,
      ticks: [10_000, 20_000, 50_000, 100_000],
    })
    expect(logScale([0.02, 90_000])?.ticks).toEqual([0.1, 1, 10, 100, 1000, 10_000, 100_000])
    expect(logScale([0, -5])).toBeNull()
  })

  test('bars that cross zero have room for their labels on both sides', () => {
    const scale = barScale([14.6, -7.8], 4, 0.14)
    expect(scale).toEqual({ min: -20, max: 20, ticks: [-20, -10, 0, 10, 20] })
    expect(barScale([3, 5], 5, 0.14)?.min).toBe(0)
    expect(barScale([0, 0], 4, 0.1)).toBeNull()
  })

  test('steps are 1, 2, 2.5 or 5 of a power of ten', () => {
    expect([0.7, 1.3, 21, 240, 4100].map(niceStep)).toEqual([1, 2, 25, 250, 5000])
  })
})

test('a tooltip stays inside the window', () => {
  const window = { width: 400, height: 300 }
  expect(tooltipPlace([50, 50], [120, 80], { left: 0, top: 0 }, window)).toEqual([64, 10])
  expect(tooltipPlace([350, 290], [120, 80], { left: 0, top: 0 }, window)).toEqual([216, 216])
  expect(tooltipPlace([10, 2], [395, 80], { left: 0, top: 0 }, window)).toEqual([4, 4])
})
