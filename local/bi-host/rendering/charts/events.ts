import type { BoardEvent, Tile } from '../../wire/board'
import type { Readout } from '../readout'
import { isSameName } from '../theme/series-colors'
import { withAlpha } from '../theme/variables'
import { axisText } from './axes'
import { textWidth, type DrawContext, type EventMarks, type LineSeriesOption } from './drawing'

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

const minWidth = 420
const minHeight = 180

/** Events whose labels would overlap (px) share the line of the latest. A quarterly expiry names the line only if it is alone. */
function linesOf(events: EventMarks, step: number, apart: number) {
  const lines: { readonly at: number; readonly titles: string[] }[] = []
  for (const [at, titles] of [...events].toSorted(([one], [other]) => other - one)) {
    const last = lines.at(-1)
    if (last !== undefined && (last.at - at) * step < apart) last.titles.push(...titles)
    else lines.push({ at, titles: [...titles] })
  }
  const isRoutine = (title: string): number => Number(title.startsWith('Quarterly expiry'))
  return lines.map(({ at, titles }) => ({
    at,
    titles: titles.toSorted((one, other) => isRoutine(one) - isRoutine(other)),
  }))
}

/** A vertical line at each interval with events, labeled if there is room. */
export function eventSeries(context: DrawContext, dates: readonly string[], height: number) {
  const { events, palette, width } = context
  if (events.size === 0) return []
  const isNamed = width >= minWidth && height >= minHeight
  const lines = linesOf(events, width / Math.max(1, dates.length), isNamed ? 22 : 8)
  const series: LineSeriesOption = {
    id: 'events',
    type: 'line',
    data: [],
    silent: true,
    markLine: {
      z: 5,
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: palette.dim, type: [2, 3], width: 1 },
      data: lines.map(({ at, titles }) => ({
        xAxis: at,
        label: {
          ...axisText(palette),
          show: isNamed,
          position: 'insideEndTop' as const,
          distance: 5,
          fontSize: 10.5,
          color: palette.muted,
          backgroundColor: withAlpha(palette.card, 0.72),
          formatter:
            shortened(titles[0] ?? '', height * 0.72) + (titles.length > 1 ? ` +${titles.length - 1}` : ''),
        },
      })),
    },
  }
  return [series]
}

function shortened(title: string, room: number): string {
  if (textWidth(title, 10.5) <= room) return title
  let cut = title
  while (cut !== '' && textWidth(`${cut}\u2026`, 10.5) > room) cut = cut.slice(0, -1)
  return `${cut.trimEnd()}\u2026`
}
