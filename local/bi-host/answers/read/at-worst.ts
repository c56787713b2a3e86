import type { MeasureContext, Placed } from './measure-context'

/** Words for the lowest point of a fall. */
export const atWorst: readonly string[] = `
  at the worst point, from peak to trough, from top to bottom, peak to trough, at its worst, at their worst,
  at the worst, at worst`
  .trim()
  .split(/,\s+/)

/** "How far did it fall at worst", "max drawdown": the course holds the lowest point, its end need not. */
export const asksTheWorst = ({ mentions, textOf }: Pick<MeasureContext, 'mentions' | 'textOf'>): boolean =>
  mentions.some((mention) => {
    const text = textOf(mention).text.toLowerCase()
    return atWorst.includes(text) || /^max(?:imum)? drawdown$/.test(text)
  })

/** "How far did USDC fall below par at worst": its lows, and not where the days ended. */
export function lowsOf(context: MeasureContext, placed: Placed[]): void {
  if (asksTheWorst(context))
    for (const item of placed)
      if (item.id === 'stable_price.deviation') item.id = 'stable_price.deviation_low'
}
