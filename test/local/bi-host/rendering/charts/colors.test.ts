import fc from 'fast-check'
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
} from 'culori'
import { describe, expect, test } from 'vitest'
import { colorAt, rampOf } from '../../../../../local/bi-host/rendering/charts/matrix'
import { mix, resolvePalette, seriesColors } from '../../../../../local/bi-host/rendering/theme/variables'
import type { MatrixData } from '../../../../../local/bi-host/wire/board'

const away = differenceCiede2000()
const eyes = {
  'full color vision': (color: string) => color,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
  tritanopia: filterDeficiencyTrit(1),
} as const

describe.each(['light', 'dark'] as const)('series colors, %s', (tone) => {
  test.each(Object.entries(eyes))('the first eight are told apart with %s', (_, seen) => {
    const colors = seriesColors[tone].slice(0, 8)
    const close = colors.flatMap((one, at) =>
      colors
        .slice(0, at)
        .map((other) => ({ one, other, distance: away(seen(one), seen(other)) }))
        .filter(({ distance }) => distance < 8),
    )
    expect(close).toEqual([])
  })
})

const palette = resolvePalette(() => '', 'light')
const same = (color: string) => mix(color, color, 0)

function matrix(values: readonly (readonly number[])[], more: Partial<MatrixData>): MatrixData {
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ key: `${at}`, label: `${at}` }))
  return {
    kind: 'matrix',
    scale: 'diverging',
    rows: names(values.length),
    columns: names(values[0]?.length ?? 0),
    values,
    format: { kind: 'number' },
    rowHeading: '',
    columnHeading: '',
    labels: true,
    ...more,
  }
}

describe('the scale of a heat map', () => {
  const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 9 })

  test('its centre is neutral, more is green and less is orange, as in bars', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: -50, max: 50, noNaN: true }), (row, center) => {
        const ramp = rampOf(matrix([row], { center }), palette)
        expect(colorAt(ramp, center)).toBe(same(palette.neutral))
        expect(colorAt(ramp, ramp.max)).toBe(same(palette.green))
        expect(colorAt(ramp, ramp.min)).toBe(same(palette.mark))
        expect((ramp.max + ramp.min) / 2).toBeCloseTo(center, 3)
      }),
    )
  })
})
