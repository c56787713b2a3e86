/** Abbreviations in titles and headers, with their full text. */
export const abbreviations: Readonly<Record<string, string>> = {
  APR: 'Annual percentage rate: simple, without reinvesting',
  APY: 'Annual percentage yield: compounded, as if reinvested',
  ATM: 'At the money: the strike at the forward price, 50 delta',
  CME: 'Chicago Mercantile Exchange, a regulated futures venue',
  DeFi: 'Decentralized finance: lending and trading by programs on a blockchain',
  ETF: 'Exchange-traded fund',
  IV: 'Implied volatility: what option prices expect, percent a year',
  LTV: 'Loan to value: the most that can be borrowed against collateral, in percent of it',
  MEV: 'Maximal extractable value: what validators earn by ordering transactions',
  MVRV: 'Market value over realized value: the price over the average price at which coins last moved',
  NAV: 'Net asset value: what a share of a fund is worth by its holdings',
  NUPL: 'Net unrealized profit or loss: 1 less 1/MVRV',
  NYSE: 'New York Stock Exchange',
  OI: 'Open interest: contracts that are open, one side counted',
  RSI: 'Relative strength index: the share of gains in the moves of 14 days, 0 to 100',
  RV: 'Realized volatility: the deviation of daily log returns, percent a year',
  RWA: 'Real-world assets as tokens: funds, bills, gold, credit',
  SOPR: 'Spent output profit ratio: value of moved coins over their value when they last moved',
  TVL: 'Total value locked: deposits less loans',
  UTC: 'Coordinated universal time: a day runs from 00:00 to 24:00 UTC',
  bp: 'Basis point: a hundredth of a percent',
  pp: 'Percentage point: the difference of two percentages',
  P: 'Percentile: the share of days in the comparison at or below the last one',
}

const written = new RegExp(`\\b(?:${Object.keys(abbreviations).join('|')})\\b(?!\\w)`, 'g')

export interface TextPart {
  readonly text: string
  /** Of an abbreviation. */
  readonly meaning?: string
}

/** Splits a text into abbreviations and the text between them. */
export function explained(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: short, index } of text.matchAll(written)) {
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: short, meaning: abbreviations[short] ?? '' })
    done = index + short.length
  }
  return done < text.length ? [...parts, { text: text.slice(done) }] : parts
}
