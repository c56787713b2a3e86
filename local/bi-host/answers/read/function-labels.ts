import type { FunctionName } from '../../query/functions'

/** A function by its name. */
export const functionLabel = (name: FunctionName): string => {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a function makes of a measure, in words. */
export function labelOf(name: FunctionName, count: number, of: string, usual: boolean): string {
  switch (name) {
    case 'volatility':
      return usual ? `${count}-day volatility` : `${count}-day volatility of ${of.toLowerCase()}`
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
