import { whole, percentFine, index, percent, price as priceFormat, usd, count, ratio } from '../formats'
import { measure, by, additive, ratioOf, daily, type Source, semiAdditive, asset } from '../source'

/** Label of an early close that has no holiday name. */
export const earlyClose = 'Early close'

export const events: Source = {
  id: 'events',
  label: 'Events',
  description: 'One event that explains a jump, past or scheduled.',
  ...daily('f_event'),
  reachesAhead: true,
  measures: {
    events: measure('Events', whole, additive('1'), {
      unit: 'Events in the interval',
      definition: 'Shocks, depegs, renames, listings, rate decisions and large expiries.',
    }),
  },
  attributes: {
    kind: by('Event kind', 'kind', 'event kind'),
    title: by('Event', 'title', 'event title'),
    subject: by('Subject', 'subject', 'event subject'),
  },
}

export const rates: Source = {
  id: 'rates',
  label: 'US rates',
  description: 'One day: the dollar rates that every yield is compared with.',
  ...daily('f_rates'),
  measures: {
    bill: measure('T-bill rate', percentFine, ratioOf('bill_3m_pct', '1'), {
      unit: 'Percent a year, 3-month US Treasury bill, investment yield',
      definition:
        'The rate without credit or protocol risk that a yield has to beat. Over weekends the last business day stands.',
      synonyms: ['t-bill', 'bill rate', 'treasury bill', 'risk-free rate'],
    }),
    policy: measure('Policy rate', percentFine, ratioOf('policy_pct', '1'), {
      unit: 'Percent a year, middle of the federal funds target range',
      definition: 'Set by the Federal Reserve; bills move before it.',
      synonyms: ['fed funds', 'federal funds rate', 'policy rate'],
    }),
  },
  attributes: {},
}

export const calendar: Source = {
  id: 'calendar',
  label: 'Market calendar',
  description:
    'One market and day on which it is closed or closes early, past and to come; weekends left out.',
  ...daily('dim_calendar'),
  from: '(select * from dim_calendar where holiday is not null or is_early_close)',
  reachesAhead: true,
  measures: {
    closures: measure('Market closures', whole, additive('1'), {
      unit: 'Days on which a market is closed or closes early',
      definition: 'US holidays of the New York Stock Exchange and CME. Crypto venues trade on.',
      synonyms: ['holidays'],
    }),
  },
  attributes: {
    market: by('Market', 'market', 'calendar market'),
    holiday: by('Holiday', `coalesce(holiday, '${earlyClose}')`, 'holiday'),
    open: by('Open', "case when is_open then 'closes early' else 'closed' end", 'market open'),
  },
}

export const fearGreed: Source = {
  id: 'fear_greed',
  label: 'Fear and greed',
  description: 'One day: one index for the whole market.',
  ...daily('f_fear_greed_daily'),
  measures: {
    fear_greed: measure('Fear and greed', index, ratioOf('fear_greed', '1'), {
      unit: 'Index from 0 (extreme fear) to 100 (extreme greed)',
      definition:
        'One market index of one recipe. Vendors differ on the same day, and it follows price more than it leads it.',
      synonyms: ['fear greed', 'fear and greed index', 'sentiment', 'fear & greed'],
    }),
  },
  attributes: {},
}

export const sentiment: Source = {
  id: 'sentiment',
  label: 'Crowd by asset',
  description: 'One day and asset: posts and account positioning.',
  ...daily('f_sentiment_daily'),
  measures: {
    long_short: measure('Long/short accounts', ratio, ratioOf('long_short_ratio', '1'), {
      unit: 'Accounts net long over accounts net short',
      definition: 'Counts accounts, not money: by notional every long has a short and the ratio is always 1.',
      synonyms: ['long short ratio', 'long/short ratio', 'positioning'],
      requires: ['asset'],
    }),
    posts: measure('Social posts', count, additive('social_volume'), {
      unit: 'Posts that name the asset, summed over the interval',
      definition: 'Attention, not opinion: it rises in crashes too.',
      synonyms: ['social volume', 'mentions'],
    }),
  },
  attributes: { asset },
}

export const marketCap: Source = {
  id: 'market_cap',
  revisions: 'Final one hour after the UTC day.',
  label: 'Market capitalization',
  description: 'One day and asset or stablecoin: price times circulating supply.',
  from: `(select date, asset, 'Assets' as kind, market_cap_usd from f_price_daily
    union all select s.date, s.token, 'Stablecoins', s.supply * coalesce(p.price, 1)
    from (select date, token, entity_id, sum(circulating_usd) as supply from f_stable_supply group by date, token, entity_id) s
    left join f_stable_price p on p.date = s.date and p.entity_id = s.entity_id)`,
  tables: ['f_price_daily', 'f_stable_supply'],
  date: { column: 'date', kind: 'day' },
  grain: 'day',
  synonyms: ['crypto market', 'total market'],
  measures: {
    cap: measure('Market cap', usd, semiAdditive('market_cap_usd'), {
      unit: 'US dollars, end of the UTC day',
      definition:
        'Price times circulating supply over the tracked assets and stablecoins only. A rise is mostly price: it does not mean that as much money came in.',
      synonyms: ['capitalisation', 'capitalization', 'market capitalisation', 'total market cap', 'mcap'],
      better: 'up',
    }),
  },
  attributes: {
    asset: by('Asset', 'asset', 'asset', 'asset, coin, cryptocurrency'),
    kind: by('Asset group', 'kind', 'asset group', 'group'),
  },
}

export const hourly: Source = {
  id: 'hourly',
  revisions: 'Final one hour after the hour.',
  label: 'Hourly trading',
  description: 'One hour and asset (eight assets): spot volume of all centralised venues.',
  from: '(select *, hour(ts) as hour_of_day, isodow(ts) as weekday from f_price_hourly)',
  tables: ['f_price_hourly'],
  date: { column: 'ts', kind: 'timestamp' },
  grain: 'hour',
  measures: {
    volume: measure('Hourly spot volume', usd, additive('volume_usd'), {
      unit: 'US dollars, spot, eight assets, summed over the interval',
      definition:
        'Hours are UTC and named by their start. Eight assets only, so the day is smaller than the daily total.',
      synonyms: ['hourly volume', 'intraday volume'],
      better: 'up',
    }),
  },
  attributes: {
    asset: by('Asset', 'asset', 'asset', 'asset, coin'),
    hour: by('Hour (UTC)', 'hour_of_day', 'hour of day', 'hour, hour of day', { kind: 'number' }),
    weekday: by('Weekday', 'weekday', 'weekday', 'weekday, day of week', { kind: 'number' }),
  },
}

const onePrice = (price: string) => ({ ...ratioOf(price, '1'), format: priceFormat, requires: ['asset'] })

export const price: Source = {
  id: 'price',
  revisions: 'Final one hour after the UTC day.',
  label: 'Prices',
  description: 'One day and asset: open, high, low, close in UTC, and circulating supply.',
  ...daily('f_price_daily'),
  from: '(select p.*, a.sector from f_price_daily p join dim_asset a using (entity_id))',
  synonyms: ['prices'],
  measures: {
    close: {
      ...onePrice('close'),
      label: 'Price',
      unit: 'US dollars at the end of the UTC day',
      definition: 'Last price of the UTC day. It is not the New York close that funds are valued at.',
      synonyms: ['close', 'spot price', 'quote'],
      better: 'up',
    },
    open: {
      ...onePrice('open'),
      over: 'interval',
      folds: { top: 'first', bottom: 'lowest' },
      label: 'Open',
      unit: 'US dollars at the start of the first UTC day of the interval',
      definition: 'First price of the interval; it equals the close before.',
    },
    high: {
      ...onePrice('high'),
      over: 'interval',
      folds: { top: 'highest', bottom: 'highest' },
      label: 'High',
      unit: 'US dollars',
      definition: 'Highest price of the interval, in UTC days.',
    },
    low: {
      ...onePrice('low'),
      over: 'interval',
      folds: { top: 'lowest', bottom: 'lowest' },
      label: 'Low',
      unit: 'US dollars',
      definition: 'Lowest price of the interval, in UTC days.',
    },
    rsi: measure('RSI 14', index, ratioOf('rsi_14', 'case when rsi_14 is not null then 1 end'), {
      unit: 'Index from 0 to 100, Wilder smoothing, daily closes in UTC',
      definition:
        'Relative strength over 14 days, Wilder smoothing as on TradingView. Above 70 can last for weeks in a trend: it is no sell signal by itself.',
      synonyms: ['rsi', 'relative strength index'],
      requires: ['asset'],
    }),
    cap: measure('Asset market cap', usd, semiAdditive('market_cap_usd'), {
      unit: 'US dollars, end of the UTC day',
      definition: 'Price times circulating supply of the tracked coins, stablecoins left out.',
      synonyms: ['asset cap'],
      better: 'up',
    }),
    supply: measure('Circulating supply', { kind: 'coins', compact: true }, semiAdditive('supply'), {
      unit: 'Coins, end of the UTC day',
      definition: 'Coins in circulation. Different assets must not be added.',
      synonyms: ['coin supply'],
      requires: ['asset'],
    }),
    bitcoin_dominance: {
      ...ratioOf("case when asset = 'BTC' then market_cap_usd else 0 end", 'market_cap_usd'),
      scale: 100,
      label: 'Bitcoin dominance',
      format: percent,
      unit: 'Percent of the market cap of the tracked assets, stablecoins left out',
      definition:
        'Bitcoin over the tracked assets. It is higher than the BTC.D of charting sites, which count thousands of coins and stablecoins.',
      synonyms: ['btc dominance', 'dominance'],
    },
  },
  attributes: {
    asset: by('Asset', 'asset', 'asset', 'asset, coin, token', {
      aliases: { BTC: ['bitcoin', 'xbt'], ETH: ['ethereum', 'ether'], SOL: ['solana'] },
    }),
    sector: by('Sector', 'sector', 'sector', 'sector'),
  },
}
