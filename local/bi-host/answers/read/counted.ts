import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { isMarker } from './roles'
import { inCoins } from './trade-words'

/** What is told in dollars, and how many of it there were. */
const countOf: Readonly<Record<string, string>> = {
  'liquidations.amount': 'liquidations.positions',
  'exchange_liquidations.amount': 'liquidations.positions',
}

/** Where "how many" or "number of" ends; `null` where nothing is counted. */
export function countingAt({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): number | null {
  for (const [place, mention] of mentions.entries()) {
    const text = textOf(mention).text.toLowerCase()
    const of = isMarker(mentions[place + 1]?.meaning, 'of')
    if (text === 'how many') return place + 1
    if (/^(?:number|count)$/.test(text) && of) return place + 2
    if (/^(?:number|count) of$/.test(text)) return place + 1
  }
  return null
}

/** "How many liquidations", "number of liquidations per exchange": a sum in dollars is no count; what counts them, if anything does. */
export function counted(draft: Draft, context: MeasureContext, placed: Placed[]): void {
  const { model, names, mentions, textOf } = context
  const first = countingAt(context)
  const thing = first === null ? undefined : mentions[first]
  if (first === null || thing === undefined) return
  const refused = (...places: readonly number[]): void => {
    for (const place of [first - 1, ...places]) draft.unknown.add(place)
  }
  if (/^(?:trades|orders)$/i.test(textOf(thing).text)) return refused(first)
  const near = placed.filter(({ place }) => place >= first && place <= first + 2)
  const item = near.find(({ id }) => countOf[id] !== undefined) ?? near[0]
  // "How many loans were liquidated": the loans say what.
  const [noun] = near
  if (noun !== item && noun?.place === first) placed.splice(placed.indexOf(noun), 1)
  if (!item || item.rank || item.id.startsWith('formula.')) return
  const between = mentions.slice(first, item.place)
  const nothing = between.every(
    ({ meaning }, at) =>
      meaning.kind === 'filler' ||
      names.some(
        ({ place, role }) =>
          place === first + at && (role === 'value' || role === 'context' || place === noun?.place),
      ),
  )
  if (!nothing || !baseMeasure(model, item.id).measure.unit.startsWith('US dollars')) return
  const id = countOf[item.id] ?? inCoins[item.id]
  const own = (wanted: string): boolean =>
    names.every(
      ({ place, senses }) =>
        place === item.place ||
        senses.every(({ kind }) => kind === 'measure' || kind === 'source') ||
        senses.some(({ source }) => wanted.startsWith(`${source}.`)),
    )
  if (id !== undefined && own(id)) item.id = id
  else refused(item.place)
}
