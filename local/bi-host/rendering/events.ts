import type { BoardEvent, Tile } from '../wire/board'
import type { Readout } from './readout'
import { isSameName } from './theme/series-colors'

/** Events within an interval of a chart, by interval index. */
export type EventMarks = ReadonlyMap<number, readonly string[]>

export const noEvents: EventMarks = new Map()

/** The events relevant to a chart: of the whole market, of its dashboard's coin, and of the names it draws. */
export function eventsOf(
  { data, scope }: Pick<Tile, 'data' | 'scope'>,
  events: readonly BoardEvent[],
): readonly BoardEvent[] {
  const names = [
    scope?.board ?? '',
    ...(data?.kind === 'series' ? data.series.flatMap(({ label, colorKey }) => [label, colorKey]) : []),
  ]
  const isNamed = (subject: string): boolean => {
    const name = subject.slice(subject.indexOf(':') + 1)
    return name === 'market' || names.some((one) => isSameName(one, name))
  }
  return events.filter(({ subject }) => isNamed(subject))
}

/** Events by interval: the last one that starts on or before their date. Earlier events are dropped. */
export function eventMarks(events: readonly BoardEvent[], dates: readonly string[]): EventMarks {
  const marks = new Map<number, string[]>()
  for (const { date, title } of events) {
    const at = dates.findLastIndex((one) => one.slice(0, 10) <= date)
    if (at >= 0) marks.set(at, [...(marks.get(at) ?? []), title])
  }
  return marks
}

export const withEvents = (readout: Readout | null, titles: readonly string[] = []): Readout | null =>
  readout === null || titles.length === 0
    ? readout
    : {
        ...readout,
        note: [...(readout.note === undefined ? [] : [readout.note]), ...titles].join(' \u00b7 '),
      }
