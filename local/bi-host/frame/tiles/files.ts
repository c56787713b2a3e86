import { strToU8, zipSync } from 'fflate'
import writeSheet from 'write-excel-file/universal'
import type { PlainTable } from '../../rendering/table-model'
import { scale, tilePicture, type PictureSubject } from '../../rendering/tile-picture'

// Files for the user to save. Loaded on demand.

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A ZIP of texts by name. Equal content gives equal files. */
export function archiveOf(files: Readonly<Record<string, string>>): Blob {
  const entries = Object.entries(files).map(([name, content]) => [name, strToU8(content)] as const)
  const archive = zipSync(Object.fromEntries(entries), { mtime: '1980-01-02T00:00:00' })
  return new Blob([archive], { type: 'application/zip' })
}

/** A table as an XLSX workbook with one sheet. Texts are never formulas, and numbers keep their digits. */
export function spreadsheetOf(table: PlainTable, title: string): Promise<Blob> {
  const text = (value: string) => ({ value: value.replace(/[^\t\n\r\u0020-\uFFFF]/g, ''), type: String })
  const rows = table.rows.map((row) =>
    row.map(({ raw }) => (typeof raw === 'number' ? { value: raw, type: Number } : text(raw ?? ''))),
  )
  const head = table.columns.map(({ label }) => text(label))
  return writeSheet([head, ...rows], { sheet: sheetName(title) }).toBlob()
}

/** Sheet names have at most 31 characters and exclude these. */
function sheetName(title: string): string {
  return (
    title
      .replace(/[\\/?*:[\]]/g, ' ')
      .slice(0, 31)
      .trim() || 'Data'
  )
}

/** A tile as a picture: the chart as on screen, on a canvas of twice the size. */
export function tileCanvas(subject: PictureSubject, chart: HTMLCanvasElement | null): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  const body = chart && {
    width: chart.width / scale,
    height: chart.height / scale,
    paint: (on: CanvasRenderingContext2D, x: number, y: number) =>
      on.drawImage(chart, x, y, chart.width / scale, chart.height / scale),
  }
  const picture = tilePicture(subject, body, pen)
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  pen.scale(scale, scale)
  picture.paint(pen, true)
  return canvas
}

export function encoded(canvas: HTMLCanvasElement, type: 'image/png' | 'image/jpeg'): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, 0.95),
  )
}

/** A picture as a PDF with one page, of the picture's size on screen. */
export function documentOf(
  jpeg: Uint8Array<ArrayBuffer>,
  pixels: { readonly width: number; readonly height: number },
): Blob {
  const width = Math.round(pixels.width / scale)
  const height = Math.round(pixels.height / scale)
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`
  const objects: readonly (readonly (string | Uint8Array<ArrayBuffer>)[])[] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R >>`,
    ],
    [
      `<< /Type /XObject /Subtype /Image /Width ${pixels.width} /Height ${pixels.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    ],
    [`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`],
  ]
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const offsets: number[] = []
  let size = 0
  function write(part: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    size += bytes.length
  }
  write('%PDF-1.4\n')
  for (const [at, body] of objects.entries()) {
    offsets.push(size)
    write(`${at + 1} 0 obj\n`)
    for (const part of body) write(part)
    write('\nendobj\n')
  }
  const start = size
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
