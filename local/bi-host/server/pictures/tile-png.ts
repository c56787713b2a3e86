import type { Tile } from '../../wire/board'
import { draw, type ChartData } from '../../rendering/charts/draw'
import { init } from '../../rendering/charts/engine'
import { drawInto } from '../../rendering/charts/laid-out'
import { stillOption } from '../../rendering/charts/still-option'
import { colorsOf } from '../../rendering/theme/color-book'
import { assignColors } from '../../rendering/theme/series-colors'
import { resolvePalette } from '../../rendering/theme/variables'
import { tilePicture, type PictureBody } from '../../rendering/tile-picture'
import { legendItems } from '../../rendering/legend-items'
import { asInPage, createCanvas, pictureFace } from './canvas'

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
  return canvas.toBuffer('image/png')
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
      const canvas = asInPage(createCanvas(chartWidth * scale, height * scale))
      const context = { palette, color, width: chartWidth, height, hidden: new Set<string>(), selected: null }
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
      }
    },
  }
}
