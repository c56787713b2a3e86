import { isNyseOpen } from '../market-calendar'
import type { Frame } from '../world'
import { indexOf } from '../world'
import { num, rounded } from '../paths'
import { meanReverting } from '../random'
import { type Rows, rowsOf } from '../rows'
import { plainEvents } from '../universe/market'

export interface Rates {
  /** 3-month bill, % a year, carried over days without a market. */
  readonly bill: Float64Array
  /** Middle of the policy target range, %. */
  readonly policy: Float64Array
}

/** The policy rate steps on its decisions; bills look six weeks ahead. */
export function ratesOf(frame: Frame): Rates {
  const policy = new Float64Array(frame.length).fill(5.375)
  for (const { kind, iso, size } of plainEvents) {
    if (kind === 'policy' && size !== undefined) policy.fill(size, indexOf(frame, iso) + 1)
  }
  const noise = meanReverting(frame.seed, 'rates|bill', frame.length, { halfLife: 15, sd: 0.025 })
  let carried = 5.3
  const bill = policy.map((rate, index) => {
    if (!isNyseOpen(frame.origin + index)) return carried
    const ahead = num(policy, Math.min(frame.length - 1, index + 45))
    carried = rounded(0.45 * rate + 0.55 * ahead - 0.05 + num(noise, index), 2)
    return carried
  })
  return { bill, policy }
}

export function rateRows(frame: Frame, rates: Rates): Rows {
  const rows = rowsOf('f_rates')
  for (let index = frame.from; index < frame.to; index += 1) {
    rows.add({
      date: frame.origin + index,
      bill_3m_pct: num(rates.bill, index),
      policy_pct: num(rates.policy, index),
    })
  }
  return rows.finish()
}
