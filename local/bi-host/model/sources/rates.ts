import { percentFine } from '../formats'
import type { Source } from '../source'

export const rates: Source = {
  id: 'rates',
  label: 'US rates',
  description: 'One day: the dollar rates that every yield is compared with.',
  from: 'f_rates',
  tables: ['f_rates'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    bill: {
      kind: 'ratio',
      top: 'bill_3m_pct',
      bottom: '1',
      over: 'last-day',
      label: 'T-bill rate',
      format: percentFine,
      unit: 'Percent a year, 3-month US Treasury bill, investment yield',
      definition:
        'The rate without credit or protocol risk that a yield has to beat. Over weekends the last business day stands.',
      synonyms: ['t-bill', 'bill rate', 'treasury bill', 'risk-free rate'],
    },
    policy: {
      kind: 'ratio',
      top: 'policy_pct',
      bottom: '1',
      over: 'last-day',
      label: 'Policy rate',
      format: percentFine,
      unit: 'Percent a year, middle of the federal funds target range',
      definition: 'Set by the Federal Reserve; bills move before it.',
      synonyms: ['fed funds', 'federal funds rate', 'policy rate'],
    },
  },
  attributes: {},
}
