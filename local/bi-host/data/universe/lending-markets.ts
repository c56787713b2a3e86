import { along, type Anchor } from '../paths'

export type LendingClass = 'Dollar' | 'Ether' | 'Staked ether' | 'Bitcoin' | 'Other'

export interface LendingMarket {
  readonly protocol: string
  readonly chain: string
  readonly asset: string
  readonly kind: LendingClass
  /** Asset whose price moves the market's size; null for dollars. */
  readonly priced: string | null
  /** Relative size inside the protocol. */
  readonly weight: number
  readonly isCollateralOnly: boolean
  readonly since?: string
}

export interface LendingProtocol {
  readonly id: string
  readonly name: string
  readonly aliases: string
  /** Gross deposits, USD bn. */
  readonly supplied: readonly Anchor[]
  /** Factor on rate slopes and reserve factor against the reference parameters. */
  readonly rateFactor: number
  readonly reservePct: number
  /** Added to loan-to-value of the class, percentage points. */
  readonly ltvShift: number
}

export const lendingProtocols: readonly LendingProtocol[] = [
  {
    id: 'protocol:aave-v3',
    name: 'Aave v3',
    aliases: 'aave',
    rateFactor: 1,
    reservePct: 10,
    ltvShift: 0,
    supplied: along(`
      2023-11-21 6.4, 2024-03-13 12.5, 2024-09-06 15.5, 2024-11-21 23, 2025-01-20 32, 2025-04-08 25.5,
      2025-08-25 62, 2025-10-08 71, 2025-11-21 53, 2026-01-14 56, 2026-06-20 41.5, 2026-11-20 49,
      2027-12-31 60
    `),
  },
  {
    id: 'protocol:morpho',
    name: 'Morpho',
    aliases: 'morpho blue',
    rateFactor: 0.95,
    reservePct: 8,
    ltvShift: 8,
    supplied: along(`
      2024-01-10 0.05, 2024-03-13 0.35, 2024-11-21 2.9, 2025-04-08 3.6, 2025-08-25 10.2, 2025-10-08 12,
      2025-11-21 9.6, 2026-06-20 9.1, 2026-11-20 11.2, 2027-12-31 14
    `),
  },
  {
    id: 'protocol:compound-v3',
    name: 'Compound v3',
    aliases: 'compound, comet',
    rateFactor: 0.9,
    reservePct: 14,
    ltvShift: 3,
    supplied: along(`
      2023-11-21 1.3, 2024-03-13 2.4, 2024-11-21 2.9, 2025-08-25 4.3, 2025-11-21 3.3, 2026-06-20 2.5,
      2026-11-20 2.8, 2027-12-31 3
    `),
  },
  {
    id: 'protocol:spark',
    name: 'Spark',
    aliases: 'sparklend, spark lend',
    rateFactor: 1.05,
    reservePct: 5,
    ltvShift: -1,
    supplied: along(`
      2023-11-21 1.2, 2024-03-13 3.6, 2024-11-21 5.1, 2025-08-25 8.3, 2025-11-21 6.6, 2026-06-20 5,
      2026-11-20 5.8, 2027-12-31 6.5
    `),
  },
  {
    id: 'protocol:kamino',
    name: 'Kamino',
    aliases: 'kamino lend',
    rateFactor: 1.1,
    reservePct: 15,
    ltvShift: -4,
    supplied: along(`
      2023-11-21 0.12, 2024-03-13 0.9, 2024-11-21 2.6, 2025-09-15 4.1, 2025-11-21 3.1, 2026-06-20 2.2,
      2026-11-20 2.7, 2027-12-31 3
    `),
  },
  {
    id: 'protocol:venus',
    name: 'Venus',
    aliases: 'venus protocol',
    rateFactor: 1,
    reservePct: 20,
    ltvShift: -1,
    supplied: along(`
      2023-11-21 1.3, 2024-03-13 2, 2024-11-21 2.4, 2025-10-08 3.3, 2026-06-20 1.7, 2026-11-20 1.9,
      2027-12-31 2
    `),
  },
]

const classes: Readonly<Record<string, readonly [LendingClass, string | null]>> = {
  ETH: ['Ether', 'ETH'],
  wstETH: ['Staked ether', 'ETH'],
  weETH: ['Staked ether', 'ETH'],
  WBTC: ['Bitcoin', 'BTC'],
  cbBTC: ['Bitcoin', 'BTC'],
  BTCB: ['Bitcoin', 'BTC'],
  AVAX: ['Other', 'AVAX'],
  BNB: ['Other', 'BNB'],
  SOL: ['Other', 'SOL'],
  JitoSOL: ['Other', 'SOL'],
}

/** Tokens that opened later, wherever they are listed. */
const opened: Readonly<Record<string, string>> = {
  cbBTC: '2024-10-01',
  USDe: '2024-06-15',
  USDS: '2024-11-15',
  weETH: '2024-04-16',
}

/** `ETH 20` is a lent market of weight 20; a `*` marks collateral that is not lent out. */
function marketsOn(protocol: string, chain: string, list: string, since?: string): readonly LendingMarket[] {
  return list.split(', ').map((entry) => {
    const [name = '', weight = '0'] = entry.split(' ')
    const asset = name.replace('*', '')
    const [kind, priced] = classes[asset] ?? ['Dollar', null]
    const starts = [since, opened[asset]].filter((iso) => iso !== undefined).sort()
    const start = starts.at(-1)
    return {
      protocol,
      chain,
      asset,
      kind,
      priced,
      weight: Number(weight),
      isCollateralOnly: name.endsWith('*'),
      ...(start === undefined ? {} : { since: start }),
    }
  })
}

export const lendingMarkets: readonly LendingMarket[] = [
  ...marketsOn(
    'Aave v3',
    'Ethereum',
    'USDC 12, USDT 13, DAI 1.5, USDe 7, USDS 1.2, ETH 17, wstETH 12, weETH 11, WBTC 9, cbBTC 4',
  ),
  ...marketsOn('Aave v3', 'Arbitrum', 'USDC 2, USDT 0.9, ETH 2.4, wstETH 1.1, WBTC 1.6'),
  ...marketsOn('Aave v3', 'Base', 'USDC 1.1, ETH 1.2, wstETH 0.5, cbBTC 0.9', '2023-12-15'),
  ...marketsOn('Aave v3', 'Polygon', 'USDC 0.5, USDT 0.7, ETH 0.6, WBTC 0.5'),
  ...marketsOn('Aave v3', 'Avalanche', 'USDC 0.6, USDT 0.4, AVAX 0.5'),
  ...marketsOn('Aave v3', 'BNB Chain', 'USDT 0.3, USDC 0.2, BNB 0.4', '2024-01-25'),
  ...marketsOn('Aave v3', 'OP Mainnet', 'USDC 0.3, ETH 0.4, wstETH 0.4'),
  ...marketsOn('Morpho', 'Ethereum', 'USDC 18, USDT 7, ETH 12, wstETH* 14, WBTC* 12', '2024-01-10'),
  ...marketsOn('Morpho', 'Base', 'USDC 12, ETH 3, cbBTC* 17', '2024-06-20'),
  ...marketsOn('Compound v3', 'Ethereum', 'USDC 17, USDT 9, ETH 12, wstETH* 22, WBTC* 18'),
  ...marketsOn('Compound v3', 'Arbitrum', 'USDC 5, ETH* 6, WBTC* 4'),
  ...marketsOn('Compound v3', 'Base', 'USDC 3, ETH 3, cbBTC* 2'),
  ...marketsOn('Spark', 'Ethereum', 'USDS 9, DAI 14, USDC 6, ETH 19, wstETH 26, weETH 9, cbBTC 8'),
  ...marketsOn('Kamino', 'Solana', 'USDC 24, USDT 4, PYUSD 5, SOL 26, JitoSOL 30'),
  ...marketsOn('Venus', 'BNB Chain', 'USDT 18, USDC 8, FDUSD 3, BNB 26, BTCB 24, ETH 12'),
]
