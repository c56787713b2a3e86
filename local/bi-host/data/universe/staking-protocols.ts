import { along, type Anchor } from '../paths'

export interface StakingProtocol {
  readonly id: string
  readonly name: string
  readonly kind: 'Liquid staking' | 'Exchange staking' | 'Native staking' | 'Restaking'
  readonly aliases: string
  readonly feePct: number
}

const liquid = (id: string, name: string, feePct: number, aliases = ''): StakingProtocol => ({
  id: `protocol:${id}`,
  name,
  kind: 'Liquid staking',
  aliases,
  feePct,
})

export const stakingProtocols: readonly StakingProtocol[] = [
  liquid('lido', 'Lido', 10, 'steth, wsteth'),
  {
    id: 'protocol:coinbase-staking',
    name: 'Coinbase',
    kind: 'Exchange staking',
    aliases: 'cbeth',
    feePct: 25,
  },
  { id: 'protocol:binance-staking', name: 'Binance', kind: 'Exchange staking', aliases: 'wbeth', feePct: 10 },
  liquid('etherfi', 'ether.fi', 10, 'etherfi, eeth, weeth'),
  liquid('rocket-pool', 'Rocket Pool', 14, 'reth'),
  liquid('jito', 'Jito', 4, 'jitosol'),
  liquid('marinade', 'Marinade', 6, 'msol'),
  liquid('sanctum', 'Sanctum', 2.5, 'inf'),
  liquid('stride', 'Stride', 10, 'statom'),
  liquid('bifrost', 'Bifrost', 10, 'vdot'),
  liquid('benqi', 'Benqi', 10, 'savax'),
  liquid('justlend-strx', 'JustLend sTRX', 10, 'strx'),
  liquid('springsui', 'SpringSui', 6, 'ssui'),
  liquid('tonstakers', 'Tonstakers', 16, 'tston'),
  { id: 'protocol:native', name: 'Native', kind: 'Native staking', aliases: 'solo, delegated', feePct: 0 },
  {
    id: 'protocol:eigenlayer',
    name: 'EigenLayer',
    kind: 'Restaking',
    aliases: 'eigen, eigencloud',
    feePct: 10,
  },
  { id: 'protocol:symbiotic', name: 'Symbiotic', kind: 'Restaking', aliases: '', feePct: 10 },
  { id: 'protocol:jito-restaking', name: 'Jito Restaking', kind: 'Restaking', aliases: '', feePct: 10 },
]

export interface Restaking {
  readonly protocol: string
  readonly network: string
  readonly symbol: string
  readonly since?: string
  /** Coins restaked, m. */
  readonly coins: readonly Anchor[]
  readonly apr: readonly Anchor[]
}

export const restakings: readonly Restaking[] = [
  {
    protocol: 'EigenLayer',
    network: 'Ethereum',
    symbol: 'ETH',
    coins: along(`
      2023-11-21 0.13, 2024-02-15 2.4, 2024-06-15 5.3, 2025-04-01 4, 2025-10-01 4.5, 2026-11-20 3.7
    `),
    apr: along('2023-11-21 0.1, 2024-10-01 0.9, 2026-11-20 0.7'),
  },
  {
    protocol: 'Symbiotic',
    network: 'Ethereum',
    symbol: 'ETH',
    since: '2024-06-11',
    coins: along('2024-06-11 0.04, 2024-09-01 0.55, 2026-11-20 0.42'),
    apr: along('2024-06-11 0.2, 2026-11-20 0.8'),
  },
  {
    protocol: 'Jito Restaking',
    network: 'Solana',
    symbol: 'SOL',
    since: '2024-10-25',
    coins: along('2024-10-25 0.2, 2025-06-01 1.1, 2026-11-20 1.6'),
    apr: along('2024-10-25 0.3, 2026-11-20 0.9'),
  },
]
