import type { Readout } from '../readout'

/** Most rows a tooltip names; with more the largest would leave the screen. */
const mostRows = 14

/** The readout as elements. Made of nodes, never of markup: names come from data. */
export function tooltipElement(readout: Readout, color: (colorKey: string) => string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'chart-tooltip'
  box.append(line('chart-tooltip-heading', readout.heading))
  for (const row of readout.rows.slice(0, mostRows)) {
    const element = document.createElement('div')
    element.className = 'chart-tooltip-row'
    const swatch = document.createElement('i')
    if (row.colorKey !== undefined) swatch.style.background = color(row.colorKey)
    element.append(swatch, line('', row.label, 'span'), line('', row.text, 'b'))
    box.append(element)
  }
  if (readout.note !== undefined) box.append(line('chart-tooltip-note', readout.note))
  return box
}

function line(className: string, text: string, tag: 'div' | 'span' | 'b' = 'div'): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}

/**
 * Where a tooltip of `size` stands so that it stays inside the window: right of the pointer, left of it near the edge.
 * All in px; `origin` is the chart's place in the window.
 */
export function tooltipPlace(
  pointer: readonly [number, number],
  size: readonly [number, number],
  origin: { readonly left: number; readonly top: number },
  window: { readonly width: number; readonly height: number },
): [number, number] {
  const gap = 14
  const right = origin.left + pointer[0] + gap
  const left = right + size[0] > window.width - 4 ? origin.left + pointer[0] - gap - size[0] : right
  const top = Math.min(origin.top + pointer[1] - size[1] / 2, window.height - size[1] - 4)
  return [Math.max(4, left) - origin.left, Math.max(4, top) - origin.top]
}
