import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts, type Canvas } from '@napi-rs/canvas'
import { setPlatformAPI } from 'echarts/core'

/** The one face of pictures drawn here: shipped with the packages, so that no picture depends on a machine's fonts. */
export const pictureFace = 'Urbanist, "Urbanist Latin Extended"'

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

export { createCanvas, type Canvas }

/** The canvas under the name of the page's: the drawing code uses only what both have. */
export const asInPage = (canvas: Canvas): HTMLCanvasElement => canvas as unknown as HTMLCanvasElement
