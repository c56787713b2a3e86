import type { Grain } from '../../wire/board'
import { formatMonth, formatShortDay } from '../format'

export interface DateTick {
  readonly index: number
  readonly label: string
}

const dayMs = 86_400_000

/**
 * Which dates of an axis are named, and how: years, months or days, whichever gives about one label in 76 px, closer
 * where that would be three. Ticks stand on the first date of their interval, so that "Mar 26" is the beginning of March.
 */
export function dateTicks(dates: readonly string[], width: number, grain: Grain): readonly DateTick[] {
  const first = dates[0]
  const last = dates.at(-1)
  if (first === undefined || last === undefined) return []
  const room = Math.max(2, Math.min(4, Math.floor(width / 64)), Math.floor(width / 76))
  const days = (Date.parse(last.slice(0, 10)) - Date.parse(first.slice(0, 10))) / dayMs
  if (grain === 'day' && dates.length <= 12 && days >= 4 * dates.length)
    return singleDays(dates, width, first.slice(0, 4) !== last.slice(0, 4))
  if (days <= 3 && grain === 'hour') return everyNth(dates, room, (date) => date.slice(11, 16))
  if (days <= 75) return everyNth(firstOfEach(dates, 10), room, (date) => formatShortDay(date), dates)
  const months = days / 30.5
  const steps = [1, 2, 3, 6, 12, 24, 36, 60]
  const step = steps.find((candidate) => months / candidate <= room) ?? 60
  // Over a few months "Sep 26" would be taken for a day.
  const write = step >= 12 ? (date: string) => date.slice(0, 4) : days <= 130 ? formatShortDay : formatMonth
  return firstOfEach(dates, 7)
    .filter((date) => monthNumber(date) % step === 0)
    .map((date) => ({ index: dates.indexOf(date), label: write(date) }))
    .filter((tick) => tick.index > 0 || startsInterval(first, step))
}

/** Single days far apart are days, not months: with their years where there are several. */
const singleDays = (dates: readonly string[], width: number, years: boolean): readonly DateTick[] =>
  everyNth(dates, Math.max(2, Math.floor(width / (years ? 62 : 48))), (date) =>
    years ? `${formatShortDay(date)} ${date.slice(2, 4)}` : formatShortDay(date),
  )

/** A month or year that began before the data is not named at the data's first day. */
function startsInterval(date: string, step: number): boolean {
  return step >= 12 ? date.slice(5, 10) <= '01-07' : Number(date.slice(8, 10)) <= 7
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
}

function firstOfEach(dates: readonly string[], length: number): readonly string[] {
  return dates.filter((date, at) => at === 0 || dates[at - 1]?.slice(0, length) !== date.slice(0, length))
}

/** Evenly spaced from the newest backwards: the last day is the one that is looked for. */
function everyNth(
  chosen: readonly string[],
  room: number,
  write: (date: string) => string,
  all: readonly string[] = chosen,
): readonly DateTick[] {
  const step = Math.max(1, Math.ceil(chosen.length / room))
  const positions = new Map(all.map((date, index) => [date, index]))
  return chosen
    .filter((_, at) => (chosen.length - 1 - at) % step === 0)
    .map((date) => ({ index: positions.get(date) ?? 0, label: write(date) }))
}
