import type { MatrixData } from '../../contract'
import { useLook } from '../board/ui'
import { rampOf, widthForNumbers } from '../charts/matrix'
import { formatNumber } from '../format'

/** Widths of a tile from which on the style sheet can leave the scale out. */
const narrowest = [320, 420, 560, 720, 900]
const padding = 32

/** The scale of a matrix from its smallest to its largest colour. */
export function RampLegend({ data }: { readonly data: MatrixData }) {
  const { palette } = useLook()
  const ramp = rampOf(data, palette)
  // Numbers in the cells say more than a scale does, where there is room for them.
  const room =
    data.labels && data.scale === 'sequential'
      ? `unless-${narrowest.find((width) => width >= widthForNumbers(data) + padding) ?? 'wide'}`
      : ''
  return (
    <p class={`ramp-legend ${room}`} aria-hidden="true">
      {formatNumber(ramp.min, data.format)}
      <i style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }} />
      {formatNumber(ramp.max, { ...data.format, signed: data.scale === 'diverging' })}
    </p>
  )
}
