import { baseMeasure } from '../../query/resolve'
import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { knownDifference } from './known-differences'
import { isMarker } from './roles'
import { measureLabel } from './working'

/** "A minus B", "A less B", "the spread between A and B": one measure taken from another. */
export function differences(draft: Draft, { mentions, model }: MeasureContext, placed: Placed[]): void {
  const isRate = (id: string): boolean =>
    !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'percent'
  const beside = (from: number, to: number): boolean =>
    mentions.slice(from + 1, to).every(({ meaning }) => meaning.kind === 'filler' || meaning.kind === 'name')
  /** What only joins the two that a gap is between. */
  const within = new Set<number>()
  mentions.forEach(({ meaning }, place) => {
    const gap = isMarker(meaning, 'gap')
    if ((!gap && !isMarker(meaning, 'minus', 'dash', 'over')) || within.has(place)) return
    if (lessOfValues(mentions, place)) return void draft.unknown.add(place)
    const shown = placed.filter(({ rank }) => !rank)
    const netOf = gap || isNetOf(mentions, place, shown)
    const [first, second] = netOf
      ? shown
      : [shown.findLast((item) => item.place < place), shown.find((item) => item.place > place)]
    if (!first || !second || first.id === second.id || (gap && shown.length > 2)) {
      // "BTC funding minus ETH funding": no formula is over two names of one measure.
      if (gap || (first && first.id === second?.id && isMarker(meaning, 'minus', 'dash')))
        draft.unknown.add(place)
      return
    }
    if (gap)
      mentions.forEach(({ meaning: between }, at) => {
        if (at > first.place && at < second.place && isMarker(between, 'over', 'to', 'versus')) {
          draft.used.add(at)
          within.add(at)
        }
      })
    const over = isMarker(meaning, 'over')
    if (over && !(beside(first.place, place) && beside(place, second.place))) return
    draft.used.add(place)
    const ratio = over && !(isRate(first.id) && isRate(second.id))
    const sign = ratio ? '/' : '-'
    const known = ratio ? null : knownDifference(first.id, second.id)
    placed.splice(placed.indexOf(second), 1)
    if (known !== null) return void (first.id = known)
    const name = `${measureLabel(draft, model, first.id)} ${ratio ? '/' : 'less'} ${measureLabel(draft, model, second.id).toLowerCase()}`
    first.id = draft.formula(`${draft.expressionOf(first.id)} ${sign} ${draft.expressionOf(second.id)}`, name)
  })
}

/** "USDT minus USDC": no formula is over two names of one measure. */
function lessOfValues(mentions: MeasureContext['mentions'], place: number): boolean {
  const [before, after] = [mentions[place - 1]?.meaning, mentions[place + 1]?.meaning]
  return (
    isMarker(mentions[place]?.meaning, 'minus') &&
    before?.kind === 'name' &&
    after?.kind === 'name' &&
    before.senses.some(
      (sense) =>
        sense.kind === 'value' &&
        after.senses.some((other) => other.kind === 'value' && other.id === sense.id),
    )
  )
}

/** "Net of issued and redeemed": the two stand after it. */
const isNetOf = (mentions: MeasureContext['mentions'], place: number, shown: readonly Placed[]): boolean =>
  isMarker(mentions[place]?.meaning, 'minus') &&
  shown.length === 2 &&
  shown.every((item) => item.place > place) &&
  mentions.slice(place, shown[1]?.place).some(({ meaning }) => isMarker(meaning, 'and'))
