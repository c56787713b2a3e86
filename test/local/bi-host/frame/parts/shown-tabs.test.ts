import { expect, test } from 'vitest'
import { openedTab, visibleTabs } from '../../../../../local/bi-host/frame/parts/shown-tabs'

const tabs = [
  { id: 'a', label: 'A' },
  { id: 'b', label: 'B' },
  { id: 'c', label: 'C' },
]
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

test('an allow-list is the whole truth about tabs, else the block-list', () => {
  expect(ids(visibleTabs(tabs, null, []))).toEqual(['a', 'b', 'c'])
  expect(ids(visibleTabs(tabs, null, ['a']))).toEqual(['b', 'c'])
  expect(ids(visibleTabs(tabs, ['c', 'a'], ['a']))).toEqual(['a', 'c'])
})

test('a tab that may not be seen or is not there is the first that may', () => {
  const seen = visibleTabs(tabs, null, ['a'])
  expect(openedTab(seen, 'c')).toBe('c')
  expect(openedTab(seen, 'a')).toBe('b')
  expect(openedTab(seen, undefined)).toBe('b')
  expect(openedTab([], 'a')).toBeNull()
})
