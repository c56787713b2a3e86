import type { Better, KpiData, NumberFormat, Tile } from '../../wire/board'
import { formatFull, formatNumber } from '../../rendering/format'
import { useLook } from '../parts/context'
import { Sparkline } from './sparkline'

/** Headline figure: value, at most two comparators, its place in its own last year, and its recent course. */
export function KpiContent({ tile, data }: { readonly tile: Tile; readonly data: KpiData }) {
  const { color } = useLook()
  return (
    <div class="viz-content kpi" data-viz-type="kpi">
      <div class="kpi-line">
        <span class="kpi-value" title={formatFull(data.value, data.format)}>
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

/** The percentile as `P82`, with its meaning for those who point at it. */
export function KpiPercentile({ percentile }: { readonly percentile: number | null }) {
  if (percentile === null) return null
  const rounded = Math.round(percentile)
  const meaning = `At or above ${rounded}% of the days of the last year`
  return (
    <abbr class="kpi-percentile" title={meaning}>
      <span aria-hidden="true">P{rounded}</span>
      <span class="visually-hidden">{meaning}</span>
    </abbr>
  )
}

/** Colour means direction only where more is better or worse for the reader, and where something is left after rounding. */
export function directionOf(value: number | null, better: Better | undefined, format: NumberFormat): string {
  if (value === null || better === undefined || better === 'none') return 'flat'
  if (!/[1-9]/.test(formatNumber(value, format))) return 'flat'
  return value > 0 === (better === 'up') ? 'up' : 'down'
}
