import { useLook } from '../parts/context'
import type { LegendItem } from '../../rendering/readout'
import type { MatrixData } from '../../wire/board'
import { rampOf } from '../../rendering/charts/matrix'
import { formatNumber } from '../../rendering/format'

export interface LegendProps {
  readonly items: readonly LegendItem[]
  readonly hidden: ReadonlySet<string>
  readonly toggle: (key: string) => void
}

/** Each name switches its series off and on; the last one left cannot be switched off. */
export function Legend({ items, hidden, toggle }: LegendProps) {
  const { color } = useLook()
  if (items.length === 0) return null
  const shown = items.filter((item) => !hidden.has(item.key)).length
  return (
    <ul class="legend viz-legend">
      {items.map((item) => {
        const off = hidden.has(item.key)
        return (
          <li key={item.key}>
            <button
              type="button"
              class="legend-item"
              aria-pressed={!off}
              disabled={!off && shown === 1}
              onClick={() => toggle(item.key)}
            >
              <i
                class={`swatch ${item.shape}`}
                style={{ background: color(item.colorKey) }}
                aria-hidden="true"
              />
              {item.label}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The scale of a matrix from its smallest to its largest colour. */
export function RampLegend({ data }: { readonly data: MatrixData }) {
  const { palette } = useLook()
  const ramp = rampOf(data, palette)
  // Numbers in the cells say more than a scale does, where the picture has room for them.
  const spare = data.labels && data.scale === 'sequential'
  return (
    <p class={`ramp-legend ${spare ? 'spare' : ''}`} aria-hidden="true">
      {formatNumber(ramp.min, data.format)}
      <i style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }} />
      {formatNumber(ramp.max, { ...data.format, signed: data.scale === 'diverging' })}
    </p>
  )
}

/** The names that are switched off, with one of them switched the other way. */
export function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(key)) next.add(key)
  return next
}
