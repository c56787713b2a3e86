import { percentFine, usd } from '../formats'
import type { Source } from '../source'

export const restaking: Source = {
  id: 'restaking',
  label: 'Restaking',
  description: 'One day and protocol: stake that secures a second service as well.',
  from: 'f_restaking_daily',
  tables: ['f_restaking_daily'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    restaked: {
      kind: 'semi-additive',
      sql: 'restaked_usd',
      label: 'Restaked value',
      format: usd,
      unit: 'US dollars, end of the UTC day',
      definition: 'Stake used a second time. It is counted in staking already: never add the two.',
      synonyms: ['restaking', 'restaked'],
      better: 'up',
    },
    extra: {
      kind: 'ratio',
      top: 'apr_pct * restaked_usd',
      bottom: 'restaked_usd',
      over: 'last-day',
      label: 'Extra reward of restaking',
      format: percentFine,
      unit: 'Percent a year on top of the staking reward, weighted by value',
      definition: 'Paid for a second slashing risk on the same stake.',
      synonyms: ['restaking yield', 'restaking apr'],
      better: 'up',
    },
  },
  attributes: {
    protocol: {
      label: 'Restaking protocol',
      sql: 'protocol',
      concept: 'restaking protocol',
      synonyms: ['protocol'],
    },
    network: { label: 'Network', sql: 'network', concept: 'network', synonyms: ['network'] },
  },
}
