import { along } from '../paths'
import { bitcoinStart, type Fund, fund } from './fund'

const bitcoin = { listedOn: bitcoinStart }

export const bitcoinFunds: readonly Fund[] = [
  fund(
    'IBIT',
    'iShares Bitcoin Trust',
    'BlackRock',
    'BTC',
    { ...bitcoin, feePct: 0.25, coinsPerShare: 0.00057, unitShares: 40_000, quiet: 0.1 },
    along(`
      2024-01-11 5, 2024-01-31 62, 2024-02-15 110, 2024-03-15 203, 2024-06-10 305, 2024-09-06 352, 2024-11-21 470, 2025-01-25 568,
      2025-04-15 572, 2025-07-15 708, 2025-10-08 792, 2025-11-21 783, 2026-02-01 768, 2026-05-29 781,
      2026-06-30 724, 2026-09-01 745, 2026-11-20 772, 2027-12-31 850
    `),
  ),
  fund(
    'FBTC',
    'Fidelity Wise Origin Bitcoin Fund',
    'Fidelity',
    'BTC',
    { ...bitcoin, feePct: 0.25, coinsPerShare: 0.000875, unitShares: 25_000, quiet: 0.14 },
    along(`
      2024-01-11 4, 2024-01-31 50, 2024-02-15 80, 2024-03-15 129, 2024-06-10 168, 2024-11-21 184, 2025-01-25 206, 2025-04-15 195,
      2025-10-08 204, 2026-02-01 192, 2026-05-29 190, 2026-06-30 182, 2026-11-20 185, 2027-12-31 195
    `),
  ),
  fund(
    'GBTC',
    'Grayscale Bitcoin Trust',
    'Grayscale',
    'BTC',
    {
      ...bitcoin,
      feePct: 1.5,
      coinsPerShare: 0.000895,
      unitShares: 10_000,
      quiet: 0.3,
      isConverted: true,
      spinOff: { iso: '2024-07-31', thousands: -26.9 },
    },
    along(`
      2024-01-11 619, 2024-03-15 382, 2024-05-10 291, 2024-07-30 269, 2024-08-01 241, 2024-11-21 216,
      2025-04-15 191, 2025-10-08 173, 2026-02-01 168, 2026-11-20 157, 2027-12-31 140
    `),
  ),
  fund(
    'BTC',
    'Grayscale Bitcoin Mini Trust',
    'Grayscale',
    'BTC',
    {
      listedOn: '2024-07-31',
      feePct: 0.15,
      coinsPerShare: 0.000444,
      unitShares: 10_000,
      quiet: 0.45,
      label: 'BTC (Grayscale Mini)',
      spinOff: { iso: '2024-07-31', thousands: 26.9 },
    },
    along(`
      2024-07-31 27, 2024-11-21 33.5, 2025-04-15 40.5, 2025-10-08 45.4, 2026-05-29 47, 2026-06-30 45,
      2026-11-20 48, 2027-12-31 55
    `),
  ),
  fund(
    'ARKB',
    'ARK 21Shares Bitcoin ETF',
    'ARK 21Shares',
    'BTC',
    { ...bitcoin, feePct: 0.21, coinsPerShare: 0.000333, unitShares: 5_000, quiet: 0.4 },
    along(`
      2024-01-11 1, 2024-03-15 37, 2024-11-21 49, 2025-04-15 46, 2025-10-08 44, 2026-05-29 38,
      2026-06-30 35, 2026-11-20 37, 2027-12-31 40
    `),
  ),
  fund(
    'BITB',
    'Bitwise Bitcoin ETF',
    'Bitwise',
    'BTC',
    { ...bitcoin, feePct: 0.2, coinsPerShare: 0.000545, unitShares: 10_000, quiet: 0.4 },
    along(`
      2024-01-11 2.5, 2024-03-15 30, 2024-11-21 41, 2025-04-15 38, 2025-10-08 41, 2026-05-29 39,
      2026-06-30 37, 2026-11-20 38.5, 2027-12-31 42
    `),
  ),
  fund(
    'HODL',
    'VanEck Bitcoin ETF',
    'VanEck',
    'BTC',
    { ...bitcoin, feePct: 0.2, coinsPerShare: 0.000284, unitShares: 25_000, quiet: 0.55 },
    along(`
      2024-01-11 1.6, 2024-03-15 7, 2024-11-21 12.6, 2025-10-08 17.5, 2026-06-30 15.8, 2026-11-20 16.4,
      2027-12-31 18
    `),
  ),
  fund(
    'BRRR',
    'CoinShares Bitcoin ETF',
    'CoinShares',
    'BTC',
    { ...bitcoin, feePct: 0.25, coinsPerShare: 0.000283, unitShares: 5_000, quiet: 0.66 },
    along('2024-01-11 0.7, 2024-03-15 6.4, 2024-11-21 9, 2025-10-08 5.9, 2026-11-20 5.4, 2027-12-31 5'),
  ),
  fund(
    'BTCO',
    'Invesco Galaxy Bitcoin ETF',
    'Invesco',
    'BTC',
    { ...bitcoin, feePct: 0.25, coinsPerShare: 0.000997, unitShares: 5_000, quiet: 0.66 },
    along(`
      2024-01-11 0.4, 2024-03-15 6.2, 2024-11-21 7.4, 2025-10-08 5.6, 2026-11-20 5.2, 2027-12-31 5
    `),
  ),
  fund(
    'EZBC',
    'Franklin Bitcoin ETF',
    'Franklin Templeton',
    'BTC',
    { ...bitcoin, feePct: 0.19, coinsPerShare: 0.00058, unitShares: 10_000, quiet: 0.68 },
    along('2024-01-11 1, 2024-03-15 4, 2024-11-21 6.6, 2025-10-08 6.1, 2026-11-20 5.9, 2027-12-31 6'),
  ),
]
