import { describe, expect, test } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { preferences } from '../../../src/core/shell/preferences'
import { sidebarKey } from '../../../src/core/shell/sidebar'
import { themeKey } from '../../../src/core/theme/theme'

test('the theme is kept under the key "theme"', async () => {
  const keyValueStore = memoryKeyValueStore()
  await preferences({ keyValueStore, journal: memoryJournal() }).chooseTheme('light')
  expect(themeKey).toBe('theme')
  expect(keyValueStore.read('theme')).toEqual({ ok: true, value: 'light' })
})

test('the sidebar stays as it was chosen', async () => {
  const keyValueStore = memoryKeyValueStore()
  await preferences({ keyValueStore, journal: memoryJournal() }).rememberSidebar('collapsed')
  expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
})

test('single keys are on until they are switched off, and stay so', async () => {
  const choice = preferences({ keyValueStore: memoryKeyValueStore(), journal: memoryJournal() })
  expect(await choice.singleKeys()).toBe(true)
  await choice.chooseSingleKeys(false)
  expect(await choice.singleKeys()).toBe(false)
  await choice.chooseSingleKeys(true)
  expect(await choice.singleKeys()).toBe(true)
})

describe('full storage costs the memory and nothing else', () => {
  test.each([
    ['theme', 'Theme not kept: store-full'],
    ['sidebar', 'Sidebar choice not kept: store-full'],
    ['shortcuts', 'Choice of single keys not kept: store-full'],
  ])('%s', async (where, text) => {
    const journal = memoryJournal()
    const choice = preferences({ keyValueStore: memoryKeyValueStore({ capacity: 0 }), journal })
    await choice.chooseTheme('light')
    await choice.rememberSidebar('collapsed')
    await choice.chooseSingleKeys(false)
    expect(journal.entries).toContainEqual({ level: 'info', where, text })
  })
})
