import { count, day, entity, flag, flow, key, level, optional, state, type Table, text } from './column'
import { fact } from './fact'

const protocol = key('protocol', 'Protocol.')
const chain = key('chain', 'Chain of the market.')

export const defiTables: readonly Table[] = [
  fact(
    'f_lending_daily',
    'Lending markets',
    'one day, protocol, chain and asset',
    'Size, rates and parameters at the end of the day. APY is compounded daily from APR; rates follow a two-slope curve.',
    [
      day(),
      entity('market', 'market:aave-v3/ethereum/usdc'),
      protocol,
      chain,
      key('asset', 'Token of the market, e.g. `USDC` or `wstETH`.'),
      text('asset_class', 'Dollar, Ether, Staked ether, Bitcoin or Other.'),
      flag(
        'is_collateral_only',
        'The token can be posted but is not lent out; utilisation and rates are null.',
      ),
      state('supplied_usd', 'USD', 'Gross deposits. Net TVL = supplied_usd - borrowed_usd.'),
      state('borrowed_usd', 'USD', 'Outstanding loans.'),
      optional(level('utilisation_pct', '%', 'borrowed_usd / supplied_usd x 100.')),
      optional(level('borrow_apr_pct', '% a year', 'Simple borrow rate from the rate curve.')),
      optional(level('supply_apr_pct', '% a year', 'borrow APR x utilisation x (1 - reserve factor).')),
      optional(level('borrow_apy_pct', '% a year', 'Borrow rate compounded daily, rewards left out.')),
      optional(level('supply_apy_pct', '% a year', 'Supply rate compounded daily, rewards left out.')),
      optional(level('u_opt_pct', '%', 'Utilisation at the kink of the rate curve.')),
      optional(level('base_rate_pct', '% a year', 'Borrow rate at zero utilisation.')),
      optional(
        level('slope1_pct', '% a year', 'Rise of the rate from zero to the kink. Governance changes it.'),
      ),
      optional(level('slope2_pct', '% a year', 'Rise of the rate from the kink to full utilisation.')),
      optional(level('reserve_factor_pct', '%', 'Share of interest kept by the protocol.')),
      level('ltv_pct', '%', 'Most that can be borrowed against the token; 0 when it is no collateral.'),
      level('liq_threshold_pct', '%', 'Loan to value at which a position may be liquidated.'),
    ],
  ),
  fact(
    'f_liquidations',
    'On-chain liquidations',
    'one day, protocol, chain and collateral',
    'Complete on-chain events. Never add to exchange liquidations.',
    [
      day(),
      protocol,
      chain,
      key('collateral', 'Token that was seized.'),
      flow('amount_usd', 'USD', 'Collateral seized.'),
      count('positions', 'flow', 'positions', 'Positions liquidated.'),
    ],
  ),
  fact(
    'f_staking_daily',
    'Staking',
    'one day, network and protocol',
    'Stake by way of staking. The protocols of a network, Native included, sum to its stake.',
    [
      day(),
      entity('network', 'network:ethereum'),
      key('network', 'Proof-of-stake network.'),
      text('asset', 'Symbol of its coin today.'),
      protocol,
      state('staked_coins', 'coins', 'Coins staked through this protocol.'),
      state('staked_usd', 'USD', 'staked_coins x close.'),
      level(
        'supply_coins',
        'coins',
        'Total supply of the coin (same on every row of the network): the base of staked share.',
      ),
      level('apr_pct', '% a year', 'Nominal reward to the holder after the protocol fee, simple.'),
      level('apr_consensus_pct', '% a year', 'Part from issuance, before fee.'),
      level('apr_fees_pct', '% a year', 'Part from fees and MEV, before fee.'),
      level(
        'issuance_rate_pct',
        '% a year',
        'Net growth of the supply: dilution of a holder who does not stake.',
      ),
      level('exit_days', 'days', 'Queue plus unbonding for leaving.'),
      level('entry_days', 'days', 'Queue for entering.'),
      optional(
        state('validators', 'validators', 'Active validators of the network; on its Native row only.'),
      ),
      optional(
        level(
          'lst_premium_bps',
          'bp',
          'Price of the liquid token over its net asset value; null where there is none.',
        ),
      ),
    ],
  ),
  fact(
    'f_restaking_daily',
    'Restaking',
    'one day and protocol',
    'Stake used a second time: already counted in f_staking_daily.',
    [
      day(),
      entity('protocol', 'protocol:eigenlayer'),
      protocol,
      key('network', 'Network whose stake is reused.'),
      state('restaked_coins', 'coins', 'Coins restaked.'),
      state('restaked_usd', 'USD', 'restaked_coins x close.'),
      level('apr_pct', '% a year', 'Extra reward over the base staking yield.'),
    ],
  ),
]
