import { type Range, range, within } from './range'
import { change, middle, putCall, realised } from './series'

export const optionRanges: readonly Range[] = [
  ...within('BTC ATM 30 d', 20, 130, 'iv', middle('BTC')),
  range('BTC ATM 30 d, median', 38, 55, `SELECT median(iv) AS value FROM ${middle('BTC')}`),
  ...within(
    'ETH less BTC ATM 30 d',
    0,
    60,
    'e.iv - b.iv',
    `${middle('ETH')} e JOIN ${middle('BTC')} b USING (date)`,
  ),
  ...within(
    'BTC put skew 25 d',
    -15,
    25,
    'p.iv - c.iv',
    `${middle('BTC', '25P')} p JOIN ${middle('BTC', '25C')} c USING (date)`,
  ),
  ...within(
    'BTC butterfly 25 d',
    0,
    8,
    '(p.iv + c.iv) / 2 - m.iv',
    `${middle('BTC', '25P')} p JOIN ${middle('BTC', '25C')} c USING (date) JOIN ${middle('BTC')} m USING (date)`,
  ),
  range(
    'implied above realised, share of days',
    0.65,
    0.78,
    `SELECT avg((iv > rv)::INT) AS value FROM ${middle('BTC')} JOIN ${realised('BTC')} USING (date) WHERE rv IS NOT NULL`,
  ),
  range(
    'implied less realised, mean',
    3,
    7,
    `SELECT avg(iv - rv) AS value FROM ${middle('BTC')} JOIN ${realised('BTC')} USING (date)`,
  ),
  range(
    'implied volatility rises when prices fall',
    -0.5,
    -0.1,
    `SELECT corr(d, r) AS value FROM (SELECT date, iv - lag(iv) OVER (ORDER BY date) d FROM ${middle('BTC')}) JOIN ${change('BTC')} USING (date)`,
  ),
  ...within('put / call by OI', 0.2, 1.6, 'r', putCall),
  range(
    'put / call of BTC, median',
    0.35,
    0.85,
    `SELECT median(r) AS value FROM ${putCall} WHERE asset = 'BTC'`,
  ),
  range(
    'option OI / volume, median',
    8,
    20,
    'SELECT median(r) AS value FROM (SELECT sum(open_interest_usd) / sum(volume_usd) r FROM f_option_daily GROUP BY date, asset)',
  ),
  ...within(
    'Deribit share of option OI',
    0.75,
    0.9,
    'r',
    "(SELECT sum(open_interest_coins) FILTER (exchange = 'Deribit') / sum(open_interest_coins) r FROM f_option_daily GROUP BY date, asset)",
  ),
  ...within(
    'BTC option OI from 2025, USD bn',
    15,
    72,
    'oi',
    "(SELECT sum(open_interest_usd) / 1e9 oi FROM f_option_daily WHERE asset = 'BTC' AND date >= '2025-01-01' GROUP BY date)",
  ),
  range(
    'option OI lost on 26 Dec 2025',
    0.5,
    0.7,
    "SELECT 1 - sum(open_interest_coins) FILTER (date = '2025-12-26') / sum(open_interest_coins) FILTER (date = '2025-12-25') AS value FROM f_option_daily WHERE asset = 'BTC'",
  ),
  range(
    'premium of the volume traded, median %',
    0.6,
    3,
    'SELECT median(r) AS value FROM (SELECT 100 * sum(premium_usd) / sum(volume_usd) r FROM f_option_daily GROUP BY date)',
  ),
]
