import { along } from '../paths'
import { bitcoinFunds } from './bitcoin-funds'
import { etherStart, type Fund, fund } from './fund'

export type { Fund } from './fund'

const ether = { listedOn: etherStart }

export const funds: readonly Fund[] = [
  ...bitcoinFunds,
  fund(
    'ETHA',
    'iShares Ethereum Trust',
    'BlackRock',
    'ETH',
    { ...ether, feePct: 0.25, coinsPerShare: 0.00756, unitShares: 40_000, quiet: 0.18 },
    along(`
      2024-07-23 70, 2024-09-06 345, 2024-12-20 1060, 2025-04-15 1190, 2025-07-10 1920, 2025-08-25 3560,
      2025-10-08 4010, 2025-11-21 3580, 2026-05-29 3330, 2026-06-30 3110, 2026-11-20 3420, 2027-12-31 4000
    `),
  ),
  fund(
    'FETH',
    'Fidelity Ethereum Fund',
    'Fidelity',
    'ETH',
    { ...ether, feePct: 0.25, coinsPerShare: 0.00998, unitShares: 25_000, quiet: 0.35 },
    along(`
      2024-07-23 20, 2024-12-20 415, 2025-04-15 425, 2025-08-25 780, 2025-11-21 705, 2026-06-30 640,
      2026-11-20 668, 2027-12-31 720
    `),
  ),
  fund(
    'ETHE',
    'Grayscale Ethereum Trust',
    'Grayscale',
    'ETH',
    {
      ...ether,
      feePct: 2.5,
      coinsPerShare: 0.00853,
      unitShares: 10_000,
      quiet: 0.38,
      isConverted: true,
      spinOff: { iso: etherStart, thousands: -292 },
    },
    along(`
      2024-07-23 2640, 2024-09-06 1830, 2024-12-20 1520, 2025-06-01 1160, 2025-11-21 1020, 2026-11-20 905,
      2027-12-31 820
    `),
  ),
  fund(
    'ETH',
    'Grayscale Ethereum Mini Trust',
    'Grayscale',
    'ETH',
    {
      ...ether,
      feePct: 0.15,
      coinsPerShare: 0.00942,
      unitShares: 10_000,
      quiet: 0.45,
      label: 'ETH (Grayscale Mini)',
      spinOff: { iso: etherStart, thousands: 292 },
    },
    along(`
      2024-07-23 295, 2024-12-20 455, 2025-06-01 545, 2025-08-25 745, 2025-11-21 728, 2026-11-20 760,
      2027-12-31 830
    `),
  ),
  fund(
    'ETHW',
    'Bitwise Ethereum ETF',
    'Bitwise',
    'ETH',
    { ...ether, feePct: 0.2, coinsPerShare: 0.00715, unitShares: 10_000, quiet: 0.6 },
    along(`
      2024-07-23 30, 2024-12-20 98, 2025-08-25 142, 2026-06-30 112, 2026-11-20 118, 2027-12-31 130
    `),
  ),
  fund(
    'ETHV',
    'VanEck Ethereum ETF',
    'VanEck',
    'ETH',
    { ...ether, feePct: 0.2, coinsPerShare: 0.0146, unitShares: 25_000, quiet: 0.7 },
    along('2024-07-23 4, 2024-12-20 36, 2025-08-25 66, 2026-11-20 52, 2027-12-31 55'),
  ),
  fund(
    'BSOL',
    'Bitwise Solana Staking ETF',
    'Bitwise',
    'SOL',
    {
      listedOn: '2025-10-28',
      feePct: 0.2,
      coinsPerShare: 0.13,
      unitShares: 10_000,
      quiet: 0.25,
      isStaking: true,
    },
    along(`
      2025-10-28 1150, 2025-11-21 3700, 2026-01-20 5700, 2026-06-30 6900, 2026-11-20 7800, 2027-12-31 9500
    `),
  ),
  fund(
    'GSOL',
    'Grayscale Solana Trust',
    'Grayscale',
    'SOL',
    {
      listedOn: '2025-10-29',
      feePct: 0.35,
      coinsPerShare: 0.0755,
      unitShares: 10_000,
      quiet: 0.45,
      isStaking: true,
      isConverted: true,
    },
    along('2025-10-29 530, 2025-11-21 900, 2026-01-20 2350, 2026-11-20 2900, 2027-12-31 3200'),
  ),
  fund(
    'XRPC',
    'Canary XRP ETF',
    'Canary',
    'XRP',
    { listedOn: '2025-11-13', feePct: 0.5, coinsPerShare: 9.9, unitShares: 10_000, quiet: 0.4 },
    along(`
      2025-11-13 108000, 2026-01-20 265000, 2026-06-30 610000, 2026-11-20 655000, 2027-12-31 700000
    `),
  ),
  fund(
    'GXRP',
    'Grayscale XRP Trust',
    'Grayscale',
    'XRP',
    {
      listedOn: '2025-11-24',
      feePct: 0.35,
      coinsPerShare: 19.3,
      unitShares: 10_000,
      quiet: 0.45,
      isConverted: true,
    },
    along(`
      2025-11-24 38000, 2026-01-20 180000, 2026-06-30 515000, 2026-11-20 540000, 2027-12-31 600000
    `),
  ),
]
