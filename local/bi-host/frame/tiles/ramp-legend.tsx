import type { MatrixData } from '../../wire/board'
import { useLook } from '../parts/context'
import { rampOf } from '../../rendering/charts/matrix'
import { formatNumber } from '../../rendering/format'

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
