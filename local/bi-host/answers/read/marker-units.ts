import type { Marker } from './markers'
import { highest, lowest } from './rank-words'

/** What things are counted in, what lies ahead, and how far one is from another. */
export const unitsSaid: readonly (readonly [text: string, marker: Marker])[] = [
  ...`
  in dollars, in usd, in us dollars, in dollar terms, in dollar value, in usd terms, in usd value,
  dollar value, dollar value of, usd value, usd value of, value in dollars, value in usd,
  converted to dollars, converted to usd, in absolute terms, in absolute numbers, in absolute figures,
  in absolute amounts, as amounts, as an amount, in amounts`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'dollars'] as const),
  ...`
  upcoming, coming up, still to come, to come, remaining, scheduled, still left, coming, next`
    .trim()
    .split(/,\s+/)
    .map((text) => [text, 'ahead'] as const),
  ...['per', 'every', 'each'].flatMap((each) =>
    `
  8h, 8hr, 8hrs, 8 hours, 8 hour, eight hours, 8 hourly period, payment, interval`
      .trim()
      .split(/,\s+/)
      .flatMap((span) =>
        ['', 'in bps ', 'bps ', 'in basis points ', 'basis points ', 'in bp ', 'as bps '].map(
          (unit) => [`${unit}${each} ${span}`, 'payment'] as const,
        ),
      ),
  ),
  ...['in bps', 'in bp', 'in basis points', 'as bps', 'bps', 'basis points', '8h', '8 hourly'].map(
    (text) => [text, 'payment'] as const,
  ),
  ...lowest.flatMap((low) => highest.map((high) => [`${low} to ${high}`, 'ascending'] as const)),
  ...highest.flatMap((high) => lowest.map((low) => [`${high} to ${low}`, 'descending'] as const)),
  ...['above', 'below', 'beneath', 'under', 'exceed', 'exceeds', 'in excess of'].map(
    (text) => [text, 'beyond'] as const,
  ),
  ...['higher', 'lower', 'more', 'less', 'bigger', 'smaller', 'larger', 'greater', 'dearer', 'cheaper'].map(
    (text) => [`how much ${text}`, 'total'] as const,
  ),
]

/** "How high", "how badly": a figure is asked for, whatever it is of. */
export const howMuchSo: readonly (readonly [text: string, marker: Marker])[] =
  'high low big large far deep full expensive cheap strong badly hard heavily wide close'
    .split(' ')
    .map((quality) => [`how ${quality}`, 'total'] as const)
