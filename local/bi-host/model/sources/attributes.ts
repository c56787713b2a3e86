import type { Attribute } from '../source'

// Columns that several subjects have alike.

export const asset: Attribute = {
  label: 'Asset',
  sql: 'asset',
  concept: 'asset',
  synonyms: ['asset', 'coin'],
  aliases: { BTC: ['bitcoin'], ETH: ['ethereum', 'ether'] },
}

export const exchange: Attribute = {
  label: 'Exchange',
  sql: 'exchange',
  concept: 'exchange',
  synonyms: ['exchange', 'venue'],
}

export const expiry: Attribute = {
  label: 'Expiry',
  sql: 'expiry',
  concept: 'expiry',
  kind: 'day',
  synonyms: ['expiry', 'expiration'],
}

export const chain: Attribute = {
  label: 'Chain',
  sql: 'chain',
  concept: 'chain',
  synonyms: ['chain', 'network'],
}
