import type { RangeId } from '../../wire/board'
import { useLook } from '../parts/context'

const labels: Readonly<Record<RangeId, readonly [string, string]>> = {
  '30D': ['30D', '30 days'],
  '90D': ['90D', '90 days'],
  '1Y': ['1Y', 'One year'],
  ALL: ['All', 'All history'],
}

export interface RangeSwitchProps {
  readonly ranges: readonly RangeId[]
  readonly chosen: RangeId
  /** Nothing on the page would follow it. */
  readonly fixed: boolean
  readonly choose: (range: RangeId) => void
}

/** One choice of a few: the arrow keys choose, Tab passes by. Where it would change nothing it says why. */
export function RangeSwitch({ ranges, chosen, fixed, choose }: RangeSwitchProps) {
  const { words } = useLook()
  if (ranges.length < 2) return null
  const why = fixed ? words('board.range.fixed') : undefined
  return (
    <>
      {why === undefined ? null : (
        <span id="range-fixed" class="range-fixed">
          {why}
        </span>
      )}
      <div
        class="range-switch"
        role="radiogroup"
        aria-label={words('board.range')}
        title={why}
        {...(fixed ? { 'aria-disabled': true, 'aria-describedby': 'range-fixed' } : {})}
      >
        {ranges.map((range) => (
          <label key={range} title={why ?? labels[range][1]}>
            <input
              type="radio"
              name="range"
              disabled={fixed}
              checked={!fixed && range === chosen}
              onChange={() => choose(range)}
            />
            <span>{labels[range][0]}</span>
          </label>
        ))}
      </div>
    </>
  )
}
