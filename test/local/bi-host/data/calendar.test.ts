import { describe, expect, it } from 'vitest'
import { dayOf, isNewYorkSummer, isoOf, lastFriday, weekdayOf } from '../../../../local/bi-host/data/days'
import {
  cmeTradeDate,
  isCmeOpen,
  isNyseOpen,
  nyseHolidays,
  daysToExpiry,
  expiriesAfter,
  expiryKind,
  monthlyExpiriesAfter,
} from '../../../../local/bi-host/data/calendar'

const openDays = (from: string, to: string): number => {
  let count = 0
  for (let day = dayOf(from); day <= dayOf(to); day += 1) if (isNyseOpen(day)) count += 1
  return count
}

describe('New York calendar', () => {
  it.each([
    ['2023', 250],
    ['2024', 252],
    ['2025', 250],
    ['2026', 251],
  ])('had %s with %i trading days', (year, days) => {
    expect(openDays(`${year}-01-01`, `${year}-12-31`)).toBe(days)
  })

  it.each(['2025-01-09', '2024-03-29', '2023-11-23', '2026-07-03', '2026-11-26', '2025-06-19', '2024-01-15'])(
    'is closed on %s',
    (iso) => {
      expect(isNyseOpen(dayOf(iso))).toBe(false)
    },
  )

  it.each(['2023-11-24', '2024-12-24', '2025-11-28', '2026-11-20', '2023-11-10'])('trades on %s', (iso) => {
    expect(isNyseOpen(dayOf(iso))).toBe(true)
  })

  it('lists no holiday on a weekend', () => {
    expect([...nyseHolidays.keys()].filter((day) => weekdayOf(day) % 6 === 0)).toEqual([])
  })

  it('knows summer time', () => {
    expect(
      ['2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02'].map((iso) => isNewYorkSummer(dayOf(iso))),
    ).toEqual([false, true, true, false])
  })
})

describe('CME calendar', () => {
  it('has no weekends before 29 May 2026 and all days after', () => {
    expect(
      ['2026-05-23', '2026-05-24', '2026-05-28', '2026-05-30', '2026-05-31'].map((iso) =>
        isCmeOpen(dayOf(iso)),
      ),
    ).toEqual([false, false, true, true, true])
  })

  it('dates weekend trades to the next business day', () => {
    expect(isoOf(cmeTradeDate(dayOf('2026-05-30')))).toBe('2026-06-01')
    expect(isoOf(cmeTradeDate(dayOf('2026-06-02')))).toBe('2026-06-02')
  })
})

describe('expiries', () => {
  it('are Fridays; the last of a month is monthly, of a quarter quarterly', () => {
    expect(isoOf(lastFriday(dayOf('2025-12-03')))).toBe('2025-12-26')
    expect(
      ['2025-12-19', '2025-12-26', '2026-01-30', '2026-03-27'].map((iso) => expiryKind(dayOf(iso))),
    ).toEqual(['Weekly', 'Quarterly', 'Monthly', 'Quarterly'])
  })

  it('leave out the expiry of the day itself, which was at 08:00', () => {
    expect(isoOf(expiriesAfter(dayOf('2025-12-26'), 10)[0]?.day ?? 0)).toBe('2026-01-02')
    expect(isoOf(expiriesAfter(dayOf('2025-12-25'), 10)[0]?.day ?? 0)).toBe('2025-12-26')
    expect(monthlyExpiriesAfter(dayOf('2025-12-26'), 2).map(({ day }) => isoOf(day))).toEqual([
      '2026-01-30',
      '2026-02-27',
    ])
  })

  it('are measured from the end of the day to 08:00 UTC, on CME to 16:00 London', () => {
    expect(daysToExpiry(dayOf('2025-12-25'), dayOf('2025-12-26'))).toBeCloseTo(8 / 24)
    expect(daysToExpiry(dayOf('2025-12-25'), dayOf('2025-12-26'), true)).toBeCloseTo(16 / 24)
    expect(daysToExpiry(dayOf('2025-06-26'), dayOf('2025-06-27'), true)).toBeCloseTo(15 / 24)
  })
})
