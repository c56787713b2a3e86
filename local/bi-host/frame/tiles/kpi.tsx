import type { Better, KpiData, NumberFormat, Tile } from '../../wire/board'
import { formatFull, formatNumber } from '../../rendering/format'
import { useLook } from '../parts/context'

/** A KPI: value, at most two changes, its percentile over the last year, and a sparkline. */
export function KpiContent({ tile, data }: { readonly tile: Tile; readonly data: KpiData }) {
  const { color } = useLook()
  return (
    <div class="viz-content kpi answer-content-module__answerVizContainer" data-viz-type="kpi">
      <div class="kpi-line">
        <span
          class="kpi-value"
          data-testid="kpi_herodata"
          title={formatFull(data.value, data.format)}
          data-whole={data.value ?? ''}
        >
          {formatNumber(data.value, data.format)}
        </span>
        <span class="kpi-spark">
          <Sparkline values={data.spark.values} color={color(data.colorKey)} width={120} height={34} fluid />
        </span>
      </div>
      <div class="kpi-notes">
        {data.changes.slice(0, 2).map((change) => (
          <span key={change.label} class="kpi-change">
            <b class={directionOf(change.value, change.better, change.format)}>
              {formatNumber(change.value, { ...change.format, signed: true })}
            </b>{' '}
            {change.label}
          </span>
        ))}
        {data.note === undefined ? null : (
          <span class={`kpi-remark tone-${data.tone ?? 'neutral'}`}>{data.note}</span>
        )}
      </div>
      <p class="visually-hidden">{tile.summary}</p>
    </div>
  )
}

/** The percentile as `P82`, with its meaning as a tooltip. */
export function KpiPercentile({ percentile }: { readonly percentile: number | null }) {
  if (percentile === null) return null
  const rounded = Math.round(percentile)
  const meaning = `At or above ${rounded}% of the days of the last year`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its meaning must be reachable by key
    <abbr class="kpi-percentile" data-meaning={meaning} tabIndex={0}>
      <span aria-hidden="true">P{rounded}</span>
      <span class="visually-hidden">{meaning}</span>
    </abbr>
  )
}

/**
 * Green for more and red for less, if more is better and a difference is left after rounding. If less is better, there is no color: a green
 * minus would be misread.
 */
export function directionOf(value: number | null, better: Better | undefined, format: NumberFormat): string {
  if (value === null || better !== 'up') return 'flat'
  if (!/[1-9]/.test(formatNumber(value, format))) return 'flat'
  return value > 0 ? 'up' : 'down'
}

interface SparklineProps {
  readonly values: readonly (number | null)[]
  readonly color: string
  readonly width: number
  readonly height: number
  /** As wide as its box: the line stretches, its stroke width does not. */
  readonly fluid?: boolean
}

export function Sparkline({ values, color, width, height, fluid = false }: SparklineProps) {
  const path = sparkPath(values, width, height)
  if (path === '') return null
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(fluid ? {} : { width, height })}
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={path}
        fill="none"
        stroke={color}
        stroke-width="1.5"
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  )
}

/** SVG path of the values in a box. Empty with fewer than two of them. */
function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value))
  if (known.length < 2) return ''
  const low = Math.min(...known)
  const span = Math.max(...known) - low || 1
  const inset = 1.5
  let pen: 'M' | 'L' = 'M'
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === null || !Number.isFinite(value)) {
      pen = 'M'
      continue
    }
    const x = (at / Math.max(1, values.length - 1)) * width
    const y = inset + (1 - (value - low) / span) * (height - 2 * inset)
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`
    pen = 'L'
  }
  return path
}
