import type { RunResult } from '../wire/answers'
import type { Resolved } from '../query/resolve'
import type { SemanticModel } from '../model/semantic-model'
import { aboutCourse } from './about-course'
import { aboutNames, countsNames } from './about-names'
import type { Asks } from './asks'
import { against, gap, midSentence, was, whenOf, write } from './telling-words'
import { tellingOf, type Telling, type ToldMeasure } from './telling'

/** An answer in a sentence or two: the number, its unit, whose it is and when, and whatever was asked of it. */
export function describe(
  result: RunResult,
  { model, resolved }: { readonly model: SemanticModel; readonly resolved: Resolved },
  asks: Asks,
): string {
  const telling = tellingOf(result, resolved, model)
  if (telling.measures.every(({ values }) => values.every((value) => value === null)))
    return telling.conditions.length > 0
      ? `None: no ${telling.noun || telling.grain} with ${telling.conditions.join(' and ')}.`
      : 'There is nothing to show for this question.'
  const said = telling.days
    ? aboutCourse(telling, telling.days, asks)
    : telling.names
      ? aboutNames(telling, telling.names, asks)
      : headline(telling, asks)
  // As many rows as were asked for are no lack.
  const notes = resolved.query.limit === undefined ? result.notes.slice(0, 1) : []
  return [said, ...notes].filter((part) => part !== '').join(' ')
}

/** Whether the answer says how many, or is a number of things itself. */
export const saysHowMany = ({ table: { columns } }: RunResult): boolean =>
  columns.some(({ role }) => role === 'date') ||
  countsNames(columns) ||
  columns.some(({ format }) => format?.kind === 'number' || format?.kind === 'coins')

/** Whether a mean is in the answer: of its days, or as a rate over several. */
export function saysMean(
  { table: { columns } }: RunResult,
  { measures, attributes, grain }: Resolved,
): boolean {
  if (measures.some(({ formula }) => formula)) return true
  const [measure] = measures
  const { base } = measure ?? {}
  if (base?.measure.kind === 'ratio' && base.measure.over === 'interval' && grain === undefined) return true
  return columns.some(({ role }) => role === 'date') && attributes.length === 0
}

function headline(telling: Telling, { versus, mean }: Asks): string {
  const { measures } = telling
  return `${measures.map((measure, at) => one(telling, measure, { first: at === 0, mean })).join('; ')}. ${versus ? gap(measures, 0) : ''}`.trim()
}

function one(
  { span, before }: Telling,
  measure: ToldMeasure,
  { first, mean }: { readonly first: boolean; readonly mean: boolean },
): string {
  const [now] = measure.values
  const label = first ? measure.label : midSentence(measure.label)
  // A rate over several days is their weighted mean.
  const averaged = mean && measure.adds === 'ratio' && !measure.atEnd && span.from < span.to
  return `${averaged ? `${label} averaged` : was(label)} ${write(measure, now)} ${whenOf(measure, span)}${against(measure, now, measure.prior?.[0], before)}`
}
