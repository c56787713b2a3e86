/** Plausible ranges: the wide limits of the boards reference, and the calibration targets of the sample. */
export interface Range {
  readonly name: string
  /** Selects one number, `value`. */
  readonly sql: string
  readonly low: number
  readonly high: number
}

export const range = (name: string, low: number, high: number, sql: string): Range => ({
  name,
  low,
  high,
  sql,
})

/** Requires the lowest and highest value of a series to be in a range. */
export const within = (
  name: string,
  low: number,
  high: number,
  expression: string,
  from: string,
): readonly Range[] => [
  range(`${name}, lowest`, low, high, `SELECT min(${expression}) AS value FROM ${from}`),
  range(`${name}, highest`, low, high, `SELECT max(${expression}) AS value FROM ${from}`),
]

/** Series that several ranges use, as subqueries. */
export const change = (asset: string): string =>
  `(SELECT date, ln(close / lag(close) OVER (ORDER BY date)) AS r FROM f_price_daily WHERE asset = '${asset}')`
export const realised = (asset: string): string =>
  `(SELECT date, r, CASE WHEN count(r) OVER w = 30 THEN stddev_samp(r) OVER w * sqrt(365) * 100 END AS rv FROM ${change(asset)} WINDOW w AS (ORDER BY date ROWS 29 PRECEDING))`
export const funding = (asset: string): string =>
  `(SELECT date, sum(rate_bps * weight_oi_usd) / sum(weight_oi_usd) * 10.95 AS f FROM f_funding_8h WHERE asset = '${asset}' GROUP BY date)`
export const middle = (asset: string, delta = 'ATM'): string =>
  `(SELECT date, iv_pct AS iv FROM f_option_surface WHERE asset = '${asset}' AND tenor_days = 30 AND delta = '${delta}')`
export const putCall = `(SELECT date, asset, sum(open_interest_coins) FILTER (option_type = 'Put') / sum(open_interest_coins) FILTER (option_type = 'Call') AS r FROM f_option_daily GROUP BY ALL)`
export const bitcoinFlow = `(SELECT date, sum(net_flow_usd) f, sum(aum_usd) a FROM f_etf_daily WHERE underlying = 'BTC' AND date > '2024-01-11' GROUP BY date)`
export const stableTotal = (date: string): string =>
  `SELECT sum(circulating_usd) / 1e9 AS value FROM f_stable_supply WHERE date = '${date}'`
export const correlation = (asset: string): string =>
  `SELECT corr(a.r, b.r) AS value FROM ${change('BTC')} a JOIN ${change(asset)} b USING (date)`
export const openInterest = `(SELECT date, sum(open_interest_coins) AS coins, sum(open_interest_coins) FILTER (exchange = 'CME') AS cme, sum(open_interest_coins) FILTER (market_type = 'Perpetual') AS perpetual, any_value(supply) AS supply FROM f_cex_daily JOIN f_price_daily USING (date, asset) WHERE asset = 'BTC' AND market_type <> 'Spot' GROUP BY date HAVING cme IS NOT NULL)`
export const chainShare = (chain: string): string =>
  `SELECT 100 * sum(circulating_usd) FILTER (chain = '${chain}') / sum(circulating_usd) AS value FROM f_stable_supply WHERE date = '2026-06-20'`
