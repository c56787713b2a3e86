import { type Range, range, within } from './range'
import { chainShare, stableTotal } from './series'

export const stablecoinRanges: readonly Range[] = [
  range('stablecoins on 21 Nov 2023, USD bn', 122, 134, stableTotal('2023-11-21')),
  range('stablecoins on 21 Nov 2024, USD bn', 183, 198, stableTotal('2024-11-21')),
  range('stablecoins on 21 Nov 2025, USD bn', 292, 314, stableTotal('2025-11-21')),
  range('stablecoins mid 2026, USD bn', 306, 326, stableTotal('2026-06-20')),
  range(
    'USDT share mid 2026',
    0.58,
    0.61,
    "SELECT sum(circulating_usd) FILTER (token = 'USDT') / sum(circulating_usd) AS value FROM f_stable_supply WHERE date = '2026-06-20'",
  ),
  range(
    'USDC share mid 2026',
    0.235,
    0.255,
    "SELECT sum(circulating_usd) FILTER (token = 'USDC') / sum(circulating_usd) AS value FROM f_stable_supply WHERE date = '2026-06-20'",
  ),
  range('Ethereum share, %', 54, 60, chainShare('Ethereum')),
  range('Tron share, %', 24, 29, chainShare('Tron')),
  range('Solana share, %', 4, 6.5, chainShare('Solana')),
  range(
    'issuance and the last week of BTC',
    0.1,
    0.32,
    "SELECT corr(n, w) AS value FROM (SELECT date, sum(issued_usd - redeemed_usd) n FROM f_stable_supply GROUP BY date) JOIN (SELECT date, ln(close / lag(close, 7) OVER (ORDER BY date)) w FROM f_price_daily WHERE asset = 'BTC') USING (date)",
  ),
  ...within(
    'USDT and USDC to par, bp',
    -100,
    100,
    '(price - 1) * 1e4',
    "f_stable_price WHERE token IN ('USDT', 'USDC')",
  ),
  range(
    'USDT and USDC within 6 bp, share of days',
    0.97,
    1,
    "SELECT avg((abs(price - 1) * 1e4 <= 6)::INT) AS value FROM f_stable_price WHERE token IN ('USDT', 'USDC')",
  ),
  range(
    'one depeg of 50 to 300 bp on a small token',
    50,
    300,
    'SELECT max(1 - price) * 1e4 AS value FROM f_stable_price',
  ),
]
