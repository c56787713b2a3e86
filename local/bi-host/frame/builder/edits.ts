import type {
  Answer,
  AnswerFilter,
  AnswerFormula,
  AnswerGrain,
  AnswerQuery,
  AnswerRange,
  ChartOptions,
  ChartType,
  ChipTarget,
  FieldView,
  PeriodUnit,
} from '../../wire/answers'

/** Manual changes of a question, each a function from one answer to the next. None calls the host. */

export const emptyAnswer: Answer = { version: 2, title: '', query: { measures: [] }, chart: { type: 'auto' } }

const limits = { measures: 8, attributes: 3, filters: 20 }
/** Default range and grain of the first measure: its recent course. */
const defaultView = { grain: 'day', range: { kind: 'last', count: 90, unit: 'day' } } as const

type Parts = { readonly [Key in keyof AnswerQuery]: AnswerQuery[Key] | undefined }

/** The query with some parts replaced. A part that is `undefined` or an empty list is removed. */
export function withQuery(answer: Answer, parts: Partial<Parts>): Answer {
  const merged = { ...answer.query, ...parts }
  const present = Object.entries(merged).filter(
    ([key, value]) =>
      value !== undefined && (key === 'measures' || !Array.isArray(value) || value.length > 0),
  )
  return { ...answer, query: settled(Object.fromEntries(present) as unknown as AnswerQuery) }
}

/** Removes references to fields that are gone. */
function settled(query: AnswerQuery): AnswerQuery {
  const { top, sort, formulas, filters, ...rest } = query
  const attributes = query.attributes ?? []
  const known = new Set([...query.measures, ...attributes, 'date'])
  const used = (formulas ?? []).filter(
    (formula) =>
      query.measures.includes(`formula.${formula.id}`) ||
      filters?.some((filter) => filter.field === `formula.${formula.id}`),
  )
  return {
    ...rest,
    ...(filters === undefined ? {} : { filters }),
    ...(used.length === 0 ? {} : { formulas: used }),
    ...(top !== undefined && attributes.includes(top.attribute) && query.measures.includes(top.by)
      ? { top }
      : {}),
    ...(sort !== undefined && known.has(sort.by) ? { sort } : {}),
  }
}

export function addMeasure(answer: Answer, id: string): Answer {
  const { measures } = answer.query
  if (measures.includes(id) || measures.length >= limits.measures) return answer
  return withQuery(answer, { ...defaultsFor(answer), measures: [...measures, id] })
}

/** Default range and grain for a question that is still empty. Nothing for any other. */
function defaultsFor({ query }: Answer): Partial<typeof defaultView> {
  const asked = query.measures.length > 0 || (query.attributes?.length ?? 0) > 0
  return asked || query.grain !== undefined || query.range !== undefined ? {} : defaultView
}

export function removeMeasure(answer: Answer, id: string): Answer {
  return withQuery(answer, { measures: answer.query.measures.filter((measure) => measure !== id) })
}

export function toggleAttribute(answer: Answer, id: string): Answer {
  const { attributes = [] } = answer.query
  if (attributes.includes(id))
    return withQuery(answer, { attributes: attributes.filter((attribute) => attribute !== id) })
  return attributes.length >= limits.attributes
    ? answer
    : withQuery(answer, { attributes: [...attributes, id] })
}

export function toggleMeasure(answer: Answer, id: string): Answer {
  return answer.query.measures.includes(id) ? removeMeasure(answer, id) : addMeasure(answer, id)
}

/** Adds a field that was dropped on the chart or named by the embedding page. A no-op if it is there. */
export function addField(answer: Answer, { id, kind }: Pick<FieldView, 'id' | 'kind'>): Answer {
  if (kind === 'measure') return addMeasure(answer, id)
  return answer.query.attributes?.includes(id) === true ? answer : toggleAttribute(answer, id)
}

/** Replaces the filter of this field, or removes it if there is no value to filter by. */
export function setFilter(answer: Answer, field: string, filter: AnswerFilter | null): Answer {
  const { filters = [] } = answer.query
  const at = filters.findIndex((candidate) => candidate.field === field)
  const empty = filter === null || filter.values.length === 0
  const next = empty
    ? filters.filter((candidate) => candidate.field !== field)
    : at < 0
      ? [...filters, filter].slice(0, limits.filters)
      : filters.map((candidate, index) => (index === at ? filter : candidate))
  return withQuery(answer, { filters: next })
}

export function setGrain(answer: Answer, grain: AnswerGrain | null): Answer {
  return withQuery(answer, { grain: grain ?? undefined })
}

export function setChart(answer: Answer, type: ChartType | 'auto'): Answer {
  return { ...answer, chart: { ...answer.chart, type } }
}

export function setLogScale(answer: Answer, logScale: boolean): Answer {
  return withOptions(answer, { ...answer.chart.options, logScale })
}

/** Fixes which measures are on the right axis, whatever their magnitude. */
export function setRightAxis(answer: Answer, rightAxis: readonly string[]): Answer {
  return withOptions(answer, { ...answer.chart.options, rightAxis })
}

const withOptions = (answer: Answer, options: ChartOptions): Answer => ({
  ...answer,
  chart: { ...answer.chart, options },
})

/** Adds a calculation and shows it, or replaces the one with the same id. */
export function setFormula(answer: Answer, formula: AnswerFormula): Answer {
  const { formulas = [], measures } = answer.query
  const id = `formula.${formula.id}`
  const known = formulas.some((candidate) => candidate.id === formula.id)
  return withQuery(answer, {
    ...defaultsFor(answer),
    formulas: known
      ? formulas.map((candidate) => (candidate.id === formula.id ? formula : candidate))
      : [...formulas, formula],
    measures: measures.includes(id) ? measures : [...measures, id].slice(0, limits.measures),
  })
}

/** An unused id for a formula with this name. */
export function formulaId(label: string, query: AnswerQuery): string {
  const plain = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 50)
  const base = plain === '' ? 'formula' : plain
  const taken = new Set((query.formulas ?? []).map((formula) => formula.id))
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}_${count}`
  return id
}

/** Predefined calculations for a measure. */
export const quickFormulas: readonly {
  readonly label: string
  readonly name: (measure: string) => string
  readonly expression: (id: string) => string
}[] = [
  { label: 'Growth', name: (name) => `${name} growth`, expression: (id) => `growth(${id})` },
  {
    label: '7-day average',
    name: (name) => `${name}, 7-day average`,
    expression: (id) => `moving_average(${id}, 7)`,
  },
  {
    label: '30-day volatility',
    name: (name) => `${name}, 30-day volatility`,
    expression: (id) => `volatility(${id}, 30)`,
  },
]

export function addQuickFormula(answer: Answer, quick: (typeof quickFormulas)[number], measure: FieldView) {
  const label = quick.name(measure.label)
  return setFormula(answer, {
    id: formulaId(label, answer.query),
    label,
    expression: quick.expression(measure.id),
  })
}

export function removeChip(answer: Answer, target: ChipTarget): Answer {
  switch (target.part) {
    case 'measure':
      return removeMeasure(answer, target.id)
    case 'attribute':
      return withQuery(answer, {
        attributes: (answer.query.attributes ?? []).filter((id) => id !== target.id),
      })
    case 'filter':
      return withQuery(answer, {
        filters: (answer.query.filters ?? []).filter((_, index) => index !== target.index),
      })
    case 'chart':
      return { ...answer, chart: { type: 'auto' } }
    case 'range':
    case 'grain':
    case 'top':
    case 'sort':
    case 'compare':
    case 'limit':
      return withQuery(answer, { [target.part]: undefined })
  }
}

export function moveMeasure(answer: Answer, id: string, by: -1 | 1): Answer {
  const measures = [...answer.query.measures]
  const at = measures.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= measures.length) return answer
  measures.splice(at, 1)
  measures.splice(to, 0, id)
  return withQuery(answer, { measures })
}

export const presets: readonly (readonly [string, AnswerRange])[] = [
  ['30 days', { kind: 'last', count: 30, unit: 'day' }],
  ['90 days', { kind: 'last', count: 90, unit: 'day' }],
  ['1 year', { kind: 'last', count: 1, unit: 'year' }],
  ['This month', { kind: 'current', unit: 'month' }],
  ['This quarter', { kind: 'current', unit: 'quarter' }],
  ['Year to date', { kind: 'current', unit: 'year' }],
  ['All', { kind: 'all' }],
]

interface LastOf {
  readonly count: number
  readonly unit: PeriodUnit
}

/** State of the range control: the user's own range, or the default. */
export function rangeChoice(range: AnswerRange | null): {
  /** Label of the matching preset. Null for any other range. */
  readonly preset: string | null
  /** Current value of the "Last …" control. */
  readonly last: LastOf
} {
  return {
    preset: presets.find(([, preset]) => range !== null && same(preset, range))?.[0] ?? null,
    last: range?.kind === 'last' ? range : { count: 90, unit: 'day' },
  }
}

/** Ranges from the reader, the store and clicks may have their members in different order. */
function same(one: AnswerRange, other: AnswerRange): boolean {
  const parts = new Map<string, unknown>(Object.entries(one))
  const others = Object.entries(other)
  return parts.size === others.length && others.every(([name, value]) => parts.get(name) === value)
}
