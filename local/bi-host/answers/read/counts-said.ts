import { baseMeasure } from '../../query/resolve'
import type { ComposeContext } from './compose'
import { isMarker } from './roles'

interface Counted {
  readonly place: number
  readonly count: number
}

/** "The 5 exchanges with the most", "five funds that lost the most": how many stands before what they are. */
export function countBefore(mentions: ComposeContext['mentions'], top: number): Counted | null {
  for (let place = top - 1; place >= 0; place -= 1) {
    const meaning = mentions[place]?.meaning
    if (meaning?.kind === 'amount')
      return Number.isInteger(meaning.value) && meaning.value > 0 ? { place, count: meaning.value } : null
    const passed =
      meaning?.kind === 'filler' ||
      meaning?.kind === 'name' ||
      (meaning?.kind === 'function' && meaning.direction !== null) ||
      isMarker(meaning, 'with', 'shown', 'which')
    if (!passed) return null
  }
  return null
}

/** "Biggest liquidations by venue, top 3": how many, said at the end. */
export function countAfter(
  mentions: ComposeContext['mentions'],
  top: number,
  from: 'top' | 'bottom',
): Counted | null {
  for (const [place, { meaning }] of mentions.entries())
    if (place > top && meaning.kind === 'top' && meaning.from === from && meaning.count !== null)
      return { place, count: meaning.count }
  return null
}

/** Rates of so few that a list of them all is as short as a cut one. */
export const isFew = ({ model, facts }: ComposeContext, attribute: string, by: string): boolean => {
  const [source = '', id = ''] = attribute.split('.')
  const rate = !by.startsWith('formula.') && baseMeasure(model, by).measure.kind === 'ratio'
  return rate && (facts(source).values[id]?.length ?? 99) <= 10
}
