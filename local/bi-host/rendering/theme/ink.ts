import { contrast, mix, parseColor } from './color'

const inks = ['#000000', '#ffffff'] as const

/** Marks beside the chosen one are drawn back to this. */
export const drawnBack = 0.25

/** What is seen of a colour on a card, drawn back or not. */
export const groundOf = (color: string, card: string, isBack: boolean): string =>
  isBack ? mix(card, color, drawnBack) : color

/** Black or white, whichever reads better on a colour. */
export function inkOn(color: string): string {
  const ground = parseColor(color)
  if (!ground) return inks[1]
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? inks[0] : inks[1]
}
