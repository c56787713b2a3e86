import { usd } from '../formats'
import type { Source } from '../source'

export const hourly: Source = {
  id: 'hourly',
  label: 'Hourly trading',
  description: 'One hour and asset (eight assets): spot volume of all centralised venues.',
  from: '(select *, hour(ts) as hour_of_day, isodow(ts) as weekday from f_price_hourly)',
  tables: ['f_price_hourly'],
  date: { column: 'ts', kind: 'timestamp' },
  grain: 'hour',
  measures: {
    volume: {
      kind: 'additive',
      sql: 'volume_usd',
      label: 'Hourly spot volume',
      format: usd,
      unit: 'US dollars, spot, eight assets, summed over the interval',
      definition:
        'Hours are UTC and named by their start. Eight assets only, so the day is smaller than the daily total.',
      synonyms: ['hourly volume', 'intraday volume'],
      better: 'up',
    },
  },
  attributes: {
    asset: { label: 'Asset', sql: 'asset', concept: 'asset', synonyms: ['asset', 'coin'] },
    hour: {
      label: 'Hour (UTC)',
      sql: 'hour_of_day',
      concept: 'hour of day',
      kind: 'number',
      synonyms: ['hour', 'hour of day'],
    },
    weekday: {
      label: 'Weekday',
      sql: 'weekday',
      concept: 'weekday',
      kind: 'number',
      synonyms: ['weekday', 'day of week'],
    },
  },
}
