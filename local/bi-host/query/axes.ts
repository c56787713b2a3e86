import type { ScatterData, SeriesData, TileData } from '../wire/board'
import type { ChartAxes, ChartType } from '../wire/answers'
import type { Resolved } from './resolve'

/** Chart types that can have a second value axis. */
export const hasTwoSides = (type: ChartType): boolean => type === 'line' || type === 'bars-line'

const canBeLog = (type: ChartType): boolean => type === 'line' || type === 'area' || type === 'scatter'

/** Whether a logarithm of all that stands on the left axis, or on both axes of a scatter plot, can be drawn. */
export function isAboveZero(data: Pick<SeriesData, 'series'> | Pick<ScatterData, 'points'>): boolean {
  if ('points' in data) return data.points.every(({ x, y }) => x > 0 && y > 0)
  return data.series
    .filter(({ axis }) => axis !== 'right')
    .every(({ values }) => values.every((value) => value === null || value > 0))
}

/** What a person may change about the axes of the chart as it is drawn. */
export function axesOf({ measures }: Resolved, type: ChartType, data: TileData | null): ChartAxes {
  const overTime = data?.kind === 'series' ? data : null
  const cloud = data?.kind === 'scatter' ? data : null
  const drawn = overTime ?? cloud
  const logReason =
    drawn === null || !canBeLog(type)
      ? 'Only lines, areas and scatter plots have one.'
      : isAboveZero(drawn)
        ? ''
        : 'Needs numbers above zero.'
  return {
    log: overTime?.logScale === true || cloud?.x.logScale === true,
    logReason,
    sides:
      overTime === null || !hasTwoSides(type)
        ? []
        : measures.slice(1).map(({ id, label }) => ({
            id,
            label,
            side: overTime.series.some(({ key, axis }) => key.startsWith(`${id}:`) && axis === 'right')
              ? 'right'
              : 'left',
          })),
  }
}
