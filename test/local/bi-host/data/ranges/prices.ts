import { type Range, range, within } from './range'
import { change, correlation, realised } from './series'

export const priceRanges: readonly Range[] = [
  range(
    'BTC ends inside 55-95 k',
    55_000,
    95_000,
    "SELECT arg_max(close, date) AS value FROM f_price_daily WHERE asset = 'BTC'",
  ),
  range(
    'BTC peaks near 126 k',
    120_000,
    129_000,
    "SELECT max(close) AS value FROM f_price_daily WHERE asset = 'BTC'",
  ),
  range(
    'BTC on 21 Nov 2024',
    97_000,
    99_000,
    "SELECT close AS value FROM f_price_daily WHERE asset = 'BTC' AND date = '2024-11-21'",
  ),
  range(
    'BTC volatility, % a year',
    42,
    52,
    `SELECT stddev_samp(r) * sqrt(365) * 100 AS value FROM ${change('BTC')}`,
  ),
  range('BTC excess kurtosis', 2.7, 8, `SELECT kurtosis(r) AS value FROM ${change('BTC')}`),
  range(
    'BTC clustering: autocorrelation of absolute returns',
    0.05,
    0.3,
    `SELECT corr(abs(r), abs(before)) AS value FROM (SELECT r, lag(r) OVER (ORDER BY date) AS before FROM ${change('BTC')})`,
  ),
  range('BTC days under -8 %', 2, 4, `SELECT count(*) FILTER (r < ln(0.92)) AS value FROM ${change('BTC')}`),
  range('correlation of ETH with BTC', 0.75, 0.9, correlation('ETH')),
  range('correlation of SOL with BTC', 0.5, 0.82, correlation('SOL')),
  range('correlation of TRX with BTC', 0.2, 0.55, correlation('TRX')),
  ...within('BTC realised volatility 30 d', 15, 130, 'rv', realised('BTC')),
  range('BTC realised volatility 30 d, median', 40, 48, `SELECT median(rv) AS value FROM ${realised('BTC')}`),
  ...within('ETH realised volatility 30 d', 20, 180, 'rv', realised('ETH')),
  ...within('SUI realised volatility 30 d', 30, 250, 'rv', realised('SUI')),
  ...within('RSI 14 of BTC', 8, 96, 'rsi_14', "f_price_daily WHERE asset = 'BTC'"),
  ...within(
    'Mayer multiple',
    0.4,
    3.5,
    'm',
    "(SELECT CASE WHEN count(*) OVER w = 200 THEN close / avg(close) OVER w END AS m FROM f_price_daily WHERE asset = 'BTC' WINDOW w AS (ORDER BY date ROWS 199 PRECEDING))",
  ),
]
