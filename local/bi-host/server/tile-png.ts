import type { Tile } from '../wire/board'
import { draw, type ChartData, drawInto, stillOption } from '../rendering/charts/laid-out'
import { init } from '../rendering/charts/engine'
import { assignColors, colorsOf } from '../rendering/theme/series-colors'
import { resolvePalette } from '../rendering/theme/variables'
import { tilePicture, type PictureBody } from '../rendering/tile-picture'
import { legendItems } from '../rendering/readout'
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas'
import { createRequire } from 'node:module'
import { setPlatformAPI } from 'echarts/core'
import { noEvents } from '../rendering/charts/events'

/** The one face of pictures drawn here: shipped with the packages, so that no picture depends on a machine's fonts. */
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
  createCanvas: () => asInPage(createCanvas(1, 1)),
  // Large pictures are painted in turns of 15 ms by this clock; a file is written once, so no turn may end.
  getTime: () => 0,
  measureText(words = '', font = '') {
    ruler.font = font
    // The chart library measures every ASCII character once; this canvas takes no NUL.
    return { width: ruler.measureText(words.replaceAll('\0', ' ')).width }
  },
})

/** The canvas under the name of the page's: the drawing code uses only what both have. */
const asInPage = (canvas: Canvas): HTMLCanvasElement => canvas as unknown as HTMLCanvasElement

/** Its pixels, up to 30 MB that the heap does not know of, go now and not when garbage is collected some time. */
const letGo = (canvas: Canvas): void => void Object.assign(canvas, { width: 1, height: 1 })

export interface PngOptions {
  /** Pixels of the picture for one of the page. */
  readonly scale: number
  /** Nothing below title, chart and words. */
  readonly omitBackground: boolean
}

/** Of the chart itself, in px of the page. */
const chartWidth = 860
const lowest = 260

const palette = {
  ...resolvePalette((name) => (name.endsWith('-font-family') ? pictureFace : ''), 'light'),
  font: pictureFace,
}

/**
 * A tile as a PNG file in the host's own light look: title, what it shows, legend, chart (or the table of a tile that has
 * none), unit, source and last day. Drawn by the code that draws it in the page.
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
  letGo(canvas)
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
      const canvas = asInPage(pixels)
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
        letGo(pixels)
      }
    },
  }
}
