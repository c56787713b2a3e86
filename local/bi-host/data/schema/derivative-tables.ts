import { asset, assetEntity, count, day, flow, key, keyDay, level, state, type Table, text } from './column'
import { fact } from './fact'

export const derivativeTables: readonly Table[] = [
  fact(
    'f_option_surface',
    'Implied volatility surface',
    'one day, asset (BTC, ETH), tenor and delta',
    'Interpolated implied volatility at constant tenors, end of day.',
    [
      day(),
      assetEntity,
      asset,
      count('tenor_days', 'key', 'days', '7, 14, 30, 60, 90, 120, 180 or 365.'),
      key('delta', '10P, 25P, 35P, ATM (50-delta forward), 35C, 25C or 10C.'),
      count('delta_rank', 'attribute', 'position', '1 (10P) to 7 (10C): the order along the smile.'),
      level('iv_pct', 'vol points', 'Implied volatility, % a year (365 days).'),
    ],
  ),
  fact(
    'f_option_daily',
    'Options by expiry',
    'one day, venue, asset, option type and expiry',
    'Volume, open interest and premium by real expiry date.',
    [
      day(),
      key('exchange', 'Deribit, OKX, Binance or Bybit.'),
      assetEntity,
      asset,
      key('option_type', 'Call or Put.'),
      keyDay('expiry', 'Expiry date (Friday, 08:00 UTC).'),
      text('expiry_kind', 'Weekly, Monthly or Quarterly.'),
      text('expiry_bucket', 'Up to 7 d, 8-30 d, 31-90 d, 91-180 d or Over 180 d.'),
      level('days_to_expiry', 'days', 'Fractional days from the snapshot to the expiry.'),
      flow('volume_usd', 'USD', 'Notional traded: contracts x index.'),
      state('open_interest_usd', 'USD', 'Open contracts x index at the end of the day.'),
      state('open_interest_coins', 'coins', 'Open contracts in coins.'),
      flow('premium_usd', 'USD', 'Premium paid on the volume.'),
    ],
  ),
  fact(
    'f_option_strike',
    'Open interest by strike',
    'one day, asset, option type and strike, next quarterly expiry on Deribit',
    'Sums over strikes are the Deribit open interest of that expiry in f_option_daily.',
    [
      day(),
      assetEntity,
      asset,
      keyDay('expiry', 'The next quarterly expiry.'),
      key('option_type', 'Call or Put.'),
      { ...level('strike', 'USD', 'Strike price.'), role: 'key' },
      state('open_interest_coins', 'coins', 'Open contracts in coins.'),
      state('open_interest_usd', 'USD', 'Open contracts x index.'),
    ],
  ),
]
