import type { Guide } from '../wire/board'

/** Zones of the fear-and-greed index, as its vendor names them. */
export const moods: readonly Guide[] = [
  { value: 0, to: 25, label: 'Extreme fear', tone: 'red' },
  { value: 25, to: 45, label: 'Fear', tone: 'amber' },
  { value: 45, to: 55, label: 'Neutral', tone: 'neutral' },
  { value: 55, to: 75, label: 'Greed', tone: 'amber' },
  { value: 75, to: 100, label: 'Extreme greed', tone: 'red' },
]
