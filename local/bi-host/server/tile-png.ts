import type { Tile } from '../wire/board'
import { draw, type ChartData, drawInto, stillOption } from '../rendering/charts/laid-out'
import { init } from '../rendering/charts/drawing'
import { assignColors, colorsOf } from '../rendering/theme/series-colors'
import { resolvePalette } from '../rendering/theme/variables'
import { tilePicture, type PictureBody } from '../rendering/tile-picture'
import { legendItems } from '../rendering/readout'
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { setPlatformAPI } from 'echarts/core'
import { noEvents } from '../rendering/events'

/** The only font of rendered pictures. It comes from the npm packages, so pictures do not depend on the machine's fonts. */
const pictureFace = 'Urbanist, "Urbanist Latin Extended"'

const files = [
  ['Urbanist', 'urbanist-latin-wght-normal.woff2'],
  ['Urbanist Latin Extended', 'urbanist-latin-ext-wght-normal.woff2'],
] as const

const packages = createRequire(import.meta.url)
for (const [family, file] of files) {
  const path = packages.resolve(`@fontsource-variable/urbanist/files/${file}`)
  if (GlobalFonts.registerFromPath(path, family) === null)
    throw new Error(`The face ${family} of the pictures cannot be read from ${path}.`)
}
const ruler = createCanvas(1, 1).getContext('2d')
setPlatformAPI({
  createCanvas: () => asDomCanvas(createCanvas(1, 1)),
  // By this clock the chart library splits large charts into slices of 15 ms. A file is rendered in one pass, so the clock stands still.
  getTime: () => 0,
  measureText(words = '', font = '') {
    ruler.font = font
    // The chart library measures every ASCII character once, and this canvas rejects NUL.
    return { width: ruler.measureText(words.replaceAll('\0', ' ')).width }
  },
})

/** Presents the canvas as the DOM type. The drawing code uses only what both have. */
const asDomCanvas = (canvas: Canvas): HTMLCanvasElement => canvas as unknown as HTMLCanvasElement

/** Frees the pixels (up to 30 MB outside the JavaScript heap) now instead of at some later garbage collection. */
const freePixels = (canvas: Canvas): void => void Object.assign(canvas, { width: 1, height: 1 })

export interface PngOptions {
  /** Picture pixels per CSS pixel. */
  readonly scale: number
  /** Transparent background behind title, chart and texts. */
  readonly omitBackground: boolean
}

/** Of the chart alone, in CSS px. */
const chartWidth = 860
const lowest = 260

const palette = {
  ...resolvePalette((name) => (name.endsWith('-font-family') ? pictureFace : ''), 'light'),
  font: pictureFace,
}

/**
 * Renders a tile as a PNG in the host's light theme: title, scope, legend, chart (or a table for tiles without one), unit, source and last
 * day. Uses the same drawing code as the page.
 */
export function tilePng(tile: Tile, { scale, omitBackground }: PngOptions): Buffer {
  const color = colorsOf(assignColors([tile], new Map()), palette)
  const { data } = tile
  const isChart = data !== null && data.kind !== 'kpi' && data.kind !== 'table' && data.kind !== 'pivot'
  const picture = tilePicture(
    { tile, palette, color, legend: data ? legendItems(data) : [] },
    isChart ? chartBody(data, color, Math.max(lowest, tile.height - 60), scale) : null,
    createCanvas(1, 1).getContext('2d'),
  )
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  pen.scale(scale, scale)
  picture.paint(pen as unknown as CanvasRenderingContext2D, !omitBackground)
  const png = canvas.toBuffer('image/png')
  freePixels(canvas)
  return png
}

function chartBody(
  data: ChartData,
  color: (colorKey: string) => string,
  height: number,
  scale: number,
): PictureBody {
  return {
    width: chartWidth,
    height,
    paint(pen, x, y) {
      const pixels = createCanvas(chartWidth * scale, height * scale)
      const canvas = asDomCanvas(pixels)
      const context = {
        palette,
        color,
        width: chartWidth,
        height,
        hidden: new Set<string>(),
        selected: null,
        events: noEvents,
      }
      const chart = init(canvas, null, {
        renderer: 'canvas',
        width: chartWidth,
        height,
        devicePixelRatio: scale,
      })
      try {
        drawInto(chart, draw(data, context), (drawing) => stillOption(drawing, context))
        chart.getZr().flush()
        pen.drawImage(canvas, x, y, chartWidth, height)
      } finally {
        chart.dispose()
        freePixels(pixels)
      }
    },
  }
}
