import { createCanvas, loadImage } from '@napi-rs/canvas'

/** Properties of a picture, by its pixels. */
interface Pixels {
  readonly width: number
  readonly height: number
  /** How many pixels have exactly this color. */
  count(color: string): number
  /** Color and opacity of one pixel. */
  at(x: number, y: number): string
  readonly colors: number
  /** How many pixels in the lines from `from` up to, not including, `to` differ from this color, as returned by `at`. */
  drawn(from: number, to: number, ground: string): number
}

export async function readPicture(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png)
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  const { data } = pen.getImageData(0, 0, image.width, image.height)
  // Little endian: opacity, blue, green, red.
  const pixels = new Uint32Array(data.buffer)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const bytes = (color: string): number =>
    new Uint32Array(Uint8Array.from(Buffer.from(`${color.slice(1)}ff`, 'hex')).buffer)[0] ?? 0
  return {
    width: image.width,
    height: image.height,
    count: (color) => counts.get(bytes(color)) ?? 0,
    at: (x, y) => [...data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 4)].join(' '),
    colors: counts.size,
    drawn: (from, to, ground) => {
      const [color] = new Uint32Array(Uint8Array.from(ground.split(' ').map(Number)).buffer)
      return pixels.subarray(from * image.width, to * image.width).filter((pixel) => pixel !== color).length
    },
  }
}
