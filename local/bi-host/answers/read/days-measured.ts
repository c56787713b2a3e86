import { baseMeasure } from '../../query/resolve'
import type { AnswerFilter } from '../../wire/answers'
import type { Draft } from './draft'
import { saidAt } from './measure-context'
import type { MeasureContext } from './measure-context'
import { daysIn } from './moments'

const bars: readonly (readonly [said: RegExp, op: AnswerFilter['op']])[] = [
  [/^(?:over|above|more than|longer than|greater than|higher than|beyond|exceeding|past)$/, 'gt'],
  [/^(?:under|below|less than|shorter than|fewer than|lower than|within)$/, 'lt'],
  [/^(?:at least|a minimum of|no less than)$/, 'ge'],
  [/^(?:at most|up to|no more than|a maximum of)$/, 'le'],
]

/** "Anything over 14 days", of how long it takes to leave: days are what is measured, and no time that is looked at. */
export function daysMeasured(draft: Draft, context: MeasureContext): void {
  const { mentions, model } = context
  const field = draft.measures.find(
    (id) => !id.startsWith('formula.') && baseMeasure(model, id).measure.format.kind === 'days',
  )
  if (field === undefined) return
  mentions.forEach(({ meaning }, place) => {
    if (meaning.kind !== 'window' || draft.used.has(place)) return
    const words = [place - 2, place - 1].map((at) => saidAt(context, at).toLowerCase())
    const op = bars.find(([said]) => said.test(words.join(' ').trim()) || said.test(words[1] ?? ''))?.[1]
    if (op === undefined) return
    const two = op !== undefined && bars.some(([said]) => said.test(words.join(' ')))
    for (const at of two ? [place - 2, place - 1, place] : [place - 1, place]) {
      draft.used.add(at)
      draft.explained.add(at)
    }
    draft.filters.push({ field, op, values: [meaning.count * daysIn[meaning.unit]] })
  })
}
