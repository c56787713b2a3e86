import type { FunctionName } from '../query/expression'
import type { Resolved } from '../query/resolve'
import { midSentence } from '../query/words'

/** Default title of an unnamed answer: "Supply by chain, USDC". */
export function titleOf({ measures, attributes, query }: Resolved): string {
  const values = (query.filters ?? [])
    .filter(({ op }) => op === 'in' || op === 'eq')
    // A bare number needs its label: "tenor 30".
    .map(({ field, values: list }) =>
      (typeof list[0] === 'number' ? [`${field} ${list[0]}`, ...list.slice(1, 3)] : list.slice(0, 3)).join(
        ', ',
      ),
    )
  const names = measures.map(({ label }) => label)
  const head = names.length === 2 ? names.join(' and ') : names.join(', ')
  const split =
    attributes.length === 0 ? '' : ` by ${attributes.map(({ label }) => label.toLowerCase()).join(' and ')}`
  const top = query.top ? `${query.top.from === 'bottom' ? 'Bottom' : 'Top'} ${query.top.count}: ` : ''
  return `${top}${head}${split}${values.length === 0 ? '' : `, ${values.join(', ')}`}`.slice(0, 200)
}

export const functionLabel = (name: FunctionName): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function labelOf(name: FunctionName, count: number, of: string, usual: boolean): string {
  switch (name) {
    case 'volatility':
      return usual ? `${count}-day volatility` : `${count}-day volatility of ${midSentence(of)}`
    case 'moving_average':
      return `${of}, ${count}-day mean`
    case 'moving_sum':
      return `${of}, ${count}-day sum`
    case 'growth':
      return usual ? 'Return' : `Growth of ${of}`
    case 'share':
      return `Share of ${of}`
    case 'change':
      return `Change of ${of}`
    case 'cumulative':
      return `${of}, cumulative`
    case 'rebase':
      return `${of}, rebased`
    case 'drawdown':
      return `Drawdown of ${of}`
  }
}
