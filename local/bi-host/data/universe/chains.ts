/** Chains on which tokens of the sample circulate. */
export interface Chain {
  readonly id: string
  readonly name: string
  readonly layer: 'Layer 1' | 'Layer 2'
  readonly launched?: string
}

export const chains: readonly Chain[] = [
  { id: 'chain:ethereum', name: 'Ethereum', layer: 'Layer 1' },
  { id: 'chain:tron', name: 'Tron', layer: 'Layer 1' },
  { id: 'chain:solana', name: 'Solana', layer: 'Layer 1' },
  { id: 'chain:bnb', name: 'BNB Chain', layer: 'Layer 1' },
  { id: 'chain:arbitrum', name: 'Arbitrum', layer: 'Layer 2' },
  { id: 'chain:base', name: 'Base', layer: 'Layer 2' },
  { id: 'chain:polygon', name: 'Polygon', layer: 'Layer 1' },
  { id: 'chain:avalanche', name: 'Avalanche', layer: 'Layer 1' },
  { id: 'chain:aptos', name: 'Aptos', layer: 'Layer 1' },
  { id: 'chain:ton', name: 'TON', layer: 'Layer 1' },
  { id: 'chain:plasma', name: 'Plasma', layer: 'Layer 1', launched: '2025-09-25' },
  { id: 'chain:hyperliquid', name: 'Hyperliquid', layer: 'Layer 1', launched: '2025-02-18' },
  { id: 'chain:stellar', name: 'Stellar', layer: 'Layer 1' },
  { id: 'chain:optimism', name: 'OP Mainnet', layer: 'Layer 2' },
  { id: 'chain:provenance', name: 'Provenance', layer: 'Layer 1' },
  { id: 'chain:canton', name: 'Canton', layer: 'Layer 1', launched: '2024-07-01' },
  { id: 'chain:xrpl', name: 'XRP Ledger', layer: 'Layer 1' },
]
