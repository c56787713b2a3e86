import type { SemanticModel, SourceFacts } from '../../../../local/bi-host/model/semantic-model'
import { QueryProblem } from '../../../../local/bi-host/model/source'
import { functions } from '../../../../local/bi-host/query/expression'
import { resolve } from '../../../../local/bi-host/query/resolve'
import { chartWords, grainWords } from '../../../../local/bi-host/query/words'
import type {
  Answer,
  AnswerFilter,
  AnswerFormula,
  AnswerGrain,
  AnswerQuery,
  AnswerRange,
  ChartType,
  PeriodUnit,
} from '../../../../local/bi-host/wire/answers'

type Asked = Pick<Answer, 'query' | 'chart'>

/** Random numbers in 0..1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const units: readonly PeriodUnit[] = ['day', 'week', 'month', 'quarter', 'year']

/** An endless sequence of queries that the model can answer, of every kind that the wire supports. */
export function* randomQueries(
  model: SemanticModel,
  facts: (source: string) => SourceFacts,
  seed: number,
): Generator<Asked> {
  const random = randomOf(seed)
  const upTo = (count: number): number => Math.floor(random() * count)
  const often = (chance: number): boolean => random() < chance
  const one = <Value>(list: readonly Value[]): Value => {
    const found = list[upTo(list.length)]
    if (found === undefined) throw new Error('Nothing to choose from.')
    return found
  }
  const measures = model.sources.flatMap(({ id, measures: own }) =>
    Object.keys(own).map((name) => `${id}.${name}`),
  )
  const filterOf = (
    field: string,
    kind: 'text' | 'number' | 'day',
    values: readonly string[],
  ): AnswerFilter => {
    if (kind === 'text') {
      const op = one(['in', 'not-in', 'contains'] as const)
      const chosen = [...new Set(Array.from({ length: 1 + upTo(3) }, () => one(values)))]
      return { field, op, values: op === 'contains' ? [one(['a', 'USD', "it's", 'say "so"'])] : chosen }
    }
    const value = (): string | number =>
      kind === 'day' ? `2026-0${1 + upTo(9)}-1${upTo(10)}` : one([0, 7, -2.5, 1e9, 30, 0.0001, 123456])
    const op = one(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'not-in'] as const)
    const count = op === 'between' ? 2 : op === 'in' || op === 'not-in' ? 2 + upTo(2) : 1
    return { field, op, values: Array.from({ length: count }, value) }
  }
  const rangeOf = (): AnswerRange =>
    one<() => AnswerRange>([
      () => ({ kind: 'last', count: 1 + upTo(90), unit: one(units) }),
      () => ({ kind: 'current', unit: one(units) }),
      () => ({ kind: 'previous', count: 1 + upTo(4), unit: one(units) }),
      () => ({ kind: 'since', from: '2025-05-01' }),
      () => ({ kind: 'between', from: '2025-01-01', to: one(['2025-01-01', '2025-03-31']) }),
      () => ({ kind: 'all' }),
    ])()
  const formulaOf = (at: number): AnswerFormula => {
    const { name, window } = one(functions)
    const measure = one(measures)
    const call = window === null ? `${name}(${measure})` : `${name}(${measure}, ${one([7, 30, 90])})`
    const expression = one([call, call, `${measure} / ${one(measures)}`, `${call} * 2 - ${one(measures)}`])
    return { id: `f${at}`, label: often(0.3) ? `Mine ${at}, "so"` : expression, expression }
  }
  const query = (): AnswerQuery => {
    const base = one(measures)
    const source = model.source(base.slice(0, base.indexOf('.')))
    const formulas = Array.from({ length: often(0.35) ? 1 + upTo(2) : 0 }, (_, at) => formulaOf(at))
    const near = Object.keys(source.measures).map((name) => `${source.id}.${name}`)
    const shown = [
      ...new Set([
        base,
        ...formulas.map(({ id }) => `formula.${id}`),
        ...(often(0.4) ? [one(often(0.8) ? near : measures)] : []),
      ]),
    ].toSorted(() => random() - 0.5)
    const fields = model.sources.flatMap((other) =>
      Object.entries(other.attributes)
        .filter(([id]) => model.counterpart(source, `${other.id}.${id}`) !== null)
        .map(([id, { kind = 'text' }]) => ({
          id: `${other.id}.${id}`,
          kind,
          values: facts(other.id).values[id] ?? [],
        })),
    )
    const own = fields.filter(({ id }) => id.startsWith(`${source.id}.`))
    const some = (): typeof fields => (own.length > 0 && often(0.8) ? own : fields)
    const attributes =
      fields.length === 0 ? [] : [...new Set(Array.from({ length: upTo(4) }, () => one(some()).id))]
    const filters = Array.from({ length: upTo(3) }, (): AnswerFilter | null => {
      if (fields.length === 0 || often(0.3)) return filterOf(one(often(0.7) ? shown : near), 'number', [])
      const { id, kind, values } = one(some())
      return kind === 'text' && values.length === 0 ? null : filterOf(id, kind, values)
    }).filter((filter) => filter !== null)
    const [attribute] = attributes
    return {
      measures: shown,
      ...(attributes.length > 0 && { attributes }),
      ...(filters.length > 0 && { filters }),
      ...(formulas.length > 0 && { formulas }),
      ...(often(0.5) && { grain: one(Object.keys(grainWords) as AnswerGrain[]) }),
      ...(often(0.6) && { range: rangeOf() }),
      ...(attribute !== undefined &&
        often(0.4) && {
          top: {
            attribute,
            count: 1 + upTo(20),
            by: one(shown),
            ...one([{}, { from: 'bottom' as const }, { other: true }]),
          },
        }),
      ...(often(0.3) && {
        sort: { by: one([...shown, ...attributes, 'date']), ...(often(0.5) && { descending: true }) },
      }),
      ...(often(0.2) && { compare: one(['previous-period', 'year-ago'] as const) }),
      ...(often(0.2) && { limit: 1 + upTo(10_000) }),
    }
  }
  for (;;) {
    const asked: Asked = {
      query: query(),
      chart: { type: often(0.4) ? one(Object.keys(chartWords) as ChartType[]) : 'auto' },
    }
    if (isAnswerable(model, asked.query)) yield asked
  }
}

function isAnswerable(model: SemanticModel, query: AnswerQuery): boolean {
  const texts = (query.formulas ?? []).map(({ expression }) => expression.replaceAll(' ', ''))
  if (new Set(texts).size < texts.length) return false
  try {
    resolve(model, query, '2026-11-20')
    return true
  } catch (error) {
    if (error instanceof QueryProblem) return false
    throw error
  }
}
