import { expect, it } from 'vitest'
import { installedSdk } from './sdk'
import { difference, snapshotOf, storedSnapshot, plantedDifferences } from './snapshot'
import { readFileSync } from 'node:fs'

const installed = snapshotOf(installedSdk)

it('the SDK has the names of the snapshot: review new and removed ones, then store them with `npm run oracle -- --keep`', () => {
  expect(installed.names.length).toBeGreaterThan(900)
  expect(difference(storedSnapshot(), installed)).toEqual({ added: [], gone: [] })
  expect(storedSnapshot().version).toBe(installed.version)
})

it('a difference is reported in both directions', () => {
  const other = { version: '0', names: [...installed.names.slice(1), 'Action.New = new'] }
  expect(difference(installed, other)).toEqual({
    added: ['Action.New = new'],
    gone: [installed.names[0]],
  })
})

/** `npm run oracle -- --planted` shows that the tests fail with them; here it is checked that they can still be planted, and where. */
const planted = plantedDifferences()

it('every fact has its planted difference', () => {
  expect(planted.map(({ oracle }) => oracle)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1))
})

it.each(planted)('$oracle can be planted, and its test exists: $holds', ({ file, from, to, test, title }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(readFileSync(test, 'utf8')).toContain(title)
})
