import { count, usd } from '../formats'
import type { Source } from '../source'

export const liquidations: Source = {
  id: 'liquidations',
  label: 'On-chain liquidations',
  description: 'One day, protocol, chain and collateral: loans closed by force on-chain.',
  from: 'f_liquidations',
  tables: ['f_liquidations'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    amount: {
      kind: 'additive',
      sql: 'amount_usd',
      label: 'On-chain liquidations',
      format: usd,
      unit: 'US dollars of collateral seized, summed over the interval',
      definition:
        'Complete on-chain events of lending protocols. Never add them to exchange liquidations, which are a floor.',
      synonyms: ['liquidations', 'defi liquidations', 'liquidated'],
      better: 'down',
    },
    positions: {
      kind: 'additive',
      sql: 'positions',
      label: 'Positions liquidated',
      format: count,
      unit: 'Positions, summed over the interval',
      definition: 'Number of positions; a few large ones can outweigh the rest.',
      synonyms: ['liquidated positions'],
      better: 'down',
    },
  },
  attributes: {
    protocol: {
      label: 'Protocol',
      sql: 'protocol',
      concept: 'lending protocol',
      synonyms: ['protocol'],
      aliases: { 'Aave v3': ['aave'] },
    },
    chain: { label: 'Chain', sql: 'chain', concept: 'chain', synonyms: ['chain'] },
    collateral: {
      label: 'Collateral',
      sql: 'collateral',
      concept: 'lending asset',
      synonyms: ['collateral'],
    },
  },
}
