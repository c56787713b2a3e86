import { basisPoints, percent } from '../formats'
import type { Source } from '../source'

export const funding: Source = {
  id: 'funding',
  label: 'Funding',
  description: 'One 8-hour settlement, venue and asset: the rate that longs pay to shorts.',
  from: 'f_funding_8h',
  tables: ['f_funding_8h'],
  date: { column: 'ts', kind: 'timestamp' },
  grain: 'hour',
  synonyms: ['funding'],
  measures: {
    funding_rate: {
      kind: 'ratio',
      top: 'rate_bps * weight_oi_usd',
      bottom: 'weight_oi_usd',
      over: 'interval',
      scale: 10.95,
      label: 'Funding',
      format: percent,
      unit: 'Percent a year, simple, weighted by open interest',
      definition:
        'Mean rate per 8 hours x 3 x 365, venues weighted by their open interest; positive means longs pay. The resting level is 10.95% a year (1 bp per 8 hours), not zero.',
      synonyms: ['funding', 'funding rate', 'annualised funding', 'funding rates'],
    },
    interval: {
      kind: 'ratio',
      top: 'interval_h * weight_oi_usd',
      bottom: 'weight_oi_usd',
      over: 'interval',
      label: 'Settlement interval',
      format: { kind: 'number', digits: 0, suffix: 'h' },
      unit: 'Hours between settlements, weighted by open interest',
      definition:
        'Venues settle every 1, 4 or 8 hours and some change it in stress; rates are added up to 8 hours before they are compared.',
      synonyms: ['funding interval'],
    },
    rate: {
      kind: 'ratio',
      top: 'rate_bps * weight_oi_usd',
      bottom: 'weight_oi_usd',
      over: 'interval',
      label: 'Funding per 8 hours',
      format: basisPoints,
      unit: 'Basis points per 8 hours, weighted by open interest',
      definition: 'Rates of venues that settle every 1 or 4 hours are added up to 8 hours first.',
      synonyms: ['raw funding', '8h funding'],
    },
  },
  attributes: {
    exchange: { label: 'Exchange', sql: 'exchange', concept: 'exchange', synonyms: ['exchange', 'venue'] },
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin'],
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    },
  },
}
