import type { Source } from '../source'
import { calendar, rates, events, price, hourly, marketCap, sentiment, fearGreed } from './market'
import { etf, rwa } from './funds'
import { lending, liquidations, onchain, staking, restaking } from './onchain'
import {
  options,
  optionSurface,
  optionStrikes,
  trading,
  funding,
  futuresTerm,
  exchangeLiquidations,
} from './trading'
import { stableSupply, stablePrice, stableBridge } from './stablecoins'

/** All sources of the semantic model. Add new source files here. */
export const sources: readonly Source[] = [
  marketCap,
  price,
  trading,
  funding,
  stableSupply,
  stablePrice,
  stableBridge,
  etf,
  lending,
  liquidations,
  exchangeLiquidations,
  staking,
  restaking,
  rwa,
  onchain,
  optionSurface,
  options,
  optionStrikes,
  futuresTerm,
  hourly,
  sentiment,
  fearGreed,
  rates,
  calendar,
  events,
]
