import type { Source } from '../source'
import { calendar } from './calendar'
import { etf } from './etf'
import { events } from './events'
import { exchangeLiquidations } from './exchange-liquidations'
import { fearGreed } from './fear-greed'
import { funding } from './funding'
import { futuresTerm } from './futures-term'
import { hourly } from './hourly'
import { lending } from './lending'
import { liquidations } from './liquidations'
import { marketCap } from './market-cap'
import { onchain } from './onchain'
import { optionStrikes } from './option-strikes'
import { optionSurface } from './option-surface'
import { options } from './options'
import { price } from './price'
import { rates } from './rates'
import { restaking } from './restaking'
import { rwa } from './rwa'
import { sentiment } from './sentiment'
import { stableBridge } from './stable-bridge'
import { stablePrice } from './stable-price'
import { stableSupply } from './stable-supply'
import { staking } from './staking'
import { trading } from './trading'

/** All subjects of the semantic model: the one list that a new source file is added to. */
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
