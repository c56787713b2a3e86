import { isWeekend, type Frame, indexOf } from '../days'
import { along, type Anchor, clamp, num, smoothPath, meanReverting, normals } from '../random'
import { assets, shocks, venues, type Venue } from '../universe/universe'
import type { Market } from './market'
import { type PricePath, priceOf } from './prices'

/** Volume and open interest of one asset on one venue. Values before `since` are undefined. */
export interface VenueActivity {
  readonly venue: Venue
  readonly symbol: string
  readonly since: number
  readonly volumeUsd: Float64Array
  /** Null for spot. */
  readonly openInterestCoins: Float64Array | null
}

export interface Activity {
  readonly spot: readonly VenueActivity[]
  readonly perpetual: readonly VenueActivity[]
}

/** Spot and perpetual volume of all venues and coins on a quiet weekday, USD bn. */
const totalVolume: readonly Anchor[] = along(`
  2023-07-24 62, 2023-11-21 112, 2024-03-10 285, 2024-06-15 170, 2024-09-15 142, 2024-12-01 320,
  2025-04-15 205, 2025-07-20 268, 2025-10-08 300, 2026-01-15 208, 2026-04-01 196, 2026-06-15 190,
  2026-08-20 172, 2026-11-20 204, 2027-12-31 240
`)

function marketPulse(market: Market): Float64Array {
  const { frame } = market
  const bitcoin = priceOf(market.prices, 'BTC')
  const path = smoothPath(frame.origin, frame.length, totalVolume)
  const slow = meanReverting(frame.seed, 'volume|market', frame.length, { halfLife: 6, sd: 0.17 })
  const shock = new Set(shocks.map(({ iso }) => indexOf(frame, iso)))
  return path.map((level, index) => {
    const move = clamp(Math.abs(num(bitcoin.change, index)) / 0.022, 0, shock.has(index) ? 4.5 : 3.2)
    const weekend = isWeekend(frame.origin + index) ? 0.72 : 1.03
    return level * 1e9 * Math.exp(num(slow, index)) * weekend * (0.7 + 0.34 * move)
  })
}

/** Volume of each coin, all venues and both market types. */
function coinVolumes(market: Market): ReadonlyMap<string, Float64Array> {
  const { frame } = market
  const pulse = marketPulse(market)
  const weights = new Map(
    assets.map(({ symbol, id }) => {
      const path = priceOf(market.prices, symbol)
      const mood = meanReverting(frame.seed, `volume|${id}`, frame.length, {
        halfLife: 25,
        sd: symbol === 'BTC' ? 0.1 : 0.24,
      })
      const typical = Math.hypot(path.profile.market, path.profile.alt, path.profile.own) / 1911
      const weight = path.profile.volumeWeight
      const series = mood.map((value, index) =>
        index < path.listed
          ? 0
          : weight *
            Math.exp(value) *
            (0.75 + 0.3 * clamp(Math.abs(num(path.change, index)) / typical, 0, 4)),
      )
      return [symbol, series] as const
    }),
  )
  const sums = pulse.map((_, index) =>
    [...weights.values()].reduce((sum, series) => sum + num(series, index), 0),
  )
  return new Map(
    [...weights].map(([symbol, series]) => [
      symbol,
      series.map((value, index) => (value / num(sums, index)) * num(pulse, index)),
    ]),
  )
}

/** Coins in open perpetuals over all venues: a share of supply that varies with mood and drops at shocks. */
function openInterestLevel({ frame, mood }: Market, path: PricePath): Float64Array {
  const share = path.profile.openInterestPct / 100
  const major = path.profile.symbol === 'BTC' ? 0.06 : 0.13
  const noise = meanReverting(frame.seed, `open interest|${path.profile.id}`, frame.length, {
    halfLife: 50,
    sd: major,
  })
  const cut = deleveraging(frame, path.profile.symbol === 'BTC' ? 1 : 1.25)
  let lean = 0
  return noise.map((value, index) => {
    lean += 0.03 * (0.07 * num(mood.regime, index) - lean)
    return share * num(path.supply, index) * Math.exp(value + lean) * num(cut, index)
  })
}

/** Remaining open interest after each shock, recovering with a half-life of 25 days. */
export function deleveraging(frame: Frame, multiple: number): Float64Array {
  const left = new Float64Array(frame.length).fill(1)
  for (const shock of shocks) {
    const at = indexOf(frame, shock.iso)
    const cut = Math.log(1 - Math.min(0.4, (shock.deleveraging / 100) * multiple))
    for (let index = at; index < frame.length; index += 1) {
      left[index] = num(left, index) * Math.exp(cut * 0.5 ** ((index - at) / 25))
    }
  }
  return left
}

/** Splits a coin's series over venues by drifting weights. */
function venueShares(
  frame: Frame,
  symbol: string,
  kind: 'spot' | 'perpetual',
  listing: readonly Venue[],
  since: readonly number[],
): readonly Float64Array[] {
  const raw = listing.map((venue, position) => {
    const drift = meanReverting(frame.seed, `venue ${kind}|${venue.id}|${symbol}`, frame.length, {
      halfLife: 70,
      sd: 0.16,
    })
    const common = meanReverting(frame.seed, `venue ${kind}|${venue.id}`, frame.length, {
      halfLife: 120,
      sd: 0.1,
    })
    const growth = smoothPath(frame.origin, frame.length, venue.growth)
    return drift.map((value, index) =>
      index < num(since, position)
        ? 0
        : venue[kind] * num(growth, index) * Math.exp(value + num(common, index)),
    )
  })
  const sums = new Float64Array(frame.length)
  for (const series of raw)
    for (let index = 0; index < frame.length; index += 1) sums[index] = num(sums, index) + num(series, index)
  return raw.map((series) => series.map((value, index) => value / num(sums, index)))
}

/**
 * How often a coin's open perpetuals change hands in a day, brought between 0.5 and 5 times. Single frenzied or dead days of a coin, whose
 * weight and open interest vary independently, would otherwise lie far outside what is ever seen.
 */
const plausible = (turnover: number): number =>
  turnover > 3 ? 3 + 1.98 * Math.tanh((turnover - 3) / 2) : Math.max(turnover, 0.5 + 0.2 * turnover)

/** What each venue's volume of a day is multiplied by for that. */
function paces(path: PricePath, volumes: readonly Float64Array[], coins: Float64Array): Float64Array {
  return coins.map((held, index) => {
    const traded = volumes.reduce((sum, volume) => sum + num(volume, index), 0)
    if (index < path.listed || traded === 0) return 1
    const turnover = traded / (held * num(path.close, index))
    return plausible(turnover) / turnover
  })
}

export function activityOf(market: Market): Activity {
  const { frame } = market
  const volumes = coinVolumes(market)
  const spotShare = meanReverting(frame.seed, 'volume|spot share', frame.length, { halfLife: 45, sd: 0.018 })
  const spot: VenueActivity[] = []
  const perpetual: VenueActivity[] = []
  for (const { symbol, id } of assets) {
    const path = priceOf(market.prices, symbol)
    const volume = volumes.get(symbol) ?? new Float64Array(frame.length)
    const own = meanReverting(frame.seed, `volume|spot share|${id}`, frame.length, { halfLife: 30, sd: 0.02 })
    const cash = spotShare.map((value, index) => clamp(0.26 + value + num(own, index), 0.18, 0.36))

    const spotVenues = venues.filter((venue) => venue.spot > 0 && (venue.spotCoins?.includes(symbol) ?? true))
    const spotStarts = spotVenues.map((venue) =>
      Math.max(path.listed, indexOf(frame, venue.spotSince?.[symbol] ?? '2023-07-24')),
    )
    const spotShares = venueShares(frame, symbol, 'spot', spotVenues, spotStarts)
    spotVenues.forEach((venue, position) => {
      const noise = normals(frame.seed, `spot|${venue.id}|${id}`, frame.length)
      spot.push({
        venue,
        symbol,
        since: num(spotStarts, position),
        openInterestCoins: null,
        volumeUsd: volume.map((value, index) =>
          Math.round(
            value *
              num(cash, index) *
              num(spotShares[position] ?? [], index) *
              Math.exp(0.09 * num(noise, index)),
          ),
        ),
      })
    })

    const perpetualVenues = venues.filter(
      (venue) => venue.perpetual > 0 && (venue.perpetualCoins?.includes(symbol) ?? true),
    )
    const perpetualStarts = perpetualVenues.map(() => path.listed)
    const perpetualShares = venueShares(frame, symbol, 'perpetual', perpetualVenues, perpetualStarts)
    const interest = openInterestLevel(market, path)
    const tilts = perpetualVenues.map((venue) => venue.holdingTilt)
    const tiltSums = interest.map((_, index) =>
      tilts.reduce((sum, tilt, position) => sum + tilt * num(perpetualShares[position] ?? [], index), 0),
    )
    const wanted = perpetualVenues.map((venue, position) => {
      const noise = normals(frame.seed, `perpetual|${venue.id}|${id}`, frame.length)
      const share = perpetualShares[position] ?? new Float64Array(frame.length)
      return volume.map(
        (value, index) =>
          value * (1 - num(cash, index)) * num(share, index) * Math.exp(0.09 * num(noise, index)),
      )
    })
    const pace = paces(path, wanted, interest)
    perpetualVenues.forEach((venue, position) => {
      const share = perpetualShares[position] ?? new Float64Array(frame.length)
      const tilt = num(tilts, position)
      perpetual.push({
        venue,
        symbol,
        since: path.listed,
        volumeUsd: (wanted[position] ?? volume).map((value, index) => Math.round(value * num(pace, index))),
        openInterestCoins: interest.map((coins, index) => {
          const shareOfInterest = (tilt * num(share, index)) / num(tiltSums, index)
          return Math.round(coins * shareOfInterest * 1000) / 1000
        }),
      })
    })
  }
  return { spot, perpetual }
}
