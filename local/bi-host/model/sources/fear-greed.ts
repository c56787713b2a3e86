import { index } from '../formats'
import type { Source } from '../source'

export const fearGreed: Source = {
  id: 'fear_greed',
  label: 'Fear and greed',
  description: 'One day: one index for the whole market.',
  from: 'f_fear_greed_daily',
  tables: ['f_fear_greed_daily'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    fear_greed: {
      kind: 'ratio',
      top: 'fear_greed',
      bottom: '1',
      over: 'last-day',
      label: 'Fear and greed',
      format: index,
      unit: 'Index from 0 (extreme fear) to 100 (extreme greed)',
      definition:
        'One market index of one recipe. Vendors differ on the same day, and it follows price more than it leads it.',
      synonyms: ['fear greed', 'fear and greed index', 'sentiment', 'fear & greed'],
    },
  },
  attributes: {},
}
