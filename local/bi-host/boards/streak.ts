import { known } from '../query/statistics'
import type { Track } from './tiles/kpi'

/** "4 days in" or "2 days out": how long single days have had the same sign. */
export function streak({ daily = [] }: Track): string | undefined {
  const days = known(daily)
  const last = days.at(-1)
  if (last === undefined || last === 0) return undefined
  const length = days.length - 1 - days.findLastIndex((value) => Math.sign(value) !== Math.sign(last))
  return `${length} ${length === 1 ? 'day' : 'days'} ${last > 0 ? 'in' : 'out'}`
}
