import type { AnswerColumn } from '../wire/answers'
import { capital } from '../query/words'
import type { Asks } from './summary'
import {
  against,
  labelWith,
  midSentence,
  plural,
  was,
  whenOf,
  write,
  type Telling,
  type ToldMeasure,
} from './phrasing'

/** So few are all said. */
const few = 3

export const countsNames = (columns: readonly AnswerColumn[]): boolean =>
  columns.filter(({ role }) => role === 'attribute').length === 1

/** What is no name of its own. */
export const isRest = (name: string): boolean => name === 'Other' || name === 'Unknown'

interface Place {
  readonly name: string
  readonly row: number
  readonly value: number
}

/** An answer by name: who has the most, or whatever else was asked. */
export function aboutNames(telling: Telling, names: readonly string[], { count }: Asks): string {
  const [measure] = telling.measures
  if (measure === undefined) return ''
  const ranked = placesOf(measure, names)
  const said = told(telling, measure, ranked)
  return count || telling.conditions.length > 0
    ? `${counted(telling, ranked.length, names.some(isRest))} ${said}`
    : said
}

/** "8 stablecoins with supply over $1.00B, and the rest together as “Other”." */
export function counted(
  { noun, conditions }: Pick<Telling, 'noun' | 'conditions'>,
  count: number,
  rest: boolean,
): string {
  const held = conditions.length === 0 ? '' : ` with ${conditions.join(' and ')}`
  return `${count} ${plural(noun, count)}${held}${rest ? ', beside the rest as “Other”' : ''}.`
}

/** Largest first. */
export function placesOf(
  { values }: Pick<ToldMeasure, 'values'>,
  names: readonly string[],
): readonly Place[] {
  return names
    .flatMap((name, row) => {
      const value = values[row]
      return typeof value === 'number' && !isRest(name) ? [{ name, row, value }] : []
    })
    .toSorted((a, b) => b.value - a.value)
}

function told(telling: Telling, measure: ToldMeasure, ranked: readonly Place[]): string {
  const { query, span } = telling
  const { top } = query
  const least = top?.from === 'bottom' && top.by === query.measures[0]
  const when = whenOf(measure, span)
  const number = ({ row, value }: Place): string =>
    `${write(measure, value)}${against(measure, value, measure.prior?.[row], telling.before)}`
  const [first] = ranked
  if (first === undefined) return ''
  if (ranked.length === 1 && top === undefined)
    return `${was(labelWith(measure, first.name, telling.joint))} ${number(first)} ${when}${others(telling, first.row)}.`
  if (ranked.length <= few && top === undefined && telling.before === null)
    return `${measure.label} ${when}: ${ranked.map((place) => `${place.name} ${write(measure, place.value)}`).join(', ')}.`
  const last = ranked.at(-1) ?? first
  if (first.value <= 0 && last.value < 0 && !least) return allBelow(telling, measure, ranked, number)
  const order = least ? ranked.toReversed() : ranked
  const [best = first, ...rest] = order
  const next = rest.slice(0, 2).map((place) => `${place.name} ${write(measure, place.value)}`)
  const below = !least && last.value < 0 ? `; the lowest ${last.name}, ${write(measure, last.value)}` : ''
  return `${measure.label} ${when}: ${best.name} has the ${superlative(measure, least, best.value)}, ${number(best)}${others(telling, best.row)}${next.length === 0 ? '' : `; then ${next.join(', ')}`}${below}.`
}

/** Nobody is above zero: "9 of 10 issuers had an outflow …: the largest BlackRock, …; the smallest …; the rest had none." */
function allBelow(
  { noun, span }: Telling,
  measure: ToldMeasure,
  ranked: readonly Place[],
  number: (place: Place) => string,
): string {
  const below = ranked.filter(({ value }) => value < 0)
  const [nearest] = below
  const farthest = below.at(-1)
  if (nearest === undefined || farthest === undefined) return ''
  const { minus } = measure
  const isAll = below.length === ranked.length
  const who = `${isAll ? 'all ' : `${below.length} of `}${ranked.length} ${plural(noun, ranked.length)}`
  const when = whenOf(measure, span)
  const lead =
    minus === null
      ? `${was(measure.label)} below zero for ${who} ${when}`
      : `${capital(who)} had ${minus} ${when}`
  const [most, least] = minus === null ? ['lowest', 'highest'] : ['largest', 'smallest']
  const found =
    nearest === farthest
      ? `${farthest.name}, ${number(farthest)}`
      : `the ${most} ${farthest.name}, ${number(farthest)}; the ${least} ${nearest.name}, ${write(measure, nearest.value)}`
  const rest = isAll ? '' : `; the rest ${minus === null ? 'were at zero' : 'had none'}`
  return `${lead}: ${found}${rest}.`
}

export function superlative({ adds }: ToldMeasure, least: boolean, value: number): string {
  if (adds === 'ratio' || value < 0) return least ? 'lowest' : 'highest'
  return least ? 'least' : 'most'
}

/** The other measures of the same row. */
function others({ measures }: Telling, row: number): string {
  return measures
    .slice(1)
    .map((measure) => `, ${midSentence(measure.label)} ${write(measure, measure.values[row])}`)
    .join('')
}
