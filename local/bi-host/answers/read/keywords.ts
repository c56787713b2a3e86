import type { AnswerFilter } from '../../wire/answers'
import { charts, functionNames, movements } from './functions-said'
import { markers } from './markers'
import { highest, lowest, fillers } from './vocabulary'

export const operators: readonly (readonly [text: string, op: AnswerFilter['op']])[] = [
  ['greater than or equal to', 'ge'],
  ['less than or equal to', 'le'],
  ['is greater than', 'gt'],
  ['is less than', 'lt'],
  ['greater than', 'gt'],
  ['higher than', 'gt'],
  ['larger than', 'gt'],
  ['bigger than', 'gt'],
  ['more than', 'gt'],
  ['less than', 'lt'],
  ['lower than', 'lt'],
  ['smaller than', 'lt'],
  ['fewer than', 'lt'],
  ['not less than', 'ge'],
  ['at least', 'ge'],
  ['at most', 'le'],
  ['no more than', 'le'],
  ['not more than', 'le'],
  ['no less than', 'ge'],
  ['no fewer than', 'ge'],
  ['a minimum of', 'ge'],
  ['a maximum of', 'le'],
  ...`
  in excess of, north of, well over, well above, exceeds, exceeded, exceed, topping, topped, surpassed,
  surpassing`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'gt'] as const),
  ...['south of', 'well under', 'well below'].map((text) => [text, 'lt'] as const),
  ['up to', 'le'],
  ['over', 'gt'],
  ['above', 'gt'],
  ['exceeding', 'gt'],
  ['beyond', 'gt'],
  ['under', 'lt'],
  ['below', 'lt'],
  ['>=', 'ge'],
  ['<=', 'le'],
  ['!=', 'ne'],
  ['>', 'gt'],
  ['<', 'lt'],
  ['=', 'eq'],
  ['equals', 'eq'],
  ['exactly', 'eq'],
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
