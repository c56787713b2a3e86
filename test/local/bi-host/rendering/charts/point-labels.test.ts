import { expect, test } from 'vitest'
import { labelSides } from '../../../../../local/bi-host/rendering/charts/scatter'

const point = (x: number, y: number, label = 'name') => ({ x, y, radius: 4, label })

test('points with room bear their name on the right', () => {
  expect(labelSides([point(10, 10), point(10, 60), point(200, 60)], 400)).toEqual(['right', 'right', 'right'])
})

test('a name that would leave the plot stands on the left', () => {
  expect(labelSides([point(395, 10), point(10, 60)], 400)).toEqual(['left', 'right'])
})

test('in a crowd only those outside it are named, and no two names meet', () => {
  const crowd = Array.from({ length: 40 }, (_, at) => point(200 + (at % 8) * 6, 100 + Math.floor(at / 8) * 6))
  const sides = labelSides([...crowd, point(20, 20, 'far away')], 400)
  expect(sides.at(-1)).toBe('right')
  expect(sides.filter((side) => side === 'none').length).toBeGreaterThan(25)
})

test('nothing and one point are no trouble', () => {
  expect(labelSides([], 100)).toEqual([])
  expect(labelSides([point(50, 50)], 100)).toEqual(['right'])
})
