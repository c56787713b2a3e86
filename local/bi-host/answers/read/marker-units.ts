import type { Marker } from './markers'

/** What things are counted in, what lies ahead, and how far one is from another. */
export const unitsSaid: readonly (readonly [text: string, marker: Marker])[] = [
  ...[
    'in dollars',
    'in usd',
    'in us dollars',
    'in dollar terms',
    'in dollar value',
    'in usd terms',
    'in usd value',
    'dollar value',
    'dollar value of',
    'usd value',
    'usd value of',
    'value in dollars',
    'value in usd',
    'converted to dollars',
    'converted to usd',
  ].map((text) => [text, 'dollars'] as const),
  ...[
    'upcoming',
    'coming up',
    'still to come',
    'to come',
    'remaining',
    'scheduled',
    'still left',
    'coming',
    'next',
  ].map((text) => [text, 'ahead'] as const),
  ...['above', 'below', 'beneath', 'under'].map((text) => [text, 'beyond'] as const),
]
