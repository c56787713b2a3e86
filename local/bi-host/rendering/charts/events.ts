import { withAlpha } from '../theme/variables'
import { axisText } from './axes'
import { textWidth, type DrawContext, type LineSeriesOption } from './drawing'
import type { EventMarks } from '../events'

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
