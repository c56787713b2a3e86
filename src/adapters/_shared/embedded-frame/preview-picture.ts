import type { ViewAppearance } from '../../../core/ports/view-appearance'
import { palette } from '../../../core/theme/palette'

const svg = 'http://www.w3.org/2000/svg'

/** Bars of a chart that is not there yet: place and height in a field of 320 by 160. */
const bars: readonly (readonly [x: number, height: number])[] = [
  [0, 52],
  [42, 74],
  [84, 60],
  [126, 96],
  [168, 84],
  [210, 118],
  [252, 104],
  [294, 132],
]

/**
 * A picture of our own that stands in for one visualisation until its data is there. The vendor's own preview writes HTML of the
 * server's into the page (engineering decision 20). Returns the way to take it off.
 */
export function showPreview(container: HTMLElement, mode: ViewAppearance['mode']): () => void {
  const page = container.ownerDocument
  const colors = palette[mode]
  const cover = page.createElement('div')
  cover.dataset['surface'] = 'preview'
  cover.setAttribute('aria-hidden', 'true')
  Object.assign(cover.style, {
    position: 'absolute',
    inset: '0',
    padding: '16px',
    background: colors.card,
    border: `1px solid ${colors.line}`,
    borderRadius: '4px',
    pointerEvents: 'none',
  })
  const picture = page.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 320 200')
  picture.setAttribute('preserveAspectRatio', 'none')
  Object.assign(picture.style, { display: 'block', width: '100%', height: '100%' })
  const shape = (x: number, y: number, width: number, height: number): void => {
    const part = page.createElementNS(svg, 'rect')
    for (const [name, value] of Object.entries({ x, y, width, height }))
      part.setAttribute(name, String(value))
    part.setAttribute('rx', '2')
    part.setAttribute('fill', colors.skeleton)
    picture.append(part)
  }
  shape(0, 0, 120, 10)
  shape(0, 18, 70, 7)
  for (const [x, height] of bars) shape(x, 200 - height, 26, height)
  cover.append(picture)
  container.append(cover)
  return () => cover.remove()
}
