/** Readings learned from a practice with stablecoins, bridges and tokenised assets, a few per class. */
export const seenTokens: readonly (readonly [question: string, expected: string])[] = [
  // The low and the high of the day, by any name.
  [
    'how far did usdc fall below the peg at worst this year',
    'stable_price.deviation_low; day; current year; where token in USDC',
  ],
  [
    'how low did usde go in october',
    'stable_price.deviation_low; day; between 2026-10-01 2026-10-31; where token in USDe',
  ],
  [
    'usdc maximum premium last year',
    'stable_price.deviation_high; day; previous 1 year; where token in USDC; sort stable_price.deviation_high desc',
  ],
  ['usdt at a discount', 'stable_price.deviation; where token in USDT'],
  ['what is usdt worth', 'stable_price.price; where token in USDT'],
  ['daily usdc volume', 'stable_price.volume; day; where token in USDC'],
  // What something is, where no figure is asked for.
  ['issuer of pyusd', 'stable_supply.supply; by issuer; where token in PYUSD'],
  ['what backs usde', 'stable_supply.supply; by backing; where token in USDe'],
  ['when was the last reserve report of each stablecoin', 'stable_supply.supply; by token, attestation'],
  ['redemption terms by product', 'rwa.value; by product, redemption'],
  ['latest nav date of benji', 'rwa.value; by nav_date; where product in BENJI'],
  ['rwa chains', 'rwa.value; by chain'],
  // One beside another.
  ['does usdc trade more than usdt', 'stable_price.volume; by token; where token in USDC, USDT'],
  ['is usdt bigger than usdc', 'stable_supply.supply; by token; day; where token in USDC, USDT'],
  [
    'did ondo or securitize raise more last quarter',
    'rwa.net_subscriptions; by issuer; day; previous 1 quarter; where issuer in Ondo, Securitize',
  ],
  // One of the days.
  [
    'biggest daily usdt redemption',
    'stable_supply.redeemed; day; all; where token in USDT; sort stable_supply.redeemed desc',
  ],
  [
    'record usdc supply',
    'stable_supply.supply; day; all; where token in USDC; sort stable_supply.supply desc',
  ],
  // The whole name, not its parts.
  ['tokenised shares by product', 'rwa.value; by product; where asset_class in Equities'],
  [
    'which products are open to us investors',
    'rwa.value; by product; where access in US retail and institutions, KYC',
  ],
  [
    'best paying treasuries',
    'rwa.yield; by product; where asset_class in Treasuries; top 10 product by rwa.yield',
  ],
  ['share of usdy working in defi', 'rwa.defi_share; where product in USDY'],
  ['usdt dominance', 'share(stable_supply.supply); by token'],
  [
    "where does solana's usdc come from",
    'stable_bridge.bridged; by from_chain; where to_chain in Solana; where token in USDC',
  ],
  [
    'what went to arbitrum from ethereum',
    'stable_bridge.bridged; where from_chain in Ethereum; where to_chain in Arbitrum',
  ],
  ['how often is usdc bridged', 'stable_bridge.transfers; where token in USDC'],
  // The mean of one, by any word for a mean.
  ['average bridge transfer by destination', 'stable_bridge.bridged / stable_bridge.transfers; by to_chain'],
  ['assets per address', 'rwa.value / rwa.holders'],
  // Each of a kind, one beside the rest.
  [
    'redemption window and minimum of each treasury product',
    'rwa.minimum; by product, redemption; where asset_class in Treasuries',
  ],
  ['yields of the treasury products', 'rwa.yield; by product; where asset_class in Treasuries'],
  ['usdt vs the rest', 'stable_supply.supply; by token'],
  ['how concentrated are tokenised assets by chain', 'share(rwa.value); by chain'],
  // Who holds something is not in the data.
  ['who are the biggest holders of buidl', 'refuse'],
  ['who holds buidl', 'refuse'],
]
