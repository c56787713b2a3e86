import { baseMeasure } from '../resolve'
import type { Draft } from './draft'
import type { MeasureContext, Placed } from './measure-context'
import { isMarker } from './roles'
import { measureLabel } from './working'

/** "A minus B", "A less B", "the spread between A and B": one measure taken from another. */
export function differences(draft: Draft, { mentions, model }: MeasureContext, placed: Placed[]): void {
  const isRate = (id: string): boolean =>
    !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'percent'
  const beside = (from: number, to: number): boolean =>
    mentions.slice(from + 1, to).every(({ meaning }) => meaning.kind === 'filler' || meaning.kind === 'name')
  mentions.forEach(({ meaning }, place) => {
    const gap = isMarker(meaning, 'gap')
    if (!gap && !isMarker(meaning, 'minus', 'dash', 'over')) return
    const shown = placed.filter(({ rank }) => !rank)
    const [first, second] = gap
      ? shown
      : [shown.findLast((item) => item.place < place), shown.find((item) => item.place > place)]
    if (!first || !second || first.id === second.id || (gap && shown.length > 2)) {
      if (gap) draft.unknown.add(place)
      return
    }
    const over = isMarker(meaning, 'over')
    if (over && !(beside(first.place, place) && beside(place, second.place))) return
    draft.used.add(place)
    const ratio = over && !(isRate(first.id) && isRate(second.id))
    const sign = ratio ? '/' : '-'
    const name = `${measureLabel(draft, model, first.id)} ${ratio ? '/' : 'less'} ${measureLabel(draft, model, second.id).toLowerCase()}`
    first.id = draft.formula(`${draft.expressionOf(first.id)} ${sign} ${draft.expressionOf(second.id)}`, name)
    placed.splice(placed.indexOf(second), 1)
  })
}
