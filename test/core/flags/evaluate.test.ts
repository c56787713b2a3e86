import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { memoryPageAddress } from '../../../src/adapters/page-address/memory-page-address'
import {
  previewActive,
  readFlagValues,
  timeoutFlagValues,
  withPreview,
} from '../../../src/core/flags/evaluate'
import { defaultFlagValues, flagKeys } from '../../../src/core/kernel/flag-table'
import { readPreview } from '../../../src/core/flags/preview'

describe('flag values out of a vendor’s', () => {
  it('are the defaults where the vendor says nothing, null, or another type', () => {
    expect(readFlagValues(() => undefined)).toEqual(defaultFlagValues())
    expect(readFlagValues(() => null)).toEqual(defaultFlagValues())
    expect(readFlagValues(() => 'true')).toEqual(defaultFlagValues())
  })

  it('are of the table’s types whatever the vendor says', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (vendor, odd) => {
        const values = readFlagValues((key) => vendor[key] ?? odd)
        return flagKeys.every((key) => typeof values[key] === 'boolean')
      }),
    )
  })

  it('are the same object while nothing changes', () => {
    const before = readFlagValues(() => true)
    expect(readFlagValues(() => true, before)).toBe(before)
    expect(readFlagValues((key) => key !== 'UI-403', before)).not.toBe(before)
  })

  it('are four falses and the defaults after the fallback time', () => {
    expect(timeoutFlagValues()).toEqual(defaultFlagValues())
  })
})

describe('the preview bypass', () => {
  const bypass = { ...defaultFlagValues(), 'miu-query-params-bypass': true }

  it('makes every boolean true when the secret is given and the flag is on', () => {
    expect(Object.values(withPreview(bypass, true))).toEqual(flagKeys.map(() => true))
  })

  it.each([
    [bypass, false],
    [defaultFlagValues(), true],
    [defaultFlagValues(), false],
  ])('does nothing with one condition alone', (values, given) => {
    expect(withPreview(values, given)).toBe(values)
    expect(previewActive(values, given)).toBe(false)
  })

  it('reads the value once, takes it out of the address, and holds for the tab', () => {
    const tabStore = memoryKeyValueStore()
    const pageAddress = memoryPageAddress('/datasets/etf?preview=word&tab=flows')
    const preview = readPreview({ tabStore, pageAddress }, 'word', 'AB12', 'ab12')
    expect(preview.given()).toBe(true)
    expect(pageAddress.current()).toBe('/datasets/etf?tab=flows')

    const afterSignIn = readPreview({ tabStore, pageAddress }, null, null, 'ab12')
    expect(afterSignIn.given()).toBe(true)
    afterSignIn.leave()
    expect(readPreview({ tabStore, pageAddress }, null, null, 'ab12').given()).toBe(false)
  })

  it('takes a wrong value out of the address too, and is not given by it', () => {
    const pageAddress = memoryPageAddress('/home?preview=guess')
    const preview = readPreview({ tabStore: memoryKeyValueStore(), pageAddress }, 'guess', 'cd34', 'ab12')
    expect(preview.given()).toBe(false)
    expect(pageAddress.current()).toBe('/home')
  })
})
