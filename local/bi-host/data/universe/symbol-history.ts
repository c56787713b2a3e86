/** Periods of a symbol per entity, oldest first. The entity keeps its id through every one of them. */
export interface SymbolPeriod {
  readonly entity: string
  readonly symbol: string
  readonly name: string
  readonly from: string
  readonly to?: string
  readonly event: string
  readonly ratio: number
  readonly link?: string
}

export const renames: readonly SymbolPeriod[] = [
  {
    entity: 'asset:pol',
    symbol: 'MATIC',
    name: 'Polygon',
    from: '2019-04-26',
    to: '2024-09-12',
    event: 'listing',
    ratio: 1,
  },
  { entity: 'asset:pol', symbol: 'POL', name: 'Polygon', from: '2024-09-13', event: 'rename', ratio: 1 },
  {
    entity: 'asset:ton',
    symbol: 'TON',
    name: 'Toncoin',
    from: '2021-08-26',
    to: '2026-06-29',
    event: 'listing',
    ratio: 1,
  },
  { entity: 'asset:ton', symbol: 'GRAM', name: 'Gram', from: '2026-06-30', event: 'rename', ratio: 1 },
  {
    entity: 'token:usds',
    symbol: 'USDS',
    name: 'Sky Dollar',
    from: '2024-09-18',
    event: 'listing',
    ratio: 1,
    link: 'token:dai',
  },
  {
    entity: 'product:usyc',
    symbol: 'USYC',
    name: 'Hashnote US Yield Coin',
    from: '2023-06-01',
    to: '2025-01-20',
    event: 'listing',
    ratio: 1,
  },
  {
    entity: 'product:usyc',
    symbol: 'USYC',
    name: 'Circle USYC',
    from: '2025-01-21',
    event: 'rename',
    ratio: 1,
  },
  {
    entity: 'fund:BRRR',
    symbol: 'BRRR',
    name: 'Valkyrie Bitcoin Fund',
    from: '2024-01-11',
    to: '2024-06-13',
    event: 'listing',
    ratio: 1,
  },
  {
    entity: 'fund:BRRR',
    symbol: 'BRRR',
    name: 'CoinShares Bitcoin ETF',
    from: '2024-06-14',
    event: 'rename',
    ratio: 1,
  },
]
