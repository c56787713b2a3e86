import type { CurvesData, NumberFormat } from '../../wire/board'
import { formatNumber } from '../format'
import { curvePoint, type Readout } from '../readout'
import { guideSeries, plotGrid, valueAxis } from './axes'
import { stepsIn, logScale, niceScale, type Scale } from './scales'
import { type Drawing, type DrawContext, fade, pickOf, type ChartSeries } from './drawing'

/** y over a number: term structures, smiles, cones. */
export function drawCurves(data: CurvesData, context: DrawContext): Drawing {
  const { palette } = context
  const shown = data.curves.filter((curve) => !context.hidden.has(curve.key))
  const xs = [...new Set(shown.flatMap((curve) => curve.points.map(([x]) => x)))].sort((a, b) => a - b)
  const ticks = new Map((data.x.ticks ?? []).map((tick) => [tick.value, tick.label]))
  const base = valueAxis(context, bare(data.x.format), alongCurves(data, xs, context.width), {
    log: data.x.logScale ?? false,
    horizontal: true,
    name: data.x.label,
  })
  const ys = shown.flatMap((curve) => curve.points.map(([, y]) => y))
  return {
    option: {
      grid: plotGrid({ top: 8, bottom: 20, right: 12 }),
      xAxis: {
        ...base,
        splitLine: { show: false },
        axisLabel: {
          ...base.axisLabel,
          ...(ticks.size === 0
            ? {}
            : {
                customValues: [...ticks.keys()],
                formatter: (value: number) => ticks.get(value) ?? formatNumber(value, data.x.format),
              }),
        },
        axisPointer: {
          show: true,
          type: 'line',
          snap: true,
          lineStyle: { color: palette.dim, width: 1, type: 'solid' },
          label: { show: false },
        },
      },
      yAxis: valueAxis(context, data.y.format, niceScale(ys, stepsIn(context.height))),
      series: [...shown.map((curve) => curveOf(curve, context)), ...guideSeries(context, data.guides)],
    },
    readout: (pointed) => {
      const x = xOf(pointed.data)
      return x === null ? null : readoutAtX(data, x, context.hidden)
    },
    mark: (position) => {
      const [curve, , , point] = curvePoint({ ...data, curves: shown }, position)
      const seriesIndex = shown.findIndex((item) => item === curve)
      return { seriesIndex: Math.max(0, seriesIndex), dataIndex: Math.max(0, point) }
    },
    position: (pointed) => {
      const pressed = shown[pointed.seriesIndex ?? -1]
      const before = data.curves.slice(0, pressed ? data.curves.indexOf(pressed) : 0)
      return before.reduce((sum, { points }) => sum + points.length, pointed.dataIndex ?? 0)
    },
    pick: (pointed) => pickOf(shown[pointed.seriesIndex ?? -1]),
  }
}

function curveOf(
  { key, label, colorKey, points, dashed }: CurvesData['curves'][number],
  context: DrawContext,
): ChartSeries {
  const look = { color: context.color(colorKey), opacity: fade(context, key) }
  return {
    id: key,
    name: label,
    type: 'line',
    data: points.map(([x, y]) => [x, y]),
    symbol: 'circle',
    symbolSize: points.length > 24 ? 0 : 5,
    triggerEvent: true,
    itemStyle: look,
    lineStyle: { ...look, width: 1.75, ...(dashed && { type: [5, 4] }) },
    emphasis: { disabled: true },
  }
}

/** The axis ends with the curves, and only round numbers in between are labeled. */
function alongCurves(data: CurvesData, xs: readonly number[], width: number): Scale {
  const [min, max] = [xs[0] ?? 0, xs.at(-1) ?? 1]
  const round = data.x.logScale ? logScale(xs, stepsIn(width, true) + 2) : niceScale(xs, stepsIn(width, true))
  return { min, max, ticks: (round?.ticks ?? []).filter((tick) => tick >= min && tick <= max) }
}

/** The axis name already has the unit. */
function bare(format: NumberFormat): NumberFormat {
  return format.kind === 'days' ? { kind: 'number' } : format
}

function xOf(point: unknown): number | null {
  const x: unknown = Array.isArray(point) ? point[0] : null
  return typeof x === 'number' ? x : null
}

function readoutAtX(data: CurvesData, x: number, hidden: ReadonlySet<string>): Readout {
  const tick = data.x.ticks?.find((item) => item.value === x)
  return {
    heading: `${data.x.label}: ${tick?.label ?? formatNumber(x, data.x.format)}`,
    rows: data.curves
      .filter((curve) => !hidden.has(curve.key))
      .flatMap((curve) => {
        const point = curve.points.find(([at]) => at === x)
        return point
          ? [{ colorKey: curve.colorKey, label: curve.label, text: formatNumber(point[1], data.y.format) }]
          : []
      }),
  }
}
