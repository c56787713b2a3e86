import { dimensionRows } from './facts/dimensions'
import { fundRows } from './facts/funds'
import { lendingRows } from './facts/lending'
import { liquidationRows, exchangeLiquidations } from './facts/liquidations'
import { onchainRows } from './facts/onchain'
import { optionInterest, optionStrikes, optionSurface } from './facts/options'
import { dailyPrices, hourlyPrices } from './facts/prices'
import { productRows } from './facts/products'
import { crowdRows, fearGreedRows, rateRows, ratesOf } from './facts/rates-and-sentiment'
import { stableBridgeRows, stablePriceRows, stableSupplyRows } from './facts/stablecoins'
import { restakingRows, stakingRows } from './facts/staking'
import { futuresTerm, tradingRows, fundingRows } from './facts/trading'
import { activityOf } from './market/activity'
import { type Market, marketOf } from './market/market'
import { optionRows } from './market/option-book'
import { stableSupply } from './market/stable-supply'
import { termRows } from './market/term'
import { type Rows, rowsOf } from './rows'
import { isoOf, type Frame } from './days'
import { factClocks } from './schema'
interface Edition {
  readonly scale: number
  readonly version: string
  readonly generatorVersion: number
}

/** One line of provenance per fact table: all from the generator until a refresh replaces a table. */
function sourceRows(edition: Edition): Rows {
  const rows = rowsOf('dim_source')
  const source = `Sample generator v${edition.generatorVersion} (not market data)`
  for (const { name, clock, note } of factClocks)
    rows.add({ table_name: name, source, status: 'sample', clock, note })
  return rows.finish()
}

function metaRows(frame: Frame, edition: Edition): Rows {
  const rows = rowsOf('meta')
  const facts = {
    dataset: 'Assay sample data',
    label: 'Sample data',
    seed: frame.seed,
    as_of: isoOf(frame.origin + frame.to - 1),
    first_day: isoOf(frame.origin + frame.from),
    version: edition.version,
    generator_version: String(edition.generatorVersion),
    scale: String(edition.scale),
  }
  for (const [name, value] of Object.entries(facts)) rows.add({ key: name, value })
  return rows.finish()
}

/** All tables of the sample data up to `asOf`, one after the other; the same arguments give the same rows. */
export function* generate(seed: string, asOf: string, edition: Edition): Generator<Rows> {
  const market = marketOf(seed, asOf)
  yield* factRows(market)
  yield* dimensionRows(market.frame)
  yield sourceRows(edition)
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
