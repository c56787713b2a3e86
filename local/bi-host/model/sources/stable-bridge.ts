import { count, usd } from '../formats'
import type { Source } from '../source'

export const stableBridge: Source = {
  id: 'stable_bridge',
  label: 'Stablecoin movement between chains',
  description: 'One day, stablecoin, chain left and chain reached: bridge and burn-and-mint transfers.',
  from: 'f_stable_bridge',
  tables: ['f_stable_bridge'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  synonyms: ['bridges', 'bridge'],
  measures: {
    bridged: {
      kind: 'additive',
      sql: 'amount_usd',
      label: 'Bridged',
      format: usd,
      unit: 'Tokens at one dollar each, summed over the interval',
      definition:
        'Gross amount moved between chains, each transfer counted once. Moving is not issuing: total supply does not change.',
      synonyms: ['bridge volume', 'bridged volume', 'cross-chain', 'moved between chains'],
    },
    transfers: {
      kind: 'additive',
      sql: 'transfers',
      label: 'Transfers',
      format: count,
      unit: 'Transfers, summed over the interval',
      definition:
        'Number of transfers between chains. A few large ones can outweigh thousands of small ones.',
      synonyms: ['number of transfers', 'bridge transfers'],
    },
  },
  attributes: {
    token: { label: 'Stablecoin', sql: 'token', concept: 'stablecoin', synonyms: ['token', 'stablecoin'] },
    from_chain: {
      label: 'From chain',
      sql: 'from_chain',
      concept: 'origin chain',
      synonyms: ['from chain', 'origin', 'source chain'],
    },
    to_chain: {
      label: 'To chain',
      sql: 'to_chain',
      concept: 'destination chain',
      synonyms: ['to chain', 'destination', 'target chain'],
    },
  },
}
