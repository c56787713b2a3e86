import { basisPoints, count, days, percent, percentFine, usd } from '../formats'
import { measure, by, ratioOf, semiAdditive, weightedMean, daily, type Source } from '../source'

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
