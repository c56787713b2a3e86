import type { MatrixData } from '../../contract'
import { useLook } from '../board/ui'
import { rampOf } from '../charts/matrix'
import { formatNumber } from '../format'

/** The scale of a matrix from its smallest to its largest colour. */
export function RampLegend({ data }: { readonly data: MatrixData }) {
  const { palette } = useLook()
  // Numbers in the cells say more than a scale does.
  if (data.labels && data.scale === 'sequential') return null
  const ramp = rampOf(data, palette)
  return (
    <p class="ramp-legend" aria-hidden="true">
      {formatNumber(ramp.min, data.format)}
      <i style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }} />
      {formatNumber(ramp.max, { ...data.format, signed: data.scale === 'diverging' })}
    </p>
  )
}
