import { means } from './words'
import type { AnswerFilter } from '../../wire/answers'
import { charts, functionNames, movements } from './functions-said'
import { markers } from './markers'
import { highest, lowest, fillers } from './vocabulary'

export const operators: readonly (readonly [text: string, op: AnswerFilter['op']])[] = [
  ['greater than or equal to', 'ge'],
  ['less than or equal to', 'le'],
  ['is greater than', 'gt'],
  ['is less than', 'lt'],
  ...means('gt')('greater than, higher than, larger than, bigger than, more than'),
  ...means('lt')('less than, lower than, smaller than, fewer than'),
  ...means('ge')('not less than, at least'),
  ...means('le')('at most, no more than, not more than'),
  ...means('ge')('no less than, no fewer than, a minimum of'),
  ['a maximum of', 'le'],
  ...means('gt')(`
  in excess of, north of, well over, well above, exceeds, exceeded, exceed, topping, topped, surpassed,
  surpassing`),
  ...means('lt')('south of, well under, well below'),
  ['up to', 'le'],
  ...means('gt')('over, above, exceeding, beyond'),
  ...means('lt')('under, below'),
  ['>=', 'ge'],
  ['<=', 'le'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ...means('eq')('=, equals, exactly'),
]

/** Nouns that names have in one number alone, for slips in the other. */
const plurals =
  'balances borrowings butterflies companies debts delays deviations effects exits expenses expirations factors intervals investments levels maturities minimums movements payouts periods pools profits ratios reversals sizes skews supplies tickets turnovers volatilities weekdays windows'

/** Every word that means something besides the names of the model. */
export const keywords: readonly string[] = [
  ...new Set(
    [
      ...markers.map(([text]) => text),
      ...functionNames.map(([text]) => text),
      ...movements.map(([text]) => text),
      ...charts.map(([text]) => text),
      ...operators.map(([text]) => text),
      ...highest,
      ...lowest,
      'last previous quarter month week yesterday today since between daily weekly monthly quarterly yearly hourly january february march april june july august september october november december',
      plurals,
      [...fillers].filter((word) => word.length > 4).join(' '),
    ].flatMap((text) => text.split(' ')),
  ),
].filter((word) => word.length > 2)
