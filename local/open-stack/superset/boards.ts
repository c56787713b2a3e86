import { coinsBoards } from './boards/coins'
import { marketBoards } from './boards/market'
import { tradingBoards } from './boards/trading'
import { yieldsBoards } from './boards/yields'
import type { Board } from './table'

/**
 * The twelve dashboards for Superset. Titles, units and definitions are the embedded dashboards'; what stands in these tables is how each
 * chart is drawn, and why one is not.
 */
export const boards: readonly Board[] = [...marketBoards, ...coinsBoards, ...tradingBoards, ...yieldsBoards]
