import { usd } from '../formats'
import type { Source } from '../source'

export const marketCap: Source = {
  id: 'market_cap',
  label: 'Market capitalisation',
  description: 'One day and asset or stablecoin: price times circulating supply.',
  from: `(select date, asset, 'Assets' as kind, market_cap_usd from f_price_daily
    union all select s.date, s.token, 'Stablecoins', s.supply * coalesce(p.price, 1)
    from (select date, token, entity_id, sum(circulating_usd) as supply from f_stable_supply group by all) s
    left join f_stable_price p on p.date = s.date and p.entity_id = s.entity_id)`,
  tables: ['f_price_daily', 'f_stable_supply'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  synonyms: ['crypto market', 'total market'],
  measures: {
    cap: {
      kind: 'semi-additive',
      sql: 'market_cap_usd',
      label: 'Market cap',
      format: usd,
      unit: 'US dollars, end of the UTC day',
      definition:
        'Price times circulating supply over the tracked assets and stablecoins only. A rise is mostly price: it does not mean that as much money came in.',
      synonyms: ['capitalisation', 'capitalization', 'market capitalisation', 'total market cap', 'mcap'],
      better: 'up',
    },
  },
  attributes: {
    asset: { label: 'Asset', sql: 'asset', concept: 'asset', synonyms: ['asset', 'coin', 'cryptocurrency'] },
    kind: { label: 'Asset group', sql: 'kind', concept: 'asset group', synonyms: ['group'] },
  },
}
