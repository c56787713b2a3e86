/** Red, green and blue, 0..255. */
export type Rgb = readonly [number, number, number]

/** Reads `#rgb`, `#rrggbb(aa)`, `rgb()` and `rgba()`; `null` for anything else and for a fully clear colour. */
export function parseColor(text: string): Rgb | null {
  const value = text.trim().toLowerCase()
  const short = /^#([\da-f])([\da-f])([\da-f])[\da-f]?$/.exec(value)
  if (short) return [1, 2, 3].map((at) => Number.parseInt(`${short[at]}${short[at]}`, 16)) as unknown as Rgb
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})?$/.exec(value)
  if (long) {
    if (long[4] === '00') return null
    return [1, 2, 3].map((at) => Number.parseInt(long[at] ?? '0', 16)) as unknown as Rgb
  }
  const listed = /^rgba?\(([^)]+)\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '')
  const [red, green, blue, alpha] = (listed ?? []).map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number(part),
  )
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return [red, green, blue].every(Number.isFinite) ? [red, green, blue] : null
}

/** Relative luminance, 0 (black) to 1 (white), as WCAG defines it. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(left: Rgb, right: Rgb): number {
  const [high, low] = [luminance(left), luminance(right)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: string, to: string, share: number): string {
  const start = parseColor(from)
  const end = parseColor(to)
  if (!start || !end) return from
  const [red, green, blue] = start.map((channel, at) =>
    Math.round(channel + ((end[at] ?? channel) - channel) * share),
  ) as unknown as Rgb
  return `rgb(${red}, ${green}, ${blue})`
}

export function withAlpha(color: string, alpha: number): string {
  const parsed = parseColor(color)
  return parsed ? `rgba(${parsed[0]}, ${parsed[1]}, ${parsed[2]}, ${alpha})` : color
}

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
