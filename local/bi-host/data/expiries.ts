import { type Day, isLondonSummer, lastFriday, monthOf, nextMonth, weekdayOf } from './days'

export type ExpiryKind = 'Weekly' | 'Monthly' | 'Quarterly'

export interface Expiry {
  readonly day: Day
  readonly kind: ExpiryKind
}

/** The widest kind that a Friday is the expiry of. */
export function expiryKind(friday: Day): ExpiryKind {
  if (friday !== lastFriday(friday)) return 'Weekly'
  return monthOf(friday) % 3 === 0 ? 'Quarterly' : 'Monthly'
}

/** Fridays after `day`, up to `horizon` days ahead, with their kinds. A Friday's own 08:00 expiry is over at its end. */
export function expiriesAfter(day: Day, horizon: number): readonly Expiry[] {
  const found: Expiry[] = []
  const first = day + 1 + ((12 - weekdayOf(day + 1)) % 7)
  for (let friday = first; friday <= day + horizon; friday += 7) {
    found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** The next `count` last Fridays of a month after `day`. */
export function monthlyExpiriesAfter(day: Day, count: number): readonly Expiry[] {
  const found: Expiry[] = []
  for (let month = day; found.length < count; month = nextMonth(month)) {
    const friday = lastFriday(month)
    if (friday > day) found.push({ day: friday, kind: expiryKind(friday) })
  }
  return found
}

/** Hours after 00:00 UTC at which a contract expires: 08:00 offshore, 16:00 London on CME. */
export function expiryHour(expiry: Day, isCme: boolean): number {
  if (!isCme) return 8
  return isLondonSummer(expiry) ? 15 : 16
}

/** Fractional days from the end of `day` (the snapshot) to the expiry instant. */
export const daysToExpiry = (day: Day, expiry: Day, isCme = false): number =>
  expiry - day - 1 + expiryHour(expiry, isCme) / 24
