import { along, type Anchor } from '../paths'

export interface StakingNetwork {
  readonly id: string
  readonly network: string
  readonly symbol: string
  readonly unbondingDays: number
  readonly validatorUnit: string
  /** Total supply, m coins; null takes the circulating supply of the price table. */
  readonly supply: readonly Anchor[] | null
  /** Staked, % of that supply. */
  readonly stakedPct: readonly Anchor[]
  /** Reward before fees, simple % a year, and the part of it that is fees and MEV. */
  readonly apr: readonly Anchor[]
  readonly feePart: number
  /** Net growth of supply, % a year; null takes issue less burn. */
  readonly issuance: readonly Anchor[] | null
  readonly validators: readonly Anchor[]
  readonly exitDays: readonly Anchor[]
  readonly entryDays: readonly Anchor[]
  readonly protocols: readonly StakingShare[]
}

export interface StakingShare {
  readonly protocol: string
  /** Share of the network's stake, %; the rest is Native. */
  readonly sharePct: readonly Anchor[]
  readonly hasToken: boolean
  readonly since?: string
}

const even = (level: number): readonly Anchor[] => [
  ['2023-11-21', level],
  ['2026-11-20', level],
]

export const stakingNetworks: readonly StakingNetwork[] = [
  {
    id: 'network:ethereum',
    network: 'Ethereum',
    symbol: 'ETH',
    unbondingDays: 0,
    validatorUnit: 'A validator is a stake of 32 to 2,048 ETH, not an operator',
    supply: null,
    stakedPct: along(`
      2023-11-21 23.5, 2024-11-21 28.2, 2025-06-01 28.7, 2025-11-21 29.4, 2026-01-14 30, 2026-04-15 32.8,
      2026-11-20 34.1, 2027-12-31 35.5
    `),
    apr: along('2023-11-21 3.75, 2024-06-01 3.2, 2024-11-21 3.2, 2025-11-21 2.92, 2026-11-20 2.78'),
    feePart: 0.17,
    issuance: null,
    validators: along(`
      2023-11-21 880e3, 2024-11-21 1066e3, 2025-05-15 1058e3, 2025-11-21 982e3, 2026-11-20 951e3
    `),
    exitDays: along(`
      2023-11-21 6, 2024-02-01 8, 2024-08-01 5.5, 2025-07-01 7, 2025-09-15 43, 2025-12-15 18,
      2026-03-01 9.5, 2026-11-20 9
    `),
    entryDays: along(`
      2023-11-21 9, 2024-03-01 6, 2025-04-01 1, 2025-09-01 16, 2026-02-01 62, 2026-06-01 38, 2026-11-20 21
    `),
    protocols: [
      {
        protocol: 'Lido',
        sharePct: along('2023-11-21 31.8, 2024-11-21 28.1, 2025-11-21 24.2, 2026-11-20 22.6'),
        hasToken: true,
      },
      {
        protocol: 'Coinbase',
        sharePct: along('2023-11-21 13.8, 2024-11-21 11.2, 2025-11-21 8.2, 2026-11-20 7.8'),
        hasToken: true,
      },
      {
        protocol: 'Binance',
        sharePct: along('2023-11-21 4.2, 2024-11-21 5.4, 2025-11-21 9.1, 2026-11-20 9.4'),
        hasToken: true,
      },
      {
        protocol: 'ether.fi',
        sharePct: along('2023-11-21 0.1, 2024-04-15 3.6, 2025-11-21 6.4, 2026-11-20 6'),
        hasToken: true,
      },
      {
        protocol: 'Rocket Pool',
        sharePct: along('2023-11-21 3.4, 2024-11-21 2.2, 2026-11-20 1.6'),
        hasToken: true,
      },
    ],
  },
  {
    id: 'network:solana',
    network: 'Solana',
    symbol: 'SOL',
    unbondingDays: 2,
    validatorUnit: 'A validator is a voting node',
    supply: along('2023-11-21 563, 2024-11-21 588, 2025-11-21 614, 2026-11-20 634, 2027-12-31 662'),
    stakedPct: along('2023-11-21 68.5, 2024-11-21 66.2, 2025-11-21 67, 2026-11-20 68'),
    apr: along('2023-11-21 7.4, 2024-12-01 7.6, 2025-11-21 6.5, 2026-11-20 6'),
    feePart: 0.12,
    issuance: along('2023-11-21 5.6, 2024-11-21 4.9, 2025-11-21 4.3, 2026-11-20 3.8'),
    validators: along('2023-11-21 1950, 2024-11-21 1420, 2025-11-21 870, 2026-11-20 810'),
    exitDays: even(2.6),
    entryDays: even(1.3),
    protocols: [
      {
        protocol: 'Jito',
        sharePct: along('2023-11-21 1.6, 2024-11-21 3.7, 2026-11-20 4.3'),
        hasToken: true,
      },
      {
        protocol: 'Marinade',
        sharePct: along('2023-11-21 2.1, 2026-11-20 2.3'),
        hasToken: true,
      },
      {
        protocol: 'Sanctum',
        sharePct: along('2024-02-15 0.1, 2025-01-01 1.3, 2026-11-20 2.8'),
        hasToken: true,
        since: '2024-02-15',
      },
    ],
  },
  {
    id: 'network:cosmos',
    network: 'Cosmos Hub',
    symbol: 'ATOM',
    unbondingDays: 21,
    validatorUnit: 'A validator is one of the 180 elected nodes',
    supply: along('2023-11-21 382, 2024-11-21 393, 2025-11-21 484, 2026-11-20 511, 2027-12-31 560'),
    stakedPct: along('2023-11-21 64.5, 2024-11-21 61, 2026-11-20 58.8'),
    apr: along('2023-11-21 16.6, 2024-11-21 17.2, 2026-11-20 15.6'),
    feePart: 0.02,
    issuance: along('2023-11-21 10.9, 2026-11-20 9.4'),
    validators: even(180),
    exitDays: even(21),
    entryDays: even(0),
    protocols: [
      {
        protocol: 'Stride',
        sharePct: along('2023-11-21 1.7, 2026-11-20 0.9'),
        hasToken: true,
      },
    ],
  },
  {
    id: 'network:polkadot',
    network: 'Polkadot',
    symbol: 'DOT',
    unbondingDays: 28,
    validatorUnit: 'A validator is one of the elected nodes',
    supply: along('2023-11-21 1372, 2024-11-21 1508, 2025-11-21 1632, 2026-11-20 1678, 2027-12-31 1720'),
    stakedPct: along('2023-11-21 52.5, 2024-11-21 56.5, 2026-11-20 50.8'),
    apr: along('2023-11-21 14, 2024-11-21 12.2, 2026-11-20 11.3'),
    feePart: 0,
    issuance: along('2023-11-21 9.8, 2025-03-01 8, 2026-03-14 5.6, 2026-11-20 5.4'),
    validators: along('2023-11-21 297, 2025-03-01 500, 2026-11-20 600'),
    exitDays: even(28),
    entryDays: even(1),
    protocols: [
      {
        protocol: 'Bifrost',
        sharePct: along('2023-11-21 0.5, 2026-11-20 2.4'),
        hasToken: true,
      },
    ],
  },
  {
    id: 'network:cardano',
    network: 'Cardano',
    symbol: 'ADA',
    unbondingDays: 0,
    validatorUnit: 'A validator is a stake pool that makes blocks',
    supply: along(`
      2023-11-21 36200, 2024-11-21 36900, 2025-11-21 37500, 2026-11-20 38000, 2027-12-31 38500
    `),
    stakedPct: along('2023-11-21 63, 2024-11-21 59.2, 2026-11-20 57.5'),
    apr: along('2023-11-21 2.95, 2026-11-20 2.2'),
    feePart: 0.01,
    issuance: along('2023-11-21 2.2, 2026-11-20 1.5'),
    validators: along('2023-11-21 2990, 2026-11-20 2700'),
    exitDays: even(0),
    entryDays: even(10),
    protocols: [],
  },
  {
    id: 'network:avalanche',
    network: 'Avalanche',
    symbol: 'AVAX',
    unbondingDays: 14,
    validatorUnit: 'A validator is a node with at least 2,000 AVAX',
    supply: along('2023-11-21 437, 2024-11-21 447, 2026-11-20 464, 2027-12-31 472'),
    stakedPct: along('2023-11-21 57.5, 2024-11-21 50.5, 2026-11-20 44.5'),
    apr: along('2023-11-21 8.1, 2026-11-20 6.8'),
    feePart: 0,
    issuance: along('2023-11-21 2.4, 2026-11-20 1.9'),
    validators: along('2023-11-21 1450, 2025-11-21 860, 2026-11-20 790'),
    exitDays: even(14),
    entryDays: even(0),
    protocols: [
      {
        protocol: 'Benqi',
        sharePct: along('2023-11-21 3.4, 2026-11-20 6.4'),
        hasToken: true,
      },
    ],
  },
  {
    id: 'network:tron',
    network: 'TRON',
    symbol: 'TRX',
    unbondingDays: 14,
    validatorUnit: 'A validator is one of 27 super representatives',
    supply: null,
    stakedPct: along('2023-11-21 50.5, 2024-11-21 46.8, 2026-11-20 48.2'),
    apr: along('2023-11-21 4.3, 2025-06-01 3.3, 2026-11-20 3.1'),
    feePart: 0.05,
    issuance: along('2023-11-21 -2.4, 2025-06-01 0.4, 2026-11-20 1.1'),
    validators: even(27),
    exitDays: even(14),
    entryDays: even(0),
    protocols: [
      {
        protocol: 'JustLend sTRX',
        sharePct: along('2023-11-21 9, 2026-11-20 19'),
        hasToken: true,
      },
    ],
  },
  {
    id: 'network:sui',
    network: 'Sui',
    symbol: 'SUI',
    unbondingDays: 1,
    validatorUnit: 'A validator is a voting node',
    supply: even(10_000),
    stakedPct: along('2023-11-21 80.5, 2024-11-21 78.5, 2026-11-20 73.5'),
    apr: along('2023-11-21 3.9, 2024-11-21 2.5, 2026-11-20 1.9'),
    feePart: 0.02,
    issuance: even(0),
    validators: along('2023-11-21 106, 2026-11-20 126'),
    exitDays: even(1),
    entryDays: even(1),
    protocols: [
      {
        protocol: 'SpringSui',
        sharePct: along('2024-10-01 0.05, 2025-06-01 0.8, 2026-11-20 1'),
        hasToken: true,
        since: '2024-10-01',
      },
    ],
  },
  {
    id: 'network:ton',
    network: 'TON',
    symbol: 'GRAM',
    unbondingDays: 2,
    validatorUnit: 'A validator is a node of the current round',
    supply: along('2023-11-21 5090, 2026-11-20 5165, 2027-12-31 5200'),
    stakedPct: along('2023-11-21 10.3, 2024-11-21 13.2, 2026-11-20 15.8'),
    apr: along('2023-11-21 3.8, 2026-11-20 3.1'),
    feePart: 0.03,
    issuance: along('2023-11-21 0.55, 2026-11-20 0.5'),
    validators: along('2023-11-21 360, 2026-11-20 385'),
    exitDays: even(1.6),
    entryDays: even(0.8),
    protocols: [
      {
        protocol: 'Tonstakers',
        sharePct: along('2023-11-21 2.5, 2024-11-21 9.5, 2026-11-20 9'),
        hasToken: true,
      },
    ],
  },
]
