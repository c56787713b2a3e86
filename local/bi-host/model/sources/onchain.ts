import { percent, percentFine, usd, count, basisPoints, days, ratio, price } from '../formats'
import {
  measure,
  by,
  additive,
  ratioOf,
  semiAdditive,
  weightedMean,
  daily,
  chain,
  asset,
  type Source,
} from '../source'

export const liquidations: Source = {
  id: 'liquidations',
  revisions: 'Provisional for 24 hours after the UTC day.',
  label: 'On-chain liquidations',
  description: 'One day, protocol, chain and collateral: loans closed by force on-chain.',
  ...daily('f_liquidations'),
  measures: {
    amount: measure('On-chain liquidations', usd, additive('amount_usd'), {
      unit: 'US dollars of collateral seized, summed over the interval',
      definition:
        'Complete on-chain events of lending protocols. Never add them to exchange liquidations, which are a floor.',
      synonyms: ['liquidations', 'defi liquidations', 'liquidated'],
      better: 'down',
    }),
    positions: measure('Positions liquidated', count, additive('positions'), {
      unit: 'Positions, summed over the interval',
      definition: 'Number of positions; a few large ones can outweigh the rest.',
      synonyms: ['liquidated positions'],
      better: 'down',
    }),
  },
  attributes: {
    protocol: by('Protocol', 'protocol', 'lending protocol', 'protocol', {
      aliases: { 'Aave v3': ['aave'] },
    }),
    chain: by('Chain', 'chain', 'chain', 'chain'),
    collateral: by('Collateral', 'collateral', 'lending asset', 'collateral'),
  },
}

export const lending: Source = {
  id: 'lending',
  revisions: 'Provisional for 24 hours after the UTC day. A market that is added changes history.',
  label: 'Lending markets',
  description: 'One day, protocol, chain and asset: size, rates and parameters at the end of the day.',
  ...daily('f_lending_daily'),
  from: "(select *, protocol || ' · ' || chain || ' · ' || asset as market from f_lending_daily)",
  synonyms: ['lending', 'money markets'],
  measures: {
    supplied: measure('Supplied', usd, semiAdditive('supplied_usd'), {
      unit: 'US dollars, gross deposits, end of the UTC day',
      definition: 'Gross deposits. Sites that show "TVL" of lending subtract what is borrowed.',
      synonyms: ['deposits', 'supplied', 'deposited'],
      better: 'up',
    }),
    borrowed: measure('Borrowed', usd, semiAdditive('borrowed_usd'), {
      unit: 'US dollars, outstanding loans, end of the UTC day',
      definition: 'Outstanding loans. It moves with the price of the borrowed coin as well as with demand.',
      synonyms: ['loans', 'borrowed', 'debt', 'borrowing'],
      better: 'up',
    }),
    idle: {
      ...semiAdditive('case when is_collateral_only then 0 else supplied_usd - borrowed_usd end'),
      label: 'Idle liquidity',
      format: usd,
      unit: 'US dollars that lenders can withdraw now, end of the UTC day',
      definition:
        'Supplied less borrowed in markets that lend. The total hides single markets without an exit: see the worst market.',
      synonyms: ['liquidity', 'available liquidity', 'withdrawable'],
      better: 'up',
    },
    utilisation: {
      ...ratioOf(
        'case when is_collateral_only then 0 else borrowed_usd end',
        'case when is_collateral_only then 0 else supplied_usd end',
      ),
      scale: 100,
      label: 'Utilization',
      format: percent,
      unit: 'Percent of lendable deposits that is borrowed, end of the UTC day',
      definition:
        'Borrowed over supplied; tokens that are only posted as collateral are left out. Near 100% lenders cannot leave.',
      synonyms: ['utilisation', 'usage'],
    },
    borrow_apy: measure('Borrow APY', percentFine, weightedMean('borrow_apy_pct', 'borrowed_usd'), {
      unit: 'Percent a year, compounded daily, weighted by what is borrowed, rewards left out',
      definition:
        'What borrowers pay, weighted by loan size. A mean hides spikes: the band shows the spread over markets.',
      synonyms: ['borrow rate', 'borrowing cost', 'borrow rates'],
    }),
    supply_apy: measure('Supply APY', percentFine, weightedMean('supply_apy_pct', 'supplied_usd'), {
      unit: 'Percent a year, compounded daily, weighted by deposits, rewards left out',
      definition:
        'What lenders earn. A high one usually means that the market is full and nobody can leave: look at utilization beside it.',
      synonyms: ['lending rate', 'deposit rate', 'supply rate', 'lending yield'],
    }),
    kink: measure('Kink of the rate curve', percent, weightedMean('u_opt_pct', 'supplied_usd'), {
      unit: 'Percent utilization above which the rate rises steeply',
      definition: 'The utilization the protocol aims below. Governance sets it per market.',
      synonyms: ['optimal utilisation', 'target utilisation'],
    }),
    reserve_factor: measure('Reserve factor', percent, weightedMean('reserve_factor_pct', 'supplied_usd'), {
      unit: 'Percent of interest kept by the protocol',
      definition: 'What the protocol keeps of the interest. Governance sets it per market.',
    }),
    loan_to_value: measure('Loan to value', percent, ratioOf('ltv_pct * supplied_usd', 'supplied_usd'), {
      unit: 'Percent of collateral value that can be borrowed, weighted by deposits',
      definition:
        'The most that can be borrowed when the loan is opened; liquidation begins later, at the threshold.',
      synonyms: ['ltv'],
    }),
    threshold: {
      ...ratioOf('liq_threshold_pct * supplied_usd', 'supplied_usd'),
      label: 'Liquidation threshold',
      format: percent,
      unit: 'Percent of collateral value at which a loan may be liquidated, weighted by deposits',
      definition:
        'Above loan to value by a cushion: the room between borrowing the most and being liquidated.',
    },
    base_rate: curve('base_rate_pct', 'Base rate'),
    slope_below: curve('slope1_pct', 'Slope below the kink'),
    slope_above: curve('slope2_pct', 'Slope above the kink'),
  },
  attributes: {
    protocol: by('Protocol', 'protocol', 'lending protocol', 'protocol, venue', {
      aliases: { 'Aave v3': ['aave'], 'Compound v3': ['compound'], 'Morpho Blue': ['morpho'] },
    }),
    chain,
    asset: by('Asset', 'asset', 'lending asset', 'asset, token, coin'),
    asset_class: by('Asset class', 'asset_class', 'lending asset class', 'class, asset class'),
    market: by('Market', 'market', 'lending market', 'market, pool'),
  },
}

function curve(column: string, label: string): Source['measures'][string] {
  return {
    ...ratioOf(`${column} * supplied_usd`, `case when ${column} is not null then supplied_usd end`),
    label,
    format: percentFine,
    unit: 'Percent a year, a parameter of the rate curve',
    definition: 'A parameter of the two-slope rate curve of the market. Governance changes it.',
    requires: ['market'],
  }
}

export const restaking: Source = {
  id: 'restaking',
  revisions: 'Provisional for 24 hours after the UTC day.',
  label: 'Restaking',
  description: 'One day and protocol: stake that secures a second service as well.',
  ...daily('f_restaking_daily'),
  measures: {
    restaked: measure('Restaked value', usd, semiAdditive('restaked_usd'), {
      unit: 'US dollars, end of the UTC day',
      definition: 'Stake used a second time. It is counted in staking already: never add the two.',
      synonyms: ['restaking', 'restaked'],
      better: 'up',
    }),
    extra: {
      ...ratioOf('apr_pct * restaked_usd', 'restaked_usd'),
      label: 'Extra reward of restaking',
      format: percentFine,
      unit: 'Percent a year on top of the staking reward, weighted by value',
      definition: 'Paid for a second slashing risk on the same stake.',
      synonyms: ['restaking yield', 'restaking apr'],
      better: 'up',
    },
  },
  attributes: {
    protocol: by('Restaking protocol', 'protocol', 'restaking protocol', 'protocol'),
    network: by('Network', 'network', 'network', 'network'),
  },
}

const byStake = (top: string) => ({ ...ratioOf(top, 'staked_usd'), format: percentFine })

export const staking: Source = {
  id: 'staking',
  revisions: 'Provisional for 24 hours after the UTC day.',
  label: 'Staking',
  description: 'One day, network and protocol: coins staked, reward, dilution and time to leave.',
  ...daily('f_staking_daily'),
  measures: {
    staked: measure('Staked value', usd, semiAdditive('staked_usd'), {
      unit: 'US dollars, end of the UTC day',
      definition: 'Staked coins times price: it moves with price. The share of supply does not.',
      synonyms: ['staked value', 'total staked', 'stake'],
      better: 'up',
    }),
    staked_coins: measure('Staked coins', { kind: 'coins', compact: true }, semiAdditive('staked_coins'), {
      unit: 'Coins, end of the UTC day',
      definition: 'Coins staked. Coins of different networks must not be added.',
      requires: ['network'],
      better: 'up',
    }),
    staked_share: {
      kind: 'ratio',
      top: 'staked_coins',
      // The supply of the whole network is repeated on every provider's row.
      bottom: 'supply_coins',
      folds: { bottom: 'highest' },
      over: 'last-day',
      scale: 100,
      label: 'Staked share',
      format: percent,
      unit: 'Percent of the total supply of the coin, end of the UTC day',
      definition: 'Staked coins over total supply. Sites that divide by circulating supply show more.',
      synonyms: ['staking ratio', 'share staked', 'staked share of supply'],
      requires: ['network'],
    },
    apr: {
      ...byStake('apr_pct * staked_usd'),
      label: 'Staking APR',
      unit: 'Percent a year, simple, after the protocol fee, weighted by stake',
      definition:
        'Nominal reward. Part of it only makes up for dilution: compare real yields, not nominal ones.',
      synonyms: ['staking yield', 'staking rate', 'apr', 'staking reward'],
      better: 'up',
    },
    real_yield: {
      ...byStake('((1 + apr_pct / 100) / (1 + issuance_rate_pct / 100) - 1) * 100 * staked_usd'),
      label: 'Real yield',
      unit: 'Percent a year after dilution by new coins, weighted by stake',
      definition:
        '(1 + reward) / (1 + net issuance) - 1. A network can pay 15% and still give less than one that pays 3%.',
      synonyms: ['real staking yield', 'yield after inflation', 'real yield'],
      better: 'up',
    },
    dilution: {
      ...byStake('issuance_rate_pct * staked_usd'),
      label: 'Net issuance of the coin',
      unit: 'Percent a year, growth of the supply',
      definition: 'What somebody who does not stake loses a year. Negative means that supply shrinks.',
      synonyms: ['inflation', 'dilution', 'issuance rate'],
    },
    consensus: {
      ...byStake('apr_consensus_pct * staked_usd'),
      label: 'Reward from issuance',
      unit: 'Percent a year, before fee',
      definition: 'The part of the reward that is new coins, paid for by dilution.',
    },
    fees: {
      ...byStake('apr_fees_pct * staked_usd'),
      label: 'Reward from fees and MEV',
      unit: 'Percent a year, before fee',
      definition: 'The part of the reward that users of the network pay; it moves with activity.',
    },
    exit: measure('Days to leave', days, byStake('exit_days * staked_usd'), {
      unit: 'Days of queue and unbonding, weighted by stake',
      definition:
        'How long leaving takes today; in stress the queue grows. A liquid token can be sold at once, at a discount.',
      synonyms: ['exit queue', 'unbonding'],
      better: 'down',
    }),
    entry: measure('Days to enter', days, byStake('entry_days * staked_usd'), {
      unit: 'Days of queue, weighted by stake',
      definition: 'How long a new validator waits today.',
      synonyms: ['entry queue'],
    }),
    validators: measure('Validators', count, semiAdditive('validators'), {
      unit: 'Active validators of the network',
      definition: 'Validators are not operators: one operator can run thousands.',
      requires: ['network'],
    }),
    liquid_premium: {
      ...weightedMean('lst_premium_bps', 'staked_usd'),
      label: 'Liquid token to value',
      format: basisPoints,
      unit: 'Basis points of the liquid token over its net asset value, weighted by stake',
      definition: 'The depeg of staking: below zero holders pay to leave at once.',
      synonyms: ['lst discount', 'lst premium'],
    },
  },
  attributes: {
    network: by('Network', 'network', 'network', 'network, chain'),
    asset: by('Asset', 'asset', 'asset', 'asset, coin'),
    protocol: by('Provider', 'protocol', 'staking provider', 'protocol, provider', {
      aliases: { Lido: ['steth'] },
    }),
  },
}

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
