import { along, num, smoothPath } from '../paths'
import { normals } from '../random'
import type { AssetProfile } from '../universe/market'
import { type Frame, indexOf } from '../world'

/** Circulating supply of a coin; issue and burn of the day where the chain tells them. Whole coins. */
export interface CoinSupply {
  readonly supply: Float64Array
  readonly issued: Float64Array
  readonly burned: Float64Array
}

/** Bitcoin counts blocks of 6.25 and, from the halving, 3.125 coins: about 450 a day. */
function bitcoinSupply(frame: Frame): CoinSupply {
  const halving = indexOf(frame, '2024-04-20')
  const luck = normals(frame.seed, 'supply|btc', frame.length)
  const issued = luck.map((value, index) => Math.round((144 + 5 * value) * (index < halving ? 6.25 : 3.125)))
  return accumulated(frame, 19_550_000, issued, new Float64Array(frame.length))
}

/** Ether is issued to validators and burned with fees; after the Dencun upgrade far less is burned. */
function etherSupply(frame: Frame): CoinSupply {
  const noise = normals(frame.seed, 'supply|eth', frame.length)
  const issue = smoothPath(
    frame.origin,
    frame.length,
    along('2023-11-21 2390, 2024-11-21 2590, 2025-11-21 2660, 2026-11-20 2760, 2027-12-31 2820'),
  )
  const burn = smoothPath(
    frame.origin,
    frame.length,
    along(`
      2023-11-21 2500, 2024-03-10 3900, 2024-05-01 1250, 2024-08-20 420, 2024-12-05 1450, 2025-04-15 260,
      2025-08-20 620, 2026-02-01 240, 2026-11-20 310, 2027-12-31 330
    `),
  )
  return accumulated(
    frame,
    120_250_000,
    issue.map(Math.round),
    burn.map((level, index) => Math.round(level * Math.exp(0.28 * num(noise, index)))),
  )
}

/** Supply from issue and burn, equal to `start` at the end of the day before the history. */
function accumulated(frame: Frame, start: number, issued: Float64Array, burned: Float64Array): CoinSupply {
  let before = start
  for (let index = 0; index < frame.from; index += 1) before -= num(issued, index) - num(burned, index)
  const supply = issued.map((coins, index) => (before += coins - num(burned, index)))
  return { supply, issued, burned }
}

export function coinSupply(frame: Frame, profile: AssetProfile): CoinSupply {
  if (profile.symbol === 'BTC') return bitcoinSupply(frame)
  if (profile.symbol === 'ETH') return etherSupply(frame)
  const supply = smoothPath(frame.origin, frame.length, profile.supply).map(Math.round)
  return { supply, issued: new Float64Array(frame.length), burned: new Float64Array(frame.length) }
}
