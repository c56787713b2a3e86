import { readFileSync } from 'node:fs'
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

const names = ['orange', 'blue', 'green', 'violet', 'yellow', 'pink', 'sky', 'slate']

/** The two of the first eight series colors that are hardest to tell apart, as a line of the review's table. */
function nearestPair(tone: 'light' | 'dark', eye: keyof typeof eyes): { distance: number; line: string } {
  const colors = seriesColors[tone].slice(0, 8).map(eyes[eye])
  const pairs = colors.flatMap((one, at) =>
    colors.slice(0, at).map((other, before) => ({ distance: away(one, other), at, before })),
  )
  const [nearest] = pairs.toSorted((one, other) => one.distance - other.distance)
  if (nearest === undefined) throw new Error('There are no two colors.')
  const { distance, at, before } = nearest
  const [first = '', second = ''] = [names[before], names[at]]
  return { distance, line: `| ${tone} | ${eye} | ${first} and ${second} | ${distance.toFixed(1)} |` }
}

describe.each(['light', 'dark'] as const)('series colors, %s', (tone) => {
  test.each(Object.keys(eyes) as (keyof typeof eyes)[])(
    'the first eight are told apart with %s, as far as the review says',
    (eye) => {
      const { distance, line } = nearestPair(tone, eye)
      expect(distance).toBeGreaterThanOrEqual(8)
      const review = readFileSync('docs/boards-review.md', 'utf8')
      expect(review.replaceAll(/ +/g, ' ')).toContain(line)
    },
  )
})

const palette = resolvePalette(() => '', 'light')
const same = (color: string) => mix(color, color, 0)

function matrix(values: readonly (readonly number[])[], more: Partial<MatrixData>): MatrixData {
  const numbered = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ key: `${at}`, label: `${at}` }))
  return {
    kind: 'matrix',
    scale: 'diverging',
    rows: numbered(values.length),
    columns: numbered(values[0]?.length ?? 0),
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
