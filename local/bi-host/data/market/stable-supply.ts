import { type Day, monthOf, type Frame, indexOf } from '../days'
import {
  clamp,
  num,
  shares,
  smoothPath,
  smoothed,
  trailingSum,
  meanReverting,
  normals,
  type Stream,
  stream,
} from '../random'
import { stablecoins, type ChainWeight, type Stablecoin } from '../universe/universe'
import type { Market } from './market'
import { priceOf } from './prices'

/** Causes of one day's supply change of one token on one chain, in whole peg units. */
export interface ChainDay {
  readonly day: Day
  readonly token: Stablecoin
  readonly chain: string
  readonly circulating: number
  readonly issued: number
  readonly redeemed: number
  readonly bridgedIn: number
  readonly bridgedOut: number
}

export interface Transfer {
  readonly day: Day
  readonly token: Stablecoin
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly transfers: number
}

export interface StableSupply {
  readonly chains: readonly ChainDay[]
  readonly transfers: readonly Transfer[]
}

/** Part of the gap to the target chain shares that is bridged each day. */
const pullPerDay = 0.07
/** Smaller amounts are not moved: bridges have a minimum. */
const smallestTransfer = 100_000

interface OnChain {
  readonly weight: ChainWeight
  readonly since: number
  readonly wanted: Float64Array
}

/** Target supply: the anchors, slow noise, and a delayed response to Bitcoin's last week. */
function demandOf(market: Market, token: Stablecoin, start: number): Float64Array {
  const { frame } = market
  const path = smoothPath(frame.origin, frame.length, token.supply)
  const noise = meanReverting(frame.seed, `stable supply|${token.id}`, frame.length, {
    halfLife: 12,
    sd: token.batch > 100 || token.isBasket ? 0.004 : 0.014,
  })
  const week = trailingSum(priceOf(market.prices, 'BTC').change, 7)
  const answer = smoothed(
    week.map((value) => 0.075 * clamp(value, -0.2, 0.2)),
    6,
  )
  const monthEnd = (index: number): number =>
    monthOf(frame.origin + index + 2) === monthOf(frame.origin + index - 1) ? 0 : 0.004
  return path.map((level, index) =>
    index < start
      ? 0
      : level *
        1e9 *
        Math.exp(num(noise, index) + num(answer, index) + (token.token === 'USDC' ? monthEnd(index) : 0)),
  )
}

function chainsOf(frame: Frame, token: Stablecoin, start: number): readonly OnChain[] {
  return token.chains.map((weight) => {
    const drift = meanReverting(frame.seed, `chain share|${token.id}|${weight.chain}`, frame.length, {
      halfLife: 60,
      sd: 0.05,
    })
    const path = smoothPath(frame.origin, frame.length, weight.weights)
    const since = weight.since === undefined ? start : Math.max(start, indexOf(frame, weight.since))
    return {
      weight,
      since,
      wanted: drift.map((value, index) => (index < since ? 0 : num(path, index) * Math.exp(value))),
    }
  })
}

/** Simulates one token: its issuer first, then its holders. */
function simulate(
  market: Market,
  token: Stablecoin,
  result: { chains: ChainDay[]; transfers: Transfer[] },
): void {
  const { frame } = market
  const start = token.launched === undefined ? frame.from - 40 : indexOf(frame, token.launched)
  const demand = demandOf(market, token, start)
  const chains = chainsOf(frame, token, start)
  const gross = normals(frame.seed, `primary market|${token.id}`, frame.length)
  const pairs = pairStreams(frame, token, chains)
  const held = chains.map(() => 0)
  for (let index = start; index < frame.to; index += 1) {
    const live = chains.map(({ since }) => index >= since)
    const before = held.reduce((sum, value) => sum + value, 0)
    const net = netIssue(token, num(demand, index) - before, index === start || index === frame.from - 40)
    const churn = before * 0.0016 * Math.exp(0.5 * num(gross, index))
    const primary = shares(chains.map(({ weight }, position) => (live[position] ? weight.issued : 0)))
    const issued = primary.map((share) => Math.round(share * (Math.max(0, net) + churn)))
    const redeemed = primary.map((share, position) =>
      Math.min(num(held, position), Math.round(share * (Math.max(0, -net) + churn))),
    )
    chains.forEach((_, position) => {
      held[position] = num(held, position) + num(issued, position) - num(redeemed, position)
    })
    const wanted = shares(chains.map((chain) => num(chain.wanted, index)))
    const moved = move(held, wanted, live, pairs)
    const day = frame.origin + index
    chains.forEach(({ weight }, position) => {
      const bridgedIn = moved.reduce((sum, row) => sum + num(row, position), 0)
      const bridgedOut = (moved[position] ?? []).reduce((sum, value) => sum + value, 0)
      held[position] = num(held, position) + bridgedIn - bridgedOut
      if (index < frame.from || !live[position]) return
      result.chains.push({
        day,
        token,
        chain: weight.chain,
        circulating: num(held, position),
        issued: num(issued, position),
        redeemed: num(redeemed, position),
        bridgedIn,
        bridgedOut,
      })
    })
    if (index >= frame.from) collect(result.transfers, day, token, moved, chains)
  }
}

/** Issues batches if demand exceeds supply by at least one batch, else a part of the gap per day. */
function netIssue(token: Stablecoin, gap: number, isFirst: boolean): number {
  if (isFirst) return gap
  const batch = token.batch * 1e6
  if (gap >= batch) return Math.floor(gap / batch) * batch + 0.03 * (gap % batch)
  // Issuers of large batches issue little in between.
  return gap > 0 ? (token.batch >= 1_000 ? 0.04 : 0.2) * gap : 0.3 * gap
}

type Pairs = readonly (readonly Stream[])[]

const pairStreams = (frame: Frame, token: Stablecoin, chains: readonly OnChain[]): Pairs =>
  chains.map(({ weight }) =>
    chains.map((other) => stream(frame.seed, `bridge|${token.id}|${weight.chain}|${other.weight.chain}`)),
  )

/**
 * Amounts moved between chains. Everyday traffic follows gravity (the root of both sizes). In addition, part of each chain's gap to its
 * target share moves from chains above target to chains below it.
 */
function move(
  held: readonly number[],
  wanted: readonly number[],
  live: readonly (boolean | undefined)[],
  pairs: Pairs,
): readonly (readonly number[])[] {
  const total = held.reduce((sum, value) => sum + value, 0)
  const gaps = held.map((value, position) =>
    live[position] ? pullPerDay * (num(wanted, position) * total - value) : 0,
  )
  const inflow = gaps.reduce((sum, gap) => sum + Math.max(0, gap), 0)
  return held.map((from, row) => {
    const amounts = held.map((to, column) => {
      const chance = pairs[row]?.[column]?.normal() ?? 0
      if (row === column || !live[row] || !live[column]) return 0
      const everyday =
        Math.sqrt(from * to) > 0.012 * total ? 0.0022 * Math.sqrt(from * to) * Math.exp(0.45 * chance) : 0
      const pull = inflow > 0 ? (Math.max(0, -num(gaps, row)) * Math.max(0, num(gaps, column))) / inflow : 0
      const amount = Math.round(everyday + pull)
      return amount < smallestTransfer ? 0 : amount
    })
    const out = amounts.reduce((sum, value) => sum + value, 0)
    const cap = 0.25 * from
    return out > cap ? amounts.map((value) => Math.floor((value * cap) / out)) : amounts
  })
}

function collect(
  into: Transfer[],
  day: Day,
  token: Stablecoin,
  moved: readonly (readonly number[])[],
  chains: readonly OnChain[],
): void {
  moved.forEach((row, from) => {
    row.forEach((amount, to) => {
      const [source, target] = [chains[from], chains[to]]
      if (amount <= 0 || !source || !target) return
      const typical = source.weight.chain === 'Ethereum' || source.weight.chain === 'Tron' ? 42_000 : 9_000
      into.push({
        day,
        token,
        from: source.weight.chain,
        to: target.weight.chain,
        amount,
        transfers: Math.max(1, Math.round(amount / (typical * (1 + amount / 4e8)))),
      })
    })
  })
}

export function stableSupply(market: Market): StableSupply {
  const result = { chains: [] as ChainDay[], transfers: [] as Transfer[] }
  for (const token of stablecoins) simulate(market, token, result)
  return result
}
