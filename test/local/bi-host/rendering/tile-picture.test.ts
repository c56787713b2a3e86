import { expect, test } from 'vitest'
import type { Tile } from '../../../../local/bi-host/wire/board'
import { resolvePalette } from '../../../../local/bi-host/rendering/theme/variables'
import { tilePicture } from '../../../../local/bi-host/rendering/tile-picture'
import { createCanvas } from '@napi-rs/canvas'
import '../../../../local/bi-host/server/tile-png'

const tile: Tile = {
  id: 't',
  title: 'Supply by chain',
  subtitle: '',
  kind: 'series',
  span: 60,
  height: 300,
  trust: { unit: 'US dollars', lastDay: '2026-11-20', source: 'Sample', status: 'sample' } as Tile['trust'],
  summary: '',
  data: null,
}

/** Everything that is written, and where it ends. */
function written(names: readonly string[]) {
  const pen = createCanvas(1, 1).getContext('2d') as unknown as CanvasRenderingContext2D
  const seen: { readonly text: string; readonly right: number; readonly y: number }[] = []
  const write = pen.fillText.bind(pen)
  pen.fillText = (text, x, y, most) => {
    seen.push({ text, right: x + pen.measureText(text).width, y })
    write(text, x, y, most)
  }
  let chartAt = 0
  const picture = tilePicture(
    {
      tile,
      palette: resolvePalette(() => '', 'light'),
      color: () => '#123456',
      legend: names.map((label) => ({ key: label, label, colorKey: label, shape: 'box' })),
    },
    { width: 400, height: 200, paint: (_pen, _x, y) => void (chartAt = y) },
    pen,
  )
  picture.paint(pen, true)
  return { seen, picture, chartAt }
}

test('a picture of many names has every one of them, in lines above the chart', () => {
  const names = Array.from({ length: 30 }, (_, at) => `Network number ${at + 1}`)
  const { seen, picture, chartAt } = written(names)
  const legend = seen.filter(({ text }) => names.includes(text))
  expect(legend.map(({ text }) => text)).toEqual(names)
  for (const { text, right, y } of legend) {
    expect(right, text).toBeLessThanOrEqual(picture.width)
    expect(y, text).toBeLessThan(chartAt)
  }
  const few = written(names.slice(0, 2))
  expect(picture.height - few.picture.height).toBe(chartAt - few.chartAt)
  expect(chartAt).toBeGreaterThan(few.chartAt)
})
