import { join } from './zip'

/** A picture as a PDF of one page of its size. `width` and `height` in points (the picture's pixels over its scale). */
export function documentOf(
  jpeg: Uint8Array,
  pixels: { readonly width: number; readonly height: number },
  scale: number,
): Uint8Array<ArrayBuffer> {
  const width = Math.round(pixels.width / scale)
  const height = Math.round(pixels.height / scale)
  const drawing = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`
  const objects: readonly (readonly (string | Uint8Array)[])[] = [
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
  const parts: Uint8Array[] = []
  const places: number[] = []
  let size = 0
  function write(part: string | Uint8Array): void {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    size += bytes.length
  }
  write('%PDF-1.4\n')
  for (const [at, body] of objects.entries()) {
    places.push(size)
    write(`${at + 1} 0 obj\n`)
    for (const part of body) write(part)
    write('\nendobj\n')
  }
  const start = size
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const place of places) write(`${String(place).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return join(parts)
}
