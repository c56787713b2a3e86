import { namesOf } from './name-lists'

/** Comma-separated, by measure or attribute: how people speak of futures, options and forced closures. */
const said = `
  funding.funding_rate: longs paying shorts, longs are paying shorts, longs pay shorts, shorts paying longs,
    shorts are paying longs, shorts pay longs, shorts paid longs, longs paid shorts, pays shorts, pay shorts,
    paid to longs, pays longs, pay longs, cost of holding perps, cost of carry on perps, perp carry, perp yield,
    cost of a perp, cost to short, cost of shorting, cost of leverage, cost of leveraged longs, borrow cost of perps,
    carry cost of longs, price of leverage, long bias, shorts been paying, longs been paying, shorts have been paying,
    longs have been paying, shorts been paid, longs been paid, cost of a long position, cost of a long
  funding.interval: how often, how frequently, settlement times, hours between settlements, payment interval,
    payment frequency, how many hours between, settlement schedule, funding schedule, funding cadence,
    payment schedule, funding settlement, hours between payments, hours between fundings, time between payments, time
    between settlements, time between fundings, hours between settlement
  exchange_liquidations.amount: blown out, blown up, blow-ups, blowups, wiped, wiped out, liquidation volume, liquidation
    volumes, liquidated value, liquidated notional, liquidation losses, force liquidated, forcibly closed, forcefully
    closed, closed by force, forced closures, forced closure, forced buying, forced buybacks, rekt, rekts, liq volume,
    liquidated positions on exchanges, short squeezes, short squeeze, long squeezes, long squeeze, squeezed,
    exchange liquidation, perp liquidation, futures liquidations, leveraged liquidations, leverage liquidated
  exchange_liquidations.side: shorts or longs, shorts and longs, short or long, short and long, which side, bulls or bears,
    bulls and bears
  liquidations.amount: seized, seizures, collateral seized, seized collateral, collateral liquidated, liquidated
    collateral, collateral taken, loans liquidated, liquidated loans, loan liquidations, lending liquidations, borrower
    liquidations, collateral sold, collateral wiped out
  liquidations.positions: positions wiped out, positions closed, positions seized, positions liquidated, borrowers
    liquidated, borrowers wiped out, wallets liquidated, loans closed, number of positions liquidated, liquidated loans
    count, positions closed by force, positions force closed, liquidation count, liquidated wallets, forced closures
    of loans, positions were liquidated, positions got liquidated, positions were closed, positions were wiped out
  liquidations.collateral: what was seized, seized coins, seized tokens
  options.premium: buyers pay, buyers paid, buyers spend, buyers spent, option buyers pay, option buyers paid, option
    buyers spend, option buyers spent, traders pay for options, traders paid for options, paid in option premium, money
    in option premiums, premium spent on options, dollars spent on options, premium changed hands, premium turnover,
    premium dollars, premium notional
  options.premium_rate: premium as a share of notional, premium relative to notional, premium divided by notional, premium
    in percent of notional, how dear options are, how expensive options are, average option price, option price, option
    prices, price of options
  options.open_interest: option exposure, options exposure, open option notional, open options notional, notional open,
    outstanding option contracts, options open, open positions in options
  options.volume: option notional traded, options notional traded, notional traded, option business, options business,
    option activity, options activity
  options.put_call_oi: puts per call, puts to calls, ratio of puts to calls, puts over calls, put to calls, puts vs calls
    ratio, put versus call ratio, puts against calls, put vs call ratio
  options.option_type: puts from calls, call and put, side of the option
  options.bucket: how long to expiry, how long they have to run, time to run, days to expiry bucket, maturity, maturities,
    remaining life, time remaining
  options.expiry_kind: kind of expiry, type of expiry, expiry cycle, kind of contract, contract cycle, weekly or monthly,
    weekly monthly or quarterly
  option_strikes.open_interest: wall, walls, open interest wall, oi wall, oi walls, oi per strike, open interest at strikes,
    open interest across strikes, oi across strikes, positioning by strike, strike ladder, strike map, strike
    concentration, oi distribution by strike
  option_surface.atm: market implied volatility, implied move, price of volatility, cost of volatility, vol level, vol
    levels, at the money, atm implied, thirty day vol, option implied vol
  option_surface.butterfly: wing premium, wing richness, price of the wings, cost of the wings, price of tails, tail
    premium, smile curvature, convexity of the smile
  option_surface.tenor: horizon, across maturities, across tenors, along the curve, by maturity
  option_surface.delta: moneyness, across deltas, across the smile
  futures_term.basis: annual carry, carry of futures, futures basis yield, annualised premium of futures, cash carry, spot
    futures basis, yield of the basis trade, basis trade yields, basis spread, forward yield, forward premium annualised
  futures_term.premium: futures trade above spot, futures trade over spot, futures above spot, futures over spot, premium
    of the future, forward premium, premium versus spot, premium vs spot, premium to the spot, rich to spot, richness of
    futures, futures markup
  futures_term.mark: dated futures price, forward price, forward prices, contract prices, settlement price
  futures_term.open_interest: oi in dated futures, open interest in dated futures, dated positions, dated contracts open
  futures_term.volume: dated futures turnover, dated futures trading, traded in dated futures, dated turnover, expiring
    futures volume
  futures_term.days_to_expiry: time to expiry in days, how many days to expiry, how many days left, days to run
  futures_term.expiry_kind: kind of expiry, type of expiry, kind of contract, contract cycle, expiry cycle
  hourly.hour: what time, at what time, which time, time of day is, hour by hour, hours of day
`

const other: Readonly<Record<string, string>> = { puts: 'calls', calls: 'puts' }
const dear = [
  'dearer',
  'more expensive',
  'pricier',
  'costlier',
  'richer',
  'bid over',
  'cheaper',
  'less expensive',
]

/** "Puts dearer than calls", "which is pricier, puts or calls": how far the one is above the other. */
const skewSaid: readonly string[] = [
  ...['puts', 'calls'].flatMap((side) =>
    dear.flatMap((word) => [
      `${side} ${word} than ${other[side] ?? ''}`,
      `${side} ${word}`,
      `${word} ${side} or ${other[side] ?? ''}`,
      `${side} or ${other[side] ?? ''} ${word}`,
    ]),
  ),
  'puts over calls in vol',
  'demand for downside protection',
  'downside protection',
  'demand for protection',
  'demand for downside',
  'cost of downside protection',
  'price of downside protection',
  'crash protection',
  'crash insurance',
  'cost of crash protection',
  'price of protection',
  'tail hedging demand',
  'put premium over calls',
  'puts relative to calls',
]

/** What desks, beginners and journalists call the measures of derivatives, beside their labels. */
export const derivativeWords: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(namesOf(said)),
  'option_surface.put_skew': skewSaid,
}
