import { formatDay, formatNumber } from '../../format'
import type { ActionContext } from '../run-action'
import { tableOf } from '../table-model'

/** Pixels of the picture for one of the page. */
export const scale = 2
const edge = 20
const headHeight = 62
const footHeight = 34
const rowHeight = 26

/** A tile as a picture: title, what it shows, names of colours, the chart or its table, source and last day. */
export function tilePicture(context: ActionContext): HTMLCanvasElement {
  const picture = context.picture()
  const table = picture ? null : tableOf(context.tile)
  const rows = Math.min(table?.rows.length ?? 0, 60)
  const width = (picture ? picture.width / scale : context.tile.kind === 'kpi' ? 420 : 760) + 2 * edge
  const legendHeight = picture && context.legend.length > 0 ? 26 : 0
  const bodyHeight = picture ? picture.height / scale : (rows + 1) * rowHeight
  const height = headHeight + legendHeight + bodyHeight + footHeight

  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  pen.scale(scale, scale)
  pen.fillStyle = context.palette.card
  pen.fillRect(0, 0, width, height)
  writeHead(pen, context)
  if (legendHeight > 0) writeLegend(pen, context, width)
  if (picture)
    pen.drawImage(picture, edge, headHeight + legendHeight, picture.width / scale, picture.height / scale)
  else if (table) writeTable(pen, context, table, rows, width)
  writeFoot(pen, context, width, height)
  return canvas
}

/** A picture as a file. */
export function encoded(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, 0.95),
  )
}

function face(context: ActionContext, weight: number, size: number): string {
  return `${weight} ${size}px ${context.palette.axisFont}`
}

function writeHead(pen: CanvasRenderingContext2D, context: ActionContext): void {
  pen.fillStyle = context.palette.title
  pen.font = face(context, 650, 16)
  pen.fillText(context.tile.title, edge, 30)
  pen.fillStyle = context.palette.description
  pen.font = face(context, 500, 12.5)
  pen.fillText(context.tile.subtitle, edge, 49)
}

function writeLegend(pen: CanvasRenderingContext2D, context: ActionContext, width: number): void {
  pen.font = face(context, 500, 12)
  let x = edge
  for (const item of context.legend) {
    const needed = pen.measureText(item.label).width + 30
    if (x + needed > width - edge) break
    pen.fillStyle = context.color(item.colorKey)
    pen.fillRect(x, headHeight + 4, 9, 9)
    pen.fillStyle = context.palette.muted
    pen.fillText(item.label, x + 15, headHeight + 13)
    x += needed
  }
}

function writeTable(
  pen: CanvasRenderingContext2D,
  context: ActionContext,
  table: ReturnType<typeof tableOf>,
  rows: number,
  width: number,
): void {
  const columnWidth = (width - 2 * edge) / Math.max(1, table.columns.length)
  const lines = [
    table.columns.map((column) => column.label),
    ...table.rows.slice(0, rows).map((row) => row.map((cell) => cell.text)),
  ]
  for (const [at, line] of lines.entries()) {
    const y = headHeight + at * rowHeight + 17
    pen.font = face(context, at === 0 ? 600 : 500, 12)
    pen.fillStyle = at === 0 ? context.palette.muted : context.palette.text
    for (const [column, text] of line.entries()) {
      const numeric = table.columns[column]?.numeric ?? false
      pen.textAlign = numeric ? 'right' : 'left'
      pen.fillText(text, edge + column * columnWidth + (numeric ? columnWidth - 8 : 0), y, columnWidth - 10)
    }
    pen.textAlign = 'left'
    pen.fillStyle = context.palette.hairline
    pen.fillRect(edge, y + 8, width - 2 * edge, 1)
  }
}

function writeFoot(
  pen: CanvasRenderingContext2D,
  context: ActionContext,
  width: number,
  height: number,
): void {
  const { trust, data } = context.tile
  const status = trust.status === 'sample' ? 'Sample data, not market data' : trust.source
  const figure = data?.kind === 'kpi' ? `${formatNumber(data.value, data.format)} \u00b7 ` : ''
  pen.fillStyle = context.palette.dim
  pen.font = face(context, 500, 11)
  pen.fillText(
    `${figure}${trust.unit} \u00b7 ${status} \u00b7 As of ${formatDay(trust.lastDay)}`,
    edge,
    height - 13,
    width - 2 * edge,
  )
}
