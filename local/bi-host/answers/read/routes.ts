import type { ComposeContext } from './compose'
import type { Draft } from './draft'

const ends = ['stable_bridge.from_chain', 'stable_bridge.to_chain'] as const
const said = /\b(?:routes?|corridors?)$/i

/** "Top bridge routes", "the busiest corridor": each chain left with each chain reached, in order of what is measured. */
export function readRoutes(draft: Draft, { mentions, textOf }: ComposeContext): boolean {
  const place = mentions.findIndex((mention) => said.test(textOf(mention).text))
  const mention = mentions[place]
  if (!mention) return false
  const counts = draft.measures.includes('stable_bridge.transfers')
  if (!draft.sources().includes('stable_bridge')) return false
  const by = counts ? 'stable_bridge.transfers' : 'stable_bridge.bridged'
  draft.measures.splice(0, draft.measures.length, by)
  draft.used.add(place)
  mentions.forEach(({ meaning }, at) => {
    if (meaning.kind === 'name' && meaning.senses.some(({ kind }) => kind === 'measure')) draft.used.add(at)
  })
  for (const id of ends) if (!draft.attributes.includes(id)) draft.attributes.push(id)
  const top = mentions.findIndex(({ meaning }) => meaning.kind === 'top')
  const meaning = mentions[top]?.meaning
  if (meaning?.kind !== 'top') return true
  draft.used.add(top)
  const plural = /s$/i.test(textOf(mention).text)
  draft.rest.sort = { by, ...(meaning.from === 'bottom' ? {} : { descending: true }) }
  draft.rest.limit = Math.min(meaning.count ?? (plural ? 10 : 1), 100)
  return true
}
