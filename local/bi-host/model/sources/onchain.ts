import { count, ratio, usd, price } from '../formats'
import { measure, ratioOf, additive, semiAdditive, daily, type Source, asset } from '../source'
const one = (value: string) => ({ ...ratioOf(value, '1'), format: ratio, requires: ['asset'] })
const coinCount = { kind: 'coins', compact: true } as const

export const onchain: Source = {
  id: 'onchain',
  revisions:
    'Provisional for 24 hours after the UTC day. Balances of exchanges are estimates and are revised backwards at any time.',
  label: 'On-chain measures',
  description: 'One day and asset (BTC, ETH): cost basis, activity, issuance, exchange balances.',
  ...daily('f_onchain_daily'),
  measures: {
    mvrv: {
      ...one('mvrv'),
      label: 'MVRV',
      unit: 'Market cap over realized cap',
      definition:
        'Above 1 the average coin is in profit. Each cycle peaked lower than the one before: bands of the last years say more than fixed zones.',
      synonyms: ['market value to realised value'],
    },
    nupl: {
      ...one('nupl'),
      label: 'NUPL',
      unit: 'Share of market cap that is unrealized profit',
      definition: '1 - 1 / MVRV: the same information as MVRV on another scale, not a second opinion.',
      synonyms: ['net unrealised profit'],
    },
    sopr: measure('SOPR', { kind: 'ratio', digits: 3 }, one('sopr'), {
      unit: 'Value when spent over value when created, coins moved that day',
      definition:
        'Above 1 coins move at a profit. In a rising market dips to 1 tend to hold; in a falling one rises to 1 tend to fail.',
      synonyms: ['spent output profit ratio'],
    }),
    realised_price: measure('Realised price', price, one('realised_price'), {
      unit: 'US dollars, mean price at which coins last moved',
      definition:
        'Average cost basis of all coins. Moves between wallets of one owner count as if coins were sold.',
      synonyms: ['cost basis'],
    }),
    realised_cap: measure('Realised cap', usd, semiAdditive('realised_cap_usd'), {
      unit: 'US dollars, each coin at the price it last moved',
      definition: 'Cost basis of the network. It falls only when coins move at a loss.',
      requires: ['asset'],
    }),
    supply: measure('On-chain supply', coinCount, semiAdditive('supply_coins'), {
      unit: 'Coins, end of the UTC day',
      definition: 'Coins issued on-chain; lost coins are in it.',
      requires: ['asset'],
    }),
    issuance: measure('Issuance', coinCount, additive('issuance_coins'), {
      unit: 'New coins, summed over the interval',
      definition: 'New coins for miners or validators.',
      synonyms: ['new supply'],
      requires: ['asset'],
    }),
    burned: measure('Burned', coinCount, additive('burned_coins'), {
      unit: 'Coins destroyed by fees, summed over the interval',
      definition: 'Zero for Bitcoin. For Ether it follows base-layer activity.',
      synonyms: ['fee burn'],
      requires: ['asset'],
    }),
    active_addresses: measure('Active addresses', count, semiAdditive('active_addresses'), {
      unit: 'Addresses seen on the day',
      definition:
        'Addresses are not users: one person has many, one exchange address serves thousands. Days must not be added.',
      synonyms: ['addresses', 'active users'],
      requires: ['asset'],
      better: 'up',
    }),
    exchange_balance: measure('Exchange balance', coinCount, semiAdditive('exchange_balance'), {
      unit: 'Coins attributed to exchanges, end of the UTC day',
      definition:
        'An estimate from clustering addresses, revised backwards. A fall can be custody moving, not holders leaving.',
      synonyms: ['exchange reserves', 'coins on exchanges'],
      requires: ['asset'],
    }),
    exchange_balance_first: {
      ...semiAdditive('exchange_balance_pit'),
      format: coinCount,
      label: 'Exchange balance, first print',
      unit: 'Coins attributed to exchanges, as first published',
      definition: 'What was known on the day; the gap to the other line is later revision.',
      requires: ['asset'],
    },
    fees: measure('Network fees', usd, additive('fees_usd'), {
      unit: 'US dollars paid on the base layer, summed over the interval',
      definition:
        'Base layer only. Falling fees on Ethereum do not mean falling use: activity moved to rollups.',
      synonyms: ['fees', 'gas fees', 'transaction fees'],
      better: 'up',
    }),
    hash_rate: {
      ...semiAdditive('hash_rate_ehs'),
      format: { kind: 'number', digits: 0, suffix: 'EH/s' },
      label: 'Hash rate',
      unit: 'Exahashes a second, estimated from blocks',
      definition: 'Estimated from the time between blocks, so one day is noisy: read the 7-day mean.',
      synonyms: ['hashrate', 'mining power'],
      requires: ['asset'],
    },
  },
  attributes: { asset },
}
