import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute. */
const spot = `
  price.close: priced, trading price, going rate, going price, quoted price, valued at, worth of one coin, unit price, candles, candle, candlestick, candlesticks, ohlc
  price.cap: size of coins, coin size, coin valuation
  price.supply: float, circulating float, coins are out, coins are there
  hourly.hour: hour by hour profile, intraday pattern, intraday profile, intraday seasonality, hourly pattern, hourly
    profile, hourly seasonality, time of day pattern
`

/** How people at spot desks and newcomers name what is about prices, markets and the coins themselves. */
export const spotWords: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(namesOf(spot)),
  'onchain.exchange_balance': atExchanges(),
}

/** "Sitting at exchanges", "held by exchanges", "what exchanges hold". */
function atExchanges(): readonly string[] {
  const verbs =
    'sitting sits sit held kept parked stored stashed left lying deposited resting custodied lie stay stays remain remains remaining'
  const places = [
    'exchanges',
    'the exchanges',
    'an exchange',
    'all exchanges',
    'cexs',
    'cexes',
    'trading venues',
  ]
  const spots = ['at', 'on', 'with', 'by', 'in'].flatMap((lead) => places.map((noun) => `${lead} ${noun}`))
  return [
    ...verbs.split(' ').flatMap((verb) => spots.map((where) => `${verb} ${where}`)),
    ...verbs
      .split(' ')
      .flatMap((verb) => [
        `coins ${verb} on exchanges`,
        `coins ${verb} at exchanges`,
        `coins ${verb} by exchanges`,
      ]),
    ...['hold', 'held', 'have', 'keep', 'own', 'holding', 'custody'].flatMap((verb) => [
      `exchanges ${verb}`,
      `do exchanges ${verb}`,
    ]),
    'inventory of exchanges',
    'exchange stash',
    'exchange coins',
    'coins with exchanges',
  ]
}
