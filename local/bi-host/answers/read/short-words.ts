import { stemOf, type Word, listed } from './words'

/** Words beside which "vol" is volatility, and those of a question in which it is what was traded. */
const ofVolatility =
  /^(?:implied|realised|realized|historical|historic|atm|price|option|options|money|annualised|annualized|\d+(?:d|day|days))$/
const aheadOfVolatility = /^(?:surface|smile|curve|skew|term|points|index|cone)$/
const ofVolume =
  /^(?:spot|perps?|perpetuals?|swaps?|trading|traded|trade|exchanges?|venues?|dex|dexs|dexes|cex|cexs|cexes|etfs?|funds?|futures?|stablecoins?|calls?|puts?|24h|hourly|binance|coinbase|okx|bybit|kraken|bitget|gate|hyperliquid|uniswap|raydium|cme|deribit)$/

/** What is written short and means one thing only. */
const shortened: ReadonlyMap<string, string> = new Map(
  listed(`
  % percent, pct percent, perc percent, mkt market, mkts markets, liqs liquidations, liq liquidation,
  thresh threshold, addr addresses, addrs addresses, util utilisation, exch exchange, exchs exchanges,
  dom dominance, stables stablecoins, treasurys treasuries, vola volatility, mth month, mths months,
  mnth month, mnths months, mos months, wk week, wks weeks, yr year, yrs years, qtr quarter, qtrs quarters,
  hr hour, hrs hours, prev previous, mcaps mcap, avgs averages, approx approximately, yday yesterday,
  wrt against, w/o without, w with, n and, ppl people, btwn between, b4 before, hows how, whos who,
  wheres where, whens when, xchange exchange, xchanges exchanges, mgmt management, mgt management,
  subs subscriptions, tx transaction, txs transactions, txn transaction, txns transactions, xfer transfer,
  xfers transfers, amt amount, opts options, futs futures, derivs derivatives, prem premium, prems premiums,
  collat collateral, infl inflation, tsy treasury, tsys treasuries, usts treasuries, bal balance,
  bals balances, avail available, govt government`).map((pair) => {
    const [short = '', full = ''] = pair.split(' ')
    return [short, full]
  }),
)

/** "7, 30 and 90 days": the unit is said once and meant of each. */
function withUnits(words: readonly Word[]): readonly Word[] {
  const units: (string | null)[] = words.map(() => null)
  for (let at = words.length - 2; at >= 0; at -= 1) {
    const text = words[at]?.low ?? ''
    const joint = /^(?:and|or|&|vs|to)$/.test(words[at + 1]?.low ?? '') ? 1 : 0
    const next = words[at + 1 + joint]
    const joined = joint === 1 || next?.apart === true
    const unit =
      units[at + 1 + joint] ??
      /^\d+(d|w|m|y)$/.exec(next?.low ?? '')?.[1] ??
      (/^\d+$/.test(next?.low ?? '')
        ? /^(d|w)(?:ay|ays|eek|eeks)$/.exec(words[at + 2 + joint]?.low ?? '')?.[1]
        : null)
    const counts = /^(?:top|bottom|last|past|from|between|strike|of)$/.test(words[at - 1]?.low ?? '')
    if (/^\d{1,3}$/.test(text) && joined && unit && !counts) units[at] = unit
  }
  return words.map((word, at) => {
    const unit = units[at]
    return unit ? { ...word, low: `${word.low}${unit}`, stem: `${word.low}${unit}` } : word
  })
}

/** "Vol" in full, by what is said around it: "spot vol" is volume, "implied vol" and "30d vol" are volatility. */
export function inFull(said: readonly Word[]): readonly Word[] {
  const words = withUnits(said)
  return words.map((word, at) => {
    const full = word.quoted ? undefined : shortened.get(word.low)
    if (full !== undefined) return { ...word, low: full, stem: stemOf(full) }
    // "200ma" is over so many days.
    if (
      /^\d+$/.test(word.low) &&
      /^s?ma$/.test(words[at + 1]?.low ?? '') &&
      words[at + 1]?.start === word.end
    )
      return { ...word, low: `${word.low}d`, stem: `${word.low}d` }
    // "The most open BTC calls": their open interest.
    if (
      !word.quoted &&
      word.low === 'open' &&
      words[at + 1]?.low !== 'interest' &&
      words.slice(at + 1, at + 3).some(({ low }) => /^(?:calls?|puts?|options)$/.test(low))
    )
      return { ...word, low: 'oi', stem: 'oi' }
    if (word.quoted || (word.low !== 'vol' && word.low !== 'vols')) return word
    const lead = words[at - 1]?.low ?? ''
    const unit = words[at - 1]?.stem === 'day' ? (words[at - 2]?.low ?? '') : ''
    if (
      words.some(({ stem }) => /^(?:structure|tenor|smile|surface|delta)$/.test(stem)) &&
      !/^(?:reali[sz]ed|historical)$/.test(lead)
    )
      return { ...word, low: 'iv', stem: 'iv' }
    if (ofVolatility.test(lead) || /^\d+$/.test(unit) || aheadOfVolatility.test(words[at + 1]?.low ?? ''))
      return word
    return words.some(({ low }) => ofVolume.test(low))
      ? { ...word, low: 'volume', stem: stemOf('volume') }
      : word
  })
}
