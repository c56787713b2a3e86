import type { Anchor } from '../paths'

/** How the value of one token moves: constant at one dollar, growing with its yield, with gold, or with shares. */
export type NavRule = 'constant' | 'accruing' | 'gold' | 'shares'

export interface Product {
  readonly id: string
  readonly product: string
  readonly name: string
  readonly issuer: string
  readonly assetClass: 'Treasuries' | 'Gold' | 'Private credit' | 'Equities' | 'Repo'
  readonly transferClass: 'Distributed' | 'Represented'
  readonly access: string
  readonly minimumUsd: number
  readonly redemption: string
  readonly navFrequency: 'Daily' | 'Business day' | 'Continuous' | 'Monthly'
  readonly feePct: number
  readonly launched?: string
  /** Value of all tokens, USD bn. */
  readonly value: readonly Anchor[]
  readonly navRule: NavRule
  /** Value of one token at the start of the history. */
  readonly navStart: number
  /** Net yield over the 3-month bill, percentage points; null for products without one. */
  readonly spread: number | null
  readonly holders: readonly Anchor[]
  readonly defiPct: number
  /** Chains with their weights; a token that opened later on a chain has its date. */
  readonly chains: readonly (readonly [chain: string, weight: number, since?: string])[]
}

type Terms = Pick<
  Product,
  | 'access'
  | 'minimumUsd'
  | 'redemption'
  | 'feePct'
  | 'navRule'
  | 'navStart'
  | 'spread'
  | 'holders'
  | 'defiPct'
  | 'chains'
  | 'value'
> &
  Partial<Pick<Product, 'launched' | 'transferClass' | 'navFrequency'>>

/** A product with the usual defaults: distributed, struck on business days. */
export const product = (
  id: string,
  [symbol, name, issuer, assetClass]: readonly [string, string, string, Product['assetClass']],
  terms: Terms,
): Product => ({
  id: `product:${id}`,
  product: symbol,
  name,
  issuer,
  assetClass,
  transferClass: 'Distributed',
  navFrequency: 'Business day',
  ...terms,
})

export const institutions = {
  access: 'Qualified purchasers, KYC',
  redemption: 'Same or next business day',
} as const
