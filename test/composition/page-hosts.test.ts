import { expect, test } from 'vitest'
import { readValues } from '../../src/composition/configuration-values'
import { localValues } from '../../src/composition/local-values'
import { flagService, hasStoredFlags } from '../../src/composition/page-hosts'

function valuesWith(given: Readonly<Record<string, string>>) {
  const values = readValues(given, localValues)
  if (!values.ok) throw new Error('no configuration')
  return values.value
}

test('the start gate is open for stored flags of the service and environment that this release has, not for former ones', () => {
  const before = flagService(valuesWith({}))
  const page = { localStorage: { getItem: () => before } } as unknown as Window
  const isOpen = (given: Readonly<Record<string, string>>, address = 'https://portal.invalid/home') =>
    hasStoredFlags(page, address, valuesWith(given))
  expect(isOpen({})).toBe(true)
  expect(isOpen({}, 'https://portal.invalid/home?code=1')).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_CLIENT_ID: 'another' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_HOST: 'http://127.0.0.1:1' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS_PEOPLE: 'hashed' })).toBe(false)
  expect(isOpen({ ASSAY_FLAGS: 'ofrep' })).toBe(false)
})
