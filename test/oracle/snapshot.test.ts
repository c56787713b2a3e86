import { expect, it } from 'vitest'
import { installedSdk } from './sdk'
import { difference, snapshotOf, storedSnapshot } from './snapshot'

const installed = snapshotOf(installedSdk)

it('the SDK has the names that were looked at last: what is new or gone is read, then kept by `npm run oracle -- --keep`', () => {
  expect(installed.names.length).toBeGreaterThan(900)
  expect(difference(storedSnapshot(), installed)).toEqual({ added: [], gone: [] })
  expect(storedSnapshot().version).toBe(installed.version)
})

it('a difference is told in both directions', () => {
  const other = { version: '0', names: [...installed.names.slice(1), 'Action.New = new'] }
  expect(difference(installed, other)).toEqual({
    added: ['Action.New = new'],
    gone: [installed.names[0]],
  })
})
