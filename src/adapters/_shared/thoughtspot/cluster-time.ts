import type { Days } from '../../../core/kernel/narrowing'

/** The clocks of a cluster. It reads and sends seconds since 1970, and which day they belong to depends on its time zone. */
export interface ClusterTime {
  /** The first and the last second of these days. Some days have 23 or 25 hours, and some begin later than midnight. */
  readonly secondsOf: (days: Days) => readonly [number, number]
  /** The day, with the time and its offset unless it is the first second of the day. Null unless the year has four digits. */
  readonly isoOf: (seconds: number) => string | null
}

const daySeconds = 86_400
const secondsIn = (day: string): number => Date.parse(day) / 1_000
const [earliest, latest] = [secondsIn('0000-01-01'), secondsIn('9999-12-31') + daySeconds - 1]

/** @param timeZone an IANA name */
export function clusterTime(timeZone: string): ClusterTime {
  // An answer may have thousands of dates: those in UTC, the default, need no calendar.
  const zone =
    timeZone === 'UTC' ? null : new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })

  /** As `+05:45`; empty or `+00:00` for none. */
  const offsetText = (seconds: number): string => {
    const parts = zone?.formatToParts(seconds * 1_000)
    return parts?.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? ''
  }
  function offsetOf(seconds: number): number {
    const text = offsetText(seconds)
    const [hours = 0, minutes = 0, more = 0] = text.slice(1).split(':').map(Number)
    return (text.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60 + more)
  }
  const shown = (seconds: number): string =>
    new Date((seconds + offsetOf(seconds)) * 1_000).toISOString().split('.', 1)[0] ?? ''

  /** The first second at which clocks show this midnight or, where they skip it, more: by halving, as a zone may change at midnight. */
  function firstAt(midnight: number): number {
    let [before, first] = [midnight - daySeconds, midnight + daySeconds]
    while (first - before > 1) {
      const middle = Math.floor((before + first) / 2)
      if (middle + offsetOf(middle) < midnight) before = middle
      else first = middle
    }
    return first
  }

  return {
    secondsOf: ({ from, to }) => [firstAt(secondsIn(from)), firstAt(secondsIn(to) + daySeconds) - 1],
    isoOf(seconds) {
      // Also for NaN, with which `Date` would throw.
      if (!(seconds >= earliest && seconds <= latest)) return null
      const [iso, before] = [shown(seconds), shown(seconds - 1)]
      if (!/^\d{4}-/.test(iso)) return null
      const [day = ''] = iso.split('T')
      return before.startsWith(day) ? `${iso}${offsetOf(seconds) === 0 ? 'Z' : offsetText(seconds)}` : day
    },
  }
}
