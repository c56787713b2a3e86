import { describe, expect, it } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { chooseTheme } from '../../../src/core/theme/choose-theme'
import { otherTheme, readTheme, themeKey } from '../../../src/core/theme/theme'

describe('the theme', () => {
  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    [null, 'dark'],
    ['', 'dark'],
    ['Light', 'dark'],
  ] as const)('stored as %j is %s', (stored, theme) => {
    expect(readTheme(stored)).toBe(theme)
  })

  it('flips', () => {
    expect([otherTheme('dark'), otherTheme('light')]).toEqual(['light', 'dark'])
  })

  it('is kept under the key "theme"', async () => {
    const keyValueStore = memoryKeyValueStore()
    await chooseTheme({ keyValueStore, journal: memoryJournal() })('light')
    expect(themeKey).toBe('theme')
    expect(keyValueStore.read('theme')).toEqual({ ok: true, value: 'light' })
  })

  it('is chosen all the same when it cannot be kept', async () => {
    const journal = memoryJournal()
    await chooseTheme({ keyValueStore: memoryKeyValueStore({ capacity: 0 }), journal })('light')
    expect(journal.entries).toEqual([{ level: 'info', where: 'theme', text: 'Theme not kept: store-full' }])
  })
})
