import type { Answer } from '../../wire/answers'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'

const field = 'option_surface.tenor'
/** Those that the surface is kept for. */
const tenors: ReadonlySet<number> = new Set([7, 14, 30, 60, 90, 120, 180, 365])
const days = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

/** "And 90d", after a volatility of 30 days: another tenor, or both side by side. */
export function otherTenor(draft: Draft, { query }: Answer, { mentions }: ComposeContext): void {
  const held = (query.filters ?? []).find((filter) => filter.field === field)
  const place = mentions.findIndex(({ meaning }, at) => meaning.kind === 'window' && !draft.used.has(at))
  const meaning = mentions[place]?.meaning
  if (!held || meaning?.kind !== 'window' || draft.measures.join() !== query.measures.join()) return
  // "Over 90 days" is time that is looked at.
  if (isMarker(mentions[place - 1]?.meaning, 'over')) return
  const value = meaning.count * days[meaning.unit]
  if (!tenors.has(value)) return
  draft.used.add(place)
  const joins = mentions.some((mention) => isMarker(mention.meaning, 'and', 'add', 'versus'))
  const values = joins ? [...new Set([...held.values.map(Number), value])] : [value]
  const kept = draft.filters.filter((filter) => filter.field !== field)
  draft.filters.splice(
    0,
    draft.filters.length,
    ...kept,
    values.length > 1 ? { field, op: 'in', values } : { field, op: 'eq', values },
  )
  if (values.length > 1 && !draft.attributes.includes(field)) draft.attributes.push(field)
}
