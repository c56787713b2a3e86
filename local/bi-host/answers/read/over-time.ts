import { daysBetween } from '../../model/days'
import type { AnswerGrain } from '../contract'
import { daysOf } from '../range'
import { baseMeasure } from '../resolve'
import type { ComposeContext } from './compose'
import type { Draft } from './draft'

/** Whether the answer is a course or a state, and by which interval. */
export function overTime(
  draft: Draft,
  { model, asOf, mentions }: ComposeContext,
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
    if (id.startsWith('formula.')) return false
    const { measure } = baseMeasure(model, id)
    return measure.kind === 'semi-additive' || (measure.kind === 'ratio' && measure.over === 'last-day')
  })
  const compares = draft.measures.some((id) => /\b(?:growth|change)\(/.test(draft.expressionOf(id)))
  const single = draft.single || rest.top !== undefined || rest.compare !== undefined || compares
  const since = rest.range?.kind === 'since'
  const wanted =
    draft.series ||
    drawnOverTime ||
    (stretch && !single && !drawnAtOnce && (attributes.every((id) => draft.side.has(id)) || state || since))
  if (!wanted) return
  if (rest.top && !draft.series && !drawnOverTime) return
  const grain: AnswerGrain =
    days !== null && daysBetween(days.from < '2000' ? '2000-01-01' : days.from, days.to) > 366
      ? 'week'
      : 'day'
  rest.grain = grain
  draft.assumed.add('grain')
  if (mentions.length === 0) draft.assumed.delete('grain')
}
