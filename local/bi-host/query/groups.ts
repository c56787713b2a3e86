import type { Source } from '../model/source'
import type { FieldsReply } from '../wire/answers'

/** The data panel's shelves, in order. A source that nobody put on one stands under "More". */
const groups = [
  {
    id: 'market',
    label: 'Market',
    sources: ['price', 'market_cap', 'trading', 'hourly', 'sentiment', 'fear_greed'],
  },
  { id: 'stablecoins', label: 'Stablecoins', sources: ['stable_supply', 'stable_price', 'stable_bridge'] },
  { id: 'funds', label: 'Funds and tokenisation', sources: ['etf', 'rwa'] },
  {
    id: 'derivatives',
    label: 'Derivatives',
    sources: [
      'funding',
      'futures_term',
      'options',
      'option_surface',
      'option_strikes',
      'exchange_liquidations',
    ],
  },
  {
    id: 'on-chain',
    label: 'On-chain',
    sources: ['onchain', 'lending', 'liquidations', 'staking', 'restaking'],
  },
  { id: 'context', label: 'Context', sources: ['rates', 'events', 'calendar'] },
] as const

export function groupsOf(sources: readonly Source[]): FieldsReply['groups'] {
  const ids = sources.map(({ id }) => id)
  const shelved = groups.map(({ id, label, sources: own }) => ({
    id,
    label,
    sources: own.filter((source) => ids.includes(source)),
  }))
  const rest = ids.filter((id) => !groups.some(({ sources: own }) => (own as readonly string[]).includes(id)))
  return [...shelved, { id: 'more', label: 'More', sources: rest }].filter(
    (group) => group.sources.length > 0,
  )
}
