import { percent, percentFine, usd, count } from '../formats'
import {
  measure,
  by,
  additive,
  ratioOf,
  semiAdditive,
  weightedMean,
  daily,
  type Source,
  chain,
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
