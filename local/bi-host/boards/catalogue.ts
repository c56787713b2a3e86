import { bitcoin } from './bitcoin'
import type { BoardDefinition } from './definition'
import { etf } from './etf'
import { derivatives } from './derivatives'
import { ethereum } from './ethereum'
import { futures } from './futures'
import { globalCryptoMarket } from './global-market'
import { home } from './home'
import { lending } from './lending'
import { rwa } from './rwa'
import { spotAnalytics } from './spot'
import { stablecoins } from './stablecoins'
import { staking } from './staking'

/** The twelve curated boards in the order of the portal's catalogue. */
export const curatedBoards: readonly BoardDefinition[] = [
  home,
  stablecoins,
  globalCryptoMarket,
  bitcoin,
  ethereum,
  etf,
  lending,
  spotAnalytics,
  derivatives,
  futures,
  staking,
  rwa,
]
