import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clusterTime } from '../../../../src/adapters/_shared/thoughtspot/cluster-time'

const dayMs = 86_400_000
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)
const dayAfter = (day: string): string => isoDay(Date.parse(day) + dayMs)

/** Computed without the module: what a clock on the wall of the zone shows. */
function wall(timeZone: string): (seconds: number) => string {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (seconds) => clock.format(seconds * 1_000)
}

/** Without offset, of quarter hours, of seconds (Monrovia until 1972), with summer time from midnight (Havana), and with a day that never was (Apia). */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Africa/Monrovia',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]
const zone = fc.constantFrom(...zones)
/** Days on or around which one of these zones changes its offset, and any other day. */
const changing = fc.constantFrom(
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2026-04-05',
  '2023-04-28',
  '2018-02-18',
  '2018-11-04',
  '2011-12-30',
  '2007-11-04',
  '1972-01-07',
)
const any = fc
  .date({ min: new Date('1970-01-02'), max: new Date('2099-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const day = fc.oneof(changing, any)

describe('the days of a cluster', () => {
  test('begin with the first second that its clocks show the day, and end before the next', () => {
    fc.assert(
      fc.property(zone, day, (timeZone, on) => {
        const shown = wall(timeZone)
        const [first, last] = clusterTime(timeZone).secondsOf({ from: on, to: on })
        expect(shown(first - 1).slice(0, 10) < on).toBe(true)
        expect(shown(first).slice(0, 10) >= on).toBe(true)
        expect(shown(last).slice(0, 10) <= on).toBe(true)
        expect(shown(last + 1).slice(0, 10) > on).toBe(true)
        // Neither a gap nor an overlap between two days.
        expect(clusterTime(timeZone).secondsOf({ from: dayAfter(on), to: dayAfter(on) })[0]).toBe(last + 1)
      }),
      { numRuns: 500 },
    )
  })

  test('are the ones of its seconds again', () => {
    fc.assert(
      fc.property(zone, day, day, (timeZone, one, other) => {
        const [from, to] = [one, other].toSorted() as [string, string]
        // No clock in Samoa ever showed this day.
        fc.pre(timeZone !== 'Pacific/Apia' || ![from, to].includes('2011-12-30'))
        const { secondsOf, isoOf } = clusterTime(timeZone)
        const [first, last] = secondsOf({ from, to })
        expect(isoOf(first)).toBe(from)
        expect(isoOf(last)?.slice(0, 10)).toBe(to)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    // What the vendor's documents give as 22 May 2020 is a moment of that day in its own zone.
    ['America/Los_Angeles', '2020-05-22', '2020-05-22T07:00:00Z', 24],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00Z', 24],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    // Summer time begins and ends at midnight.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00Z', 24],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00Z', 24],
    ['UTC', '9999-12-31', '9999-12-31T00:00:00Z', 24],
    ['Africa/Monrovia', '1971-06-01', '1971-06-01T00:44:30Z', 24],
  ])('in %s: %s begins at %s and has %d hours', (timeZone, on, begin, hours) => {
    const [first, last] = clusterTime(timeZone).secondsOf({ from: on, to: on })
    expect([new Date(first * 1_000).toISOString(), (last + 1 - first) / 3_600]).toEqual([
      new Date(begin).toISOString(),
      hours,
    ])
  })

  test('a day that a zone has left out has no seconds, and the days around it have theirs', () => {
    const { secondsOf } = clusterTime('Pacific/Apia')
    const [first, last] = secondsOf({ from: '2011-12-30', to: '2011-12-30' })
    expect(last).toBe(first - 1)
    const [from, to] = secondsOf({ from: '2011-12-29', to: '2011-12-31' })
    expect(to + 1 - from).toBe(2 * 86_400)
  })
})

describe('a moment on a cluster', () => {
  test('has the day and the time of its clocks', () => {
    const moment = fc.integer({ min: -(2 ** 31), max: 2 ** 32 })
    fc.assert(
      fc.property(zone, moment, (timeZone, seconds) => {
        const iso = clusterTime(timeZone).isoOf(seconds) ?? expect.unreachable()
        const [on, time] = wall(timeZone)(seconds).split(' ')
        expect(iso.slice(0, 10)).toBe(on)
        if (iso.length > 10) {
          expect(iso.slice(11, 19)).toBe(time)
          // Offsets have no seconds in ISO 8601; those of a hundred years ago did.
          if (seconds > Date.parse('1973-01-01') / 1_000) expect(Date.parse(iso)).toBe(seconds * 1_000)
        }
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['UTC', '2026-11-20T14:00:00Z', '2026-11-20T14:00:00Z'],
    ['UTC', '2026-11-20T00:00:00Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-19T18:15:01Z', '2026-11-20T00:00:01+05:45'],
    ['America/Havana', '2026-03-08T05:00:00Z', '2026-03-08'],
    ['America/Havana', '2026-03-08T05:00:01Z', '2026-03-08T01:00:01-04:00'],
    // The second midnight of the day on which summer time ends.
    ['America/Havana', '2026-11-01T05:00:00Z', '2026-11-01T00:00:00-05:00'],
  ])('in %s: %s is %s', (timeZone, moment, iso) => {
    expect(clusterTime(timeZone).isoOf(Date.parse(moment) / 1_000)).toBe(iso)
  })

  test('is unknown if it is no number, or in a year without four digits', () => {
    const { isoOf } = clusterTime('Asia/Kathmandu')
    for (const seconds of [Number.NaN, Infinity, -Infinity, 1e13, -1e13, 253_402_300_800, -62_167_300_000])
      expect(isoOf(seconds)).toBeNull()
  })
})
