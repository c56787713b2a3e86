import { usd } from '../formats'
import type { Source } from '../source'

export const optionStrikes: Source = {
  id: 'option_strikes',
  label: 'Option open interest by strike',
  description: 'One day, asset, type and strike of the next quarterly expiry on Deribit.',
  from: 'f_option_strike',
  tables: ['f_option_strike'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    open_interest: {
      kind: 'semi-additive',
      sql: 'open_interest_usd',
      label: 'Open interest by strike',
      format: usd,
      unit: 'US dollars of notional (contracts x index), end of the UTC day',
      definition:
        'The next quarterly expiry on Deribit only. Who holds which side is not known: a wall of calls may be sold ones.',
      synonyms: ['strikes', 'oi by strike'],
      requires: ['asset'],
    },
  },
  attributes: {
    asset: { label: 'Asset', sql: 'asset', concept: 'asset', synonyms: ['asset'] },
    option_type: { label: 'Type', sql: 'option_type', concept: 'option type', synonyms: ['type'] },
    strike: { label: 'Strike', sql: 'strike', concept: 'strike', kind: 'number', synonyms: ['strike'] },
    expiry: { label: 'Expiry', sql: 'expiry', concept: 'expiry', kind: 'day' },
  },
}
