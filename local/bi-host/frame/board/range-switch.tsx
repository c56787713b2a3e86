import type { RangeId } from '../../contract'
import { useLook } from './ui'

const labels: Readonly<Record<RangeId, readonly [string, string]>> = {
  '30D': ['30D', '30 days'],
  '90D': ['90D', '90 days'],
  '1Y': ['1Y', 'One year'],
  ALL: ['All', 'All history'],
}

export interface RangeSwitchProps {
  readonly ranges: readonly RangeId[]
  readonly chosen: RangeId
  readonly choose: (range: RangeId) => void
}

/** One choice of a few: the arrow keys choose, Tab passes by. */
export function RangeSwitch({ ranges, chosen, choose }: RangeSwitchProps) {
  const { words } = useLook()
  if (ranges.length < 2) return null
  return (
    <div class="range-switch" role="radiogroup" aria-label={words('board.range')}>
      {ranges.map((range) => (
        <label key={range} title={labels[range][1]}>
          <input type="radio" name="range" checked={range === chosen} onChange={() => choose(range)} />
          <span>{labels[range][0]}</span>
        </label>
      ))}
    </div>
  )
}
