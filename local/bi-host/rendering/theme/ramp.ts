import type { MatrixData } from '../../wire/board'
import { mix, type Palette } from './variables'

export interface Ramp {
  readonly min: number
  readonly max: number
  /** Colors from `min` to `max`, evenly spaced. */
  readonly colors: readonly string[]
}

/**
 * Color scale of a matrix: symmetric around its center if diverging (grey is the center, green more, orange less, as in bars), else from
 * the smallest to the largest value.
 */
export function rampOf(data: MatrixData, palette: Palette): Ramp {
  const values = data.values
    .flat()
    .filter((value): value is number => value !== null && Number.isFinite(value))
  if (data.scale === 'diverging') {
    const { center = 0 } = data
    const ends = [data.min, data.max].filter((end) => end !== undefined)
    const arm = Math.max(...(ends.length > 0 ? ends : values).map((value) => Math.abs(value - center)), 1e-12)
    return { min: center - arm, max: center + arm, colors: [palette.mark, palette.neutral, palette.green] }
  }
  const low = data.min ?? Math.min(...values)
  const high = data.max ?? Math.max(...values)
  return { min: low, max: high > low ? high : low + 1, colors: [palette.rampLow, palette.rampHigh] }
}

export function colorAt(ramp: Ramp, value: number): string {
  const share = Math.min(1, Math.max(0, (value - ramp.min) / (ramp.max - ramp.min)))
  const steps = ramp.colors.length - 1
  const step = Math.min(steps - 1, Math.floor(share * steps))
  return mix(ramp.colors[step] ?? '', ramp.colors[step + 1] ?? '', share * steps - step)
}
