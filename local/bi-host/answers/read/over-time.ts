import { daysBetween } from '../../model/days'
import type { AnswerGrain } from '../../wire/answers'
import { daysOf } from '../../query/range'
import { isState } from '../../model/source'
import { baseMeasure } from '../../query/resolve'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'
import { isMarker } from './roles'

/** Whether the answer is a course or a state, and by which interval. */
export function overTime(
  draft: Draft,
  { model, asOf, mentions, textOf }: ComposeContext,
  said: AnswerGrain | undefined,
): void {
  const { rest, attributes, chart } = draft
  if (said !== undefined || rest.grain !== undefined) return
  const drawnOverTime = ['line', 'area', 'stacked-area', 'area-100', 'bars-line'].includes(chart)
  const drawnAtOnce =
    ['donut', 'treemap', 'kpi', 'scatter', 'bars', 'table'].includes(chart) ||
    (chart === 'heatmap' && attributes.length > 1)
  const days = rest.range ? daysOf(rest.range, asOf) : null
  const stretch = days !== null && daysBetween(days.from, days.to) > 1
  const state = draft.measures.some((id) => {
    // The share of a balance is one as well.
    const [, whole] = /^share\(([a-z_]+\.[a-z0-9_]+)\)$/.exec(draft.expressionOf(id)) ?? []
    if (id.startsWith('formula.') && whole === undefined) return false
    const { measure } = baseMeasure(model, whole ?? id)
    return isState(measure)
  })
  const compares = draft.measures.some((id) => /\b(?:growth|change)\(/.test(draft.expressionOf(id)))
  const flows = draft.measures.every(
    (id) => !id.startsWith('formula.') && baseMeasure(model, id).measure.kind === 'additive',
  )
  const soFar =
    flows &&
    mentions.some(
      (mention) => isMarker(mention.meaning, 'so-far') || /\b(?:so|thus) far\b/i.test(textOf(mention).text),
    )
  const single = draft.single || soFar || rest.top !== undefined || rest.compare !== undefined || compares
  const since = rest.range?.kind === 'since' && !(flows && attributes.length > 0)
  const wanted =
    draft.series ||
    drawnOverTime ||
    (stretch &&
      !single &&
      !(flows && rest.range?.kind === 'previous' && attributes.length === 0) &&
      !drawnAtOnce &&
      (attributes.every((id) => draft.side.has(id)) || state || since))
  if (!wanted) return
  if (rest.top && !draft.series && !drawnOverTime) return
  // A mean of so many days is made of days.
  const averaged = draft.measures.some((id) => draft.expressionOf(id).startsWith('moving_'))
  const grain: AnswerGrain =
    !averaged && days !== null && daysBetween(days.from < '2000' ? '2000-01-01' : days.from, days.to) > 366
      ? 'week'
      : 'day'
  rest.grain = grain
  draft.assumed.add('grain')
  if (mentions.length === 0) draft.assumed.delete('grain')
}
