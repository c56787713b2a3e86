import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute. */
const spot = `
  price.close: priced, trading price, going rate, going price, quoted price, valued at, worth of one coin, unit price, going for, goes for, candles, candle, candlestick, candlesticks, ohlc
  onchain.nupl: holders in profit, in profit, holders sitting on gains, sitting on a profit, sitting on profits, in the
    money on average
  onchain.sopr: coins moved at a loss, moved at a loss, coins sold at a loss, sold at a loss, selling at a loss, coins
    moved at a profit, moved at a profit, sold at a profit, selling at a profit, realising losses, taking profits,
    profit taking, taking profit
  sentiment.long_short: bullish, bullish crowd, bearish, bearish crowd, bullishness, crowd bias, retail bias
  rates.bill: interest rate on 3 month bills, rate on 3 month bills, interest rate on bills, rate on bills, yield on
    bills, yield on 3 month bills, rate on t-bills, yield on t-bills, interest on t-bills, interest on bills, rate on
    treasury bills, yield on treasury bills, interest rate on t-bills, interest rate on treasury bills, interest on
    treasury bills
  rates.policy: rate of the fed, rate set by the fed, interest rate set by the fed
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
