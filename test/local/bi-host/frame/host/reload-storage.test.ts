import { expect, test } from 'vitest'
import { reloadStorage } from '../../../../../local/bi-host/frame/host/reload-storage'

/** A frame whose browser keeps the tab's storage from it. */
const thirdParty = (name = '') => ({
  name,
  get sessionStorage(): Storage {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  },
})

test('is the tab’s own where the frame may use it', () => {
  const sessionStorage = new Map<string, string>() as unknown as Storage
  expect(reloadStorage({ name: '', sessionStorage })).toBe(sessionStorage)
})

test('is the name of the window where it may not, which a reload leaves alone', () => {
  const frame = thirdParty('The vendor’s frame')
  const storage = reloadStorage(frame)
  expect(storage.getItem('a')).toBeNull()
  storage.setItem('a', 'one “quoted”')
  storage.setItem('b', 'two')
  const reloaded = reloadStorage(thirdParty(frame.name))
  expect([reloaded.getItem('a'), reloaded.getItem('b')]).toEqual(['one “quoted”', 'two'])
  storage.removeItem('a')
  expect([storage.getItem('a'), storage.getItem('b')]).toEqual([null, 'two'])
})

test('holds nothing where the name is damaged', () => {
  expect(reloadStorage(thirdParty('assay-kept:{"a"')).getItem('a')).toBeNull()
})
