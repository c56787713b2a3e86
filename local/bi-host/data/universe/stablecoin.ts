import type { Anchor } from '../paths'

/** A stablecoin, its supply in USD bn on the dates given, and its weight on each chain by period. */
export interface Stablecoin {
  readonly id: string
  readonly token: string
  readonly name: string
  readonly issuer: string
  readonly group: string
  readonly backing: 'Fiat reserves' | 'Crypto collateral' | 'Synthetic' | 'Mixed'
  readonly launched?: string
  readonly attested?: string
  readonly isBasket?: true
  readonly supply: readonly Anchor[]
  /** Typical distance from par, bp, and its lean. */
  readonly pegNoise: number
  readonly pegLean: number
  /** Daily volume as a share of supply. */
  readonly turnover: number
  readonly chains: readonly ChainWeight[]
  /** Size of one batch of new issue, USD m: USDT is authorised in lumps of a billion. */
  readonly batch: number
}

export interface ChainWeight {
  readonly chain: string
  /** First day of the token there; absent when before the history. */
  readonly since?: string
  /** Weight on the dates given; shares are weights over their sum. */
  readonly weights: readonly Anchor[]
  /** The issuer issues here directly; elsewhere it mostly arrives by bridge. */
  readonly issued: number
}

/** A chain with a steady weight. */
export const flat = (chain: string, weight: number, issued = 0.05, since?: string): ChainWeight => ({
  chain,
  weights: [
    ['2023-11-21', weight],
    ['2026-11-20', weight],
  ],
  issued,
  ...(since === undefined ? {} : { since }),
})

/** A chain whose weight moves. */
export const path = (
  chain: string,
  issued: number,
  weights: readonly Anchor[],
  since?: string,
): ChainWeight => ({
  chain,
  weights,
  issued,
  ...(since === undefined ? {} : { since }),
})
