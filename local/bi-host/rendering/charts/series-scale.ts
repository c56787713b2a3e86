import type { Series, SeriesData } from '../../wire/board'
import { stepsIn } from './axes'
import { alignedScale, logScale, niceScale, type Scale } from './scales'
import { known, sidesOf } from './spans'

export const stackedShapes: ReadonlySet<SeriesData['shape']> = new Set([
  'stacked-area',
  'area-100',
  'stacked-bars',
  'diverging-bars',
])

const quarters = [0, 25, 50, 75, 100]

export function leftScale(
  data: SeriesData,
  shown: readonly Series[],
  height: number,
  fromZero: boolean,
): Scale | null {
  if (data.shape === 'area-100') return { min: 0, max: 100, ticks: height < 150 ? [0, 50, 100] : quarters }
  const left = shown.filter((series) => series.axis !== 'right')
  const values = spanned(data, left, fromZero)
  return data.logScale
    ? logScale(values, stepsIn(height) + 2)
    : (zoneScale(data, values) ?? niceScale(values, stepsIn(height)))
}

/** With as many steps as the left one has. */
export function rightScale(data: SeriesData, right: readonly Series[], left: Scale | null): Scale {
  const filled = right.some((series) => series.as === 'bars' || series.as === 'area')
  return alignedScale(spanned(data, right, filled), (left?.ticks.length ?? 5) - 1)
}

/** What an axis has to span: the values, their bands, and where they are stacked their sums on both sides of zero. */
function spanned(data: SeriesData, series: readonly Series[], fromZero: boolean): readonly number[] {
  const stacked = series.filter(({ as }) => as === undefined && stackedShapes.has(data.shape))
  const sums = data.dates.flatMap((_, at) => {
    const parts = known(stacked.map(({ values }) => values[at] ?? null))
    return parts.length === 0 ? [] : sidesOf(parts)
  })
  const alone = series
    .filter((item) => !stacked.includes(item))
    .flatMap(({ values, band }) => [...known(values), ...known(band?.low ?? []), ...known(band?.high ?? [])])
  return [...(fromZero && !data.logScale ? [0] : []), ...sums, ...alone]
}

/** An index with zones is read against the whole of them, not against the part it happens to be in. */
function zoneScale(data: SeriesData, values: readonly number[]): Scale | null {
  const zones = (data.guides ?? []).flatMap((guide) =>
    guide.to === undefined ? [] : [guide.value, guide.to],
  )
  if (data.format.kind !== 'index' || zones.length < 4) return null
  const [min, max] = [Math.min(...zones), Math.max(...zones)]
  const inside = values.every((value) => value >= min && value <= max)
  return inside ? { min, max, ticks: [...new Set(zones)].sort((left, right) => left - right) } : null
}
