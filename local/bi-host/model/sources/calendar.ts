import { whole } from '../formats'
import type { Source } from '../source'

export const calendar: Source = {
  id: 'calendar',
  label: 'Market calendar',
  description:
    'One market and day on which it is closed or closes early, past and to come; weekends left out.',
  from: '(select * from dim_calendar where holiday is not null)',
  tables: ['dim_calendar'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  reachesAhead: true,
  measures: {
    closures: {
      kind: 'additive',
      sql: '1',
      label: 'Market closures',
      format: whole,
      unit: 'Days on which a market is closed or closes early',
      definition: 'US holidays of the New York Stock Exchange and CME. Crypto venues trade on.',
      synonyms: ['holidays'],
    },
  },
  attributes: {
    market: { label: 'Market', sql: 'market', concept: 'calendar market' },
    holiday: { label: 'Holiday', sql: 'holiday', concept: 'holiday' },
    open: {
      label: 'Open',
      sql: "case when is_open then 'closes early' else 'closed' end",
      concept: 'market open',
    },
  },
}
