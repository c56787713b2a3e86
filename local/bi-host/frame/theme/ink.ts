import { contrast, parseColor } from './color'

const inks = ['#000000', '#ffffff'] as const

/** Black or white, whichever reads better on a colour. */
export function inkOn(color: string): string {
  const ground = parseColor(color)
  if (!ground) return inks[1]
  return contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? inks[0] : inks[1]
}
