import type { Warehouse } from '../warehouse/warehouse'
import type { Answer, AnswerFilter, AnswerGrain, ChipTarget, RunProblem } from '../wire/answers'
import { isMeasure, type AnswerProblem } from './resolve'

/** Changes that would make the answer possible, most likely first, at most four. */
export function remedies(
  warehouse: Warehouse,
  answer: Answer,
  reason: RunProblem['reason'],
  { needs, grain, target }: AnswerProblem['about'],
): RunProblem['remedies'] {
  const made =
    needs !== undefined
      ? attributeRemedies(warehouse, answer, needs)
      : grain !== undefined
        ? [{ label: `By ${grain}`, answer: changed(answer, { grain }) }]
        : reason === 'cannot'
          ? without(warehouse, answer, target)
          : reductionRemedies(answer)
  return made.slice(0, 4)
}

const changed = (answer: Answer, query: Partial<Answer['query']>): Answer => ({
  ...answer,
  query: { ...answer.query, ...query },
})

/** "A price needs one asset": the best-known assets, or a split by asset. */
function attributeRemedies(warehouse: Warehouse, answer: Answer, field: string): RunProblem['remedies'] {
  const dot = field.indexOf('.')
  const source = warehouse.model.source(field.slice(0, dot))
  const { id, attribute } = warehouse.model.attribute(source, field.slice(dot + 1))
  const values: readonly string[] = warehouse.facts(source.id).values[id] ?? []
  const filters = answer.query.filters ?? []
  const ofIt = (filter: AnswerFilter): boolean =>
    !isMeasure(warehouse.model, filter.field) && warehouse.model.counterpart(source, filter.field) === id
  const others = filters.filter((filter) => !ofIt(filter))
  const chosen = filters.find((filter) => ofIt(filter) && filter.op === 'in' && filter.values.length > 1)
  const known = ['BTC', 'ETH', 'USDT', 'ATM'].filter((value) => values.includes(value))
  const one = (value: string | number): RunProblem['remedies'][number] => ({
    label: String(value),
    answer: changed(answer, {
      filters: [...others, { field, op: attribute.kind === 'number' ? 'eq' : 'in', values: [value] }],
    }),
  })
  // A ranking has one attribute, so a second split would not help.
  const { attributes = [], top } = answer.query
  const split = attributes.length < 2 && top === undefined ? [field] : []
  const apart = split.map(() => ({
    label: `By ${attribute.label.toLowerCase()}`,
    answer: changed(answer, { attributes: [...attributes, field] }),
  }))
  // A user who chose several values wants them side by side, or one of them.
  if (chosen !== undefined) return [...apart, ...chosen.values.slice(0, 3).map(one)]
  const usual = attribute.kind === 'number' ? [30] : known.length > 0 ? known : values.slice(0, 2)
  return [...usual.map(one), ...apart]
}

function without(
  { model }: Warehouse,
  answer: Answer,
  target: ChipTarget | undefined,
): RunProblem['remedies'] {
  // By label, as in the problem's message: two sources may each have an attribute with that label.
  const labelOf = (id: string): string => {
    const [source = '', name = ''] = id.split('.')
    return model.sources.find((one) => one.id === source)?.attributes[name]?.label ?? id
  }
  const { measures, attributes = [], filters = [] } = answer.query
  const removal = (what: string, query: Partial<Answer['query']>): RunProblem['remedies'] => [
    { label: `Take the ${what} away`, answer: changed(answer, query) },
  ]
  if (target?.part === 'attribute')
    return removal('attribute', { attributes: attributes.filter((id) => labelOf(id) !== labelOf(target.id)) })
  if (target?.part === 'measure' && measures.length > 1)
    return removal('measure', { measures: measures.filter((id) => id !== target.id) })
  if (target?.part === 'filter')
    return removal('filter', {
      filters: filters.filter(({ field }) => labelOf(field) !== labelOf(filters[target.index]?.field ?? '')),
    })
  return []
}

/** Fewer names, coarser intervals, a shorter range. */
function reductionRemedies(answer: Answer): RunProblem['remedies'] {
  const { grain, attributes = [], measures, top, range } = answer.query
  const coarser: Partial<Record<AnswerGrain, AnswerGrain>> = {
    hour: 'day',
    day: 'week',
    week: 'month',
    month: 'quarter',
  }
  const next = grain ? coarser[grain] : undefined
  const [attribute] = attributes
  const [by] = measures
  const short = grain === 'hour' ? 7 : 90
  return [
    ...(attribute !== undefined && by !== undefined && (top?.count ?? 11) > 10
      ? [{ label: 'Top 10 only', answer: changed(answer, { top: { attribute, count: 10, by } }) }]
      : []),
    ...(next ? [{ label: `By ${next}`, answer: changed(answer, { grain: next }) }] : []),
    ...(range?.kind === 'last' && range.unit === 'day' && range.count <= short
      ? []
      : [
          {
            label: `Last ${short} days`,
            answer: changed(answer, { range: { kind: 'last', count: short, unit: 'day' } }),
          },
        ]),
    ...(attributes.length > 1
      ? [{ label: 'One attribute', answer: changed(answer, { attributes: attributes.slice(0, 1) }) }]
      : []),
  ]
}
