import type { Anchor } from '../paths'

/** A US spot fund. Holdings in thousands of coins on the dates given; they are where creations and redemptions lead. */
export interface Fund {
  readonly ticker: string
  readonly label: string
  readonly name: string
  readonly issuer: string
  readonly underlying: 'BTC' | 'ETH' | 'SOL' | 'XRP'
  readonly feePct: number
  readonly isStaking: boolean
  readonly listedOn: string
  readonly coinsPerShare: number
  readonly unitShares: number
  /** Share of trading days without a creation or redemption. */
  readonly quiet: number
  readonly holdings: readonly Anchor[]
  /** Coins in thousands that arrived (or left) in kind on a date. */
  readonly spinOff?: { readonly iso: string; readonly thousands: number }
  /** True when the coins were there before the listing, as a trust. */
  readonly isConverted?: true
}

type Terms = Pick<Fund, 'feePct' | 'listedOn' | 'coinsPerShare' | 'unitShares' | 'quiet'> &
  Partial<Pick<Fund, 'isStaking' | 'spinOff' | 'isConverted' | 'label'>>

/** Holdings are given in thousands of coins. */
export const fund = (
  ticker: string,
  name: string,
  issuer: string,
  underlying: Fund['underlying'],
  terms: Terms,
  holdings: readonly Anchor[],
): Fund => ({
  ticker,
  label: ticker,
  name,
  issuer,
  underlying,
  isStaking: false,
  ...terms,
  holdings: holdings.map(([iso, thousands]) => [iso, thousands * 1000]),
})

export const bitcoinStart = '2024-01-11'
export const etherStart = '2024-07-23'
