import { expect, test } from 'vitest'
import { memoryJournal } from '../../../src/adapters/journal/memory-journal'
import { memoryKeyValueStore } from '../../../src/adapters/key-value-store/memory-key-value-store'
import { rememberSidebar } from '../../../src/core/shell/remember-sidebar'
import { sidebarKey } from '../../../src/core/shell/sidebar'

test('keeps the choice', async () => {
  const keyValueStore = memoryKeyValueStore()
  await rememberSidebar({ keyValueStore, journal: memoryJournal() })('collapsed')
  expect(keyValueStore.read(sidebarKey)).toEqual({ ok: true, value: 'collapsed' })
})

test('full storage costs the memory and nothing else', async () => {
  const journal = memoryJournal()
  await rememberSidebar({ keyValueStore: memoryKeyValueStore({ capacity: 3 }), journal })('collapsed')
  expect(journal.entries.map((entry) => entry.text)).toEqual(['Sidebar choice not kept: store-full'])
})
