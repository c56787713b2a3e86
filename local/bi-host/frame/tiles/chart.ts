import {
  draw,
  readsAlongAxis,
  type ChartData,
  drawInto,
  plotOf,
  stillOption,
} from '../../rendering/charts/laid-out'
import {
  type Drawing,
  type DrawContext,
  type Pointed,
  init,
  type ChartOption,
  type EChartsType,
} from '../../rendering/charts/drawing'
import type { Readout } from '../../rendering/readout'

/** How to draw, and the title of its tooltip. */
type Look = Omit<DrawContext, 'width' | 'height'> & { readonly title: string }

/** A chart in an element. Changes go to `show`, and the instance stays the same. */
export interface Chart {
  show(data: ChartData, look: Look): void
  /** Adopts the element's new size. Redraws only if it changed. */
  fit(): void
  /** Moves the cursor to a position (`null` removes it). */
  point(position: number | null): void
  /** The chart at twice the size, on the card's color. */
  picture(): HTMLCanvasElement
  dispose(): void
}

export type Press = 'click' | 'double' | 'menu'

export interface ChartEvents {
  /** A mark was clicked, or any point of a plot with the menu button: what it filters by, and where. Returns whether a menu opened. */
  readonly pressed: (
    how: Press,
    pick: { readonly key: string; readonly label: string } | null,
    position: number,
    at: { readonly x: number; readonly y: number },
  ) => boolean
}

export function createChart(element: HTMLElement, events: ChartEvents): Chart {
  const instance = init(element, null, { renderer: 'canvas' })
  let current: { data: ChartData; look: Look } | null = null
  let drawing: Drawing | null = null
  let size = ''

  listen(instance, () => drawing && current && { drawing, data: current.data }, events)

  function redraw(): void {
    // Without room there is nothing to draw on. `fit` redraws once there is.
    if (!current || instance.getWidth() === 0 || instance.getHeight() === 0) return
    const { data, look } = current
    const context = { ...look, width: instance.getWidth(), height: instance.getHeight() }
    drawing = draw(data, context)
    drawInto(instance, drawing, (next) => ({
      ...stillOption(next, context),
      tooltip: tooltipOf(element, next, data, context),
    }))
    publishPlot(element, plotOf(instance))
    element.parentElement?.toggleAttribute('data-needs-scale', drawing.needsScale ?? false)
  }

  return {
    show(data, look) {
      current = { data, look }
      size = sizeOf(element)
      instance.resize({ silent: true })
      redraw()
    },
    fit() {
      const next = sizeOf(element)
      if (next === size || next === '0x0' || !current) return
      size = next
      instance.resize({ silent: true })
      redraw()
    },
    point(position) {
      if (position === null) {
        instance.dispatchAction({ type: 'hideTip' })
        instance.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
        return
      }
      if (drawing) instance.dispatchAction({ type: 'showTip', ...drawing.mark(position) })
    },
    picture: () =>
      instance.renderToCanvas({ pixelRatio: 2, backgroundColor: current?.look.palette.card ?? '#ffffff' }),
    dispose: () => instance.dispose(),
  }
}

/** Reports clicks on marks, and menu clicks beside them. `now` is what is drawn. */
function listen(
  instance: EChartsType,
  now: () => { readonly drawing: Drawing; readonly data: ChartData } | null,
  { pressed }: ChartEvents,
): void {
  for (const [name, how] of presses) {
    instance.on(name, (event) => {
      const pointed: Pointed = event as object
      const { event: mouse } = (pointed as { readonly event?: { readonly event?: MouseEvent } }).event ?? {}
      const shown = now()
      if (!shown) return
      const { drawing, data } = shown
      // A click on a line between two points has no data index.
      const near = mouse === undefined ? -1 : positionAt(instance, data, mouse)
      const position = drawing.position?.(pointed) ?? pointed.dataIndex ?? near
      const at = { x: mouse?.clientX ?? 0, y: mouse?.clientY ?? 0 }
      if (pressed(how, drawing.pick(pointed), position, at)) mouse?.preventDefault()
    })
  }
  // Beside the marks, the position is still known: the date, or the name of a bar.
  instance.getZr().on('contextmenu', (event) => {
    const shown = now()
    if (event.target || !shown) return
    const mouse = event.event as unknown as MouseEvent
    const position = positionAt(instance, shown.data, mouse)
    if (position < 0) return
    const pick = shown.data.kind === 'bars' ? shown.drawing.pick({ dataIndex: position }) : null
    if (pressed('menu', pick, position, { x: mouse.clientX, y: mouse.clientY })) mouse.preventDefault()
  })
}

const presses: readonly (readonly [string, Press])[] = [
  ['click', 'click'],
  ['dblclick', 'double'],
  ['contextmenu', 'menu'],
]

/** The position under the mouse in a plot with a category axis. -1 elsewhere. */
function positionAt(instance: EChartsType, data: ChartData, mouse: MouseEvent): number {
  const onAxis = data.kind === 'series' || data.kind === 'candles' || data.kind === 'bars'
  const box = instance.getDom().getBoundingClientRect()
  const spot = [mouse.clientX - box.left, mouse.clientY - box.top]
  if (!onAxis || !instance.containPixel('grid', spot)) return -1
  const at: unknown = instance.convertFromPixel({ gridIndex: 0 }, spot)
  const along = data.kind === 'bars' && data.orientation === 'horizontal' ? 1 : 0
  return Array.isArray(at) ? Math.round(Number(at[along])) : -1
}

/** Excludes the axes from the chart area, so that an overlay in its corner does not cover them. */
function publishPlot(
  element: HTMLElement,
  plot: { readonly right: number; readonly bottom: number } | null,
): void {
  const { parentElement: area, clientWidth, clientHeight } = element
  area?.style.setProperty(
    '--beside-plot',
    `${plot ? Math.max(0, Math.round(clientWidth - plot.right)) : 0}px`,
  )
  area?.style.setProperty(
    '--below-plot',
    `${plot ? Math.max(0, Math.round(clientHeight - plot.bottom)) : 0}px`,
  )
}

function sizeOf(element: HTMLElement): string {
  return `${element.clientWidth}x${element.clientHeight}`
}

function tooltipOf(
  element: HTMLElement,
  drawing: Drawing,
  data: ChartData,
  { color, title }: DrawContext & Look,
): NonNullable<ChartOption['tooltip']> {
  return {
    trigger: readsAlongAxis(data) ? 'axis' : 'item',
    appendTo: 'body',
    className: 'chart-tooltip-layer',
    transitionDuration: 0,
    padding: 0,
    borderWidth: 0,
    backgroundColor: 'transparent',
    extraCssText: 'box-shadow:none;pointer-events:none;z-index:40',
    position: (point, _params, _element, _rect, sizes) => {
      const { clientWidth, clientHeight } = document.documentElement
      const tile = (element.closest('figure') ?? element).getBoundingClientRect()
      const window = { left: 0, top: 0, right: clientWidth, bottom: clientHeight }
      return tooltipPosition(point, sizes.contentSize, element.getBoundingClientRect(), [tile, window])
    },
    formatter: (params) => {
      const list = (Array.isArray(params) ? params : [params]) as unknown as Pointed[]
      const pointed = list.find((item) => !(item.seriesId ?? '').startsWith('band:')) ?? list[0]
      const readout = pointed ? drawing.readout(pointed) : null
      return readout && readout.rows.length > 0 ? tooltipElement(readout, color, title) : ''
    },
  }
}

/** Maximum rows of a tooltip: more would leave the screen. */
const maxRows = 14

/** The readout as DOM nodes, never as markup, because names come from data. */
function tooltipElement(readout: Readout, color: (colorKey: string) => string, title: string): HTMLElement {
  const box = document.createElement('div')
  box.className = 'chart-tooltip'
  box.append(line('chart-tooltip-measure', title), line('chart-tooltip-heading', readout.heading))
  for (const row of readout.rows.slice(0, maxRows)) {
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

interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * Position of a tooltip: right of the pointer or left of it, inside the first of `bounds` that is large enough (the tile, then the window).
 * All in px. `origin` is the chart's position in the window.
 */
export function tooltipPosition(
  pointer: readonly [number, number],
  size: readonly [number, number],
  origin: { readonly left: number; readonly top: number },
  bounds: readonly [tile: Bounds, window: Bounds],
): [number, number] {
  const [gap, edge] = [14, 4]
  const along = (at: number, length: number, from: number, to: number): number =>
    Math.max(from + edge, Math.min(at, to - edge - length))
  const [tile, window] = bounds
  const wide = size[0] + 2 * edge <= tile.right - tile.left ? tile : window
  const high = size[1] + 2 * edge <= tile.bottom - tile.top ? tile : window
  const sides = { left: Math.max(wide.left, window.left), right: Math.min(wide.right, window.right) }
  const right = origin.left + pointer[0] + gap
  const before = origin.left + pointer[0] - gap - size[0]
  const left = right + size[0] > sides.right - edge ? before : right
  const top = along(origin.top + pointer[1] - size[1] / 2, size[1], high.top, high.bottom)
  return [
    along(left, size[0], sides.left, sides.right) - origin.left,
    along(top, size[1], window.top, window.bottom) - origin.top,
  ]
}
