import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plantedDifferences } from './planted'

/** Whether the tests fail of them is seen by `npm run oracle -- --planted`; that they can still be planted, and where, is seen here. */
const planted = plantedDifferences()

it('every fact that is held has its planted difference', () => {
  expect(planted.map(({ oracle }) => oracle)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1))
})

it.each(planted)(
  '$oracle can be planted, and its test is there: $holds',
  ({ file, from, to, test, title }) => {
    expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
    expect(readFileSync(test, 'utf8')).toContain(title)
  },
)
