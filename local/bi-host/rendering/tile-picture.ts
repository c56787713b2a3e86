import type { Tile } from '../wire/board'
import { formatDay, formatNumber } from './format'
import type { Palette } from './theme/variables'
import { scopeInWords, type LegendItem } from './readout'
import { tableAsDrawn, type PlainTable } from './table-model'

/** Picture pixels per CSS pixel, by default. */
export const scale = 2
const edge = 20
const headHeight = 80
const footHeight = 34
const rowHeight = 26
const legendLine = 18

export interface PictureSubject {
  readonly tile: Tile
  /** Drawn if there is no chart. Default: the tile's own numbers. */
  readonly table?: PlainTable
  readonly palette: Palette
  readonly legend: readonly LegendItem[]
  readonly color: (colorKey: string) => string
}

/** The middle of the picture, in CSS px. `null` for tiles drawn as a table. */
export interface PictureBody {
  readonly width: number
  readonly height: number
  paint(pen: CanvasRenderingContext2D, x: number, y: number): void
}

/** Size in CSS px, and how to paint it on a context of that size. */
export interface TilePicture {
  readonly width: number
  readonly height: number
  /** `ground`: whether to paint the card's color first. */
  paint(pen: CanvasRenderingContext2D, ground: boolean): void
}

/** Measures text before there is a canvas of the right size. */
type Ruler = Pick<CanvasRenderingContext2D, 'font' | 'measureText'>

/** A tile as a picture: title, scope, legend, chart or table, source and last day. */
export function tilePicture(subject: PictureSubject, body: PictureBody | null, ruler: Ruler): TilePicture {
  const table = body ? null : (subject.table ?? tableAsDrawn(subject.tile))
  const rows = Math.min(table?.rows.length ?? 0, 60)
  const columns = table === null ? [] : columnWidths(subject, table, rows, ruler)
  const needed = Math.max(
    subject.tile.kind === 'kpi' ? 560 : 760,
    columns.reduce((sum, one) => sum + one, 0),
  )
  const width = (body ? body.width : needed) + 2 * edge
  const legend = body ? legendLines(subject, width - 2 * edge, ruler) : []
  const legendHeight = legend.length === 0 ? 0 : legend.length * legendLine + 8
  const bodyHeight = body ? body.height : (rows + 1) * rowHeight
  const height = headHeight + legendHeight + bodyHeight + footHeight
  return {
    width,
    height,
    paint(pen, ground) {
      if (ground) {
        pen.fillStyle = subject.palette.card
        pen.fillRect(0, 0, width, height)
      }
      const all = table?.rows.length ?? 0
      writeHead(pen, subject, width, rows < all ? ` \u00b7 First ${rows} of ${all} rows` : '')
      writeLegend(pen, subject, legend)
      if (body) body.paint(pen, edge, headHeight + legendHeight)
      else if (table) writeTable(pen, subject, table, rows, { width, columns })
      writeFoot(pen, subject, width, height)
    },
  }
}

function face(subject: PictureSubject, weight: number, size: number): string {
  return `${weight} ${size}px ${subject.palette.axisFont}`
}

function writeHead(pen: CanvasRenderingContext2D, subject: PictureSubject, width: number, cut: string): void {
  pen.fillStyle = subject.palette.title
  pen.font = face(subject, 600, 16)
  const { title, subtitle, scope } = subject.tile
  pen.fillText(scope ? `${title} \u00b7 ${scope.board}` : title, edge, 30, width - 2 * edge)
  pen.fillStyle = subject.palette.description
  pen.font = face(subject, 500, 12.5)
  pen.fillText(subtitle, edge, 49, width - 2 * edge)
  pen.fillText(`${scopeInWords(subject.tile)}${cut}`, edge, 67, width - 2 * edge)
}

interface PlacedName {
  readonly item: LegendItem
  readonly x: number
}

/** Every name gets a line: a picture has no tooltip for what it leaves out. */
function legendLines(
  subject: PictureSubject,
  width: number,
  ruler: Ruler,
): readonly (readonly PlacedName[])[] {
  ruler.font = face(subject, 500, 12)
  const lines: PlacedName[][] = []
  let x = Infinity
  for (const item of subject.legend) {
    const needed = ruler.measureText(item.label).width + 30
    if (x + needed > width) {
      lines.push([])
      x = 0
    }
    lines.at(-1)?.push({ item, x })
    x += needed
  }
  return lines
}

function writeLegend(
  pen: CanvasRenderingContext2D,
  subject: PictureSubject,
  lines: readonly (readonly PlacedName[])[],
): void {
  pen.font = face(subject, 500, 12)
  for (const [line, names] of lines.entries())
    for (const { item, x } of names) {
      const y = headHeight + 4 + line * legendLine
      pen.fillStyle = subject.color(item.colorKey)
      pen.fillRect(edge + x, y, 9, 9)
      pen.fillStyle = subject.palette.muted
      pen.fillText(item.label, edge + x + 15, y + 9)
    }
}

const linesOf = (table: PlainTable, rows: number): readonly (readonly string[])[] => [
  table.columns.map((column) => column.label),
  ...table.rows.slice(0, rows).map((row) => row.map((cell) => cell.text)),
]

/** Numbers are never squeezed: the picture is as wide as its columns. */
function columnWidths(
  subject: PictureSubject,
  table: PlainTable,
  rows: number,
  ruler: Ruler,
): readonly number[] {
  ruler.font = face(subject, 600, 12)
  const lines = linesOf(table, rows)
  return table.columns.map(
    (_, at) => Math.max(...lines.map((line) => ruler.measureText(line[at] ?? '').width)) + 20,
  )
}

function writeTable(
  pen: CanvasRenderingContext2D,
  subject: PictureSubject,
  table: PlainTable,
  rows: number,
  { width, columns }: { readonly width: number; readonly columns: readonly number[] },
): void {
  const spare = (width - 2 * edge - columns.reduce((sum, one) => sum + one, 0)) / columns.length
  for (const [at, line] of linesOf(table, rows).entries()) {
    const y = headHeight + at * rowHeight + 17
    pen.font = face(subject, at === 0 ? 600 : 500, 12)
    pen.fillStyle = at === 0 ? subject.palette.muted : subject.palette.text
    let x = edge
    for (const [column, text] of line.entries()) {
      const numeric = table.columns[column]?.numeric ?? false
      const wide = (columns[column] ?? 0) + spare
      pen.textAlign = numeric ? 'right' : 'left'
      pen.fillText(text, x + (numeric ? wide - 14 : 0), y)
      x += wide
    }
    pen.textAlign = 'left'
    pen.fillStyle = subject.palette.hairline
    pen.fillRect(edge, y + 8, width - 2 * edge, 1)
  }
}

function writeFoot(
  pen: CanvasRenderingContext2D,
  subject: PictureSubject,
  width: number,
  height: number,
): void {
  const { trust, data } = subject.tile
  const unmarked = trust.status === 'sample' && !trust.source.includes('not market data')
  const status = unmarked ? `Sample data, not market data (${trust.source})` : trust.source
  const figure = data?.kind === 'kpi' ? `${formatNumber(data.value, data.format)} \u00b7 ` : ''
  pen.fillStyle = subject.palette.dim
  pen.font = face(subject, 500, 11)
  pen.fillText(
    `${figure}${trust.unit} \u00b7 ${status} \u00b7 As of ${formatDay(trust.lastDay)}`,
    edge,
    height - 13,
    width - 2 * edge,
  )
}
