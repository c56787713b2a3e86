import { dimensionRows } from './facts/dimensions'
import { exchangeLiquidations } from './facts/exchange-liquidations'
import { fundingRows } from './facts/funding'
import { fundRows } from './facts/funds'
import { lendingRows } from './facts/lending'
import { liquidationRows } from './facts/onchain-liquidations'
import { onchainRows } from './facts/onchain'
import { optionInterest, optionStrikes, optionSurface } from './facts/options'
import { dailyPrices, hourlyPrices } from './facts/prices'
import { productRows } from './facts/products'
import { rateRows, ratesOf } from './facts/rates'
import { crowdRows, fearGreedRows } from './facts/sentiment'
import { type Edition, metaRows, sourceRows } from './facts/sources'
import { stableBridgeRows, stablePriceRows, stableSupplyRows } from './facts/stablecoins'
import { restakingRows, stakingRows } from './facts/staking'
import { futuresTerm, tradingRows } from './facts/trading'
import { activityOf } from './market/activity'
import { type Market, marketOf } from './market/market'
import { optionRows } from './market/option-book'
import { stableSupply } from './market/stable-supply'
import { termRows } from './market/term'
import type { Rows } from './rows'

/** All tables of the sample data up to `asOf`, one after the other; the same arguments give the same rows. */
export function* generate(seed: string, asOf: string, edition: Edition): Generator<Rows> {
  const market = marketOf(seed, asOf)
  const made: Rows[] = []
  for (const rows of factRows(market)) {
    made.push(rows)
    yield rows
  }
  yield* dimensionRows(market.frame)
  yield sourceRows(market.frame, made, edition)
  yield metaRows(market.frame, edition)
}

function* factRows(market: Market): Generator<Rows> {
  const activity = activityOf(market)
  yield dailyPrices(market)
  yield hourlyPrices(market, activity)
  const term = termRows(market)
  yield tradingRows(market, activity, term)
  yield futuresTerm(market, term)
  yield fundingRows(market, activity)
  yield exchangeLiquidations(market, activity)
  yield crowdRows(market)
  yield fearGreedRows(market)
  const rates = ratesOf(market.frame)
  yield rateRows(market.frame, rates)
  yield optionSurface(market)
  const options = optionRows(market)
  yield optionInterest(market, options)
  yield optionStrikes(market, options)
  const supply = stableSupply(market)
  yield stableSupplyRows(supply)
  yield stablePriceRows(market, supply)
  yield stableBridgeRows(supply)
  yield fundRows(market)
  yield productRows(market, rates)
  yield onchainRows(market)
  yield lendingRows(market)
  yield liquidationRows(market)
  yield stakingRows(market)
  yield restakingRows(market)
}
