import { count, ratio } from '../formats'
import type { Source } from '../source'

export const sentiment: Source = {
  id: 'sentiment',
  label: 'Crowd by asset',
  description: 'One day and asset: posts and account positioning.',
  from: 'f_sentiment_daily',
  tables: ['f_sentiment_daily'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  measures: {
    long_short: {
      kind: 'ratio',
      top: 'long_short_ratio',
      bottom: '1',
      over: 'last-day',
      label: 'Long/short accounts',
      format: ratio,
      unit: 'Accounts net long over accounts net short',
      definition: 'Counts accounts, not money: by notional every long has a short and the ratio is always 1.',
      synonyms: ['long short ratio', 'long/short ratio', 'positioning'],
      requires: ['asset'],
    },
    posts: {
      kind: 'additive',
      sql: 'social_volume',
      label: 'Social posts',
      format: count,
      unit: 'Posts that name the asset, summed over the interval',
      definition: 'Attention, not opinion: it rises in crashes too.',
      synonyms: ['social volume', 'mentions'],
    },
  },
  attributes: {
    asset: {
      label: 'Asset',
      sql: 'asset',
      concept: 'asset',
      synonyms: ['asset', 'coin'],
      aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
    },
  },
}
